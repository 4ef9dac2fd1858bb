import { ApiError } from "../../platform/errors.ts";
import { quoted } from "./quote.ts";

/** The list that a cursor belongs to. */
export interface CursorList {
  /** Name of the list, with the id of its parent, such as `evaluations.results:eval_…`. */
  list: string;
  /** All filters in the query. `limit` and `after` are ignored. */
  filter: Readonly<Record<string, unknown>>;
  /** Names of the query parameter and of the page's member; by default `after` and `next_cursor`. */
  names?: { parameter: string; member: string };
}

/** The type of one part of a sort key. */
export type CursorPart = "instant" | "uuid" | "integer" | "number" | "text";

/** The sort key of the last row on a page. */
export type CursorPosition = readonly (string | number)[];

/**
 * Encodes the cursor for the page after a row. The cursor is opaque, URL-safe, and valid only for this list
 * and filter.
 *
 * @returns base64url of the position, with a checksum over list, filter and position. The cursor is neither
 *   secret nor signed, because it only gives access to rows that the list returns anyway.
 */
export function encodeCursor({ list, filter, position }: CursorList & { position: CursorPosition }): string {
  const payload = JSON.stringify(position);
  return toBase64Url(`${checksum(list, filter, payload)}${payload}`);
}

/**
 * Decodes a cursor.
 *
 * @param parts the types of the parts of the sort key. They protect the database that reads the key, because
 *   the checksum is not a signature.
 * @throws {ApiError} 400 `validation_failed` at `query/after` if the cursor is invalid, was altered, or
 *   belongs to another list or filter.
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
  const message = `${parameter} is ${quoted(text)}; it must be the ${member} of an earlier page of this list, requested with these filters.`;
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
    if (part === "number") return Number.isFinite(value);
    if (typeof value !== "string") return false;
    // Stored strings never contain U+0000, and databases reject it.
    if (part === "text") return !value.includes("\u0000");
    return part === "uuid" ? uuid.test(value) : instant.test(value) && !Number.isNaN(Date.parse(value));
  });
}

const isKeyPart = (part: unknown): part is string | number =>
  typeof part === "string" || typeof part === "number";

/**
 * Returns a key for a filter that does not depend on the order of its fields and values. Absent fields are
 * omitted.
 */
function fingerprint(filter: CursorList["filter"]): string {
  const fields = Object.entries(filter).filter(
    ([name, value]) => !["limit", "after", "cursor"].includes(name) && value !== undefined,
  );
  const normalized = fields.map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(String).sort() : value,
  ]);
  return JSON.stringify(normalized.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

const checksumLength = 16;

/**
 * Computes FNV-1a (64 bit) over UTF-16 code units (draft-eastlake-fnv). Detects accidents and mix-ups, not
 * forgeries.
 */
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
    // Decoders ignore the unused bits of the last character. Only the encoding by `encodeCursor` is accepted.
    return toBase64Url(decoded) === text ? decoded : undefined;
  } catch {
    return undefined;
  }
}
