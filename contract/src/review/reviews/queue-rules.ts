import { taskPriorities } from "../../evaluation/routing/task-priority.ts";
import type { TaskRecord } from "../tasks/task-record.ts";

/** The fields of a task that decide its order in a queue. */
export type QueuedTask = Pick<TaskRecord, "id" | "priority" | "dueAt" | "createdAt">;

/** Comparison without subtraction: Infinity − Infinity is NaN. */
const compare = <T extends number | string>(one: T, other: T): number =>
  one === other ? 0 : one < other ? -1 : 1;

/**
 * Orders a reviewer's queue: by priority, then overdue tasks, then by due date (tasks without one last), then
 * by age.
 *
 * @param now milliseconds since 1970; a task due at this instant is not overdue.
 * @returns 0 for samples of the same task, which keep its order.
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
