// Rules of an import's rows. Adapters read, compare and move rows in bulk.
import type { FieldError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import { payloadTooLarge, unsupportedEncoding } from "../../platform/refusals.ts";
import type { ImportRowOptions } from "../../wire/rows/import-rows.ts";
import { externalIdRepeated, externalIdTaken, importRefused } from "./sample-refusals.ts";

/** How an import handles existing rows and invalid rows, and the cell separator of a table. */
export interface ImportOptions extends ImportRowOptions {
  mode: "create" | "append" | "update";
  on_error: "abort" | "skip";
}

/** The result of reading a file. */
export interface FileReading {
  /** Valid rows. */
  rows: number;
  failed: number;
  /** The first faults, each with its line. */
  errors: FieldError[];
  /** The rest of the file is unreadable: the import stores nothing, whatever `on_error` requests. */
  broken: boolean;
}

/** Initial value, before reading. */
export const nothingRead = (): FileReading => ({ rows: 0, failed: 0, errors: [], broken: false });

/** An invalid row with its fault; `fatal`: all later rows are unreadable too. */
interface FaultyRow {
  ok: false;
  errors: readonly FieldError[];
  fatal?: boolean;
}

/**
 * Counts a row of a file; retains only as many faults as a response lists.
 *
 * @returns the number of the row, from 1.
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

/** A row of a file with an external id. */
export interface IdentifiedRow {
  /** The number of the row, from 1; several rows of a JSON array can be on one line. */
  ordinal: number;
  line: number;
  /** The row's path in the file: empty in JSON Lines. */
  path: string;
  externalId: string;
}

/** Refused rows: their number, and the first ones in file order. */
export interface FoundRows<Row> {
  total: number;
  rows: readonly Row[];
}

/** The rows that clash with others. */
export interface RowClashes {
  /** Rows whose external id is in an earlier row, with the position of the first. */
  repeated: FoundRows<IdentifiedRow & { first: { line: number; path: string } }>;
  /** Rows whose external id is in a stored sample; needed only if {@link refusesTaken}. */
  taken: FoundRows<IdentifiedRow>;
}

/** Refuses a streamed body by its headers: compressed, or declared too large. */
export function refuseStreamedBody(head: { encoding: string | null | undefined; bytes: number }): void {
  const encoding = head.encoding ?? "";
  if (encoding !== "" && encoding.toLowerCase() !== "identity")
    throw unsupportedEncoding(encoding, ["identity"]);
  if (head.bytes > limits.importBytes) throw payloadTooLarge(limits.importBytes);
}

/** Whether a mode refuses rows whose sample exists. */
export const refusesTaken = ({ mode }: Pick<ImportOptions, "mode">): boolean => mode === "create";

/** Decides a valid row. @param stored its comparison with the stored sample of its external id. */
export function rowFate(
  { mode }: Pick<ImportOptions, "mode">,
  stored: "none" | "equal" | "different",
): "insert" | "replace" | "keep" {
  if (stored === "none") return "insert";
  return mode === "update" && stored === "different" ? "replace" : "keep";
}

const placeOf = ({ path, line }: IdentifiedRow) => ({ path: `${path}/external_id`, line });

/**
 * Collects the refused rows of an import: invalid rows, repeated rows, rows whose sample exists; with as many
 * faults, by line, as a response lists.
 *
 * @throws {ApiError} 400 if any exist and the import aborts on errors, or if the file is unreadable to its
 *   end.
 */
export function refusedRows(
  file: FileReading,
  { repeated, taken }: RowClashes,
  options: ImportOptions,
): { failed: number; errors: FieldError[] } {
  const errors = [...file.errors];
  for (const row of repeated.rows) {
    const first = row.path === "" ? row.first.line : `${row.first.path}/external_id`;
    errors.push(externalIdRepeated(row.externalId, first, placeOf(row)));
  }
  let failed = file.failed + repeated.total;
  if (refusesTaken(options)) {
    const repeatedRows = new Set(repeated.rows.map(({ ordinal }) => ordinal));
    const others = taken.rows.filter(({ ordinal }) => !repeatedRows.has(ordinal));
    errors.push(...others.map((row) => externalIdTaken(row.externalId, placeOf(row))));
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
  /** Rows whose sample existed and did not change. */
  unchanged: number;
  failed: number;
  errors: FieldError[];
  /** The version of the dataset after the import. */
  version: number;
}

/** The response to an import. With `create`, rows whose sample exists were refused and count as failed. */
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
