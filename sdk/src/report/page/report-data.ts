import type { Comparison, Evaluation, EvaluationResult, EvaluationScores } from "../../generated/types.ts";

/** A sample with a low score. */
export interface WorstSample {
  readonly result: EvaluationResult;
  /** The input of the sample; used only if the report includes samples. */
  readonly input?: unknown;
}

/** The API objects that a report shows. */
export interface ReportData {
  /** Completed evaluations; the first one is the baseline. */
  readonly evaluations: readonly Evaluation[];
  /** Scores of some evaluations, with their distribution and groups. */
  readonly scores?: readonly EvaluationScores[] | undefined;
  /** Comparisons of other evaluations with the baseline. */
  readonly comparisons?: readonly Comparison[] | undefined;
  /** The samples with the lowest scores by evaluation id; at most 20 each are shown. */
  readonly worst?: Readonly<Record<string, readonly WorstSample[]>> | undefined;
  /** Whether the report contains inputs, expected answers and outputs; default false. */
  readonly includeSamples?: boolean | undefined;
}
