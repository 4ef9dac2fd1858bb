/** The states of a review task. */
export type TaskStatus = "pending" | "assigned" | "in_progress" | "completed" | "cancelled";

/** Allowed transitions between states. */
export const taskTransitions = {
  pending: ["assigned", "cancelled"],
  assigned: ["pending", "in_progress", "completed", "cancelled"],
  in_progress: ["completed", "cancelled"],
  completed: [],
  cancelled: [],
} as const satisfies Record<TaskStatus, readonly TaskStatus[]>;

/** The states of an open task: those with a successor. */
export const openTaskStatuses = ["pending", "assigned", "in_progress"] as const satisfies TaskStatus[];

/** Whether a task is open, so that reviewers can hold and review it. */
export const isOpen = (status: TaskStatus): boolean => taskTransitions[status].length > 0;

/**
 * Effect of a cancel request in a state: `cancel`, `same_answer` (already cancelled) or `refuse` (already
 * completed).
 */
export function taskCancellationIn(status: TaskStatus): "cancel" | "same_answer" | "refuse" {
  if (status === "cancelled") return "same_answer";
  return isOpen(status) ? "cancel" : "refuse";
}

/**
 * The state of a task by its number of assignees. Assignees affect the state only before the first review.
 */
export function statusHeldBy(status: TaskStatus, holders: number): TaskStatus {
  if (status !== "pending" && status !== "assigned") return status;
  return holders > 0 ? "assigned" : "pending";
}

/** The state of an open task after a review. @param done samples with all their reviews, of `total`. */
export const statusReviewed = (done: number, total: number): TaskStatus =>
  done >= total ? "completed" : "in_progress";

/** The progress of one reviewer on a task, as shown in its assignment. */
export function slotStatus(hold: {
  claimed: boolean;
  reviewed: number;
  total: number;
}): "assigned" | "claimed" | "in_progress" | "completed" {
  if (hold.reviewed >= hold.total) return "completed";
  if (hold.reviewed > 0) return "in_progress";
  return hold.claimed ? "claimed" : "assigned";
}
