/** The levels of the specification, most urgent first: what `triage_accuracy` takes when told none. */
export const defaultTriageLevels = ["emergent", "urgent", "semi_urgent", "routine"] as const;

/**
 * Names that no level may have: the confusion matrix uses the first four for what came back in the place of a level,
 * and `__proto__` is no safe key of a JSON object.
 */
export const reservedTriageLevels = [
  "no_answer",
  "invalid_level",
  "missing_output",
  "errored",
  "__proto__",
] as const;
