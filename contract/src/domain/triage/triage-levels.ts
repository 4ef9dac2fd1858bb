/** The default levels of `triage_accuracy`, most urgent first. */
export const defaultTriageLevels = ["emergent", "urgent", "semi_urgent", "routine"] as const;

/**
 * Level names that are reserved. The confusion matrix uses the first four for responses that are not a level,
 * and `__proto__` is not a safe key in a JSON object.
 */
export const reservedTriageLevels = [
  "no_answer",
  "invalid_level",
  "missing_output",
  "errored",
  "__proto__",
] as const;
