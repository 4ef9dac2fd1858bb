import { createHash } from "node:crypto";
import {
  externalIdRepeated,
  externalIdTaken,
  type FieldError,
  formatId,
  importRefused,
  limits,
  payloadTooLarge,
} from "@assay/contract";
import { type ImportRow, readImportRows } from "@assay/contract/wire";
import type { Reach } from "../db/reach.ts";
import type { Tx } from "../db/transaction.ts";
import type { DatasetRow } from "../datasets/dataset-queries.ts";
import { lockForChange, recordChange } from "../datasets/dataset-service.ts";
import type { Deps } from "../deps.ts";
import { BatchWriter } from "./batch-writer.ts";
import { contentOf, contentValues } from "./sample-content.ts";
import {
  dropRepeated,
  dropTaken,
  findRepeated,
  findStagedTaken,
  moveIntoSamples,
  replaceTaken,
  type StagedFault,
  type Staging,
  stagedColumns,
} from "./staging-queries.ts";

/** How an import treats rows that are there already, and rows that are wrong. */
export interface ImportOptions {
  mode: "create" | "append" | "update";
  on_error: "abort" | "skip";
}

/** What reading the file found. */
export interface StagedFile {
  rows: number;
  failed: number;
  /** The first faults, each with its line. */
  errors: FieldError[];
  /** The rest of the file could not be read: nothing of it may be kept, whatever `on_error` says. */
  broken: boolean;
  bodyHash: Buffer;
}

/** From this many rows on it pays to tell the planner what is staged. */
export const rowsWorthAnalyzing = 1000;
/**
 * Reads the file and stages its rows as they arrive; no transaction waits for the network, and memory holds three
 * batches at the most.
 *
 * @throws {ApiError} 413 when the file is larger than 1 GiB.
 */
export async function stageFile(
  deps: Deps,
  staging: Staging,
  { body, contentType, query }: { body: AsyncIterable<Buffer>; contentType: string; query: string },
): Promise<StagedFile> {
  const hash = createHash("sha256").update(query).update("\n");
  const found = { rows: 0, failed: 0, errors: [] as FieldError[], broken: false };
  const writer = new BatchWriter(deps, { table: "staged_samples", columns: stagedColumns });
  const rowOf = rowWriter(deps, staging);
  try {
    for await (const outcomes of readImportRows(metered(body, hash), contentType)) {
      for (const outcome of outcomes) {
        if (outcome.ok) {
          found.rows += 1;
          if (writer.add(rowOf(outcome, found.rows + found.failed))) await writer.flush();
          continue;
        }
        found.failed += 1;
        found.broken ||= outcome.fatal === true;
        found.errors.push(...outcome.errors.slice(0, limits.importErrorsListed - found.errors.length));
      }
    }
    await writer.end();
  } finally {
    // When the body broke off: what is on its way is there before it is cleared.
    await writer.settle();
  }
  return { ...found, bodyHash: hash.digest() };
}

/** Makes staged rows: the values of `stagedColumns`. */
function rowWriter(deps: Deps, { workspaceId, importId }: Staging) {
  // As text once, not as a Date that is written out for each row.
  const stagedAt = deps.now().toISOString();
  return ({ line, path, row }: ImportRow & { ok: true }, ordinal: number): unknown[] => [
    workspaceId,
    importId,
    ordinal,
    line,
    path,
    deps.newId(),
    ...contentValues(contentOf(row)),
    stagedAt,
  ];
}

async function* metered(
  body: AsyncIterable<Buffer>,
  hash: { update: (chunk: Buffer) => unknown },
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limits.importBytes) throw payloadTooLarge(limits.importBytes);
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Moves a staged file into its data set as one new version.
 *
 * @throws {ApiError} 400 with each fault's line when a row is wrong and `on_error` is `abort`; then nothing is written.
 */
export async function applyImport(
  tx: Tx,
  deps: Deps,
  { reach, datasetId, staging }: { reach: Reach; datasetId: string; staging: Staging },
  { file, options }: { file: StagedFile; options: ImportOptions },
) {
  const dataset = await lockForChange(tx, reach, datasetId);
  // A large file is moved by one statement, which may take longer than others are allowed to.
  await tx.raw("set local statement_timeout = 0");
  const faults = await collectFaults(tx, staging, { dataset, file, options });
  if (file.broken || (faults.failed > 0 && options.on_error === "abort")) {
    throw importRefused(faults.failed, file.rows + file.failed, faults.errors);
  }
  const version = dataset.version + 1;
  const target = { datasetId: dataset.id, version };
  if (faults.repeated > 0) await dropRepeated(tx, staging);
  const which = options.mode === "update" ? ("equal" as const) : ("all" as const);
  const dropped = await dropTaken(tx, staging, { datasetId: dataset.id, which });
  const updated = options.mode === "update" ? await replaceTaken(tx, staging, target) : 0;
  const inserted = (await moveIntoSamples(tx, staging, target)) - updated;
  const datasetVersion = await recordChange(
    tx,
    deps,
    { reach, dataset },
    { change: "import", inserted, updated, samplesAdded: inserted },
  );
  return {
    object: "import" as const,
    dataset: formatId("dataset", dataset.id),
    mode: options.mode,
    inserted,
    updated,
    // With `create`, what is there already was refused and counts as failed.
    unchanged: options.mode === "create" ? 0 : dropped,
    failed: faults.failed,
    errors: faults.errors,
    dataset_version: datasetVersion,
  };
}

const placeOf = ({ path, line }: StagedFault) => ({ path: `${path}/external_id`, line });

/** The faults of the file itself, then those that only the data set shows, by line. */
async function collectFaults(
  tx: Tx,
  staging: Staging,
  { dataset, file, options }: { dataset: DatasetRow; file: StagedFile; options: ImportOptions },
): Promise<{ failed: number; repeated: number; errors: FieldError[] }> {
  const limit = limits.importErrorsListed;
  const repeated = await findRepeated(tx, staging, limit);
  const errors = [
    ...file.errors,
    ...repeated.rows.map((row) =>
      externalIdRepeated(
        row.external_id,
        row.path === "" ? row.first_line : `${row.first_path}/external_id`,
        placeOf(row),
      ),
    ),
  ];
  let failed = file.failed + repeated.total;
  if (options.mode === "create" && dataset.version > 0) {
    const repeatedRows = new Set(repeated.rows.map((row) => row.ordinal));
    const taken = await findStagedTaken(tx, staging, {
      datasetId: dataset.id,
      limit: limit + repeatedRows.size,
    });
    const others = taken.rows.filter((row) => !repeatedRows.has(row.ordinal));
    errors.push(...others.map((row) => externalIdTaken(row.external_id, placeOf(row))));
    failed += taken.total - (taken.rows.length - others.length);
  }
  errors.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { failed, repeated: repeated.total, errors: errors.slice(0, limit) };
}
