const mask = "****";
/** Minimum length at which the shown part is less than half of the secret. */
const leastPrefixed = 16;
const leastShown = 8;
const shownEnd = 4;

/**
 * Masks a secret. With 16 or more characters, returns the prefix, `****` and the last 4 characters. The
 * prefix ends with the first `-` or `_` within 8 characters, or else after 3 characters. With 8 to 15
 * characters, returns `****` and the last 4. With fewer, returns `****`. For an empty secret, returns "".
 *
 * Characters are code points, so that a surrogate pair is never split.
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
