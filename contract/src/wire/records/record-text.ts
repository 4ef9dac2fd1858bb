import { utf8 } from "../crypto/bytes.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { findJsonFault } from "../json/json-scan.ts";
import { cut, labelOf, quoted } from "../http/quote.ts";

/** Why a text holds no JSON object that everyone reads and hashes alike. */
export interface RecordTextFault {
  code: "too_large" | "malformed_json" | "not_an_object" | "duplicate_key" | "not_canonicalizable";
  /** JSON Pointer to the value; empty when the text as a whole is meant. */
  path: string;
  message: string;
}

/** A JSON object read, or why it cannot be. */
export type RecordTextReading =
  | { ok: true; value: Record<string, unknown> }
  | ({ ok: false } & RecordTextFault);

const refused = (code: RecordTextFault["code"], path: string, message: string): RecordTextReading => ({
  ok: false,
  code,
  path,
  message,
});

// Letters and digits written as escapes: no program writes them so, but whoever wants a text to be overlooked. A backslash
// that is escaped itself begins no escape.
const disguised = /(?<!\\)(?:\\\\)*(\\u00(?:3\d|[46][1-9a-f]|[57][\da]))/i;
const exponent = /\d[eE]/;

/**
 * Reads the text of a JSON object of which something is signed or was signed. Before anything is hashed, it refuses what two
 * readers could take for different things: a member that is there twice or is named `__proto__`, U+0000, half of a surrogate
 * pair, a letter or digit written as an escape, an integer beyond ±(2^53 − 1), nesting over 64 levels.
 *
 * @param limitBytes largest text, in bytes of UTF-8.
 * @param signed whether it is what was signed that is read: a number that is written as no program writes it (`1.50`) was
 * altered then. What is to be signed may come from a program that does.
 */
export function readRecordText(text: string, limitBytes: number, signed = false): RecordTextReading {
  if (text.length > limitBytes || (text.length * 3 > limitBytes && utf8(text).length > limitBytes))
    return refused("too_large", "", `The text is too large; it must be at most ${limitBytes} bytes.`);
  const fault = findJsonFault(text, { line: 1, column: 1 }, { uniqueKeys: true, plainNumbers: signed });
  if (fault?.code === "malformed_json") return refused("malformed_json", "", fault.message);
  if (fault)
    return refused(fault.duplicate ? "duplicate_key" : "not_canonicalizable", fault.path, fault.message);
  const [, escape] = (text.includes("\\u") ? disguised.exec(text) : null) ?? [];
  if (escape !== undefined)
    return refused(
      "not_canonicalizable",
      "",
      `The text writes ${letterOf(escape)} as ${escape}; it must stand for itself.`,
    );
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return refused("not_an_object", "", `It is ${quoted(value)}; it must be an object.`);
  return oddPart(value, exponent.test(text), []) ?? { ok: true, value };
}

const letterOf = (escape: string): string => JSON.stringify(JSON.parse(`"${escape}"`));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A member that most programs lose, or a number that is written in full as an integer that most programs change. */
function oddPart(
  value: unknown,
  numbers: boolean,
  path: readonly PropertyKey[],
): RecordTextReading | undefined {
  if (typeof value === "number") return numbers ? oddNumber(value, path) : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, "__proto__"))
    return refused(
      "not_canonicalizable",
      jsonPointer([...path, "__proto__"]),
      "A member must not be named __proto__.",
    );
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== "number" && typeof member !== "object") continue;
    const odd = oddPart(member, numbers, [...path, Array.isArray(value) ? Number(key) : key]);
    if (odd) return odd;
  }
  return undefined;
}

/** From here on numbers are written with an exponent again: RFC 8785, as ECMAScript does. */
const writtenInFull = 1e21;

function oddNumber(value: number, path: readonly PropertyKey[]): RecordTextReading | undefined {
  if (Number.isSafeInteger(value) || !Number.isInteger(value) || Math.abs(value) >= writtenInFull)
    return undefined;
  const { MIN_SAFE_INTEGER: least, MAX_SAFE_INTEGER: most } = Number;
  const message = `${cut(labelOf(path, "The value"), 200)} is ${value}; an integer must be from ${least} to ${most}, or be sent as a string.`;
  return refused("not_canonicalizable", jsonPointer(path), message);
}
