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

/** What a response would reveal. */
export interface Revealed {
  projectId?: string;
  sampleIds?: readonly string[];
}

/**
 * The samples whose results are hidden from a reviewer: those of open blind tasks assigned to them, until they
 * review the sample under the task. A sample occurs once per such task. The server selects the same samples by
 * SQL, in `server/src/workspace/access/blind-access.ts`.
 *
 * @param reviewer null: the key acts as no reviewer, so nothing is hidden.
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

/** Whether a response would reveal results of a hidden sample, by its project or by itself. */
export const revealsSample = (
  { projectId, sampleIds = [] }: Revealed,
  { sample, project }: BlindSample,
): boolean => project === projectId || sampleIds.includes(sample);
