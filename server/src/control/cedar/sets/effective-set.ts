import { createHash } from "node:crypto";
import {
  agentPolicies,
  type EffectivePolicy,
  type EffectiveSet,
  policySet,
  type SubjectPolicies,
} from "@assay/contract/control/cedar/policy-set";

export { effectiveBaselinePolicies } from "@assay/contract/control/cedar/policy-set";
export type { EffectivePolicy, EffectiveSet, SubjectPolicies };

const hashText = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Combines policies into a set: see `policySet`. */
export const effectiveSet = (
  policies: readonly EffectivePolicy[],
  options: Parameters<typeof policySet>[1],
): EffectiveSet => policySet(policies, options, hashText);

/** The policies that apply to an agent: see `agentPolicies`. */
export const policiesOfAgent = (
  policyIds: readonly string[],
  live: ReadonlyMap<string, EffectivePolicy | null>,
): SubjectPolicies => agentPolicies(policyIds, live, hashText);

/** The set of an agent without attached policies. */
export const baselineSet: EffectiveSet = effectiveSet([], { baseline: true });
