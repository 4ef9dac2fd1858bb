import { formatId } from "@assay/contract/platform/ids";
import { insertRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { eventOrigin, wakeDispatchers } from "../../platform/outbox/outbox-queries.ts";
import type { TaskRow } from "./task-queries.ts";
import { priorityName } from "./task-wire.ts";

/** Why somebody no longer holds a task, or nobody does. */
export type UnassignedReason =
  | "released"
  | "lapsed"
  | "unavailable"
  | "not_qualified"
  | "reassigned"
  | "no_matching_reviewer";

/** What of a task its events tell. */
export type ToldTask = Pick<TaskRow, "workspace_id" | "id" | "project_id" | "priority" | "due_at">;

/** An event of a task that is still to be stored. */
export interface TaskEvent {
  event: `review_task.${"assigned" | "unassigned" | "completed" | "overdue"}`;
  task: ToldTask;
  data: Readonly<Record<string, unknown>>;
}

const named = (task: ToldTask) => ({
  task: formatId("review_task", task.id),
  project: formatId("project", task.project_id),
});
const due = ({ due_at: at }: ToldTask) => ({ due_at: at && at.toISOString() });

/** Somebody was given a task, or took it. */
export const taskAssigned = (task: ToldTask, reviewerId: string): TaskEvent => ({
  event: "review_task.assigned",
  task,
  data: {
    ...named(task),
    reviewer: formatId("reviewer", reviewerId),
    priority: priorityName(task),
    ...due(task),
  },
});

/** Somebody no longer holds a task; without a reviewer: nobody could be given it. */
export const taskUnassigned = (
  task: ToldTask,
  reviewerId: string | null,
  reason: UnassignedReason,
): TaskEvent => ({
  event: "review_task.unassigned",
  task,
  data: { ...named(task), reviewer: reviewerId && formatId("reviewer", reviewerId), reason },
});

/** Each sample of a task has its reviews. */
export const taskCompleted = (task: ToldTask): TaskEvent => ({
  event: "review_task.completed",
  task,
  data: named(task),
});

/** A task was not done when it was due. */
export const taskOverdue = (task: ToldTask): TaskEvent => ({
  event: "review_task.overdue",
  task,
  data: { ...named(task), priority: priorityName(task), ...due(task) },
});

/** Stores events of tasks, in the transaction that caused them. */
export async function insertTaskEvents(
  tx: Tx,
  deps: PlatformDeps,
  events: readonly TaskEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const createdAt = deps.now().toISOString();
  const origin = eventOrigin();
  await insertRows(tx, deps.database, {
    table: "outbox",
    columns: ["workspace_id", "id", "event", "data", "created_at", "trace_context"],
    rows: events.map(({ event, task, data }) => [
      task.workspace_id,
      deps.newId(),
      event,
      JSON.stringify(data),
      createdAt,
      origin,
    ]),
  });
  await wakeDispatchers(tx);
}
