import { resolve } from "node:path";
import type { CommandContext } from "../../program.ts";
import { withProgress } from "../../progress.ts";
import { isStandardInput, systemLabels } from "../names.ts";
import type { FileReading } from "./mapping-options.ts";
import { readSampleFile, type SampleFile } from "./read-files.ts";

/** Minimum size of a file for a progress display (bytes). */
const shownFromBytes = 1_000_000;

/**
 * Returns the paths without those that resolve to a file listed earlier. The path `-` stands for the standard
 * input, which is read once.
 */
export function distinctPaths(named: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const path of named) {
    const key = isStandardInput(path) ? path : resolve(path);
    if (!distinct.has(key)) distinct.set(key, path);
  }
  return [...distinct.values()];
}

/** Reads and validates the files of a run. */
export async function readAll(
  paths: readonly string[],
  reading: FileReading,
  { output, signal }: CommandContext,
): Promise<SampleFile[]> {
  const labels = systemLabels(paths);
  const files: SampleFile[] = [];
  for (const [index, path] of paths.entries()) {
    const label = labels[index] ?? path;
    const display = output.progress({ label: `reading ${label}`, unit: "kB" });
    const file = await withProgress(display, (progress) =>
      readSampleFile(path, {
        ...reading,
        label,
        signal,
        onProgress(bytesRead, totalBytes) {
          if (totalBytes < shownFromBytes) return;
          const [completed, total] = [Math.round(bytesRead / 1000), Math.round(totalBytes / 1000)];
          progress.update({ completed, failed: 0, total });
        },
      }),
    );
    files.push(file);
  }
  return files;
}
