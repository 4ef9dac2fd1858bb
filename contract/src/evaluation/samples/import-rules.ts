// Rules for the rows of an import. Adapters read, compare and move rows in bulk.
import { counted } from "../../domain/values/counted.ts";
import type { ApiError, FieldError } from "../../platform/errors.ts";
import { validationFailed } from "../../platform/validation/validation.ts";
import { limits } from "../../platform/limits.ts";
import type { RowOptions } from "../../wire/rows/read-rows.ts";
import { externalIdRepeated, externalIdTaken, importRefused } from "./sample-refusals.ts";

/**
 * The options of an import: how it handles existing samples and invalid rows, and how the rows of the file
 * become samples.
 */
export interface ImportOptions extends RowOptions {
  mode: "create" | "append" | "update";
  on_error: "abort" | "skip";
}

/** The result of reading a file. */
export interface FileReading {
  /** Size of the file, without compression. */
  bytes: number;
  /** Number of valid rows. */
  rows: number;
  failed: number;
  /** The first faults, each with its line number. */
  errors: FieldError[];
  /**
   * Whether the rest of the file is unreadable. If so, the import stores nothing, regardless of `on_error`.
   */
  broken: boolean;
}

/** Returns the initial value, before any row is read. */
export const nothingRead = (): FileReading => ({ bytes: 0, rows: 0, failed: 0, errors: [], broken: false });

/** An invalid row with its fault. `fatal` is set if all later rows are also unreadable. */
interface FaultyRow {
  ok: false;
  errors: readonly FieldError[];
  fatal?: boolean;
}

/**
 * Counts a row of a file. Retains no more faults than a response can list.
 *
 * @returns the number of the row, starting at 1.
 */
export function countRow(reading: FileReading, row: { ok: true } | FaultyRow): number {
  if (row.ok) reading.rows += 1;
  else {
    reading.failed += 1;
    reading.broken ||= row.fatal === true;
    reading.errors.push(...row.errors.slice(0, limits.importErrorsListed - reading.errors.length));
  }
  return reading.rows + reading.failed;
}

/** 400: a file has no rows. */
export const fileEmpty = (bytes: number): ApiError =>
  validationFailed([
    {
      path: "body",
      code: "too_small",
      message: `The file contains no rows (its size is ${counted(bytes, "byte")}).`,
    },
  ]);

/** Refuses a file without rows. @throws {ApiError} 400. */
export function refuseEmptyFile({ rows, failed, bytes }: FileReading): void {
  if (rows + failed === 0) throw fileEmpty(bytes);
}

/** A row with an external id. */
export interface IdentifiedRow {
  /** The number of the row, starting at 1. Several rows of a JSON array can be on the same line. */
  ordinal: number;
  line: number;
  /** The row's path in the file; empty in JSON Lines. */
  path: string;
  externalId: string;
}

/** A group of refused rows: their total number, and the first of them in file order. */
export interface FoundRows<Row> {
  total: number;
  rows: readonly Row[];
}

/** The rows that conflict with other rows or with stored samples. */
export interface RowClashes {
  /** Rows whose external id occurs in an earlier row, with the position of its first occurrence. */
  repeated: FoundRows<IdentifiedRow & { first: { line: number; path: string } }>;
  /**
   * Rows whose external id belongs to a stored sample. Required only if {@link refusesTaken} returns true.
   */
  taken: FoundRows<IdentifiedRow>;
}

/** Returns whether a mode refuses rows whose sample exists. */
export const refusesTaken = ({ mode }: Pick<ImportOptions, "mode">): boolean => mode === "create";

/**
 * Decides what happens to a valid row.
 *
 * @param stored the result of comparing the row with the stored sample that has the same external id.
 */
export function rowFate(
  { mode }: Pick<ImportOptions, "mode">,
  stored: "none" | "equal" | "different",
): "insert" | "replace" | "keep" {
  if (stored === "none") return "insert";
  return mode === "update" && stored === "different" ? "replace" : "keep";
}

const placeOf = ({ path, line }: IdentifiedRow) => ({ path: `${path}/external_id`, line });

/**
 * Collects the refused rows of an import: invalid rows, repeated rows, and rows whose sample exists. The
 * faults are sorted by line and limited to the number that a response can list.
 *
 * @throws {ApiError} 400 if the file has no rows; if there are refused rows and the import aborts on errors;
 *   or if the rest of the file is unreadable.
 */
export function refusedRows(
  file: FileReading,
  { repeated, taken }: RowClashes,
  options: ImportOptions,
): { failed: number; errors: FieldError[] } {
  refuseEmptyFile(file);
  const errors = [...file.errors];
  for (const row of repeated.rows) {
    const first = row.path === "" ? row.first.line : `${row.first.path}/external_id`;
    errors.push(externalIdRepeated(row.externalId, first, placeOf(row)));
  }
  let failed = file.failed + repeated.total;
  if (refusesTaken(options)) {
    const repeatedRows = new Set(repeated.rows.map(({ ordinal }) => ordinal));
    const others = taken.rows.filter(({ ordinal }) => !repeatedRows.has(ordinal));
    for (const row of others) errors.push(externalIdTaken(row.externalId, placeOf(row)));
    failed += taken.total - (taken.rows.length - others.length);
  }
  errors.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  if (file.broken || (failed > 0 && options.on_error === "abort"))
    throw importRefused(failed, file.rows + file.failed, errors);
  return { failed, errors: errors.slice(0, limits.importErrorsListed) };
}

/** The result of an import. */
export interface ImportResult {
  dataset: string;
  inserted: number;
  updated: number;
  /** Number of rows whose sample existed and did not change. */
  unchanged: number;
  failed: number;
  errors: FieldError[];
  /** The dataset's version after the import. */
  version: number;
}

/**
 * Returns the response to an import. With `create`, rows whose sample exists are refused and count as failed.
 */
export const importToWire = (
  { mode }: Pick<ImportOptions, "mode">,
  { dataset, inserted, updated, unchanged, failed, errors, version }: ImportResult,
) => ({
  object: "import" as const,
  dataset,
  mode,
  inserted,
  updated,
  unchanged: mode === "create" ? 0 : unchanged,
  failed,
  errors,
  dataset_version: version,
});
