// Files saved when the server was trusted: signing keys and checkpoints.
import { readFile } from "node:fs/promises";
import { ed25519KeyOf } from "@assay/contract/wire";
import type { TrustedKeys } from "../verify.ts";
import { CliError } from "./cli-error.ts";

/** Reads a key set, a list of keys, or one key. @throws {CliError} if the file has no Ed25519 key. */
export async function keysIn(file: string): Promise<TrustedKeys> {
  const value: unknown = parsed(await reading(() => readFile(file, "utf8")));
  const set = Array.isArray(value) ? { keys: value } : ed25519KeyOf(value) ? { keys: [value] } : value;
  if (isKeySet(set) && [...set.keys, ...(set.revoked ?? [])].some(ed25519KeyOf)) return set;
  throw new CliError(
    `${file} has no signing keys; it must be the response of /.well-known/jwks.json, a list of keys from this response, or one key.`,
  );
}

const isKeySet = (value: unknown): value is TrustedKeys =>
  typeof value === "object" &&
  value !== null &&
  "keys" in value &&
  Array.isArray(value.keys) &&
  (!("revoked" in value) || Array.isArray(value.revoked));

/** Reads a saved checkpoint: the note itself, or the API response that contains it. */
export async function checkpointIn(file: string): Promise<string> {
  const text = await reading(() => readFile(file, "utf8"));
  const value = parsed(text);
  const isResponse = typeof value === "object" && value !== null && "checkpoint" in value;
  return isResponse && typeof value.checkpoint === "string" ? value.checkpoint : text;
}

function parsed(text: string): unknown {
  try {
    // Some editors write a byte order mark.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return value;
  } catch {
    return undefined;
  }
}

/** @throws {CliError} if a file cannot be read. */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && "code" in error && "path" in error)
      throw new CliError(`Cannot read ${String(error.path)}: ${error.message}.`);
    throw error;
  }
}
