import type { PolicyWarning } from "../../domain/policy/verdict.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import type { Policy } from "../policies/policy-answers.ts";
import { baselineOutcomes } from "../policies/policy-wire.ts";

/** A policy as it takes part in decisions. */
export type EffectivePolicy = Pick<
  Policy,
  "id" | "version" | "digest" | "name" | "text" | "mode" | "outcome" | "code"
>;

/** The policies that one subject is under: immutable, and compiled once for all sets with the same digest. */
export interface EffectiveSet {
  policies: readonly EffectivePolicy[];
  /** Attached ids that no policy of the workspace has. */
  unresolved: readonly string[];
  /** SHA-256 of the RFC 8785 form of ids, versions and digests, and of what is unresolved; lower-case hexadecimal. */
  digest: string;
}

/** The policies that decide on a subject, and what should be known of them. */
export interface SubjectPolicies {
  set: EffectiveSet;
  /** Attached policies of which no version is in force. */
  warnings: readonly PolicyWarning[];
}

/** The SHA-256 of a text, in lower-case hexadecimal. */
type HashText = (text: string) => string;

/** The baseline as it takes part in decisions. */
export const effectiveBaselinePolicies: readonly EffectivePolicy[] = baselineOutcomes;

/**
 * Puts policies together that decide together.
 *
 * @param policies those attached, in their order; without the baseline.
 * @param baseline whether the baseline goes before them: for agents it does, for other subjects it does not.
 * @param unresolved ids that no policy has: with one of them everything is denied.
 */
export function policySet(
  policies: readonly EffectivePolicy[],
  { baseline, unresolved = [] }: { baseline: boolean; unresolved?: readonly string[] },
  hashText: HashText,
): EffectiveSet {
  const all = baseline ? [...effectiveBaselinePolicies, ...policies] : [...policies];
  const named = all.map(({ id, version, digest, mode }) => ({ id, version, digest, mode }));
  const digest = hashText(canonicalize({ policies: named, unresolved: [...unresolved] }));
  return { policies: all, unresolved: [...unresolved], digest };
}

/**
 * The policies that an agent is under: the baseline, then those attached, in their order. An id without a policy makes the
 * set unresolved, which denies; a policy that is a draft or retired takes no part, and is a warning.
 *
 * @param policyIds those attached to the agent.
 * @param live the version in force of each policy that exists; null: none is.
 */
export function agentPolicies(
  policyIds: readonly string[],
  live: ReadonlyMap<string, EffectivePolicy | null>,
  hashText: HashText,
): SubjectPolicies {
  const inForce = policyIds.flatMap((id) => live.get(id) ?? []);
  const unresolved = policyIds.filter((id) => !live.has(id));
  return {
    set: policySet(inForce, { baseline: true, unresolved }, hashText),
    warnings: policyIds.filter((id) => live.get(id) === null).map(notInForce),
  };
}

const notInForce = (policyId: string): PolicyWarning => ({
  policyId,
  code: "policy_not_in_force",
  message: `The policy ${JSON.stringify(policyId)} is attached, and no version of it is in force.`,
});
