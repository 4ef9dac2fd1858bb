import type { Comparison, Evaluation, EvaluationResult, EvaluationScores } from "../../generated/types.ts";

type Contents = Pick<EvaluationResult, "output" | "expected">;

/** A sample with a low score. */
export interface WorstSample {
  /** A result of the sample; the report shows its output and expected answer only if it includes samples. */
  readonly result: Omit<EvaluationResult, keyof Contents> & Partial<Contents>;
  /** The input of the sample; used only if the report includes samples. */
  readonly input?: unknown;
  /** A sentence that states why the input is missing; shown instead of the input. */
  readonly inputMissing?: string | undefined;
}

/** The API objects that a report shows. */
export interface ReportData {
  /** Completed evaluations; the first one is the baseline. */
  readonly evaluations: readonly Evaluation[];
  /** Scores of some evaluations, with their distribution and groups. */
  readonly scores?: readonly EvaluationScores[] | undefined;
  /** Comparisons of other evaluations with the baseline. */
  readonly comparisons?: readonly Comparison[] | undefined;
  /** The results with the lowest scores by evaluation id; at most 20 each are shown. */
  readonly worst?: Readonly<Record<string, readonly WorstSample[]>> | undefined;
  /** Whether the report contains inputs, expected answers and outputs; default false. */
  readonly includeSamples?: boolean | undefined;
}
