// Files that were kept from a time when the server was trusted.
import { readFile } from "node:fs/promises";
import { ed25519KeyOf } from "@assay/contract/wire";
import type { TrustedKeys } from "../verify.ts";
import { CannotRun } from "./cannot-run.ts";

/** The keys in a file: a key set, a list of keys, or one key. @throws {CannotRun} when none of them can have signed anything. */
export async function keysIn(file: string): Promise<TrustedKeys> {
  const value: unknown = parsed(await reading(() => readFile(file, "utf8")));
  const set = Array.isArray(value) ? { keys: value } : ed25519KeyOf(value) ? { keys: [value] } : value;
  if (isKeySet(set) && [...set.keys, ...(set.revoked ?? [])].some(ed25519KeyOf)) return set;
  throw new CannotRun(
    `${file} holds no keys; it must be what /.well-known/jwks.json answers, a list of its keys, or one of them.`,
  );
}

const isKeySet = (value: unknown): value is TrustedKeys =>
  typeof value === "object" &&
  value !== null &&
  "keys" in value &&
  Array.isArray(value.keys) &&
  (!("revoked" in value) || Array.isArray(value.revoked));

/** A checkpoint that was kept: the note itself, or the answer of the API that holds it. */
export async function checkpointIn(file: string): Promise<string> {
  const text = await reading(() => readFile(file, "utf8"));
  const value = parsed(text);
  const isAnswer = typeof value === "object" && value !== null && "checkpoint" in value;
  return isAnswer && typeof value.checkpoint === "string" ? value.checkpoint : text;
}

function parsed(text: string): unknown {
  try {
    // Some editors put a mark in front.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return value;
  } catch {
    return undefined;
  }
}

/** @throws {CannotRun} when a file cannot be read. */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && "code" in error && "path" in error)
      throw new CannotRun(`Cannot read ${String(error.path)}: ${error.message}.`);
    throw error;
  }
}
