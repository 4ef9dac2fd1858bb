import { canonicalize } from "@assay/contract/wire";
import { CannotRun } from "../cannot-run.ts";
import type { FileRow, SampleFile } from "./read-files.ts";

/** The files of one folder: one data set, answered by one system a file. */
export interface FileGroup {
  folder: string;
  files: SampleFile[];
  /** Every sample that occurs, as the first file that has it describes it. */
  samples: FileRow[];
}

const caseOf = ({ sample }: FileRow): string =>
  canonicalize({ input: sample.input, expected: sample.expected ?? null });

/**
 * Groups files by folder; the same id in two files of a folder is the same sample answered by two systems.
 *
 * @throws {CannotRun} when such samples differ in input or expected answer: then they are not the same.
 */
export function mergeFiles(files: readonly SampleFile[]): FileGroup[] {
  const groups = new Map<string, SampleFile[]>();
  for (const file of files) groups.set(file.folder, [...(groups.get(file.folder) ?? []), file]);
  return [...groups].map(([folder, members]) => ({ folder, files: members, samples: mergeSamples(members) }));
}

function mergeSamples(files: readonly SampleFile[]): FileRow[] {
  const merged = new Map<string, { row: FileRow; file: SampleFile }>();
  for (const file of files) {
    for (const row of file.rows) {
      const first = merged.get(row.externalId);
      if (!first) merged.set(row.externalId, { row, file });
      else if (caseOf(first.row) !== caseOf(row)) {
        throw new CannotRun(
          `${file.path}:${row.line} and ${first.file.path}:${first.row.line} both have the id ${JSON.stringify(row.externalId)} but differ in input or expected. The same id in files of one folder is the same sample; put files of other samples into another folder.`,
        );
      }
    }
  }
  return [...merged.values()].map(({ row }) => row);
}
