import { type JsonReading, readJsonText } from "@assay/contract/wire/json-text";

/** Why a text is not a JSON object that can be sent. */
type JsonFault = Extract<JsonReading, { ok: false }>;

/** A JSON object, or the fault of a text that is not valid JSON; `null`: valid JSON, but not an object. */
type ObjectReading = { value: Record<string, unknown> } | { fault: JsonFault } | null;

/**
 * Reads a JSON object that the command sends, as strictly as the service reads requests. The program that
 * wrote the text could read a repeated member, or a number that JavaScript rounds, in another way.
 */
export function readJsonObject(text: string): ObjectReading {
  const reading = readJsonText(text);
  if (!reading.ok) return { fault: reading };
  const { value } = reading;
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { value: { ...value } }
    : null;
}

/** Returns where the fault is and what it is. Unless a member is repeated, the text can quote the input. */
export const faultText = ({ path, message }: JsonFault): string =>
  path === "" ? message : `${path}: ${message}`;
