import { canonicalize } from "../json/canonical-json.ts";

/** Returns the value of a line in an export; undefined if the line is not JSON. */
export function lineValue(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    return undefined;
  }
}

/** Returns whether a value is the last line of an export: an object whose only member is `checkpoint`. */
export const isCheckpointLine = (value: unknown): value is { checkpoint: unknown } =>
  typeof value === "object" && value !== null && Object.keys(value).join() === "checkpoint";

/** Returns whether a line is the canonical form of its value (RFC 8785). */
export function isCanonicalLine(value: unknown, line: string): boolean {
  try {
    return canonicalize(value) === line;
  } catch {
    return false;
  }
}
