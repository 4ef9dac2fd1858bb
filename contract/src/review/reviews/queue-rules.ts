import { taskPriorities } from "../../evaluation/routing/task-priority.ts";
import type { TaskRecord } from "../tasks/task-record.ts";

/** The fields of a task that its place in a queue depends on. */
export type QueuedTask = Pick<TaskRecord, "id" | "priority" | "dueAt" | "createdAt">;

/** Not by difference: infinity less itself is no number. */
const compare = <T extends number | string>(one: T, other: T): number =>
  one === other ? 0 : one < other ? -1 : 1;

/**
 * The order of a reviewer's queue: by priority, then overdue tasks, then by due date (those without one last), then by age.
 *
 * @param now milliseconds since 1970; a task that is due then is not overdue.
 * @returns 0 for samples of the same task, which stay in its order.
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
