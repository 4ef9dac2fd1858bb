import { resolve } from "node:path";
import type { Comparison } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import { stopIfInterrupted } from "../interruption.ts";
import type { CommandContext } from "../program.ts";
import type { FileResult } from "./file-result.ts";

/** Options that request a comparison. */
export interface CompareFilesOptions {
  compare?: boolean;
  baseline?: string;
  failOnRegression?: boolean;
}

/** Maximum number of candidates in one comparison. */
const maxCandidates = 20;

/**
 * Returns the file to compare the other files with; undefined if no comparison is requested.
 *
 * @param paths distinct file paths.
 * @returns the first file, unless `--baseline` names a different file.
 * @throws {CliError} for a single file, more than 21 files, or a baseline that is not one of the files.
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
      "A comparison requires two or more files. The first file is the baseline, unless --baseline names a different file.",
    );
  }
  if (paths.length > maxCandidates + 1) {
    throw new CliError(
      `A comparison allows at most ${maxCandidates} files besides the baseline; ${paths.length - 1} are given.`,
    );
  }
  return found;
}

/**
 * Compares every other completed evaluation with the baseline. Several evaluations are compared over the samples
 * that all of them scored. Returns nothing if the baseline did not complete.
 *
 * @param baseline the path of the baseline's file.
 */
export async function compareFiles(
  results: readonly FileResult[],
  baseline: string,
  { client, output, signal }: CommandContext,
): Promise<Comparison[]> {
  const completed = results.filter(({ evaluation }) => evaluation.status === "completed");
  const first = completed.find(({ file }) => file === baseline);
  const candidates = completed.flatMap((one) => (one === first ? [] : [one.evaluation.id]));
  if (!first || candidates.length === 0) return [];
  stopIfInterrupted(signal);
  const progress = output.progress({ label: `comparing with ${first.system}`, unit: "systems" });
  try {
    if (candidates.length > 1) progress.update({ completed: 0, failed: 0, total: candidates.length });
    const compared = await compareWith(first.evaluation.id, candidates, { client, signal });
    progress.update({ completed: candidates.length, failed: 0, total: candidates.length });
    return compared;
  } finally {
    progress.stop();
  }
}

async function compareWith(
  baseline: string,
  candidates: string[],
  { client, signal }: Pick<CommandContext, "client" | "signal">,
): Promise<Comparison[]> {
  if (candidates.length > 1)
    return (await client.evaluations.compareCandidates({ baseline, candidates }, { signal })).candidates;
  return [await client.evaluations.compare({ evaluations: [baseline, ...candidates] }, { signal })];
}
