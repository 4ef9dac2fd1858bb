import { disqualification } from "../../domain/review/qualification.ts";
import { slotsFor } from "../../domain/review/slots.ts";
import { isOpen } from "../../domain/review/task-states.ts";
import type { SampleMask } from "../../evaluation/routing/sample-mask.ts";
import { blindPending } from "../review-refusals.ts";
import { isHiddenIn } from "../reveal/reveal-rules.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import { findAssignment, needsOf, type NewTask, openTaskOf } from "../tasks/task-record.ts";
import type { ReviewRecord } from "./review-record.ts";

/** The members of a review that blind access uses. */
export type BlindReview = Pick<ReviewRecord, "task" | "sample" | "reviewer">;

/** The review tasks and reviews of a workspace. */
export interface BlindState {
  tasks: Iterable<NewTask>;
  reviews: Iterable<BlindReview>;
}

/** The reviewer for whom an API key acts. */
export interface BlindReader {
  reviewer: ReviewerRecord;
  /** Whether the key may manage tasks. Otherwise it could read results first, and claim the task afterwards. */
  managesTasks: boolean;
}

/** A sample that a reviewer has yet to review blind, with its project and what the task shows of it. */
export interface BlindSample extends HidingTask {
  sample: string;
  project: string;
  mask: SampleMask;
}

/** A task that hides a sample from a reviewer. */
export interface HidingTask {
  task: string;
  /** Whether the reviewer has reviewed the sample in the task. */
  hasReviewed: boolean;
  /** Number of samples of the task that the reviewer has yet to review. */
  left: number;
}

/**
 * Refuses to reveal results of a sample.
 *
 * @param hiding the tasks that hide the sample from the calling reviewer.
 * @throws {ApiError} 403 `blind_pending` if there is one. It names a task if the reviewer has reviewed the sample in all
 *   of them, so that only the rest of the task is missing.
 */
export function refuseHidden(hiding: readonly HidingTask[]): void {
  const [first] = hiding.toSorted((one, other) => (one.task < other.task ? -1 : 1));
  if (first) throw blindPending(hiding.every(({ hasReviewed }) => hasReviewed) ? first : undefined);
}

/** The data that a response would reveal. */
export interface Revealed {
  projectId?: string;
  sampleIds?: readonly string[];
}

/**
 * Whether a reviewer could claim a task. Availability and the expiry of credentials do not matter, because both can
 * change after the reviewer has read the results.
 */
function couldClaim(task: NewTask, reviewer: ReviewerRecord): boolean {
  if (!isOpen(task.status) || findAssignment(task, reviewer.id)) return false;
  if (task.excluded.includes(reviewer.id)) return false;
  const lasting = { ...reviewer, credentialExpiresAt: null };
  return (
    disqualification(lasting, needsOf(task), { now: 0 }) === null &&
    slotsFor(openTaskOf(task), reviewer.id) > 0
  );
}

/**
 * Returns the samples whose results are hidden from a reviewer. These are the samples of the open blind tasks that are
 * assigned to the reviewer, until the rule `reveal` of the task shows their results. They also include the samples of
 * blind tasks that the reviewer could claim. A task with the rule `after_task` also hides its samples from a reviewer who
 * has reviewed some of them and is no longer assigned. A sample occurs once for each such task. The server selects the
 * same samples with SQL, in `server/src/workspace/access/blind-access.ts`.
 *
 * @param reader the reviewer for whom the API key acts. If it is undefined, no results are hidden.
 */
export function* findBlindSamples(
  { tasks, reviews }: BlindState,
  reader: BlindReader | undefined,
): Generator<BlindSample> {
  if (!reader) return;
  const { reviewer, managesTasks } = reader;
  const own = [...reviews].filter((review) => review.reviewer === reviewer.id);
  for (const task of tasks) {
    const done = new Set(own.filter((review) => review.task === task.id).map(({ sample }) => sample));
    const isTheirs =
      findAssignment(task, reviewer.id) !== undefined ||
      (task.reveal === "after_task" && done.size > 0) ||
      (!managesTasks && couldClaim(task, reviewer));
    if (!isTheirs) continue;
    for (const sample of task.samples) {
      const progress = { reviewed: done.size, hasReviewed: done.has(sample) };
      if (!isHiddenIn(task, progress)) continue;
      const hiding = {
        task: task.id,
        hasReviewed: progress.hasReviewed,
        left: task.samples.length - done.size,
      };
      yield { ...hiding, sample, project: task.project, mask: task.shown };
    }
  }
}

/**
 * Returns whether a response would reveal results of a hidden sample. It does if it contains the sample's
 * results, or results of the whole project to which the sample belongs.
 */
export const revealsSample = (
  { projectId, sampleIds = [] }: Revealed,
  { sample, project }: Pick<BlindSample, "sample" | "project">,
): boolean => project === projectId || sampleIds.includes(sample);
