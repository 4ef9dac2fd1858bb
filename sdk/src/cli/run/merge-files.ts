import { canonicalize } from "@assay/contract/wire";
import { CliError } from "../cli-error.ts";
import { shownPath } from "./names.ts";
import type { FileRow, SampleFile } from "./reading/read-files.ts";

/** The files in one folder. They form one dataset; each file contains the outputs of one system. */
export interface FileGroup {
  folder: string;
  files: SampleFile[];
  /** Every sample, as described by the first file that contains it. */
  samples: FileRow[];
}

const caseOf = ({ sample }: FileRow): string =>
  canonicalize({ input: sample.input, expected: sample.expected ?? null });

/**
 * Groups files by folder. If an id occurs in two files of a folder, it stands for one sample with outputs of two systems.
 *
 * @throws {CliError} if the files have different inputs or expected answers for such a sample.
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
        throw new CliError(
          `${shownPath(file.path)}:${row.line} and ${shownPath(first.file.path)}:${first.row.line} both have the id ${JSON.stringify(row.externalId)} but differ in input or expected. In one folder, an id must identify the same sample in all files. If the files contain different samples, move them to different folders.`,
        );
      }
    }
  }
  return [...merged.values()].map(({ row }) => row);
}
