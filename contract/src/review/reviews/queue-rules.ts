import { taskPriorities } from "../../evaluation/routing/task-priority.ts";
import type { TaskRecord } from "../tasks/task-record.ts";

/** The task fields that determine the order of a queue. */
export type QueuedTask = Pick<TaskRecord, "id" | "priority" | "dueAt" | "createdAt">;

/** Compares two values without subtraction, because Infinity − Infinity is NaN. */
const compare = <T extends number | string>(one: T, other: T): number =>
  one === other ? 0 : one < other ? -1 : 1;

/**
 * Compares two tasks in a reviewer's queue: by priority, then overdue tasks first, then by due date (tasks
 * without one come last), then by age.
 *
 * @param now the current time in milliseconds since 1970. A task that is due at this time is not overdue.
 * @returns 0 for samples in the same task, which keep their order.
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
