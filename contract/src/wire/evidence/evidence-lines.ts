import { canonicalize } from "../json/canonical-json.ts";

/** What a line of an export says; undefined when it is no JSON. */
export function lineValue(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    return undefined;
  }
}

/** Whether a line is the one that ends an export: an object with this member alone. */
export const isCheckpointLine = (value: unknown): value is { checkpoint: unknown } =>
  typeof value === "object" && value !== null && Object.keys(value).join() === "checkpoint";

/** Whether a line is the one canonical form of its value (RFC 8785). */
export function isCanonicalLine(value: unknown, line: string): boolean {
  try {
    return canonicalize(value) === line;
  } catch {
    return false;
  }
}
