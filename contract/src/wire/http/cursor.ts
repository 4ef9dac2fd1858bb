import { ApiError } from "../../platform/errors.ts";
import { quoted } from "./quote.ts";

/** Which list a cursor belongs to. */
export interface CursorList {
  /** Name of the list, with the id of what it is under: `evaluations.results:eval_…`. */
  list: string;
  /** Everything of the query that filters; `limit` and `after` are ignored. */
  filter: Readonly<Record<string, unknown>>;
  /** What the API calls the query's parameter and the page's member; default `after` and `next_cursor`. */
  names?: { parameter: string; member: string };
}

/** What a part of a sort key can be. */
export type CursorPart = "instant" | "uuid" | "integer" | "text";

/** The sort key of the last row of a page. */
export type CursorPosition = readonly (string | number)[];

/**
 * Writes the cursor of the page that begins after a row: opaque, URL-safe, and good for this list and filter only.
 *
 * @returns base64url of the position with a check sum over list, filter and position; not secret and not signed, for a
 * cursor reaches nothing that its list would not show.
 */
export function encodeCursor({ list, filter, position }: CursorList & { position: CursorPosition }): string {
  const payload = JSON.stringify(position);
  return toBase64Url(`${checksum(list, filter, payload)}${payload}`);
}

/**
 * Reads a cursor back.
 *
 * @param parts what its sort key is made of, where a database reads it: the check sum is no signature.
 * @throws {ApiError} 400 `validation_failed` at `query/after` when the cursor is broken, altered, or of another list or
 * filter.
 */
export function decodeCursor(
  text: string,
  { list, filter, names = { parameter: "after", member: "next_cursor" } }: CursorList,
  parts?: readonly CursorPart[],
): CursorPosition {
  const content = fromBase64Url(text);
  if (content !== undefined) {
    const payload = content.slice(checksumLength);
    if (content.slice(0, checksumLength) === checksum(list, filter, payload)) {
      const position = parsePosition(payload);
      if (position && (!parts || fits(position, parts))) return position;
    }
  }
  const { parameter, member } = names;
  const message = `${parameter} is ${quoted(text)}; it must be the ${member} of a page of this list, read with the same filters.`;
  const errors = [{ path: `query/${parameter}`, code: "invalid_cursor", message }];
  throw new ApiError("validation_failed", `query/${parameter}: ${message}`, { errors });
}

function parsePosition(payload: string): CursorPosition | undefined {
  try {
    const position: unknown = JSON.parse(payload);
    return Array.isArray(position) && position.every(isKeyPart) ? position : undefined;
  } catch {
    return undefined;
  }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function fits(position: CursorPosition, parts: readonly CursorPart[]): boolean {
  if (position.length !== parts.length) return false;
  return parts.every((part, index) => {
    const value = position[index];
    if (part === "integer") return Number.isSafeInteger(value);
    if (typeof value !== "string") return false;
    // No text that was ever stored has U+0000, and a database refuses it.
    if (part === "text") return !value.includes("\u0000");
    return part === "uuid" ? uuid.test(value) : instant.test(value) && !Number.isNaN(Date.parse(value));
  });
}

const isKeyPart = (part: unknown): part is string | number =>
  typeof part === "string" || typeof part === "number";

/** The same filter gives the same text: fields sorted, absent ones left out, several values in any order. */
function fingerprint(filter: CursorList["filter"]): string {
  const fields = Object.entries(filter).filter(
    ([name, value]) => !["limit", "after", "cursor"].includes(name) && value !== undefined,
  );
  const settled = fields.map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(String).sort() : value,
  ]);
  return JSON.stringify(settled.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

const checksumLength = 16;

/** FNV-1a, 64 bit, over the UTF-16 units (draft-eastlake-fnv): tells accidents and mix-ups, not forgeries. */
function checksum(list: string, filter: CursorList["filter"], payload: string): string {
  let hash = 0xcbf29ce484222325n;
  const text = JSON.stringify([list, fingerprint(filter), payload]);
  for (let index = 0; index < text.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(checksumLength, "0");
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function toBase64Url(text: string): string {
  const binary = Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): string | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const decoded = decoder.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
    // Spare bits of the last character decode to nothing: only the one spelling that we write is taken.
    return toBase64Url(decoded) === text ? decoded : undefined;
  } catch {
    return undefined;
  }
}
