import { foldName } from "../evaluators/reading/fold-name.ts";

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

const plainDecimal = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Returns a fraction's digits without zeros at the end, in time proportional to its length. */
function withoutFinalZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === "0") end -= 1;
  return fraction.slice(0, end);
}

/**
 * Returns a key that equal triage levels share. Plain decimals are equal if their numeric values are equal,
 * such as `1`, `1.0` and the full-width digit one, with or without white space around them. Other levels are
 * equal if their folded names are equal.
 *
 * @returns null if the text consists only of white space, which is not a level.
 */
export function triageLevelKey(level: string | number): string | null {
  const text = String(level).normalize("NFKC").trim();
  if (text === "") return null;
  const [, sign = "", whole, fraction = ""] = plainDecimal.exec(text) ?? [];
  if (whole === undefined) return `name ${foldName(text)}`;
  const [digits, decimals] = [whole.replace(/^0+(?=\d)/, ""), withoutFinalZeros(fraction)];
  const value = decimals === "" ? digits : `${digits}.${decimals}`;
  return `number ${sign === "-" && value !== "0" ? "-" : ""}${value}`;
}

/** Returns the index of the first level that equals an earlier level; −1 if all levels differ. */
export function repeatedLevel(levels: readonly (string | number)[]): number {
  const keys = levels.map(triageLevelKey);
  return keys.findIndex((key, index) => keys.indexOf(key) < index);
}
