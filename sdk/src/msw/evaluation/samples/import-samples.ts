import {
  type FileReading,
  type ImportOptions,
  countRow,
  importToWire,
  nothingRead,
} from "@assay/contract/evaluation/samples/import-rules";
import { type ImportRow, readImportRows, type RowOptions } from "@assay/contract/wire";
import {
  type SampleContent,
  type SampleGiven,
  type SampleRecord,
  hashedTexts,
  sampleContent,
} from "@assay/contract/evaluation/samples/sample-rules";
import type { UploadedFile } from "../../platform/http/read-body.ts";
import { sha256Hex } from "../../platform/state/mock-secrets.ts";
import { datasetForChange, recordChange } from "../datasets/dataset-versions.ts";
import {
  namedSample,
  presentRow,
  type VersionedDataset,
  withNext,
} from "@assay/contract/evaluation/samples/dataset-contents";
import { type ReadRow, planImport } from "@assay/contract/evaluation/samples/import-plan";
import type { EvaluationCall } from "../evaluation-tables.ts";

/** A file after it was read: its valid rows and its findings. */
export interface StagedFile<Row> {
  staged: Row[];
  reading: FileReading;
}

type Refused = Extract<ImportRow, { ok: false }>;

/** Reads a file row by row. @param stage maps a row to its staged form; `ordinal` numbers all rows from 1. */
export async function stageRows<Good extends { ok: true }, Staged>(
  sent: UploadedFile,
  read: (chunks: AsyncIterable<Uint8Array>, contentType: string) => AsyncIterable<(Good | Refused)[]>,
  stage: (row: Good, ordinal: number) => Staged | Promise<Staged>,
): Promise<StagedFile<Staged>> {
  const bytes = await sent.read();
  const file: StagedFile<Staged> = { staged: [], reading: { ...nothingRead(), bytes: bytes.length } };
  for await (const batch of read(only(bytes), sent.contentType)) {
    for (const row of batch) {
      const ordinal = countRow(file.reading, row);
      if (row.ok) file.staged.push(await stage(row, ordinal));
    }
  }
  return file;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Returns the stored form of a sample, including its hashes. */
export const contentOf = async (given: SampleGiven): Promise<SampleContent> =>
  sampleContent(given, await hashesOf(given));

/** Returns a sample with another expected answer. */
export const withExpected = async (sample: SampleRecord, expected: unknown): Promise<SampleRecord> => ({
  ...sample,
  expected,
  ...(await hashesOf({ ...sample, expected })),
});

async function hashesOf(given: Parameters<typeof hashedTexts>[0]) {
  const texts = hashedTexts(given);
  const [contentHash, caseHash] = await Promise.all([sha256Hex(texts.content), sha256Hex(texts.case)]);
  return { contentHash, caseHash };
}

/** Adds new samples to a dataset, as part of its next version. */
export function insertSamples(dataset: VersionedDataset, samples: readonly SampleRecord[]): void {
  for (const sample of samples) {
    dataset.samples.set(sample.id, withNext<SampleRecord>([], sample, dataset));
    if (sample.externalId !== null) dataset.externalIds.set(sample.externalId, sample.id);
  }
}

/** Replaces a stored sample's contents, starting with the next version. */
export function replaceSample(dataset: VersionedDataset, id: string, content: SampleContent): void {
  const history = dataset.samples.get(id);
  const last = presentRow(history);
  if (!last) throw new Error(`Sample ${id} has no current contents.`);
  dataset.samples.set(id, withNext<SampleRecord>(history, { ...last, ...content }, dataset));
}

export const stageFile = (sent: UploadedFile, options: RowOptions): Promise<StagedFile<ReadRow>> =>
  stageRows(
    sent,
    (chunks, contentType) => readImportRows(chunks, contentType, options),
    async ({ line, path, row }, ordinal) => ({ ordinal, line, path, content: await contentOf(row) }),
  );

/** Moves a file into its dataset as one new version. @throws {ApiError} for refusals by `planImport`. */
export function applyImport(
  { caller, clock, newId }: EvaluationCall,
  datasetId: string,
  { file, options }: { file: StagedFile<ReadRow>; options: ImportOptions },
) {
  const dataset = datasetForChange(caller, datasetId);
  const storedSample = (externalId: string) => namedSample(dataset, { externalId });
  const { insert, replace, unchanged, ...refused } = planImport(file, storedSample, options);
  for (const { id, content } of replace) replaceSample(dataset, id, content);
  const common = { dataset: dataset.id, createdAt: clock.now() };
  insertSamples(
    dataset,
    insert.map((content) => ({ ...content, id: newId("sample"), ...common })),
  );
  const counts = { inserted: insert.length, updated: replace.length };
  const change = { change: "import" as const, ...counts, samplesAdded: insert.length };
  const version = recordChange(clock, dataset, change);
  return importToWire(options, { dataset: dataset.id, ...counts, unchanged, ...refused, version });
}
