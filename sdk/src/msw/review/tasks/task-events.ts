import type { ReviewEvent, UnassignedReason } from "@assay/contract/review/review-events";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { ReviewCaller, ReviewState, TaskRow } from "../review-tables.ts";

/** What giving tasks to reviewers, and telling of it, needs to know. */
export type Assigning = Pick<ReviewState, "clock" | "newId" | "claimMinutes"> & {
  caller: Pick<ReviewCaller, "workspace">;
};

const named = ({ id, project }: TaskRow) => ({ task: id, project });
const due = ({ dueAt }: TaskRow) => ({ due_at: dueAt === null ? null : new Date(dueAt).toISOString() });

const emit = (call: Assigning, event: ReviewEvent): void =>
  queueEvent<ReviewEvent>(call.caller.workspace, event);

/** Emits that a reviewer was assigned a task, or claimed it. */
export function tellAssigned(call: Assigning, task: TaskRow, reviewer: string): void {
  const data = { ...named(task), reviewer, priority: task.priority, ...due(task) };
  emit(call, { event: "review_task.assigned", at: call.clock.now(), data });
}

/** Emits that a reviewer no longer holds a task; without a reviewer: nobody can be assigned. */
export function tellUnassigned(
  call: Assigning,
  task: TaskRow,
  { reviewer, reason }: { reviewer: string | null; reason: UnassignedReason },
): void {
  const data = { ...named(task), reviewer, reason };
  emit(call, { event: "review_task.unassigned", at: call.clock.now(), data });
}

/** Emits that each sample of a task has its reviews. */
export const tellCompleted = (call: Assigning, task: TaskRow): void =>
  emit(call, { event: "review_task.completed", at: call.clock.now(), data: named(task) });

/** Emits that a task was not completed when it was due. */
export function tellOverdue(call: Assigning, task: TaskRow): void {
  const data = { ...named(task), priority: task.priority, ...due(task) };
  emit(call, { event: "review_task.overdue", at: call.clock.now(), data });
}
