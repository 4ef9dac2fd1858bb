export { type BaselinePolicy, baselinePolicies, findBaselinePolicy } from "./baseline/baseline.ts";
export {
  type CeilingReading,
  type Ceilings,
  readCeilings,
  sliceOf,
  type UsageSlice,
  usageSince,
} from "./ceilings.ts";
export { computeFacts, type FactAgent, type FactSettings, type FactSources } from "./compute-facts.ts";
export { decideBaseline } from "./baseline/decide-baseline.ts";
export { explainBaseline, type FactFindings } from "./baseline/explain-baseline.ts";
export {
  type PolicyCase,
  type PolicyEntity,
  type PolicyRequest,
  toolCallAction,
} from "./baseline/policy-case.ts";
export {
  type EgressFinding,
  type FactReport,
  harmlessFacts,
  type PolicyFacts,
  type RiskLevel,
  riskLevels,
  type SecretFinding,
} from "./policy-facts.ts";
export { type AdmitsCost, admitsAny, CostBudget } from "./cost/cost-budget.ts";
export {
  type PolicyOutcome,
  policyOutcomes,
  type ReservedPolicyCode,
  reservedPolicyCodes,
  strongestOutcome,
} from "./policy-outcomes.ts";
export { defaultTimeZone, type TimeFacts, timeFactsOf } from "./time-facts.ts";
export { findSecrets, redactSecrets } from "./secret-material.ts";
export type {
  PatchOperation,
  PolicyObligation,
  PolicyReason,
  PolicyVerdict,
  PolicyWarning,
} from "./verdict.ts";
