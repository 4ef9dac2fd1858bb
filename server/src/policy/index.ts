export {
  baselineSet,
  effectiveBaselinePolicies,
  type EffectivePolicy,
  effectiveSet,
  type EffectiveSet,
} from "./effective-set.ts";
export { PolicyEngine, type PolicyEngineOptions } from "./policy-engine.ts";
export { factsOf } from "./policy-facts.ts";
export { requestTooLarge } from "./policy-size.ts";
