/** The states that a review task can have. */
export type TaskStatus = "pending" | "assigned" | "in_progress" | "completed" | "cancelled";

/** The allowed transitions between task states. */
export const taskTransitions = {
  pending: ["assigned", "cancelled"],
  assigned: ["pending", "in_progress", "completed", "cancelled"],
  in_progress: ["completed", "cancelled"],
  completed: [],
  cancelled: [],
} as const satisfies Record<TaskStatus, readonly TaskStatus[]>;

/** The states of an open task, which are the states with a successor. */
export const openTaskStatuses = ["pending", "assigned", "in_progress"] as const satisfies TaskStatus[];

/** Returns whether a task is open, so that reviewers can hold and review it. */
export const isOpen = (status: TaskStatus): boolean => taskTransitions[status].length > 0;

/**
 * Returns the effect of a cancel request in a state: `cancel`, `same_answer` (already cancelled) or `refuse`
 * (already completed).
 */
export function taskCancellationIn(status: TaskStatus): "cancel" | "same_answer" | "refuse" {
  if (status === "cancelled") return "same_answer";
  return isOpen(status) ? "cancel" : "refuse";
}

/**
 * Returns a task's state for a number of assignees. Assignees affect the state only before the first review.
 */
export function statusHeldBy(status: TaskStatus, holders: number): TaskStatus {
  if (status !== "pending" && status !== "assigned") return status;
  return holders > 0 ? "assigned" : "pending";
}

/**
 * Returns an open task's state after a review.
 *
 * @param done number of samples, out of `total`, that have all required reviews.
 */
export const statusReviewed = (done: number, total: number): TaskStatus =>
  done >= total ? "completed" : "in_progress";

/** Returns a reviewer's progress on a task, as shown in the reviewer's assignment. */
export function slotStatus(hold: {
  claimed: boolean;
  reviewed: number;
  total: number;
}): "assigned" | "claimed" | "in_progress" | "completed" {
  if (hold.reviewed >= hold.total) return "completed";
  if (hold.reviewed > 0) return "in_progress";
  return hold.claimed ? "claimed" : "assigned";
}
