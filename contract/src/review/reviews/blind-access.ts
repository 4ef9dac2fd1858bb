import { isHiddenIn } from "../reveal/reveal-rules.ts";
import type { AssignmentRecord, NewTask } from "../tasks/task-record.ts";
import type { ReviewRecord } from "./review-record.ts";

/** The members of a review task that blind access uses. */
export interface BlindTask extends Pick<
  NewTask,
  "id" | "project" | "blind" | "status" | "samples" | "reveal" | "sampleCount"
> {
  assignments: readonly Pick<AssignmentRecord, "reviewer">[];
}

/** The members of a review that blind access uses. */
export type BlindReview = Pick<ReviewRecord, "task" | "sample" | "reviewer">;

/** The review tasks and reviews of a workspace. */
export interface BlindState {
  tasks: Iterable<BlindTask>;
  reviews: Iterable<BlindReview>;
}

/** A sample that a reviewer has yet to review blind, with its project. */
export type BlindSample = Pick<BlindReview, "sample"> & Pick<BlindTask, "project">;

/** The data that a response would reveal. */
export interface Revealed {
  projectId?: string;
  sampleIds?: readonly string[];
}

/**
 * Returns the samples whose results are hidden from a reviewer. These are the samples of the open blind tasks
 * that are assigned to the reviewer, until the rule `reveal` of the task shows their results. A task with the rule
 * `after_task` also hides its samples from a reviewer who has reviewed some of them and is no longer assigned. A sample occurs once for each such task. The server selects the same samples with SQL, in
 * `server/src/workspace/access/blind-access.ts`.
 *
 * @param reviewer the reviewer for whom the API key acts. If it is null, no results are hidden.
 */
export function* findBlindSamples(
  { tasks, reviews }: BlindState,
  reviewer: string | null,
): Generator<BlindSample> {
  if (reviewer === null) return;
  const own = [...reviews].filter((review) => review.reviewer === reviewer);
  for (const task of tasks) {
    const done = new Set(own.filter((review) => review.task === task.id).map(({ sample }) => sample));
    const isAssigned = task.assignments.some((one) => one.reviewer === reviewer);
    if (!isAssigned && !(task.reveal === "after_task" && done.size > 0)) continue;
    for (const sample of task.samples) {
      const progress = { reviewed: done.size, hasReviewed: done.has(sample) };
      if (isHiddenIn(task, progress)) yield { sample, project: task.project };
    }
  }
}

/**
 * Returns whether a response would reveal results of a hidden sample. It does if it contains the sample's
 * results, or results of the whole project to which the sample belongs.
 */
export const revealsSample = (
  { projectId, sampleIds = [] }: Revealed,
  { sample, project }: BlindSample,
): boolean => project === projectId || sampleIds.includes(sample);
