// What becomes of the rows of an imported file. Adapters read, compare and move rows in bulk.
import type { FieldError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import { payloadTooLarge, unsupportedEncoding } from "../../platform/refusals.ts";
import type { ImportRowOptions } from "../../wire/rows/import-rows.ts";
import { externalIdRepeated, externalIdTaken, importRefused } from "./sample-refusals.ts";

/** How an import treats rows that are there already, and rows that are wrong; and what separates a table's cells. */
export interface ImportOptions extends ImportRowOptions {
  mode: "create" | "append" | "update";
  on_error: "abort" | "skip";
}

/** What reading a file found. */
export interface FileReading {
  /** Rows that could be read. */
  rows: number;
  failed: number;
  /** The first faults, each with its line. */
  errors: FieldError[];
  /** The rest of the file could not be read: nothing of it may be kept, whatever `on_error` says. */
  broken: boolean;
}

/** Nothing read of a file yet. */
export const nothingRead = (): FileReading => ({ rows: 0, failed: 0, errors: [], broken: false });

/** A row that could not be read, and why; `fatal`: nor could any row after it. */
interface FaultyRow {
  ok: false;
  errors: readonly FieldError[];
  fatal?: boolean;
}

/**
 * Counts a row of a file into what reading it found; of the faults, as many are kept as a response lists.
 *
 * @returns which row of the file it is, from 1.
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

/** A row of a file, and the external id that it has. */
export interface IdentifiedRow {
  /** Which row of the file, from 1; several rows of a JSON array can stand on one line. */
  ordinal: number;
  line: number;
  /** The row's path into the file: empty in JSON Lines. */
  path: string;
  externalId: string;
}

/** Rows that cannot go in: how many, and the first of them in the order of the file. */
export interface FoundRows<Row> {
  total: number;
  rows: readonly Row[];
}

/** Which rows clash with others. */
export interface RowClashes {
  /** Rows whose external id stands in an earlier row, with the place of the first. */
  repeated: FoundRows<IdentifiedRow & { first: { line: number; path: string } }>;
  /** Rows whose external id a sample of the dataset has; needed only where {@link refusesTaken}. */
  taken: FoundRows<IdentifiedRow>;
}

/** Refuses a streamed body by its head: one that is compressed, or that is known to be too large. */
export function refuseStreamedBody(head: { encoding: string | null | undefined; bytes: number }): void {
  const encoding = head.encoding ?? "";
  if (encoding !== "" && encoding.toLowerCase() !== "identity")
    throw unsupportedEncoding(encoding, ["identity"]);
  if (head.bytes > limits.importBytes) throw payloadTooLarge(limits.importBytes);
}

/** Whether a mode refuses rows whose sample is there already. */
export const refusesTaken = ({ mode }: Pick<ImportOptions, "mode">): boolean => mode === "create";

/** What becomes of a row that is neither wrong nor refused. @param stored how it compares with the stored sample of its external id. */
export function rowFate(
  { mode }: Pick<ImportOptions, "mode">,
  stored: "none" | "equal" | "different",
): "insert" | "replace" | "keep" {
  if (stored === "none") return "insert";
  return mode === "update" && stored === "different" ? "replace" : "keep";
}

const placeOf = ({ path, line }: IdentifiedRow) => ({ path: `${path}/external_id`, line });

/**
 * The rows that are left out of an import: those that could not be read, those that repeat an earlier one, those whose
 * sample is there already; the faults by line, as many as a response lists.
 *
 * @throws {ApiError} 400 when there are any and the import is to be aborted, or the file could not be read to its end.
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

/** What an import did. */
export interface ImportResult {
  dataset: string;
  inserted: number;
  updated: number;
  /** Rows whose sample was there already, and stayed as it was. */
  kept: number;
  failed: number;
  errors: FieldError[];
  /** The version of the dataset afterwards. */
  version: number;
}

/** The response to an import. With `create`, what is there already was refused and counts as failed. */
export const importToWire = (
  { mode }: Pick<ImportOptions, "mode">,
  { dataset, inserted, updated, kept, failed, errors, version }: ImportResult,
) => ({
  object: "import" as const,
  dataset,
  mode,
  inserted,
  updated,
  unchanged: mode === "create" ? 0 : kept,
  failed,
  errors,
  dataset_version: version,
});
