import { resolve } from "node:path";
import type { CommandContext } from "../program.ts";
import { withProgress } from "../progress.ts";
import { systemLabels } from "./names.ts";
import { readSampleFile, type SampleFile } from "./read-files.ts";

/** Minimum size of a file for a progress display (bytes). */
const shownFromBytes = 1_000_000;

/** Returns the paths without those that resolve to a file listed earlier. */
export function distinctPaths(named: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const path of named) if (!distinct.has(resolve(path))) distinct.set(resolve(path), path);
  return [...distinct.values()];
}

/** Reads and validates the files of a run. */
export async function readAll(
  paths: readonly string[],
  { output, signal }: CommandContext,
): Promise<SampleFile[]> {
  const labels = systemLabels(paths);
  const files: SampleFile[] = [];
  for (const [index, path] of paths.entries()) {
    const label = labels[index] ?? path;
    const display = output.progress({ label: `reading ${label}`, unit: "kB" });
    const file = await withProgress(display, (progress) =>
      readSampleFile(path, {
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
