import { formatId } from "@assay/contract/platform/ids";
import type { ReviewEvent, UnassignedReason } from "@assay/contract/review/review-events";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { insertEvents } from "../../platform/outbox/outbox-queries.ts";
import type { TaskRow } from "./task-queries.ts";
import { priorityName } from "./task-wire.ts";

/** The fields of a task that its events carry. */
export type EventTask = Pick<TaskRow, "workspace_id" | "id" | "project_id" | "priority" | "due_at">;

type Kind = Extract<ReviewEvent["event"], `review_task.${string}`>;
type Undated<E> = E extends ReviewEvent ? Omit<E, "at"> : never;

/** An event of a task that is not stored yet. */
export interface TaskEvent<K extends Kind = Kind> {
  workspaceId: string;
  emitted: Undated<Extract<ReviewEvent, { event: K }>>;
}

const named = (task: EventTask) => ({
  task: formatId("review_task", task.id),
  project: formatId("project", task.project_id),
});
const due = ({ due_at: at }: EventTask) => ({ due_at: at && at.toISOString() });

/** A reviewer was assigned a task, or claimed it. */
export const taskAssigned = (task: EventTask, reviewerId: string): TaskEvent<"review_task.assigned"> => ({
  workspaceId: task.workspace_id,
  emitted: {
    event: "review_task.assigned",
    data: {
      ...named(task),
      reviewer: formatId("reviewer", reviewerId),
      priority: priorityName(task),
      ...due(task),
    },
  },
});

/** A reviewer no longer holds a task; without a reviewer: nobody can be assigned. */
export const taskUnassigned = (
  task: EventTask,
  reviewerId: string | null,
  reason: UnassignedReason,
): TaskEvent<"review_task.unassigned"> => ({
  workspaceId: task.workspace_id,
  emitted: {
    event: "review_task.unassigned",
    data: { ...named(task), reviewer: reviewerId && formatId("reviewer", reviewerId), reason },
  },
});

/** Each sample of a task has its reviews. */
export const taskCompleted = (task: EventTask): TaskEvent<"review_task.completed"> => ({
  workspaceId: task.workspace_id,
  emitted: { event: "review_task.completed", data: named(task) },
});

/** A task was not completed when it was due. */
export const taskOverdue = (task: EventTask): TaskEvent<"review_task.overdue"> => ({
  workspaceId: task.workspace_id,
  emitted: {
    event: "review_task.overdue",
    data: { ...named(task), priority: priorityName(task), ...due(task) },
  },
});

/** Stores events of tasks, in the transaction that caused them. */
export async function insertTaskEvents(
  tx: Tx,
  deps: PlatformDeps,
  events: readonly TaskEvent[],
): Promise<void> {
  const at = deps.now().getTime();
  const entries = events.map(({ workspaceId, emitted }) => ({
    key: { workspaceId, id: deps.newId() },
    event: { ...emitted, at },
  }));
  await insertEvents<ReviewEvent>(tx, deps.database, entries);
}
