import { readJsonText } from "@assay/contract/wire/json-text";

/** A JSON object, or the name of a repeated member with the reason; `null`: not a JSON object. */
type ObjectReading = { value: Record<string, unknown> } | { repeated: string } | null;

/**
 * Reads a JSON object that the command sends, as strictly as the service reads requests. The program that
 * wrote the text could read a repeated member, or a number that JavaScript rounds, in another way.
 */
export function readJsonObject(text: string): ObjectReading {
  const reading = readJsonText(text);
  if (!reading.ok) return reading.duplicate ? { repeated: reading.message } : null;
  const { value } = reading;
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { value: { ...value } }
    : null;
}
