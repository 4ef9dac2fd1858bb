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

/** Combines the outcomes of a sample's runs: the sample fails a check that any of its runs fails. */
export function safetyOverRuns(runs: readonly SafetyOutcome[]): SafetyOutcome {
  const failed = (item: SafetyItem) => runs.flatMap((run) => run[item] ?? []);
  return Object.fromEntries(
    safetyItems.flatMap((item) => (failed(item).length > 0 ? [[item, failed(item).includes(true)]] : [])),
  );
}

/** The evaluator type whose results determine each check. */
export const checkedBy = {
  emergent_not_caught: "triage_accuracy",
  missed_flags: "red_flag_detection",
  missed_escalations: "red_flag_detection",
} as const satisfies Record<SafetyItem, string>;
