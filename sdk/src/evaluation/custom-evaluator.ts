/** The request that a custom evaluator receives for one sample. */
export interface CustomEvaluatorRequest {
  type: "evaluation.sample.score";
  /** The evaluation's id. */
  evaluation: string;
  evaluator: { type: "custom"; name: string; config: Record<string, unknown> };
  /** The number of the call for this run of the sample, starting at 1. */
  attempt: number;
  /** The number of the run whose output the sample contains (1 to 100). */
  run: number;
  sample: {
    id: string;
    external_id: string | null;
    input: unknown;
    output: unknown;
    expected: unknown;
    metadata: Record<string, unknown>;
  };
}

/** A custom evaluator's response, with status 200. */
export interface CustomEvaluatorResponse {
  /** The score (0 to 100); null to skip the sample. */
  score: number | null;
  /** Whether the sample passes; by default, a sample passes if its score is at least 70. */
  passed?: boolean | undefined;
  /**
   * Details to store with the result. The score distribution counts the values of their member
   * `classification`.
   */
  details?: Record<string, unknown> | undefined;
  /** Whether a human should review the sample; default false. */
  flagged?: boolean | undefined;
  flag_reason?: string | undefined;
}
