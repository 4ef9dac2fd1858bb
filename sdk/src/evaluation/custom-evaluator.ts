/** What a custom evaluator is sent of each sample. */
export interface CustomEvaluatorRequest {
  type: "evaluation.sample.score";
  /** Id of the evaluation. */
  evaluation: string;
  evaluator: { type: "custom"; name: string; config: Record<string, unknown> };
  /** Counts the calls about this sample from 1. */
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

/** What a custom evaluator answers, with status 200. */
export interface CustomEvaluatorAnswer {
  /** 0 to 100; null: the sample is skipped. */
  score: number | null;
  /** Default: whether the score is at least 70. */
  passed?: boolean | undefined;
  /** Kept with the result; `classification` in it is counted in the distribution. */
  details?: Record<string, unknown> | undefined;
  /** Whether a person should look at it; default false. */
  flagged?: boolean | undefined;
  flag_reason?: string | undefined;
}
