import { type EvaluatedRun, overRuns } from "@assay/contract/evaluation/evaluations/outcomes/sample-runs";
import type { SampleRow } from "../dataset-rows.ts";
import type { EvaluatedSampleRow } from "../evaluation-rows.ts";

/** Combines the runs of a sample. */
export function overRunsOf(
  evaluators: readonly { weight: number }[],
  sample: SampleRow,
  runs: readonly EvaluatedRun[],
): EvaluatedSampleRow {
  const { outcomes, shown } = overRuns({ evaluators }, runs);
  return { sample, output: runs[shown]?.output, outcomes, ...(runs.length > 1 && { runs }) };
}
