import {
  type IdentifiedRow,
  type ImportOptions,
  importToWire,
  refusedRows,
  rowFate,
  type RowClashes,
} from "@assay/contract/evaluation/samples/import-rules";
import { sameContent, type SampleContent } from "@assay/contract/evaluation/samples/sample-rules";
import { type ImportRowOptions, readImportRows } from "@assay/contract/wire";
import type { DatasetRow } from "../dataset-rows.ts";
import type { EvaluationCall } from "../evaluation-tables.ts";
import { type StagedFile, stageRows } from "./stage-file.ts";
import { contentOf, insertSamples, replaceSample } from "./store-samples.ts";
import { datasetForChange, presentRow, recordChange } from "./versions.ts";

/** A row of a file that can be taken. */
interface StagedRow {
  ordinal: number;
  line: number;
  path: string;
  content: SampleContent;
}

/** Reads a file of samples. */
export function stageFile(
  bytes: Uint8Array,
  contentType: string,
  { delimiter }: ImportRowOptions,
): Promise<StagedFile<StagedRow>> {
  const read = (chunks: AsyncIterable<Uint8Array>) => readImportRows(chunks, contentType, { delimiter });
  return stageRows(bytes, read, async ({ line, path, row }, ordinal) => ({
    ordinal,
    line,
    path,
    content: await contentOf(row),
  }));
}

/** The rows that clash with an earlier one, or with a sample of the dataset. */
function clashesOf({ externalIds }: DatasetRow, staged: readonly StagedRow[]): RowClashes {
  const first = new Map<string, IdentifiedRow>();
  const repeated: RowClashes["repeated"]["rows"][number][] = [];
  const taken: IdentifiedRow[] = [];
  for (const { content, ...place } of staged) {
    if (content.externalId === null) continue;
    const row = { ...place, externalId: content.externalId };
    const earlier = first.get(row.externalId);
    if (earlier) repeated.push({ ...row, first: earlier });
    else first.set(row.externalId, row);
    if (externalIds.has(row.externalId)) taken.push(row);
  }
  return {
    repeated: { total: repeated.length, rows: repeated },
    taken: { total: taken.length, rows: taken },
  };
}

/** How a row compares with the stored sample of its external id. */
function comparedWithStored({ samples, externalIds }: DatasetRow, content: SampleContent) {
  const id = content.externalId === null ? undefined : externalIds.get(content.externalId);
  const stored = id === undefined ? undefined : presentRow(samples.get(id));
  if (!stored) return "none";
  return sameContent(stored, content) ? "equal" : "different";
}

/**
 * Moves a file into its dataset as one new version.
 *
 * @throws {ApiError} what `refusedRows` refuses; then nothing is written.
 */
export function applyImport(
  { caller, clock, newId }: EvaluationCall,
  datasetId: string,
  { file, options }: { file: StagedFile<StagedRow>; options: ImportOptions },
) {
  const dataset = datasetForChange(caller, datasetId);
  const clashes = clashesOf(dataset, file.staged);
  const refused = refusedRows(file.reading, clashes, options);
  const repeated = new Set(clashes.repeated.rows.map(({ ordinal }) => ordinal));
  const rows = file.staged.filter(({ ordinal }) => !repeated.has(ordinal)).map(({ content }) => content);
  // Compared before any is written.
  const fates = rows.map((row) => rowFate(options, comparedWithStored(dataset, row)));
  const fresh = rows.filter((_, index) => fates[index] === "insert");
  const changed = rows.filter((_, index) => fates[index] === "replace");
  for (const content of changed)
    replaceSample(dataset, dataset.externalIds.get(content.externalId ?? "") ?? "", content);
  const createdAt = clock.now();
  insertSamples(
    dataset,
    fresh.map((content) => ({ ...content, id: newId("sample"), dataset: dataset.id, createdAt })),
  );
  const [inserted, updated] = [fresh.length, changed.length];
  const kept = rows.length - inserted - updated;
  const change = { change: "import" as const, inserted, updated, samplesAdded: inserted };
  const version = recordChange(clock, dataset, change);
  return importToWire(options, { dataset: dataset.id, inserted, updated, kept, ...refused, version });
}
