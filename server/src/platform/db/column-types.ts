import type { Knex } from "knex";
import { types } from "pg";

type Digits = string | null | Digits[];

/**
 * Returns a number if it represents the value exactly; otherwise returns the digits, so that no precision is
 * lost.
 */
function readBigint(digits: string): number | string {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : digits;
}

function readBigints(digits: Digits): unknown {
  if (Array.isArray(digits)) return digits.map(readBigints);
  return digits === null ? null : readBigint(digits);
}

// Object ids from the Postgres catalog that are missing in the driver's table of type names.
const textArray = 1009;
const bigintArray = 1016;
const dateArray = 1182;

/**
 * The declared type of the driver's function accepts only some object ids, but the function itself accepts
 * every object id.
 */
const readerOf: (oid: number, format: "text" | "binary") => (value: string) => Digits = types.getTypeParser;
const readTexts = readerOf(textArray, "text");

/**
 * The readers that replace those of the driver. The driver would return a `date` as a Date at midnight in the
 * local time zone; the reader in this map returns the text.
 */
const readers = new Map<number, (value: string) => unknown>([
  [types.builtins.INT8, readBigint],
  [bigintArray, (value) => readBigints(readTexts(value))],
  [types.builtins.DATE, (value) => value],
  [dateArray, readTexts],
]);

/**
 * The value readers of Assay's connections. The driver's own table of readers is not changed, because the
 * whole process shares it.
 */
export const columnTypes: Knex.PgCustomTypesConfig = {
  getTypeParser: (oid, format) =>
    format === "binary" ? readerOf(oid, format) : (readers.get(oid) ?? readerOf(oid, "text")),
};
