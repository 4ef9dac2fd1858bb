import { counted } from "../values/counted.ts";
import { reasonsText, type UnscoredReason, unscoredReasons } from "./unscored-reasons.ts";

/** Sample counts of a finished run. */
export interface VerdictFigures {
  /** Number of samples with an errored result. */
  errored: number;
  /** Number of samples with a combined score. */
  scored: number;
  /** Number of all samples in the evaluation. */
  total: number;
  /** The share of samples that may error (0-1). */
  failOnError: number;
  /** Why results have no score. The error ends with the most frequent reasons. */
  reasons: readonly UnscoredReason[];
}

/**
 * The final state of a run. `error` and `errorReasons`, which are the most frequent reasons, are `null` exactly
 * when the run completed.
 */
export type EvaluationVerdict =
  | { status: "completed"; error: null; errorReasons: null }
  | { status: "failed"; error: string; errorReasons: UnscoredReason[] };

const percent = (share: number): string => `${Math.round(share * 10_000) / 100} %`;

/**
 * Determines whether a finished run has completed or failed. The run fails if the share of errored samples
 * exceeds `failOnError`, or if no sample was scored.
 *
 * @returns `failed` with a sentence that contains the figures.
 */
export function evaluationVerdict(figures: VerdictFigures): EvaluationVerdict {
  const { errored, scored, total, failOnError, reasons } = figures;
  const failed = (error: string): EvaluationVerdict => ({
    status: "failed",
    error: `${error}.${reasonsText(reasons)}`,
    errorReasons: unscoredReasons(reasons),
  });
  const samples = counted(total, "sample");
  if (total > 0 && errored / total > failOnError) {
    const share = `${errored} of ${samples} errored (${percent(errored / total)})`;
    return failed(`${share}; fail_on_error allows ${percent(failOnError)}`);
  }
  if (scored > 0) return { status: "completed", error: null, errorReasons: null };
  return failed(`None of ${samples} was scored: ${errored} errored, ${total - errored} skipped`);
}
