import {
  type ImportOptions,
  importToWire,
  refusedRows,
  refusesTaken,
  rowFate,
} from "@assay/contract/evaluation/samples/import-rules";
import type { SampleGiven } from "@assay/contract/evaluation/samples/sample-rules";
import { limits } from "@assay/contract/platform/limits";
import { readImportRows, type RowOptions } from "@assay/contract/wire";
import type { Reach } from "../../workspace/access/reach.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { lockForChange, recordChange } from "../datasets/dataset-service.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { UploadedFile } from "../../platform/http/request/uploaded-file.ts";
import { contentOf, contentValues } from "./sample-content.ts";
import { type StagedFile, stageRows } from "./stage-rows.ts";
import {
  dropExisting,
  dropRepeated,
  findRepeated,
  findStagedTaken,
  moveIntoSamples,
  replaceExisting,
  type Staging,
  stagedColumns,
} from "./staging-queries.ts";

/** Number of rows from which analyzing the staging table saves time. */
export const rowsWorthAnalyzing = 1000;

/**
 * Reads a file of samples, and stages its rows as they arrive.
 *
 * @throws {ApiError} 400 if the options are not valid for the file; 413 if the file exceeds 1 GiB; 415 if the
 * content type is not supported.
 */
export function stageFile(
  deps: PlatformDeps,
  staging: Staging,
  { sent, options }: { sent: UploadedFile; options: RowOptions },
): Promise<StagedFile> {
  // Converted to text once, because a Date would be converted for each row.
  const stagedAt = deps.now().toISOString();
  return stageRows<SampleGiven>(deps, sent, {
    read: (chunks) => readImportRows(chunks, sent.contentType, options),
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
 * Moves the rows of a staged file into the dataset, as one new version.
 *
 * @throws {ApiError} 400 if the file has no rows, or with the line of each fault if a row is invalid and
 * `on_error` is `abort`; in that case, nothing is written.
 */
export async function applyImport(
  tx: Tx,
  deps: PlatformDeps,
  { reach, datasetId: named, staging }: { reach: Reach; datasetId: string; staging: Staging },
  { file, options }: { file: StagedFile; options: ImportOptions },
) {
  const dataset = await lockForChange(tx, reach, named);
  const datasetId = uuidOf("dataset", dataset.id);
  // One statement moves all rows of a file. For a large file, it may take longer than the statement timeout.
  await tx.raw("set local statement_timeout = 0");
  const limit = limits.importErrorsListed;
  const repeated = await findRepeated(tx, staging, limit);
  // A repeated row may also have an id that already exists. Such rows are later removed from this list, so
  // the list must contain more rows than the limit.
  const taken =
    refusesTaken(options) && dataset.version > 0
      ? await findStagedTaken(tx, staging, { datasetId, limit: limit + repeated.rows.length })
      : { total: 0, rows: [] };
  const refused = refusedRows(file, { repeated, taken }, options);
  const target = { datasetId, version: dataset.version + 1 };
  if (repeated.total > 0) await dropRepeated(tx, staging);
  const replaces = rowFate(options, "different") === "replace";
  const which = replaces ? "equal" : "all";
  const unchanged = await dropExisting(tx, staging, { datasetId, which });
  const updated = replaces ? await replaceExisting(tx, staging, target) : 0;
  const inserted = (await moveIntoSamples(tx, staging, target)) - updated;
  const change = { change: "import" as const, inserted, updated, samplesAdded: inserted };
  const version = await recordChange(tx, deps, { reach, dataset }, change);
  return importToWire(options, { dataset: dataset.id, inserted, updated, unchanged, ...refused, version });
}
