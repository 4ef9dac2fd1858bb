// Computes the metered usage of an agent. Every request counts; a repeat has its own decision, and shares the
// reserved cost of the first one.
import type { Ceilings, UsageSlice } from "../../domain/policy/ceilings.ts";
import { sliceOf } from "../../domain/policy/ceilings.ts";
import type { FactAgent } from "../../domain/policy/compute-facts.ts";
import { limits } from "../../platform/limits.ts";
import { agentOf, type AuthorizationRequest, costOf } from "./authorize-call.ts";
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
  /** Whether the cost is reserved by the first decision, or by an earlier repeat. */
  reserves: boolean;
}

/**
 * The key under which a request is recognized as a repeat: a digest of its caller, its content and its
 * idempotency key, so that the evidence does not contain the key itself. Another request with the same
 * idempotency key is not a repeat; otherwise a constant key would bypass the ceilings.
 *
 * @param digestOf SHA-256 of the RFC 8785 form of a value.
 */
export const requestKeyOf = (
  { keyId, inputDigest }: { keyId: string; inputDigest: string },
  idempotencyKey: string,
  digestOf: (value: unknown) => string,
): string => digestOf([keyId, inputDigest, idempotencyKey]).slice(0, 32);

/**
 * The request that a request repeats. The request is new if there is no earlier one, once the first decision
 * has expired, and once the cost is settled.
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

/** The agent whose usage is metered; null: no ceilings and no cost. */
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
  /** Null: not a repeat. */
  repeat: Repeat | null;
  cost: number;
}

/** The ceilings that apply to a request; a repeat is not limited by a cost that is already reserved. */
export const ceilingsFor = <C extends Ceilings>(ceilings: C, repeat: Repeat | null): C =>
  repeat?.reserves === true ? { ...ceilings, spendCeiling: null } : ceilings;

/** The usage to store for a request. */
export interface UsageChange {
  slices: (UsageSlice & { agentId: string })[];
  /** The reserved cost; undefined: none. */
  cost: CostRecord | undefined;
}

/**
 * Counts a request toward the rate ceiling. If the request is granted, reserves its cost, unless an earlier
 * request that it repeats has reserved the cost.
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

/** Sets `Retry-After` if a ceiling is reached: the longest delay until its next request. */
export function setRetryAfter(
  { setHeader }: { setHeader: (name: string, value: string) => void },
  decisions: readonly { retryAfterSeconds: number | null }[],
): void {
  const waits = decisions.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  if (waits.length > 0) setHeader("Retry-After", String(Math.max(...waits)));
}
