/** Maximum length of a quoted value in details and reasons, in characters. */
const QUOTED_CHARACTERS = 100;

/** Returns a sample's value as text that is safe to show. Long values are truncated. */
export function asText(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null || value === undefined) return "null";
  if (typeof value !== "string") return Array.isArray(value) ? "a list" : "an object";
  if (value.length <= QUOTED_CHARACTERS) return value;
  const cut = value.slice(0, QUOTED_CHARACTERS);
  return `${cut.replace(/[\uD800-\uDBFF]$/, "")}…`; // drops half a surrogate pair at the cut
}
