import { readFile } from "node:fs/promises";
import { CannotRun } from "../cannot-run.ts";

const outcomes = ["deny", "ask", "transform"] as const;

/** What the forbids of a text shall come out as. */
export type Outcome = (typeof outcomes)[number];

/** Reads the text of a policy. @throws {CannotRun} when the file cannot be read. */
export async function readPolicy(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotRun(`${JSON.stringify(file)} cannot be read: ${reason}`);
  }
}

/** Reads the option `--outcome`. @throws {CannotRun} when it is none. */
export function parseOutcome(text: string): Outcome {
  const outcome = outcomes.find((one) => one === text);
  if (outcome) return outcome;
  throw new CannotRun(`--outcome is ${JSON.stringify(text)}; it must be deny, ask or transform.`);
}

/** Reads a number of decisions. @throws {CannotRun} when it is none. */
export function parseLast(text: string): number {
  const last = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (last >= 1 && last <= 1000) return last;
  throw new CannotRun(`--last is ${JSON.stringify(text)}; it must be a whole number from 1 to 1000.`);
}
