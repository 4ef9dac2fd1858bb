/** Outcomes of a decision, the strongest first: deny overrides ask overrides transform overrides allow. */
export const policyOutcomes = ["deny", "ask", "transform", "allow"] as const;

/** The outcome of a decision. */
export type PolicyOutcome = (typeof policyOutcomes)[number];

/** The strongest of some outcomes; undefined for an empty list. */
export const strongestOutcome = (outcomes: readonly PolicyOutcome[]): PolicyOutcome | undefined =>
  policyOutcomes.find((outcome) => outcomes.includes(outcome));

/** Codes reserved for the engine. */
export const reservedPolicyCodes = [
  "approval_rejected",
  "no_matching_permit",
  "not_representable",
  "policy_error",
  "policy_slow",
  "policy_too_large",
  "policy_unresolved",
  "permitted",
  "request_invalid",
] as const;

/** A code of the engine. */
export type ReservedPolicyCode = (typeof reservedPolicyCodes)[number];
