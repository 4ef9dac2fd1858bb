import {
  externalIdRepeated,
  externalIdTaken,
  importRefused,
} from "@assay/contract/evaluation/samples/sample-refusals";
import type { FieldError } from "@assay/contract/platform/errors";
import { limits } from "@assay/contract/platform/limits";
import { payloadTooLarge } from "@assay/contract/platform/refusals";
import { type ImportRow, type ImportRowOptions, readImportRows } from "@assay/contract/wire";
import { contentOf, insertSamples, sameContent } from "./sample-content.ts";
import { datasetForChange, present, recordChange } from "./versions.ts";
import type { DatasetRow, SampleContent } from "../dataset-rows.ts";
import type { EvaluationCall } from "../evaluation-tables.ts";

/** How an import treats rows that are there already, and rows that are wrong; and what separates a table's cells. */
export interface ImportOptions extends ImportRowOptions {
  mode: "create" | "append" | "update";
  on_error: "abort" | "skip";
}

/** A row of a file that can be taken. */
interface StagedRow {
  line: number;
  /** The row's path into the file: empty in JSON Lines. */
  path: string;
  content: SampleContent;
}

/** What reading a file found. */
export interface StagedFile<Row> {
  rows: Row[];
  failed: number;
  errors: FieldError[];
  /** The file could not be read to its end: nothing of it may be kept. */
  broken: boolean;
}

/** Reads a file of samples. @throws {ApiError} 413 when it is larger than an import may be. */
export function stageFile(
  bytes: Uint8Array,
  contentType: string,
  { delimiter }: ImportRowOptions,
): Promise<StagedFile<StagedRow>> {
  const read = (chunks: AsyncIterable<Uint8Array>) => readImportRows(chunks, contentType, { delimiter });
  return stageRows(bytes, read, async ({ line, path, row }) => ({
    line,
    path,
    content: await contentOf(row),
  }));
}

type Refused = Extract<ImportRow, { ok: false }>;

/** Reads a file row by row. @throws {ApiError} 413 when it is larger than an import may be. */
export async function stageRows<Good extends { ok: true }, Staged>(
  bytes: Uint8Array,
  read: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<(Good | Refused)[]>,
  keep: (row: Good) => Staged | Promise<Staged>,
): Promise<StagedFile<Staged>> {
  if (bytes.length > limits.importBytes) throw payloadTooLarge(limits.importBytes);
  const file: StagedFile<Staged> = { rows: [], failed: 0, errors: [], broken: false };
  for await (const batch of read(only(bytes))) {
    for (const row of batch) {
      if (row.ok) {
        file.rows.push(await keep(row));
        continue;
      }
      file.failed += 1;
      file.errors.push(...row.errors);
      file.broken ||= row.fatal ?? false;
    }
  }
  return file;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const idPath = ({ path }: Pick<StagedRow, "path">): string => `${path}/external_id`;

/** Splits off the rows whose external id stands in an earlier one, each with its fault. */
function withoutRepeated(rows: readonly StagedRow[]): { kept: StagedRow[]; errors: FieldError[] } {
  const first = new Map<string, number | string>();
  const errors: FieldError[] = [];
  const kept = rows.filter((row) => {
    const {
      line,
      path,
      content: { externalId },
    } = row;
    if (externalId === null) return true;
    const earlier = first.get(externalId);
    if (earlier === undefined) {
      first.set(externalId, path === "" ? line : idPath(row));
      return true;
    }
    errors.push(externalIdRepeated(externalId, earlier, { path: idPath(row), line }));
    return false;
  });
  return { kept, errors };
}

const storedId = (dataset: DatasetRow, { content: { externalId } }: StagedRow): string | undefined =>
  externalId === null ? undefined : dataset.externalIds.get(externalId);

/** Gives a stored sample other contents from the next version on. */
function replaceSample(dataset: DatasetRow, id: string, content: SampleContent): void {
  const history = dataset.samples.get(id) ?? [];
  const last = present(history);
  if (!last) throw new Error(`Sample ${id} has no present contents.`);
  last.validUntil = dataset.version + 1;
  history.push({ ...last, ...content, validFrom: dataset.version + 1, validUntil: null });
}

/**
 * Moves a file into its data set as one new version.
 *
 * @throws {ApiError} 400 with each fault's line when a row is wrong and `on_error` is `abort`, or the file could not be read
 * to its end; then nothing is written.
 */
export function applyImport(
  { caller, clock, newId }: EvaluationCall,
  datasetId: string,
  { file, options }: { file: StagedFile<StagedRow>; options: ImportOptions },
) {
  const dataset = datasetForChange(caller, datasetId);
  const { kept, errors: repeated } = withoutRepeated(file.rows);
  const known = kept.filter((row) => storedId(dataset, row) !== undefined);
  const taken =
    options.mode === "create"
      ? known.map((row) =>
          externalIdTaken(row.content.externalId ?? "", { path: idPath(row), line: row.line }),
        )
      : [];
  const errors = [...file.errors, ...repeated, ...taken].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const failed = file.failed + repeated.length + taken.length;
  if (failed > 0 && (options.on_error === "abort" || file.broken)) {
    throw importRefused(failed, file.rows.length + file.failed, errors);
  }
  const changed = options.mode === "update" ? known.filter((row) => differs(dataset, row)) : [];
  for (const row of changed) replaceSample(dataset, storedId(dataset, row) ?? "", row.content);
  const fresh = kept.filter((row) => storedId(dataset, row) === undefined).map(({ content }) => content);
  const inserted = insertSamples(dataset, fresh, { newId, now: clock.now() }).length;
  const updated = changed.length;
  const counts = { inserted, updated };
  return {
    object: "import" as const,
    dataset: dataset.id,
    mode: options.mode,
    ...counts,
    unchanged: options.mode === "create" ? 0 : known.length - updated,
    failed,
    errors: errors.slice(0, limits.importErrorsListed),
    dataset_version: recordChange(clock, dataset, { change: "import", ...counts, samplesAdded: inserted }),
  };
}

function differs(dataset: DatasetRow, row: StagedRow): boolean {
  const stored = present(dataset.samples.get(storedId(dataset, row) ?? ""));
  return stored !== undefined && !sameContent(stored, row.content);
}
