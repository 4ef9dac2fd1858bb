import { isSecretName } from "../http/quote.ts";
import { wordAt } from "../rows/text-place.ts";

/** Longest word that somebody writes in place of JSON by mistake: `undefined`. */
const longestMistake = 9;

/**
 * Whether the word at a malformed place may be a secret: it comes soon after a name that is one of a secret, or a long
 * word is all that the text begins with.
 */
export function mayShowSecret(text: string, offset: number): boolean {
  const word = wordAt(text, offset);
  if (word === "") return false;
  const before = text.slice(Math.max(0, offset - 1000), offset);
  if (before.trim() === "") return word.length > longestMistake;
  return before.match(/[\w-]+/g)?.some(isSecretName) ?? false;
}
