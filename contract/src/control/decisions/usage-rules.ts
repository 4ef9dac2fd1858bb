// What of an agent's use is counted. The idempotent repeat of a request is counted once.
import type { Ceilings, UsageSlice } from "../../domain/policy/ceilings.ts";
import { sliceOf } from "../../domain/policy/ceilings.ts";
import type { FactAgent } from "../../domain/policy/compute-facts.ts";
import { limits } from "../../platform/limits.ts";
import { agentOf, type AuthorizationRequest, costOf } from "./authorize-call.ts";
import type { CostRecord } from "./settlement-rules.ts";

/** A request that was counted under an idempotency key, and whether its cost was reserved. */
export interface CountedRequest {
  reserved: boolean;
}

/** The agent whose use is counted; null: it has no ceiling, and the request no cost. */
export function meteredAgentId(
  call: AuthorizationRequest,
  agent: FactAgent | null,
  { rateCeiling, spendCeiling }: Ceilings,
): string | null {
  return rateCeiling || spendCeiling || costOf(call) > 0 ? agent && agentOf(call) : null;
}

/**
 * What a request is counted once under: its idempotency key with the caller and all that was sent. Another request under the
 * same key is another one, else a ceiling would be none for whoever always sends one key.
 */
export const countedKeyOf = (apiKeyId: string, inputDigest: string, key: string): string =>
  `${apiKeyId} ${inputDigest} ${key}`;

/** The ceilings that a request is held against; undefined: none, for what was counted under the same key has its place. */
export function ceilingsFor<C extends Ceilings>(
  ceilings: C,
  counted: CountedRequest | undefined,
  cost: number,
): C | undefined {
  if (!counted) return ceilings;
  return counted.reserved || cost === 0 ? undefined : { ...ceilings, rateCeiling: null };
}

/** A request whose use is counted. */
export interface MeteredRequest {
  agentId: string;
  ceilings: Ceilings;
  counted: CountedRequest | undefined;
  cost: number;
}

/** What is stored of the use of a request. */
export interface UsageChange {
  slices: (UsageSlice & { agentId: string })[];
  /** The cost that it reserves; undefined: none. */
  cost: CostRecord | undefined;
  /** What is known of it under its idempotency key from now on. */
  counted: CountedRequest;
}

/** Counts a request that the rate let through, and reserves the cost of one that goes on. @param granted whether it does. */
export function countRequest(
  { agentId, ceilings: { rateCeiling, spendCeiling }, counted, cost }: MeteredRequest,
  granted: boolean,
  { id, now }: { id: string; now: number },
): UsageChange {
  const slices: UsageChange["slices"] = [];
  if (!counted && rateCeiling)
    slices.push({ agentId, kind: "calls", at: sliceOf(now, rateCeiling), amount: 1 });
  const reserves = granted && cost > 0 && counted?.reserved !== true;
  if (!reserves) return { slices, cost: undefined, counted: { reserved: counted?.reserved === true } };
  const at = sliceOf(now, spendCeiling);
  slices.push({ agentId, kind: "cost", at, amount: cost });
  const expiresAt = now + limits.decisionSeconds * 1000;
  const reserved = { id, agentId, reserved: cost, cost: null, at, expiresAt, settledAt: null };
  return { slices, cost: reserved, counted: { reserved: true } };
}
