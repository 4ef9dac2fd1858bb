import { cut } from "../http/quote.ts";
import { shown, wordAt } from "../rows/text-place.ts";

/**
 * A number or string that ends at `end`, with the reason in `unstorable` if it cannot be stored. If the text
 * is neither, the position of the fault and the reason.
 */
export type Token = { end: number; unstorable?: string } | { malformedAt: number; reason: string };

const quote = 0x22;
const backslash = 0x5c;
const hexDigits = /^[0-9a-fA-F]{4}$/;
const simpleEscapes = '"\\/bfnrt';
const halfPair = "contains half of a surrogate pair, which cannot be stored";

/** Returns whether a code unit is a decimal digit. */
export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

function afterDigits(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/**
 * Reads the number that starts with the digit or `-` at an offset (RFC 8259, section 6).
 *
 * @param exact whether a number is a fault if the digits of its double differ from its own digits.
 */
export function numberToken(text: string, start: number, exact: boolean): Token {
  const first = text.charAt(start) === "-" ? start + 1 : start;
  let end = text.charAt(first) === "0" ? first + 1 : afterDigits(text, first);
  let complete = end > first;
  if (text.charAt(end) === ".") {
    const fraction = end + 1;
    end = afterDigits(text, fraction);
    complete &&= end > fraction;
  }
  if (text.charAt(end) === "e" || text.charAt(end) === "E") {
    const sign = text.charAt(end + 1);
    const exponent = sign === "+" || sign === "-" ? end + 2 : end + 1;
    end = afterDigits(text, exponent);
    complete &&= end > exponent;
  }
  if (!complete || wordAt(text, end) !== "") {
    return { malformedAt: start, reason: `${JSON.stringify(wordAt(text, start))} is not a JSON number` };
  }
  const literal = text.slice(start, end);
  const unstorable = whyNotExact(literal) ?? (exact ? whyRounded(literal) : undefined);
  return unstorable === undefined ? { end } : { end, unstorable };
}

/** Returns the significant digits in the text of a number. */
const significant = (digits: string): string => digits.replaceAll(/\D/g, "").replaceAll(/^0+|0+$/g, "");

/**
 * Returns why a number cannot be stored as a double: digits beyond ±(2^53 − 1) that would change, or a value
 * that is too large or too small. Inside that range a decimal fraction is stored as its nearest double, as is
 * usual for JSON.
 */
function whyNotExact(literal: string): string | undefined {
  const value = Number(literal);
  if (!Number.isFinite(value)) {
    return `is ${cut(literal, 100)}; a number must be from ${-Number.MAX_VALUE} to ${Number.MAX_VALUE}`;
  }
  const [digits = "", exponent] = literal.split(/[eE]/);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    // A number with an exponent is accepted if its digits are those of its double, as in 1e22 or in the
    // output of JSON.stringify.
    const [own = ""] = value.toExponential().split("e");
    if (exponent !== undefined && significant(own) === significant(digits)) return undefined;
    const { MIN_SAFE_INTEGER: min, MAX_SAFE_INTEGER: max } = Number;
    const kind = digits.includes(".") ? "a number" : "an integer";
    return `is ${cut(literal, 100)}; ${kind} must be from ${min} to ${max}, or be sent as a string`;
  }
  if (value !== 0 || !/[1-9]/.test(digits)) return undefined;
  return `is ${cut(literal, 100)}; a number other than 0 must have a magnitude of at least ${Number.MIN_VALUE}`;
}

/**
 * A decimal number: its digits without zeros at the start or the end, and the position of the decimal point
 * relative to the first digit.
 */
function decimalOf(literal: string): { digits: string; point: number } {
  const [whole = "", fraction = ""] = literal.replace("-", "").split(/[eE]/)[0]?.split(".") ?? [];
  const written = whole + fraction;
  const digits = significant(written);
  const exponent = Number(literal.split(/[eE]/)[1] ?? 0);
  return { digits, point: digits === "" ? 0 : whole.length + exponent - written.search(/[1-9]/) };
}

/** Number of significant digits that represent every double. */
const maxDigits = 17;

/**
 * Returns why a number is not exact: it is neither the shortest form of its double, nor the double rounded to as many
 * digits, at most 17. Some programs write doubles with 17 digits, such as 0.10000000000000001.
 */
function whyRounded(literal: string): string | undefined {
  const double = Number(literal);
  const written = decimalOf(literal);
  const forms = [String(double), double.toPrecision(Math.min(maxDigits, Math.max(1, written.digits.length)))];
  const isForm = (form: string): boolean => {
    const { digits, point } = decimalOf(form);
    return digits === written.digits && point === written.point;
  };
  if (forms.some(isForm)) return undefined;
  return `is ${cut(literal, 100)}; it must be ${double}, as a double represents it, or be sent as a string`;
}

/** Reads the string that starts with the quotation mark at an offset (RFC 8259, section 7). */
export function stringToken(text: string, start: number): Token {
  let position = start + 1;
  let high = false;
  let unstorable: string | undefined;
  for (let code = text.charCodeAt(position); code !== quote; code = text.charCodeAt(position)) {
    if (Number.isNaN(code))
      return { malformedAt: start, reason: "the string that starts here is not closed" };
    if (code < 0x20) {
      const reason = `${shown(String.fromCharCode(code))} inside a string must be written as an escape`;
      return { malformedAt: position, reason };
    }
    let unit = code;
    if (code === backslash) {
      const escaped = readEscape(text, position);
      if ("reason" in escaped) return { malformedAt: position, reason: escaped.reason };
      unit = escaped.unit;
      position = escaped.last;
    }
    position += 1;
    if (unit === 0) unstorable ??= "contains U+0000, which cannot be stored";
    if (high ? !isLow(unit) : isLow(unit)) unstorable ??= halfPair;
    high = isHigh(unit);
  }
  if (high) unstorable ??= halfPair;
  return unstorable === undefined ? { end: position + 1 } : { end: position + 1, unstorable };
}

/**
 * Returns the UTF-16 code unit that an escape stands for, and the offset of the last character of the escape.
 */
function readEscape(text: string, start: number): { unit: number; last: number } | { reason: string } {
  const letter = text.charAt(start + 1);
  if (letter === "u") {
    const digits = text.slice(start + 2, start + 6);
    if (!hexDigits.test(digits)) return { reason: "\\u must be followed by four hexadecimal digits" };
    return { unit: Number.parseInt(digits, 16), last: start + 5 };
  }
  if (letter === "") return { unit: backslash, last: start };
  if (simpleEscapes.includes(letter)) return { unit: letter.charCodeAt(0), last: start + 1 };
  return { reason: `a backslash before ${shown(letter)} is not an escape` };
}
