import type { Credential } from "../../evaluation/routing/credentials.ts";

/** The contents of one revision of a review. */
export interface ReviewContents {
  revision: number;
  grades: Readonly<Record<string, unknown>>;
  evaluator: string | null;
  /** Null: no override. */
  overrideValue: number | null;
  notes: string | null;
  flags: readonly string[];
  submittedAt: number;
}

/**
 * One reviewer's review of one sample under a task, in its latest revision. Instants are milliseconds since
 * 1970.
 */
export interface ReviewRecord extends ReviewContents {
  id: string;
  project: string;
  task: string;
  sample: string;
  reviewer: string;
  rubric: string;
  evaluation: string | null;
  originalAiScore: number | null;
  /** The reviewer's credentials when the latest revision was submitted. */
  credentials: readonly Credential[];
  /**
   * Time since the claim, or since the reviewer's previous review under the task; null without an earlier
   * claim.
   */
  durationSeconds: number | null;
  /** Submission time of the first revision. */
  createdAt: number;
}
