import { instantOrNull } from "../../domain/values/instants.ts";
import type { ReviewEvent, UnassignedReason } from "../review-events.ts";
import type { TaskRecord } from "./task-record.ts";

/** The fields of a task that its events carry. */
export type EventTask = Pick<TaskRecord, "id" | "project" | "priority" | "dueAt">;

const named = ({ id, project }: EventTask) => ({ task: id, project });
const due = ({ priority, dueAt }: EventTask) => ({ priority, due_at: instantOrNull(dueAt) });

/** A reviewer was assigned to a task, or claimed it. */
export const taskAssigned = (task: EventTask, reviewer: string, at: number): ReviewEvent => ({
  event: "review_task.assigned",
  at,
  data: { ...named(task), reviewer, ...due(task) },
});

/** A reviewer is no longer assigned to a task; without a reviewer: no qualified reviewer exists. */
export const taskUnassigned = (
  task: EventTask,
  { reviewer, reason }: { reviewer: string | null; reason: UnassignedReason },
  at: number,
): ReviewEvent => ({
  event: "review_task.unassigned",
  at,
  data: { ...named(task), reviewer, reason },
});

/** Each sample of a task has its reviews. */
export const taskCompleted = (task: EventTask, at: number): ReviewEvent => ({
  event: "review_task.completed",
  at,
  data: named(task),
});

/** A task was not completed by its due date. */
export const taskOverdue = (task: EventTask, at: number): ReviewEvent => ({
  event: "review_task.overdue",
  at,
  data: { ...named(task), ...due(task) },
});
