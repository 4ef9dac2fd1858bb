import { countRow, type FileReading, nothingRead } from "@assay/contract/evaluation/samples/import-rules";
import type { ImportRow } from "@assay/contract/wire";

/** A file after it was read: its valid rows and its findings. */
export interface StagedFile<Row> {
  staged: Row[];
  reading: FileReading;
}

type Refused = Extract<ImportRow, { ok: false }>;

/** Reads a file row by row. @param stage maps a row to its staged form; `ordinal` numbers all rows from 1. */
export async function stageRows<Good extends { ok: true }, Staged>(
  bytes: Uint8Array,
  read: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<(Good | Refused)[]>,
  stage: (row: Good, ordinal: number) => Staged | Promise<Staged>,
): Promise<StagedFile<Staged>> {
  const file: StagedFile<Staged> = { staged: [], reading: nothingRead() };
  for await (const batch of read(only(bytes))) {
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
