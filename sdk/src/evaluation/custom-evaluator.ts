/** Request to a custom evaluator for one sample. */
export interface CustomEvaluatorRequest {
  type: "evaluation.sample.score";
  /** Id of the evaluation. */
  evaluation: string;
  evaluator: { type: "custom"; name: string; config: Record<string, unknown> };
  /** Number of the call for this sample, from 1. */
  attempt: number;
  sample: {
    id: string;
    external_id: string | null;
    input: unknown;
    output: unknown;
    expected: unknown;
    metadata: Record<string, unknown>;
  };
}

/** Response of a custom evaluator, with status 200. */
export interface CustomEvaluatorResponse {
  /** 0 to 100; null: the sample is skipped. */
  score: number | null;
  /** Default: whether the score is at least 70. */
  passed?: boolean | undefined;
  /** Stored with the result; the distribution counts its `classification`. */
  details?: Record<string, unknown> | undefined;
  /** Whether a human should review the sample; default false. */
  flagged?: boolean | undefined;
  flag_reason?: string | undefined;
}
