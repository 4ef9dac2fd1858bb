import {
  externalIdRepeated,
  externalIdTaken,
  importRefused,
} from "@assay/contract/evaluation/samples/sample-refusals";
import type { DatasetRecord } from "@assay/contract/evaluation/datasets/dataset-rules";
import type { FieldError } from "@assay/contract/platform/errors";
import { limits } from "@assay/contract/platform/limits";
import { type ImportRowOptions, readImportRows } from "@assay/contract/wire";
import type { Reach } from "../../workspace/access/reach.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { lockForChange, recordChange } from "../datasets/dataset-service.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { contentOf, contentValues, type GivenSample } from "./sample-content.ts";
import { type SentFile, type StagedFile, stageRows } from "./stage-rows.ts";
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

/** How an import treats rows that are there already, and rows that are wrong; and what separates a table's cells. */
export interface ImportOptions extends ImportRowOptions {
  mode: "create" | "append" | "update";
  on_error: "abort" | "skip";
}

/** From this many rows on it pays to tell the planner what is staged. */
export const rowsWorthAnalyzing = 1000;

/**
 * Reads a file of samples and stages them as they arrive.
 *
 * @throws {ApiError} 413 when the file is larger than 1 GiB; 415 for a content type that is not imported.
 */
export function stageFile(
  deps: PlatformDeps,
  staging: Staging,
  { contentType, delimiter, ...sent }: SentFile & ImportRowOptions & { contentType: string | undefined },
): Promise<StagedFile> {
  // As text once, not as a Date that is written out for each row.
  const stagedAt = deps.now().toISOString();
  return stageRows<GivenSample>(deps, sent, {
    read: (chunks) => readImportRows(chunks, contentType, { delimiter }),
    table: "staged_samples",
    columns: stagedColumns,
    valuesOf: (row, { ordinal, line, path }) => [
      staging.workspaceId,
      staging.importId,
      ordinal,
      line,
      path,
      deps.newId(),
      ...contentValues(contentOf(row)),
      stagedAt,
    ],
  });
}

/**
 * Moves a staged file into its data set as one new version.
 *
 * @throws {ApiError} 400 with each fault's line when a row is wrong and `on_error` is `abort`; then nothing is written.
 */
export async function applyImport(
  tx: Tx,
  deps: PlatformDeps,
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
  const target = { datasetId: uuidOf("dataset", dataset.id), version };
  if (faults.repeated > 0) await dropRepeated(tx, staging);
  const which = options.mode === "update" ? ("equal" as const) : ("all" as const);
  const dropped = await dropTaken(tx, staging, { datasetId: target.datasetId, which });
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
    dataset: dataset.id,
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
  { dataset, file, options }: { dataset: DatasetRecord; file: StagedFile; options: ImportOptions },
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
      datasetId: uuidOf("dataset", dataset.id),
      limit: limit + repeatedRows.size,
    });
    const others = taken.rows.filter((row) => !repeatedRows.has(row.ordinal));
    errors.push(...others.map((row) => externalIdTaken(row.external_id, placeOf(row))));
    failed += taken.total - (taken.rows.length - others.length);
  }
  errors.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { failed, repeated: repeated.total, errors: errors.slice(0, limit) };
}
