import { resolve } from "node:path";
import type { Comparison } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import { stopIfInterrupted } from "../interruption.ts";
import type { CommandContext } from "../program.ts";
import type { FileResult } from "./report.ts";

/** Options that request a comparison. */
export interface CompareFilesOptions {
  compare?: boolean;
  baseline?: string;
  failOnRegression?: boolean;
}

/**
 * Returns the file to compare the other files with; undefined if no comparison is requested.
 *
 * @param paths distinct file paths.
 * @returns the first file, unless `--baseline` gives another.
 * @throws {CliError} for a single file, or a baseline that is not one of the files.
 */
export function baselineOf(paths: readonly string[], options: CompareFilesOptions): string | undefined {
  const { compare = false, baseline, failOnRegression = false } = options;
  if (!compare && baseline === undefined && !failOnRegression) return undefined;
  const found = baseline === undefined ? paths[0] : paths.find((path) => resolve(path) === resolve(baseline));
  if (found === undefined) {
    throw new CliError(
      `--baseline is ${JSON.stringify(baseline)}; it must be one of the files: ${paths.join(", ")}.`,
    );
  }
  if (paths.length < 2) {
    throw new CliError(
      "A comparison requires two or more files. The first one is the baseline, unless --baseline gives another.",
    );
  }
  return found;
}

/**
 * Compares every other completed evaluation with the baseline, one after another. Yields nothing if the
 * baseline did not complete.
 *
 * @param baseline the path of the baseline's file.
 */
export async function* compareFiles(
  results: readonly FileResult[],
  baseline: string,
  { client, output, signal }: CommandContext,
): AsyncGenerator<Comparison> {
  const completed = results.filter(({ evaluation }) => evaluation.status === "completed");
  const first = completed.find(({ file }) => file === baseline);
  if (!first) return;
  const others = completed.filter((result) => result !== first);
  const progress = output.progress({ label: `comparing with ${first.system}`, unit: "systems" });
  try {
    for (const [index, { evaluation }] of others.entries()) {
      stopIfInterrupted(signal);
      progress.update({ completed: index, failed: 0, total: others.length });
      const evaluations = [first.evaluation.id, evaluation.id];
      yield await client.evaluations.compare({ evaluations }, { signal });
      progress.update({ completed: index + 1, failed: 0, total: others.length });
    }
  } finally {
    progress.stop();
  }
}
