/** Deepest nesting that is written: more than documents have, and less than the stack of every engine allows. */
const MAX_DEPTH = 1000;

/** Thrown for a value without a canonical form; `path` is the JSON Pointer of the first such part. */
export class CanonicalJsonError extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`The value at "${path}" ${problem}.`);
    this.name = "CanonicalJsonError";
    this.path = path;
  }
}

/** Text without escapes: printable ASCII except quote and backslash. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A lone surrogate: in unicode mode, complete pairs do not match. */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;

/** The canonical form of a string; `undefined` if it has a lone surrogate, which UTF-8 cannot encode. */
function writeString(text: string): string | undefined {
  if (text.length < 64 && PLAIN.test(text)) return `"${text}"`;
  const quoted = JSON.stringify(text);
  // JSON.stringify escapes only lone surrogates as \ud…; a text can also contain the characters "\ud".
  if (quoted.includes("\\ud") && LONE_SURROGATE.test(text)) return undefined;
  return quoted;
}

function isSorted(keys: readonly string[]): boolean {
  for (let at = 1; at < keys.length; at += 1) if ((keys[at - 1] ?? "") > (keys[at] ?? "")) return false;
  return true;
}

/** Whether a value is a JSON object and not a class instance, such as a Date or Map, which would become `{}`. */
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

/** Canonical texts of frozen values. */
const cachedTexts = new WeakMap<object, string>();

/** Freezes a value deeply and caches its canonical form. */
export function keepCanonical<T extends object>(value: T): T {
  cachedTexts.set(value, canonicalize(value));
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    open.push(...Object.values(Object.freeze(next)));
  }
  return value;
}

function writeObject(members: Record<string, unknown>, depth: number): string | undefined {
  const cached = cachedTexts.get(members);
  if (cached !== undefined) return cached;
  const keys = Object.keys(members);
  // Strings sort by UTF-16 code units by default, as RFC 8785 requires. Keys are often sorted already.
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

/** The canonical form; `undefined` if a part has none (the rare case, in which the part is searched afterwards). */
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
      ? new CanonicalJsonError(at, "has a name with half of a surrogate pair, which is not Unicode text")
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
 *   class instances, with the path of the first one.
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalize(value: unknown): string {
  const text = write(value, 0);
  if (text !== undefined) return text;
  throw faultIn(value, "", 0) ?? new CanonicalJsonError("", "has no canonical form");
}
