/**
 * A value as Postgres reads it from text, whatever the column's type; null for null.
 *
 * Strings go as they are, so JSON is given as text; Dates in ISO 8601; bytes in hexadecimal; arrays, nested ones too,
 * as Postgres' array literals. One way for both ways in, `insert` and `copy`, so that both store the same.
 *
 * @throws {TypeError} for what no column can hold, which an object is too: nothing says how it should be written.
 */
export function columnText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint")
    return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if (value === null) return null;
  if (typeof value === "object") return objectText(value);
  throw new TypeError(`A value of type ${typeof value} fits no column; give null where there is none.`);
}

/** A row of such texts as a line of Postgres' text format for `copy`, line end included. */
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
  throw new TypeError("An object fits no column; give JSON as text.");
}

function dateText(value: Date): string {
  const year = value.getUTCFullYear(); // NaN for an invalid Date
  if (year >= 1 && year <= 9999) return value.toISOString();
  throw new TypeError(`The date ${String(value)} fits no column; years 1 to 9999 do.`);
}

function elementText(element: unknown): string {
  if (Array.isArray(element)) return objectText(element);
  const text = columnText(element);
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}
