// Computes the metered usage of an agent. An idempotent repeat of a request is counted once.
import type { Ceilings, UsageSlice } from "../../domain/policy/ceilings.ts";
import { sliceOf } from "../../domain/policy/ceilings.ts";
import type { FactAgent } from "../../domain/policy/compute-facts.ts";
import { limits } from "../../platform/limits.ts";
import { agentOf, type AuthorizationRequest, costOf } from "./authorize-call.ts";
import type { CostRecord } from "./settlement-rules.ts";

/** A request counted under an idempotency key, and whether its cost was reserved. */
export interface CountedRequest {
  reserved: boolean;
}

/** The agent whose usage is metered; null: no ceilings and no cost. */
export function meteredAgentId(
  call: AuthorizationRequest,
  agent: FactAgent | null,
  { rateCeiling, spendCeiling }: Ceilings,
): string | null {
  return rateCeiling || spendCeiling || costOf(call) > 0 ? agent && agentOf(call) : null;
}

/**
 * The key under which a request is counted once: its idempotency key with caller and content. Another request
 * with the same key is counted again; otherwise a constant key would bypass the ceilings.
 */
export const countedKeyOf = (apiKeyId: string, inputDigest: string, key: string): string =>
  `${apiKeyId} ${inputDigest} ${key}`;

/** The ceilings that apply to a request; undefined: none, because an equal request was already counted. */
export function ceilingsFor<C extends Ceilings>(
  ceilings: C,
  counted: CountedRequest | undefined,
  cost: number,
): C | undefined {
  if (!counted) return ceilings;
  return counted.reserved || cost === 0 ? undefined : { ...ceilings, rateCeiling: null };
}

/** A request to meter. */
export interface MeteredRequest {
  agentId: string;
  ceilings: Ceilings;
  counted: CountedRequest | undefined;
  cost: number;
}

/** The usage to store for a request. */
export interface UsageChange {
  slices: (UsageSlice & { agentId: string })[];
  /** The reserved cost; undefined: none. */
  cost: CostRecord | undefined;
  /** The record under its idempotency key from now on. */
  counted: CountedRequest;
}

/**
 * Counts a request within the rate, and reserves the cost of a granted one. @param granted whether the
 * request is granted.
 */
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
