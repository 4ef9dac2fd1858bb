// When a reviewer sees what a blind task hides, and which revision of a review counts because of this.
import { isOpen } from "../../domain/review/task-states.ts";
import type { TaskRecord } from "../tasks/task-record.ts";

/** The members of a task that determine when it stops hiding data. */
export type RevealTask = Pick<TaskRecord, "blind" | "origin" | "status" | "reveal" | "sampleCount">;

/** A reviewer's progress in a task. */
export interface OwnProgress {
  /** Number of samples of the task that the reviewer has reviewed. */
  reviewed: number;
  /** Whether the reviewer has reviewed the sample in question. */
  hasReviewed: boolean;
}

/**
 * Returns whether a task hides data of a sample from a reviewer of the task. A task that has ended hides nothing, because
 * nobody can add a review to it.
 */
export function isHiddenIn(
  task: Omit<RevealTask, "origin">,
  { reviewed, hasReviewed }: OwnProgress,
): boolean {
  if (!task.blind || !isOpen(task.status)) return false;
  return task.reveal === "after_submit" ? !hasReviewed : reviewed < task.sampleCount;
}

/**
 * Returns whether a revision is submitted after its reviewer could see what the task hid. Imported revisions never are:
 * an import corrects what was rated elsewhere.
 *
 * @param review the stored review of the sample; undefined for the first revision.
 * @param reviewed number of samples of the task that the reviewer has reviewed.
 */
export const isAfterReveal = (
  task: RevealTask,
  review: { afterReveal: boolean; revealedAt: number | null } | undefined,
  reviewed: number,
): boolean =>
  review !== undefined &&
  task.blind &&
  task.origin === "review" &&
  (review.afterReveal || review.revealedAt !== null || !isHiddenIn(task, { reviewed, hasReviewed: true }));

/**
 * Returns the revision of a review that counts for agreement and for labels: the last one that its reviewer submitted
 * before they could see what a blind task hid. Without anything hidden, this is the last revision.
 *
 * @param revisions the revisions, oldest first.
 */
export const countedRevision = <Revision extends { afterReveal: boolean }>(
  revisions: readonly Revision[],
): Revision | undefined => revisions.findLast(({ afterReveal }) => !afterReveal);
