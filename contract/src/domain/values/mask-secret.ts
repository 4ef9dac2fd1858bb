const mask = "****";
/** From this length on, the shown part is less than half of the secret. */
const leastPrefixed = 16;
const leastShown = 8;
const shownEnd = 4;

/**
 * Masks a secret. 16 characters or more: its prefix (through the first `-` or `_` within 8 characters, else
 * the first 3), `****` and its last 4; 8 to 15: `****` and its last 4; fewer: `****`; empty: "".
 *
 * Characters are code points, so that a surrogate pair is never cut.
 */
export function maskSecret(secret: string | undefined): string {
  if (!secret) return "";
  const characters = Array.from(secret);
  if (characters.length < leastShown) return mask;
  const end = characters.slice(-shownEnd).join("");
  return characters.length < leastPrefixed ? mask + end : prefixOf(characters) + mask + end;
}

function prefixOf(characters: readonly string[]): string {
  const separator = characters.slice(0, 8).findIndex((character) => character === "-" || character === "_");
  return characters.slice(0, separator < 0 ? 3 : separator + 1).join("");
}
