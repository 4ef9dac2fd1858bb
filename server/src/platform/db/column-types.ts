import type { Knex } from "knex";
import { types } from "pg";

type Digits = string | null | Digits[];

/** Digits as a number where a number holds them exactly; otherwise as they are, so that nothing is lost unseen. */
function readBigint(digits: string): number | string {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : digits;
}

function readBigints(digits: Digits): unknown {
  if (Array.isArray(digits)) return digits.map(readBigints);
  return digits === null ? null : readBigint(digits);
}

// Numbers of types in Postgres' catalogue that the driver's table of names lacks.
const textArray = 1009;
const bigintArray = 1016;
const dateArray = 1182;

/** The driver types its table by the names it has; it takes every number. */
const readerOf: (oid: number, format: "text" | "binary") => (value: string) => Digits = types.getTypeParser;
const readTexts = readerOf(textArray, "text");

/** A date as a Date would be midnight in the process' own time zone. */
const readers = new Map<number, (value: string) => unknown>([
  [types.builtins.INT8, readBigint],
  [bigintArray, (value) => readBigints(readTexts(value))],
  [types.builtins.DATE, (value) => value],
  [dateArray, readTexts],
]);

/** How our connections read values: the driver's own table, which all of the process shares, stays as it is. */
export const columnTypes: Knex.PgCustomTypesConfig = {
  getTypeParser: (oid, format) =>
    format === "binary" ? readerOf(oid, format) : (readers.get(oid) ?? readerOf(oid, "text")),
};
