/** The states of a review task. */
export type TaskStatus = "pending" | "assigned" | "in_progress" | "completed" | "cancelled";

/** Which states may follow which; a task moves along these and no others. */
export const taskTransitions = {
  pending: ["assigned", "cancelled"],
  assigned: ["pending", "in_progress", "completed", "cancelled"],
  in_progress: ["completed", "cancelled"],
  completed: [],
  cancelled: [],
} as const satisfies Record<TaskStatus, readonly TaskStatus[]>;

/** The states in which a task can still be held and reviewed: something may follow them. */
export const openTaskStatuses = ["pending", "assigned", "in_progress"] as const satisfies TaskStatus[];

/** Whether a task can still be held and reviewed. */
export const isOpen = (status: TaskStatus): boolean => taskTransitions[status].length > 0;

/**
 * What a request to cancel does in a state: `cancel` it, give the `same_answer` as the first time, or `refuse` because
 * it was completed before.
 */
export function taskCancellationIn(status: TaskStatus): "cancel" | "same_answer" | "refuse" {
  if (status === "cancelled") return "same_answer";
  return isOpen(status) ? "cancel" : "refuse";
}

/** The state of a task that so many hold now: who holds it matters only until its first review. */
export function statusHeldBy(status: TaskStatus, holders: number): TaskStatus {
  if (status !== "pending" && status !== "assigned") return status;
  return holders > 0 ? "assigned" : "pending";
}

/** The state of an open task after a review. @param done samples that have their reviews, of `total`. */
export const statusReviewed = (done: number, total: number): TaskStatus =>
  done >= total ? "completed" : "in_progress";

/** How far one reviewer is with a task: what its assignment shows. */
export function slotStatus(hold: {
  claimed: boolean;
  reviewed: number;
  total: number;
}): "assigned" | "claimed" | "in_progress" | "completed" {
  if (hold.reviewed >= hold.total) return "completed";
  if (hold.reviewed > 0) return "in_progress";
  return hold.claimed ? "claimed" : "assigned";
}
