import { readFile } from "node:fs/promises";
import { CliError } from "../cli-error.ts";

const outcomes = ["deny", "ask", "transform"] as const;

/** The outcome of the forbid policies in a policy text. */
export type Outcome = (typeof outcomes)[number];

/** Reads a policy file. @throws {CliError} if it cannot be read. */
export async function readPolicy(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(`Cannot read ${file}: ${reason}.`);
  }
}

/** Reads the option `--outcome`. @throws {CliError} if the text is not a known outcome. */
export function parseOutcome(text: string): Outcome {
  const outcome = outcomes.find((one) => one === text);
  if (outcome) return outcome;
  throw new CliError(`--outcome is ${JSON.stringify(text)}; it must be deny, ask or transform.`);
}

const modes = ["enforce", "shadow"] as const;
const statuses = ["active", "draft", "retired"] as const;
const unknownNames = ["refuse", "allow"] as const;

/** Creates a parser of an option. It returns a known value and throws {CliError} for any other text. */
const oneOf =
  <Value extends string>(option: string, values: readonly Value[]) =>
  (text: string): Value => {
    const found = values.find((one) => one === text);
    if (found !== undefined) return found;
    throw new CliError(`${option} is ${JSON.stringify(text)}; it must be ${values.join(" or ")}.`);
  };

/** Reads the option `--mode`. */
export const parseMode = oneOf("--mode", modes);
/** Reads the option `--status`. */
export const parseStatus = oneOf("--status", statuses);
/** Reads the option `--unknown-names`. */
export const parseUnknownNames = oneOf("--unknown-names", unknownNames);

/** Reads a number of decisions. @throws {CliError} if the text is not a whole number from 1 to 1,000. */
export function parseLast(text: string): number {
  const last = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (last >= 1 && last <= 1000) return last;
  throw new CliError(`--last is ${JSON.stringify(text)}; it must be a whole number from 1 to 1000.`);
}
