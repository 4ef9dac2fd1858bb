/** The safety checks that comparisons cover. */
export const safetyItems = ["emergent_not_caught", "missed_flags", "missed_escalations"] as const;

/** One of {@link safetyItems}. */
export type SafetyItem = (typeof safetyItems)[number];

/**
 * A sample's outcome in the safety checks of one evaluator: whether it failed the check. A check that does not
 * apply to the sample is absent; for example, no flag is expected. A missing, invalid or errored output fails
 * every check that applies.
 */
export type SafetyOutcome = Readonly<Partial<Record<SafetyItem, boolean>>>;

/** The evaluator type whose results determine each check. */
export const checkedBy = {
  emergent_not_caught: "triage_accuracy",
  missed_flags: "red_flag_detection",
  missed_escalations: "red_flag_detection",
} as const satisfies Record<SafetyItem, string>;
