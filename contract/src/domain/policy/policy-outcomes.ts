/** Outcomes of a decision, the strongest first: deny overrides ask overrides transform overrides allow. */
export const policyOutcomes = ["deny", "ask", "transform", "allow"] as const;

/** The outcome of a decision. */
export type PolicyOutcome = (typeof policyOutcomes)[number];

/** Returns the strongest outcome of a list; undefined if the list is empty. */
export const strongestOutcome = (outcomes: readonly PolicyOutcome[]): PolicyOutcome | undefined =>
  policyOutcomes.find((outcome) => outcomes.includes(outcome));

/** Reason codes that are reserved for the engine. Policies cannot use them. */
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

/** One of {@link reservedPolicyCodes}. */
export type ReservedPolicyCode = (typeof reservedPolicyCodes)[number];
