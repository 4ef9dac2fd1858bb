// Files that were kept from a time when the server was trusted.
import { readFile } from "node:fs/promises";
import type { TrustedKeys } from "../verify.ts";
import { CannotRun } from "./cannot-run.ts";

/** The keys in a file. @throws {CannotRun} when it holds none. */
export async function keysIn(file: string): Promise<TrustedKeys> {
  const value: unknown = parsed(await reading(() => readFile(file, "utf8")));
  if (isKeySet(value)) return value;
  throw new CannotRun(`${file} holds no keys; it must be what /.well-known/jwks.json answers.`);
}

const isKeySet = (value: unknown): value is TrustedKeys =>
  typeof value === "object" && value !== null && "keys" in value && Array.isArray(value.keys);

/** A checkpoint that was kept: the note itself, or the answer of the API that holds it. */
export async function checkpointIn(file: string): Promise<string> {
  const text = await reading(() => readFile(file, "utf8"));
  const value = parsed(text);
  const isAnswer = typeof value === "object" && value !== null && "checkpoint" in value;
  return isAnswer && typeof value.checkpoint === "string" ? value.checkpoint : text;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
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
