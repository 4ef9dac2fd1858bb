import { InvalidArgumentError } from "commander";

/**
 * Parses a name. Rejects an empty name, because a script with an unset variable must not create unnamed
 * objects.
 */
export function nameText(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("A name requires at least one visible character.");
  return text;
}
