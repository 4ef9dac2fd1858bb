/**
 * Formats a value as the text that Postgres parses for a column of any type. Returns null for null.
 *
 * Strings are unchanged, so JSON must be passed as text. Dates are formatted as ISO 8601, bytes as
 * hexadecimal text, and arrays (including nested ones) as array literals. `insert` and `copy` both use this
 * format, so both store the same value.
 *
 * @throws {TypeError} if the value has no column format, for example if it is an object.
 */
export function columnText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint")
    return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if (value === null) return null;
  if (typeof value === "object") return objectText(value);
  throw new TypeError(
    `A value of type ${typeof value} cannot be stored in a column; a missing value must be null.`,
  );
}

/** Joins the texts of a row into a line, including the line end, in the text format of `copy`. */
export function copyLine(texts: readonly (string | null)[]): string {
  return `${texts.map((text) => (text === null ? "\\N" : escapeForCopy(text))).join("\t")}\n`;
}

const special = /[\\\t\n\r]/;
const everySpecial = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function escapeForCopy(text: string): string {
  return special.test(text)
    ? text.replace(everySpecial, (character) => escapes[character] ?? character)
    : text;
}

function objectText(value: object): string {
  if (value instanceof Date) return dateText(value);
  if (ArrayBuffer.isView(value)) {
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`;
  }
  if (Array.isArray(value)) return `{${value.map(elementText).join(",")}}`;
  throw new TypeError("An object cannot be stored in a column; JSON must be a string.");
}

function dateText(value: Date): string {
  const year = value.getUTCFullYear(); // NaN if the Date is invalid
  if (year >= 1 && year <= 9999) return value.toISOString();
  throw new TypeError(
    `The date ${String(value)} cannot be stored in a column; its year must be from 1 to 9999.`,
  );
}

function elementText(element: unknown): string {
  if (Array.isArray(element)) return objectText(element);
  const text = columnText(element);
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}
