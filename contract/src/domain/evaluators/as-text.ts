/** Maximum length of a foreign value in details and reasons, in characters. */
const QUOTED_CHARACTERS = 100;

/** A sample's value as safe text to show: truncated, never a whole document. */
export function asText(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null || value === undefined) return "null";
  if (typeof value !== "string") return Array.isArray(value) ? "a list" : "an object";
  if (value.length <= QUOTED_CHARACTERS) return value;
  const cut = value.slice(0, QUOTED_CHARACTERS);
  return `${cut.replace(/[\uD800-\uDBFF]$/, "")}…`; // never half of a surrogate pair
}
