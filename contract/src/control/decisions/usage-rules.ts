// Computes the metered usage of an agent. Every request counts. A repeated request has its own decision, but
// it shares the cost that was reserved for the first request.
import type { Ceilings, UsageSlice } from "../../domain/policy/ceilings.ts";
import { sliceOf } from "../../domain/policy/ceilings.ts";
import type { FactAgent } from "../../domain/policy/compute-facts.ts";
import { limits } from "../../platform/limits.ts";
import { agentOf, type AuthorizationRequest, costOf } from "./authorize-call.ts";
import { digestedInput } from "../../wire/decisions/digested-input.ts";
import type { LockedFacts } from "./evaluate-request.ts";
import { type EvaluatedDecision, isGranted } from "./policy-decision.ts";
import type { CostRecord } from "./settlement-rules.ts";

/** The first decision under an idempotency key. */
export interface FirstDecision {
  decisionId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A repeated request. */
export interface Repeat {
  /** Id of the first decision. */
  replayOf: string;
  /** Whether the first decision or an earlier repeat has reserved the cost. */
  reserves: boolean;
}

/**
 * The key by which repeats of a request are recognized. It is a digest of caller, content and idempotency
 * key, so that the evidence does not contain the idempotency key. A request with the same idempotency key and
 * other content is not a repeat. Otherwise, a constant idempotency key would bypass the ceilings.
 *
 * @param digestOf returns SHA-256 of the RFC 8785 form of a value.
 */
export const requestKeyOf = (
  { keyId, inputDigest }: { keyId: string; inputDigest: string },
  idempotencyKey: string,
  digestOf: (value: unknown) => string,
): string => digestOf([keyId, inputDigest, idempotencyKey]).slice(0, 32);

/** The digest of a request's content, and the key of its repeats; undefined without an idempotency key. */
export interface RequestIdentity {
  inputDigest: string;
  requestKey: string | undefined;
}

/**
 * Returns the identity of a request.
 *
 * @param sent.key the idempotency key, if any.
 * @param digestOf returns SHA-256 of the RFC 8785 form of a value.
 */
export function requestIdentityOf(
  call: AuthorizationRequest,
  { keyId, key }: { keyId: string; key: string | undefined },
  digestOf: (value: unknown) => string,
): RequestIdentity {
  const inputDigest = digestOf(digestedInput(call));
  if (key === undefined) return { inputDigest, requestKey: undefined };
  return { inputDigest, requestKey: requestKeyOf({ keyId, inputDigest }, key, digestOf) };
}

/**
 * Returns the request that this request repeats; null if this request is new. It is new if there is no
 * earlier request, if the first decision has expired, or if the cost is settled.
 *
 * @param cost the cost that the first decision or a repeat of it reserved.
 */
export function repeatOf(
  first: FirstDecision | undefined,
  cost: Pick<CostRecord, "settledAt"> | undefined,
  now: number,
): Repeat | null {
  if (!first || now >= first.expiresAt) return null;
  if (cost && cost.settledAt !== null) return null;
  return { replayOf: first.decisionId, reserves: cost !== undefined };
}

/** The agent whose usage is metered; null if there are no ceilings and no cost. */
export function meteredAgentId(
  call: AuthorizationRequest,
  agent: FactAgent | null,
  { rateCeiling, spendCeiling }: Ceilings,
): string | null {
  return rateCeiling || spendCeiling || costOf(call) > 0 ? agent && agentOf(call) : null;
}

/** A request to meter. */
export interface MeteredRequest {
  agentId: string;
  ceilings: Ceilings;
  /** Null if the request is not a repeat. */
  repeat: Repeat | null;
  cost: number;
}

/** The usage of an agent compared with its ceilings, at the time of a request. */
export interface Usage {
  facts: Omit<LockedFacts, "approved">;
  /** Seconds until a request is possible; null if no ceiling is reached, or if it is never possible. */
  retryAfterSeconds: number | null;
  /** Undefined if the request is not counted. */
  metered: MeteredRequest | undefined;
}

/**
 * The ceilings that apply to a request. The spend ceiling does not apply to a repeat with a reserved cost.
 */
export const ceilingsFor = <C extends Ceilings>(ceilings: C, repeat: Repeat | null): C =>
  repeat?.reserves === true ? { ...ceilings, spendCeiling: null } : ceilings;

/** Returns how a request is metered: the request, and the ceilings that apply to it; null if it is not counted. */
export function meteringOf(
  { call, agent, repeat }: { call: AuthorizationRequest; agent: FactAgent | null; repeat: Repeat | null },
  settings: Ceilings,
): { metered: MeteredRequest; applied: Ceilings } | null {
  const agentId = meteredAgentId(call, agent, settings);
  if (agentId === null) return null;
  const metered = { agentId, ceilings: settings, repeat, cost: costOf(call) };
  return { metered, applied: ceilingsFor(settings, repeat) };
}

/** The usage that applies to requests that are not counted. It reaches no ceiling. */
export const noUsage: Usage = {
  facts: { rateExceeded: false, budgetExceeded: false },
  retryAfterSeconds: null,
  metered: undefined,
};

/** The usage to store for a request. */
export interface UsageChange {
  slices: (UsageSlice & { agentId: string })[];
  /** The reserved cost; undefined if no cost is reserved. */
  cost: CostRecord | undefined;
}

/**
 * Counts a request toward the rate ceiling. If the request is granted, also reserves its cost, unless the
 * first request or an earlier repeat has reserved the cost.
 *
 * @param granted whether the request is granted.
 */
export function countRequest(
  { agentId, ceilings: { rateCeiling, spendCeiling }, repeat, cost }: MeteredRequest,
  granted: boolean,
  { id, now }: { id: string; now: number },
): UsageChange {
  const slices: UsageChange["slices"] = [];
  if (rateCeiling) slices.push({ agentId, kind: "calls", at: sliceOf(now, rateCeiling), amount: 1 });
  if (!granted || cost === 0 || repeat?.reserves === true) return { slices, cost: undefined };
  const at = sliceOf(now, spendCeiling);
  slices.push({ agentId, kind: "cost", at, amount: cost });
  const expiresAt = now + limits.decisionSeconds * 1000;
  const firstId = repeat?.replayOf ?? id;
  const reserved = { id, firstId, agentId, reserved: cost, cost: null, at, expiresAt, settledAt: null };
  return { slices, cost: reserved };
}

/**
 * Counts a decided request. A request over the rate ceiling is not counted, so that an agent that retries is
 * not locked out for longer.
 */
export const countUsage = (
  { metered, facts }: Usage,
  evaluated: Pick<EvaluatedDecision, "call" | "verdict">,
  moment: { id: string; now: number },
): UsageChange =>
  metered && !facts.rateExceeded
    ? countRequest(metered, isGranted(evaluated), moment)
    : { slices: [], cost: undefined };

/** Sets `Retry-After` to the longest delay after which a request is possible, if a ceiling is reached. */
export function setRetryAfter(
  { setHeader }: { setHeader: (name: string, value: string) => void },
  decisions: readonly { retryAfterSeconds: number | null }[],
): void {
  const waits = decisions.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  if (waits.length > 0) setHeader("Retry-After", String(Math.max(...waits)));
}
