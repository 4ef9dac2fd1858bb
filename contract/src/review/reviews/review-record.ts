import type { Credential } from "../../evaluation/routing/credentials.ts";

/** What one revision of a review says. */
export interface ReviewContents {
  revision: number;
  grades: Readonly<Record<string, unknown>>;
  evaluator: string | null;
  /** Null: it overrides nothing. */
  overrideValue: number | null;
  notes: string | null;
  flags: readonly string[];
  submittedAt: number;
}

/** One reviewer's review of one sample under a task, in its present revision. Instants are milliseconds since 1970. */
export interface ReviewRecord extends ReviewContents {
  id: string;
  project: string;
  task: string;
  sample: string;
  reviewer: string;
  rubric: string;
  evaluation: string | null;
  originalAiScore: number | null;
  /** Held when the present revision was submitted. */
  credentials: readonly Credential[];
  /** From the claim, or the reviewer's review before it under the task; null without a claim before. */
  durationSeconds: number | null;
  /** When the first revision was submitted. */
  createdAt: number;
}
