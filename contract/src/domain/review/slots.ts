// A task has one slot per required review. The assignee of a slot holds the task.

/** The task properties that decide which of its slots are open. */
export interface TaskSlots {
  mode: "auto" | "manual" | "pool";
  /** Of a manual task: the reviewer for whom its first slot is reserved. */
  wanted: string | null;
  reviewsRequired: number;
  holders: readonly string[];
}

/** Number of open slots; never below 0. */
export const openSlots = ({ reviewsRequired, holders }: TaskSlots): number =>
  Math.max(0, reviewsRequired - holders.length);

/** Whether a slot is reserved for the named reviewer, who does not hold one yet. */
export const keepsSlot = ({ mode, wanted, holders }: TaskSlots): boolean =>
  mode === "manual" && wanted !== null && !holders.includes(wanted);

/** Number of open slots for a reviewer who holds none, without a slot reserved for another reviewer. */
export const slotsFor = (task: TaskSlots, reviewer: string): number =>
  Math.max(0, openSlots(task) - (keepsSlot(task) && task.wanted !== reviewer ? 1 : 0));

/** Whether an open slot is to be assigned without a claim, by the task's mode. */
export function isWaiting(task: TaskSlots): boolean {
  if (openSlots(task) === 0) return false;
  return task.mode === "auto" || keepsSlot(task);
}
