import { readFileSync } from "node:fs";
import { decodeUtf8 } from "@assay/contract/wire/json-text";
import { faultText, readJsonObject } from "../authorize/json-object.ts";
import { CliError } from "../cli-error.ts";

/** A text that a command reads, for messages. */
export interface InputName {
  /** What the text contains, such as `notes`. */
  what: string;
  /** Path of a file; `-` is the standard input. */
  path: string;
}

const placeOf = ({ what, path }: InputName): string => `the ${what} in ${path === "-" ? "stdin" : path}`;

/** Returns the text of a file or of the standard input. @throws {CliError} if it cannot be read. */
export function readInput(input: InputName): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(input.path === "-" ? 0 : input.path);
  } catch {
    throw new CliError(`Cannot read ${placeOf(input)}.`);
  }
  return decoded(bytes, input);
}

/** Decodes a text. @throws {CliError} if it is not UTF-8, because characters would be lost. */
export function decoded(bytes: Uint8Array, input: InputName): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  throw new CliError(`Cannot read ${placeOf(input)}: the text is not valid UTF-8.`);
}

/**
 * Reads a text as a JSON object.
 *
 * @param example an object in the expected form.
 * @throws {CliError} if the service would refuse the text, or if it is not an object.
 */
export function objectIn(text: string, input: InputName, example: string): Record<string, unknown> {
  const reading = readJsonObject(text);
  if (reading && "value" in reading) return reading.value;
  throw new CliError(
    reading
      ? `Cannot read ${placeOf(input)}. ${faultText(reading.fault)}`
      : `Cannot read ${placeOf(input)}: the text is not a JSON object, such as ${example}.`,
  );
}
