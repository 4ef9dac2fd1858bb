import { queueEvent } from "../../platform/state/outbox.ts";
import type { ReviewCaller, ReviewState, TaskRow } from "../review-tables.ts";

/** What giving tasks to reviewers, and telling of it, needs to know. */
export type Assigning = Pick<ReviewState, "clock" | "newId" | "claimMinutes"> & {
  caller: Pick<ReviewCaller, "workspace">;
};

/** Why somebody no longer holds a task, or nobody does. */
export type UnassignedReason =
  | "released"
  | "lapsed"
  | "unavailable"
  | "not_qualified"
  | "reassigned"
  | "no_matching_reviewer";

const due = ({ dueAt }: TaskRow) => ({ due_at: dueAt === null ? null : new Date(dueAt).toISOString() });

function tell(
  call: Assigning,
  event: `review_task.${string}`,
  { task, data = {} }: { task: TaskRow; data?: object },
): void {
  const about = { task: task.id, project: task.project, ...data };
  queueEvent(call.caller.workspace, { event, at: call.clock.now(), data: about });
}

/** Tells that somebody was given a task, or took it. */
export const tellAssigned = (call: Assigning, task: TaskRow, reviewer: string): void =>
  tell(call, "review_task.assigned", {
    task,
    data: { reviewer, priority: task.priority, ...due(task) },
  });

/** Tells that somebody no longer holds a task; without a reviewer: nobody could be given it. */
export const tellUnassigned = (
  call: Assigning,
  task: TaskRow,
  { reviewer, reason }: { reviewer: string | null; reason: UnassignedReason },
): void => tell(call, "review_task.unassigned", { task, data: { reviewer, reason } });

/** Tells that each sample of a task has its reviews. */
export const tellCompleted = (call: Assigning, task: TaskRow): void =>
  tell(call, "review_task.completed", { task });

/** Tells that a task was not done when it was due. */
export const tellOverdue = (call: Assigning, task: TaskRow): void =>
  tell(call, "review_task.overdue", { task, data: { priority: task.priority, ...due(task) } });
