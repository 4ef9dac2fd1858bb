import { CliError } from "../cli-error.ts";

/** Reads a number of points from 0 to 100. @throws {CliError} for any other text. */
export function parseMargin(text: string): number {
  const points = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (points >= 0 && points <= 100) return points;
  throw new CliError(`--margin is ${JSON.stringify(text)}; it must be a number of points from 0 to 100.`);
}
