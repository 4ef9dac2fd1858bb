export { baselineSet, type EffectivePolicy, effectiveSet, type EffectiveSet } from "./effective-set.ts";
export { PolicyEngine } from "./policy-engine.ts";
export type { PolicyReads } from "./policy-reads.ts";
export { runPolicyCase } from "./run-policy-case.ts";
export { TextChecker } from "./text-checker.ts";
