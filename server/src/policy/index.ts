export type { KnownType } from "./cedar-schema.ts";
export type { TextCheck } from "./check-policy-text.ts";
export {
  baselineSet,
  effectiveBaselinePolicies,
  type EffectivePolicy,
  effectiveSet,
  type EffectiveSet,
} from "./effective-set.ts";
export { PolicyEngine, type PolicyEngineOptions } from "./policy-engine.ts";
export { factsOf } from "./policy-facts.ts";
export type { PolicyReads } from "./policy-reads.ts";
export { requestTooLarge } from "./policy-size.ts";
export { type PolicyCaseResult, runPolicyCase } from "./run-policy-case.ts";
export { TextChecker } from "./text-checker.ts";
