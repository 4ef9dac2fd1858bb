import type { Credential } from "../../workspace/credentials.ts";

/** The contents of one revision of a review. */
export interface ReviewContents {
  revision: number;
  grades: Readonly<Record<string, unknown>>;
  evaluator: string | null;
  /** Null if the review overrides no score. */
  overrideValue: number | null;
  notes: string | null;
  flags: readonly string[];
  /** Time during which the reviewer was active before this revision was submitted; null if it was not sent. */
  activeSeconds: number | null;
  /** Whether the reviewer could see what a blind task hides when they submitted this revision. */
  afterReveal: boolean;
  submittedAt: number;
}

/**
 * One reviewer's review of one sample in a task, in its latest revision. Times are in milliseconds since
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
   * Time since the reviewer claimed the task, or since the reviewer's previous review in the task. Null if
   * the reviewer had not claimed the task.
   */
  durationSeconds: number | null;
  /** Time at which the reviewer first revealed the item; null if never. */
  revealedAt: number | null;
  /** Time at which the first revision was submitted. */
  createdAt: number;
}

/** Whether a list with these filters contains a review; undefined matches any review, and one of the flags suffices. */
export const listsReview = (
  { hasOverride, flags }: { hasOverride: boolean | undefined; flags: readonly string[] | undefined },
  review: Pick<ReviewContents, "overrideValue" | "flags">,
): boolean =>
  (hasOverride === undefined || (review.overrideValue !== null) === hasOverride) &&
  (flags === undefined || flags.some((flag) => review.flags.includes(flag)));
