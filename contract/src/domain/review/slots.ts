// A task has one slot per required review. The assignee of a slot holds the task.

/** The task properties that determine which of the task's slots are open. */
export interface TaskSlots {
  mode: "auto" | "manual" | "pool";
  /** The reviewer for whom the first slot of a manual task is reserved. */
  wanted: string | null;
  reviewsRequired: number;
  holders: readonly string[];
}

/** Returns the number of open slots, which is never below 0. */
export const openSlots = ({ reviewsRequired, holders }: TaskSlots): number =>
  Math.max(0, reviewsRequired - holders.length);

/**
 * Returns whether a slot is reserved for the named reviewer. This is no longer the case once that reviewer
 * holds a slot.
 */
export const keepsSlot = ({ mode, wanted, holders }: TaskSlots): boolean =>
  mode === "manual" && wanted !== null && !holders.includes(wanted);

/**
 * Returns the number of open slots for a reviewer without a slot. Excludes a slot reserved for another
 * reviewer.
 */
export const slotsFor = (task: TaskSlots, reviewer: string): number =>
  Math.max(0, openSlots(task) - (keepsSlot(task) && task.wanted !== reviewer ? 1 : 0));

/**
 * Returns whether a task has an open slot that is assigned without a claim: any slot of an `auto` task, or a
 * reserved slot of a `manual` task.
 */
export function isWaiting(task: TaskSlots): boolean {
  if (openSlots(task) === 0) return false;
  return task.mode === "auto" || keepsSlot(task);
}
