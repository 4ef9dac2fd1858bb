import { credentialsExpired } from "../../../domain/review/qualification.ts";
import { isOpen } from "../../../domain/review/task-states.ts";
import { taskPriorities } from "../../../evaluation/routing/task-priority.ts";
import { findAssignment, type NewTask, type TaskRecord } from "../../tasks/task-record.ts";
import type { ReviewerRecord } from "../../reviewers/reviewer-rules.ts";
import type { ReviewRecord } from "../review-record.ts";

/** The reasons why a reviewer can claim no task at all. */
export const claimableReasons = ["credentials_expired", "not_available"] as const;

/** Why a reviewer can claim no task at all. */
export type ClaimableReason = (typeof claimableReasons)[number];

/**
 * Returns why a reviewer can claim no task at all; null if they may claim tasks for which they qualify.
 *
 * @param now the current time in milliseconds since 1970.
 */
export function claimableReason(reviewer: ReviewerRecord, now: number): ClaimableReason | null {
  if (credentialsExpired(reviewer, now)) return "credentials_expired";
  return reviewer.available ? null : "not_available";
}

/** The task fields that determine the order of a queue. */
export type QueuedTask = Pick<TaskRecord, "id" | "priority" | "dueAt" | "createdAt">;

/** Compares two values without subtraction, because Infinity − Infinity is NaN. */
const compare = <T extends number | string>(one: T, other: T): number =>
  one === other ? 0 : one < other ? -1 : 1;

/**
 * Compares two tasks in a reviewer's queue. The order is by priority; then overdue tasks before other tasks;
 * then by due date, with tasks without a due date last; then by age.
 *
 * @param now the current time in milliseconds since 1970. A task that is due at this time is not overdue.
 * @returns 0 if both arguments are the same task, so that sorting keeps the order of the task's samples.
 */
export function compareQueued(one: QueuedTask, other: QueuedTask, now: number): number {
  const isOverdue = ({ dueAt }: QueuedTask): boolean => dueAt !== null && dueAt < now;
  return (
    taskPriorities.indexOf(one.priority) - taskPriorities.indexOf(other.priority) ||
    Number(isOverdue(other)) - Number(isOverdue(one)) ||
    compare(one.dueAt ?? Infinity, other.dueAt ?? Infinity) ||
    one.createdAt - other.createdAt ||
    compare(one.id, other.id)
  );
}

/**
 * Returns the samples that wait for a reviewer, in the order of the queue. These are the samples of open
 * tasks that are assigned to the reviewer, except those that the reviewer has reviewed. All tasks are in
 * memory.
 *
 * @param now the current time in milliseconds since 1970.
 */
export function waitingSamples<Task extends NewTask>(
  reviewer: string,
  { tasks, reviews }: { tasks: readonly Task[]; reviews: Iterable<ReviewRecord> },
  now: number,
): { task: Task; sample: string; index: number }[] {
  const own = [...reviews].filter((review) => review.reviewer === reviewer);
  const done = new Set(own.map(({ task, sample }) => `${task} ${sample}`));
  return tasks
    .filter((task) => isOpen(task.status) && findAssignment(task, reviewer) !== undefined)
    .toSorted((one, other) => compareQueued(one, other, now))
    .flatMap((task) => task.samples.map((sample, at) => ({ task, sample, index: at + 1 })))
    .filter(({ task, sample }) => !done.has(`${task.id} ${sample}`));
}
