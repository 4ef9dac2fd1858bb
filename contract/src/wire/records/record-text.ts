import { isRecord } from "../../domain/values/is-record.ts";
import { utf8 } from "../crypto/bytes.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { findJsonFault } from "../json/json-scan.ts";
import { cut, labelOf } from "../http/quote.ts";

/** Why a text is not a JSON object that all programs would read and hash in the same way. */
export interface RecordTextFault {
  code: "too_large" | "malformed_json" | "not_an_object" | "duplicate_key" | "not_canonicalizable";
  /** JSON Pointer to the value; empty for the whole text. */
  path: string;
  message: string;
}

/** A parsed JSON object, or the fault in the text. */
export type RecordTextReading =
  | { ok: true; value: Record<string, unknown> }
  | ({ ok: false } & RecordTextFault);

const refused = (code: RecordTextFault["code"], path: string, message: string): RecordTextReading => ({
  ok: false,
  code,
  path,
  message,
});

// Matches letters and digits written as escapes, which serializers do not produce and which can hide text
// from a reader. An escaped backslash does not start an escape.
const disguised = /(?<!\\)(?:\\\\)*(\\u00(?:3\d|[46][1-9a-f]|[57][\da]))/i;
const exponent = /\d[eE]/;

/**
 * Parses the text of a JSON object before it is signed or verified. Rejects texts that two programs could
 * read differently: a member that is repeated or named `__proto__`, U+0000, half of a surrogate pair, an
 * integer beyond ±(2^53 − 1), a number whose digits change when it is read as a double, or nesting of more
 * than 64 levels.
 *
 * @param limitBytes maximum size of the text, in bytes of UTF-8.
 * @param signed whether the text is a signed record. Its values are verified in canonical form, so their
 *   spelling does not matter. In a text that is yet to be signed, a letter or digit written as an escape is
 *   rejected.
 */
export function readRecordText(text: string, limitBytes: number, signed = false): RecordTextReading {
  if (text.length > limitBytes || (text.length * 3 > limitBytes && utf8(text).length > limitBytes))
    return refused("too_large", "", `The text is larger than ${limitBytes} bytes.`);
  const fault = findJsonFault(text, { line: 1, column: 1 }, { uniqueKeys: true, exactNumbers: true });
  if (fault?.duplicate) return refused("duplicate_key", fault.path, fault.message);
  if (fault?.code === "malformed_json") return refused("malformed_json", "", fault.message);
  if (fault) return refused("not_canonicalizable", fault.path, fault.message);
  const [, escape] = (!signed && text.includes("\\u") ? disguised.exec(text) : null) ?? [];
  if (escape !== undefined)
    return refused(
      "not_canonicalizable",
      "",
      `The text has the escape ${escape}; it must have ${letterOf(escape)} instead.`,
    );
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) return refused("not_an_object", "", notAnObjectText(value));
  return oddPart(value, exponent.test(text), []) ?? { ok: true, value };
}

/** The fault of a JSON value other than an object. Its text may be a secret that was sent by mistake. */
export function notAnObjectText(value: unknown): string {
  const kind = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  return `The body is ${kind}; it must be an object.`;
}

const letterOf = (escape: string): string => JSON.stringify(JSON.parse(`"${escape}"`));

/** Finds the first member that most programs drop, or the first integer that most programs change. */
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
      "A member is named __proto__; it must have another name.",
    );
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== "number" && typeof member !== "object") continue;
    const odd = oddPart(member, numbers, [...path, Array.isArray(value) ? Number(key) : key]);
    if (odd) return odd;
  }
  return undefined;
}

/** From this value on, RFC 8785 and ECMAScript write numbers with an exponent. */
const minWithExponent = 1e21;

function oddNumber(value: number, path: readonly PropertyKey[]): RecordTextReading | undefined {
  if (Number.isSafeInteger(value) || !Number.isInteger(value) || Math.abs(value) >= minWithExponent)
    return undefined;
  const { MIN_SAFE_INTEGER: min, MAX_SAFE_INTEGER: max } = Number;
  const message = `${cut(labelOf(path, "The value"), 200)} is ${value}; an integer must be from ${min} to ${max}, or be sent as a string.`;
  return refused("not_canonicalizable", jsonPointer(path), message);
}
