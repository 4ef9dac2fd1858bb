export {
  baselineSet,
  type EffectivePolicy,
  effectiveSet,
  type EffectiveSet,
  policiesOfAgent,
  type SubjectPolicies,
} from "./sets/effective-set.ts";
export { nothingFound, PolicyEngine } from "./policy-engine.ts";
export type { PolicyReads } from "./text/policy-reads.ts";
export { runPolicyCase } from "./run-policy-case.ts";
export { processClocks } from "./time-budget.ts";
export { TextChecker } from "./text/text-checker.ts";
