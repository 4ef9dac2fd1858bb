import { counted } from "../values/counted.ts";

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
  /** Why results were skipped, if known. The error text includes these reasons. */
  skipReasons?: readonly { reason: string; count: number }[];
}

/** The final state of a run; `error` is `null` exactly when the run completed. */
export type EvaluationVerdict = { status: "completed"; error: null } | { status: "failed"; error: string };

const percent = (share: number): string => `${Math.round(share * 10_000) / 100} %`;

/** Formats the reasons, most frequent first: ` (missing_output: 30, missing_expected: 2)`. */
function reasonsText(reasons: VerdictFigures["skipReasons"] = []): string {
  const parts = reasons
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ reason, count }) => `${reason}: ${count}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/**
 * Determines whether a finished run has completed or failed. The run fails if the share of errored samples
 * exceeds `failOnError`, or if no sample was scored.
 *
 * @returns `failed` with a sentence that contains the figures.
 */
export function evaluationVerdict(figures: VerdictFigures): EvaluationVerdict {
  const { errored, scored, total, failOnError, skipReasons } = figures;
  if (total > 0 && errored / total > failOnError) {
    const share = `${errored} of ${counted(total, "sample")} errored (${percent(errored / total)})`;
    return { status: "failed", error: `${share}; fail_on_error allows ${percent(failOnError)}.` };
  }
  if (scored > 0) return { status: "completed", error: null };
  const skipped = `${total - errored} skipped${reasonsText(skipReasons)}`;
  return {
    status: "failed",
    error: `None of ${counted(total, "sample")} was scored: ${errored} errored, ${skipped}.`,
  };
}
