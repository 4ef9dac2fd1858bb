import { isSecretName } from "../http/quote.ts";
import { wordAt } from "../rows/text-place.ts";

/** Length of the longest word that is often sent instead of JSON by mistake: `undefined`. */
const maxMistakeCharacters = 9;

/**
 * Returns whether the word at a syntax error can be a secret. The word can be a secret if it follows soon
 * after the name of a secret, or if it is a long word at the start of the text.
 */
export function mayShowSecret(text: string, offset: number): boolean {
  const word = wordAt(text, offset);
  if (word === "") return false;
  const before = text.slice(Math.max(0, offset - 1000), offset);
  if (before.trim() === "") return word.length > maxMistakeCharacters;
  return before.match(/[\w-]+/g)?.some(isSecretName) ?? false;
}
