import { canonicalize } from "../json/canonical-json.ts";

/** The value of a line of an export; undefined if it is not JSON. */
export function lineValue(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    return undefined;
  }
}

/** Whether a value is the last line of an export: an object with only this member. */
export const isCheckpointLine = (value: unknown): value is { checkpoint: unknown } =>
  typeof value === "object" && value !== null && Object.keys(value).join() === "checkpoint";

/** Whether a line is the canonical form of its value (RFC 8785). */
export function isCanonicalLine(value: unknown, line: string): boolean {
  try {
    return canonicalize(value) === line;
  } catch {
    return false;
  }
}
