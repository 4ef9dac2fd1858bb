import { instantOrNull } from "../../domain/values/instants.ts";
import type { ReviewEvent, UnassignedReason } from "../review-events.ts";
import type { TaskRecord } from "./task-record.ts";

/** The task fields that events contain. */
export type EventTask = Pick<TaskRecord, "id" | "project" | "priority" | "dueAt">;

const named = ({ id, project }: EventTask) => ({ task: id, project });
const due = ({ priority, dueAt }: EventTask) => ({ priority, due_at: instantOrNull(dueAt) });

/** Creates the event for a reviewer who was assigned to a task or claimed it. */
export const taskAssigned = (task: EventTask, reviewer: string, at: number): ReviewEvent => ({
  event: "review_task.assigned",
  at,
  data: { ...named(task), reviewer, ...due(task) },
});

/**
 * Creates the event for a reviewer who is no longer assigned to a task, or for a task without a qualified
 * reviewer.
 */
export const taskUnassigned = (
  task: EventTask,
  { reviewer, reason }: { reviewer: string | null; reason: UnassignedReason },
  at: number,
): ReviewEvent => ({
  event: "review_task.unassigned",
  at,
  data: { ...named(task), reviewer, reason },
});

/** Creates the event for a task in which each sample has all required reviews. */
export const taskCompleted = (task: EventTask, at: number): ReviewEvent => ({
  event: "review_task.completed",
  at,
  data: named(task),
});

/** Creates the event for a task that was not completed by its due time. */
export const taskOverdue = (task: EventTask, at: number): ReviewEvent => ({
  event: "review_task.overdue",
  at,
  data: { ...named(task), ...due(task) },
});
