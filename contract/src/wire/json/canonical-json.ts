/** Deepest nesting that is written: far beyond any sane document, well within every engine's stack. */
const MAX_DEPTH = 1000;

/** Thrown for what has no canonical form; `path` is the JSON Pointer of the part at fault. */
export class CanonicalJsonError extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`The value at "${path}" ${problem}.`);
    this.name = "CanonicalJsonError";
    this.path = path;
  }
}

/** Text that needs no escape: printable ASCII but quote and backslash. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Half of a surrogate pair without the other: in unicode mode whole pairs do not match. */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;

/** A string's canonical form; `undefined` when it holds half a surrogate pair, which no UTF-8 can carry. */
function writeString(text: string): string | undefined {
  if (text.length < 64 && PLAIN.test(text)) return `"${text}"`;
  const quoted = JSON.stringify(text);
  // JSON.stringify escapes nothing as \ud… but lone surrogates; a text may of course spell "\ud" itself.
  if (quoted.includes("\\ud") && LONE_SURROGATE.test(text)) return undefined;
  return quoted;
}

function isSorted(keys: readonly string[]): boolean {
  for (let at = 1; at < keys.length; at += 1) if ((keys[at - 1] ?? "") > (keys[at] ?? "")) return false;
  return true;
}

/** An object of JSON: no class instance, such as a Date or a Map, which would silently come out empty. */
function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null; // Object.prototype of another realm
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

/** Texts of values that are the same again and again. */
const keptTexts = new WeakMap<object, string>();

/** Freezes a value through and through, so that its canonical form is worked out once. */
export function keepCanonical<T extends object>(value: T): T {
  keptTexts.set(value, canonicalize(value));
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    open.push(...Object.values(Object.freeze(next)));
  }
  return value;
}

function writeObject(members: Record<string, unknown>, depth: number): string | undefined {
  const kept = keptTexts.get(members);
  if (kept !== undefined) return kept;
  const keys = Object.keys(members);
  // The default order of strings is the one RFC 8785 asks for: by UTF-16 code units. Keys often stand in it already.
  if (!isSorted(keys)) keys.sort();
  let text = "{";
  for (const key of keys) {
    const name = writeString(key);
    const member = write(members[key], depth);
    if (name === undefined || member === undefined) return undefined;
    text += text.length === 1 ? `${name}:${member}` : `,${name}:${member}`;
  }
  return `${text}}`;
}

/** The canonical form; `undefined` when some part has none (the rare case looks for the part afterwards). */
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
      ? "holds half of a surrogate pair, which is no Unicode text"
      : undefined;
  }
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : `is ${value}; JSON has no such number`;
  if (typeof value === "boolean" || value === null) return undefined;
  if (typeof value !== "object") return `is of type ${typeof value}; JSON has no such value`;
  if (depth === MAX_DEPTH) return `lies deeper than ${MAX_DEPTH} levels, or inside itself`;
  if (Array.isArray(value) || isPlain(value)) return undefined;
  return "is neither a plain object nor an array; turn it into one of them first";
}

/** Finds the first part that has no canonical form. */
function faultIn(value: unknown, path: string, depth: number): CanonicalJsonError | undefined {
  const problem = problemOf(value, depth);
  if (problem !== undefined) return new CanonicalJsonError(path, problem);
  if (typeof value !== "object" || value === null) return undefined;
  const members: Iterable<[string | number, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value);
  for (const [key, member] of members) {
    const at = `${path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const fault = LONE_SURROGATE.test(String(key))
      ? new CanonicalJsonError(at, "has a name with half of a surrogate pair, which is no Unicode text")
      : faultIn(member, at, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * The canonical JSON text of a value by RFC 8785: no white space, keys sorted by UTF-16 code units, numbers and strings
 * as ECMAScript writes them. Two values with the same text are the same JSON, so a hash of it is a hash of the value.
 *
 * @param value null, a boolean, a finite number, a string, or an array or plain object of these, at most 1,000 levels
 *   deep.
 * @throws {CanonicalJsonError} for NaN, infinities, lone surrogates, `undefined`, holes, bigints, functions, symbols and
 *   class instances, with the place of the first one.
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalize(value: unknown): string {
  const text = write(value, 0);
  if (text !== undefined) return text;
  throw faultIn(value, "", 0) ?? new CanonicalJsonError("", "has no canonical form");
}
