const encoder = new TextEncoder();

/** Encodes a string as UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Concatenates byte arrays. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/**
 * Returns whether two byte arrays are equal. Not for secrets, because its run time depends on the first
 * difference.
 */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return one.length === other.length;
}

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Encodes bytes as lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += hexPairs[byte] ?? "";
  return text;
}

/**
 * Returns the value of each character of an alphabet, indexed by character code; 256 for all other
 * characters.
 */
function digitsOf(alphabet: string): Uint16Array {
  const digits = new Uint16Array(128).fill(256);
  for (let at = 0; at < alphabet.length; at += 1) digits[alphabet.charCodeAt(at)] = at;
  return digits;
}

const hexDigits = digitsOf("0123456789abcdef");

/**
 * Decodes lower-case hexadecimal.
 *
 * @param length length of the result in bytes.
 * @returns undefined if the string is not lower-case hexadecimal of this length, so that each value has only
 *   one accepted encoding.
 */
export function fromHex(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length !== length * 2) return undefined;
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) {
    const high = hexDigits[text.charCodeAt(at * 2)] ?? 256;
    const low = hexDigits[text.charCodeAt(at * 2 + 1)] ?? 256;
    if ((high | low) > 15) return undefined;
    bytes[at] = (high << 4) | low;
  }
  return bytes;
}

/** Encodes bytes as base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const base64Digits = digitsOf(`${base64Letters}+/`);
const base64UrlDigits = digitsOf(`${base64Letters}-_`);

/**
 * Decodes six bits per character. Returns undefined if a character is not in the alphabet, or if unused bits
 * are not zero.
 */
function fromSixBits(text: string, digits: Uint16Array): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [bits, count, size] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const digit = digits[text.charCodeAt(at)] ?? 256;
    if (digit > 63) return undefined;
    bits = ((bits << 6) | digit) & 0xfff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[size] = bits >> count;
    size += 1;
  }
  // A single last character does not complete a byte.
  return count < 6 && (bits & ((1 << count) - 1)) === 0 ? bytes : undefined;
}

/**
 * Decodes base64 with padding.
 *
 * @returns undefined if the string is not base64 with padding, or if unused bits are not zero, so that each
 *   value has only one accepted encoding.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return fromSixBits(padding === 0 ? text : text.slice(0, -padding), base64Digits);
}

/** Encodes bytes as URL-safe base64 without padding (RFC 4648, section 5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Decodes URL-safe base64 without padding. Returns undefined if the string does not have this encoding. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  fromSixBits(text, base64UrlDigits);
