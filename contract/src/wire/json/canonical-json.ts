import { pointerSegment } from "../../domain/values/paths/pointer-segment.ts";

/** Maximum nesting depth. Documents have fewer levels, and the stack of every engine allows more levels. */
const MAX_DEPTH = 1000;

/**
 * Thrown for a value without a canonical form. `path` is the JSON Pointer to the first part that has no
 * canonical form.
 */
export class CanonicalJsonError extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`The value at "${path}" ${problem}.`);
    this.name = "CanonicalJsonError";
    this.path = path;
  }
}

/** Matches text without escapes: printable ASCII except quote and backslash. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Matches a lone surrogate. In unicode mode, complete pairs do not match. */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;

/**
 * Returns the canonical form of a string; `undefined` if it has a lone surrogate, which UTF-8 cannot encode.
 */
function writeString(text: string): string | undefined {
  if (text.length < 64 && PLAIN.test(text)) return `"${text}"`;
  const quoted = JSON.stringify(text);
  // JSON.stringify escapes only lone surrogates as \ud…, but a string can also contain the characters "\ud"
  // itself.
  if (quoted.includes("\\ud") && LONE_SURROGATE.test(text)) return undefined;
  return quoted;
}

/** The canonical forms of names of members, each with its colon. Most values have the same few names. */
const cachedNames = new Map<string, string>();
/** Maximum number of cached names. If this number is reached, all are evicted. */
const maxNames = 1000;
/** Maximum length of a cached name. */
const maxNameChars = 64;

/** Returns the canonical form of the name of a member, with its colon; `undefined` if there is none. */
function writeName(name: string): string | undefined {
  const cached = cachedNames.get(name);
  if (cached !== undefined) return cached;
  const quoted = writeString(name);
  if (quoted === undefined) return undefined;
  if (cachedNames.size >= maxNames) cachedNames.clear();
  if (name.length <= maxNameChars) cachedNames.set(name, `${quoted}:`);
  return `${quoted}:`;
}

/** Maximum number of names that are sorted by insertion. `sort` takes longer, because it allocates more than 1 KB. */
const maxInsertions = 16;

/** Sorts names by UTF-16 code units, as RFC 8785 requires. Names are often already sorted. */
function sortNames(names: string[]): void {
  if (names.length > maxInsertions) return void names.sort();
  for (let end = 1; end < names.length; end += 1) {
    const name = names[end] ?? "";
    let at = end;
    for (let before = names[at - 1]; before !== undefined && before > name; before = names[at - 1]) {
      names[at] = before;
      at -= 1;
    }
    names[at] = name;
  }
}

/**
 * Returns whether a value is a JSON object and not a class instance, such as a Date or Map, which would
 * become `{}`.
 */
function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null; // true for the Object.prototype of another realm
}

function writeArray(items: readonly unknown[], depth: number): string | undefined {
  let text = "[";
  for (let at = 0; at < items.length; at += 1) {
    const item = write(items[at], depth);
    if (item === undefined) return undefined;
    text += at === 0 ? item : `,${item}`;
  }
  return `${text}]`;
}

/** Canonical texts of frozen values. */
const cachedTexts = new WeakMap<object, string>();
/** The sizes of these texts in bytes. */
const cachedBytes = new WeakMap<object, number>();

/** The number of bytes of the JSON of a value that was passed to `keepCanonical`; undefined for other values. */
export function canonicalBytes(value: object): number | undefined {
  const text = cachedTexts.get(value);
  if (text === undefined) return undefined;
  const bytes = cachedBytes.get(value) ?? new TextEncoder().encode(text).length;
  cachedBytes.set(value, bytes);
  return bytes;
}

/** Freezes a value deeply and caches its canonical form. */
export function keepCanonical<T extends object>(value: T): T {
  cachedTexts.set(value, canonicalize(value));
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const below of Object.values(Object.freeze(next))) open.push(below);
  }
  return value;
}

function writeObject(members: Record<string, unknown>, depth: number): string | undefined {
  const cached = cachedTexts.get(members);
  if (cached !== undefined) return cached;
  const keys = Object.keys(members);
  sortNames(keys);
  let text = "{";
  for (const key of keys) {
    const name = writeName(key);
    const member = write(members[key], depth);
    if (name === undefined || member === undefined) return undefined;
    text += text.length === 1 ? name + member : `,${name}${member}`;
  }
  return `${text}}`;
}

/**
 * Returns the canonical form; `undefined` if a part has none. In this rare case, the part is searched for
 * afterwards.
 */
function write(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return writeString(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (typeof value !== "object" || depth === MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return writeArray(value, depth + 1);
  return isPlain(value) ? writeObject(value, depth + 1) : undefined;
}

function problemOf(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") {
    return LONE_SURROGATE.test(value)
      ? "contains half of a surrogate pair, which is not Unicode text"
      : undefined;
  }
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : `is ${value}, which JSON cannot represent`;
  if (typeof value === "boolean" || value === null) return undefined;
  if (typeof value !== "object") return `is of type ${typeof value}, which JSON cannot represent`;
  if (depth === MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels, or contains itself`;
  if (Array.isArray(value) || isPlain(value)) return undefined;
  return "must be a plain object or an array";
}

/** Finds the first part without a canonical form. */
function faultIn(value: unknown, path: string, depth: number): CanonicalJsonError | undefined {
  const problem = problemOf(value, depth);
  if (problem !== undefined) return new CanonicalJsonError(path, problem);
  if (typeof value !== "object" || value === null) return undefined;
  const members: Iterable<[string | number, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value);
  for (const [key, member] of members) {
    const at = `${path}/${pointerSegment(String(key))}`;
    const fault = LONE_SURROGATE.test(String(key))
      ? new CanonicalJsonError(at, "has a name with half of a surrogate pair, which is not Unicode text")
      : faultIn(member, at, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * Returns the canonical JSON text of a value by RFC 8785: no white space, keys sorted by UTF-16 code units,
 * numbers and strings as ECMAScript writes them. Two values with the same text are the same JSON, so a hash
 * of the text identifies the value.
 *
 * @param value null, a boolean, a finite number, a string, or an array or plain object of these values, with
 *   at most 1,000 levels.
 * @throws {CanonicalJsonError} for NaN, infinities, lone surrogates, `undefined`, holes, bigints, functions,
 *   symbols and class instances, with the path of the first such part.
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalize(value: unknown): string {
  const text = write(value, 0);
  if (text !== undefined) return text;
  throw faultIn(value, "", 0) ?? new CanonicalJsonError("", "has no canonical form");
}

/** Returns whether two JSON values have the same RFC 8785 form. Faster than serializing both. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null)
    return one === other;
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isSameJson(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}
