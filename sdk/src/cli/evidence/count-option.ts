import { CliError } from "../cli-error.ts";

/** Reads a count. @throws {CliError} if the text is not a whole number of 0 or more. */
export const countOf =
  (option: string) =>
  (text: string): number => {
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new CliError(`${option} is ${JSON.stringify(text)}; it must be a whole number, 0 or more.`);
  };
