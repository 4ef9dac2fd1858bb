import { InvalidArgumentError } from "commander";

/** A name as it is given on the command line: a script whose variable is unset must not make something without one. */
export function nameText(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("A name has at least one visible character.");
  return text;
}
