import { isOpen } from "../../domain/review/task-states.ts";
import type { AssignmentRecord, NewTask } from "../tasks/task-record.ts";
import type { ReviewRecord } from "./review-record.ts";

/** The members of a review task that blind access uses. */
export interface BlindTask extends Pick<NewTask, "id" | "project" | "blind" | "status" | "samples"> {
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
 * that are assigned to the reviewer, except the samples that the reviewer has already reviewed in the same
 * task. A sample occurs once for each such task. The server selects the same samples with SQL, in
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
  for (const { id, project, blind, status, assignments, samples } of tasks) {
    if (!blind || !isOpen(status)) continue;
    if (!assignments.some((one) => one.reviewer === reviewer)) continue;
    const done = new Set(own.filter(({ task }) => task === id).map(({ sample }) => sample));
    for (const sample of samples) if (!done.has(sample)) yield { sample, project };
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
