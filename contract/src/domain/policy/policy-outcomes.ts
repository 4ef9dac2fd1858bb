/** What a decision comes out as, the strongest first: deny beats ask beats transform beats allow. */
export const policyOutcomes = ["deny", "ask", "transform", "allow"] as const;

/** What a decision comes out as. */
export type PolicyOutcome = (typeof policyOutcomes)[number];

/** The strongest of some outcomes; undefined of none. */
export const strongestOutcome = (outcomes: readonly PolicyOutcome[]): PolicyOutcome | undefined =>
  policyOutcomes.find((outcome) => outcomes.includes(outcome));

/** Codes that only the engine gives; no policy may have one of them. */
export const reservedPolicyCodes = [
  "approval_rejected",
  "no_matching_permit",
  "policy_error",
  "policy_slow",
  "policy_too_large",
  "policy_unresolved",
  "permitted",
] as const;

/** A code that only the engine gives. */
export type ReservedPolicyCode = (typeof reservedPolicyCodes)[number];
