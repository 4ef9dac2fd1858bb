// A task has as many places as it needs reviewers. Who holds a place holds the task.

/** What of a task tells which of its places are open. */
export interface PlacedTask {
  mode: "auto" | "manual" | "pool";
  /** Of a manual task: whom its first place is kept for. */
  wanted: string | null;
  reviewsRequired: number;
  holders: readonly string[];
}

/** How many places nobody holds; never below 0. */
export const openSlots = ({ reviewsRequired, holders }: PlacedTask): number =>
  Math.max(0, reviewsRequired - holders.length);

/** Whether a place is kept for the reviewer who was named, and they do not hold it. */
export const keepsSlot = ({ mode, wanted, holders }: PlacedTask): boolean =>
  mode === "manual" && wanted !== null && !holders.includes(wanted);

/** How many of the open places one reviewer, who holds none, may take: not the one that is kept for another. */
export const placesFor = (task: PlacedTask, reviewer: string): number =>
  Math.max(0, openSlots(task) - (keepsSlot(task) && task.wanted !== reviewer ? 1 : 0));

/** Whether a place is open that the mode wants filled without anybody claiming it. */
export function isWaiting(task: PlacedTask): boolean {
  if (openSlots(task) === 0) return false;
  return task.mode === "auto" || keepsSlot(task);
}
