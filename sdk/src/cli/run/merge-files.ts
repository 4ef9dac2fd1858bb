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
 * @throws {CliError} if rows with one id have different inputs or expected answers, in one file or in several.
 */
export function mergeFiles(files: readonly SampleFile[]): FileGroup[] {
  const groups = new Map<string, SampleFile[]>();
  for (const file of files) groups.set(file.folder, [...(groups.get(file.folder) ?? []), file]);
  return [...groups].map(([folder, members]) => ({ folder, files: members, samples: mergeSamples(members) }));
}

const runsOfOneSample =
  "Rows with one id are runs of the same sample, so only run and output may differ. If the rows are different samples, give them different ids.";
const filesOfOneFolder =
  "In one folder, an id must identify the same sample in all files. If the files contain different samples, move them to different folders.";

function mergeSamples(files: readonly SampleFile[]): FileRow[] {
  const merged = new Map<string, { row: FileRow; file: SampleFile }>();
  for (const file of files) {
    for (const row of file.rows) {
      const first = merged.get(row.externalId);
      if (!first) merged.set(row.externalId, { row, file });
      else if (caseOf(first.row) !== caseOf(row)) {
        const rows = `${shownPath(file.path)}:${row.line} and ${shownPath(first.file.path)}:${first.row.line}`;
        const remedy = file === first.file ? runsOfOneSample : filesOfOneFolder;
        throw new CliError(
          `${rows} both have the id ${JSON.stringify(row.externalId)} but differ in input or expected. ${remedy}`,
        );
      }
    }
  }
  return [...merged.values()].map(({ row }) => row);
}
