import type { PolicyWarning } from "../../domain/policy/verdict.ts";
import { digestOfJson } from "../json-digest.ts";
import type { Policy } from "../policies/policy-responses.ts";
import { baselineOutcomes } from "../policies/policy-wire.ts";

/** A policy in force. */
export type EffectivePolicy = Pick<
  Policy,
  "id" | "version" | "digest" | "name" | "text" | "mode" | "outcome" | "code"
>;

/**
 * The policies of one subject. A set is immutable, and all sets with the same digest are compiled only once.
 */
export interface EffectiveSet {
  policies: readonly EffectivePolicy[];
  /** Attached policy ids for which the workspace has no policy. */
  unresolved: readonly string[];
  /**
   * SHA-256 of the RFC 8785 form of the policies' ids, versions and digests and of the unresolved ids;
   * lower-case hexadecimal.
   */
  digest: string;
}

/** The policies that apply to a subject, with their warnings. */
export interface SubjectPolicies {
  set: EffectiveSet;
  /** Warnings about attached policies without a version in force. */
  warnings: readonly PolicyWarning[];
}

/** The baseline as effective policies. */
export const effectiveBaselinePolicies: readonly EffectivePolicy[] = baselineOutcomes;

/**
 * Combines policies into a set.
 *
 * @param policies the attached policies in their order, without the baseline.
 * @param baseline whether the set starts with the baseline: true for agents, false for other subjects.
 * @param unresolved attached ids without a policy. A set with such an id denies every request.
 */
export function policySet(
  policies: readonly EffectivePolicy[],
  { baseline, unresolved = [] }: { baseline: boolean; unresolved?: readonly string[] },
): EffectiveSet {
  const all = baseline ? [...effectiveBaselinePolicies, ...policies] : [...policies];
  const named = all.map(({ id, version, digest, mode }) => ({ id, version, digest, mode }));
  const digest = digestOfJson({ policies: named, unresolved: [...unresolved] });
  return { policies: all, unresolved: [...unresolved], digest };
}

/** The set of the enforced policies of a set; undefined if no policy is in shadow mode. */
export function withoutShadow({ policies, unresolved, digest }: EffectiveSet): EffectiveSet | undefined {
  const enforced = policies.filter(({ mode }) => mode === "enforce");
  if (enforced.length === policies.length) return undefined;
  return { policies: enforced, unresolved, digest: `${digest} without shadow` };
}

/**
 * The policies that apply to an agent: the baseline, then the attached policies in their order. An id without
 * a policy makes the set unresolved, which denies every request. A draft or retired policy is not part of the
 * set and causes a warning.
 *
 * @param policyIds the ids of the attached policies.
 * @param live the version in force of each existing policy; null if none is in force.
 */
export function agentPolicies(
  policyIds: readonly string[],
  live: ReadonlyMap<string, EffectivePolicy | null>,
): SubjectPolicies {
  const inForce = policyIds.flatMap((id) => live.get(id) ?? []);
  const unresolved = policyIds.filter((id) => !live.has(id));
  return {
    set: policySet(inForce, { baseline: true, unresolved }),
    warnings: policyIds.filter((id) => live.get(id) === null).map(notInForce),
  };
}

const notInForce = (policyId: string): PolicyWarning => ({
  policyId,
  code: "policy_not_in_force",
  message: `Policy ${JSON.stringify(policyId)} is attached, but no version of it is in force.`,
});

/** The set of an agent without attached policies. */
export const baselineSet: EffectiveSet = policySet([], { baseline: true });
