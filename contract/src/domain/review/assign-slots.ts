import { isWaiting, openSlots, type TaskSlots } from "./slots.ts";
import { disqualification, type QualifiedReviewer, type TaskNeeds } from "./qualification.ts";

/** A reviewer to whom tasks may be assigned. */
export interface Candidate extends QualifiedReviewer {
  id: string;
  available: boolean;
  /** Number of samples that the reviewer has yet to review in the tasks that the reviewer holds. */
  pending: number;
  /**
   * Time of the last assignment or the last submitted review, in milliseconds since 1970; null if there is
   * none.
   */
  lastActiveAt: number | null;
  /** Creation time, in milliseconds since 1970. */
  createdAt: number;
}

/** A task with open slots. */
export interface OpenTask extends TaskSlots, TaskNeeds {
  id: string;
  /** Number of samples that each assignee must review. */
  samples: number;
  /** Reviewers who released the task themselves. They do not get it assigned again. */
  declined: ReadonlySet<string>;
}

/** An assigned slot. */
export interface SlotAssignment {
  task: string;
  reviewer: string;
}

/**
 * Compares two candidates for sorting: first by fewer pending samples, then by longer idle time (never active
 * comes first), then by earlier creation.
 *
 * @returns below 0 if `a` comes first, above 0 if `b` does; 0 only for the same reviewer.
 */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    a.pending - b.pending ||
    (a.lastActiveAt ?? -Infinity) - (b.lastActiveAt ?? -Infinity) ||
    a.createdAt - b.createdAt ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

/**
 * Assigns the open slots of waiting tasks to reviewers: `auto` slots to the first qualified reviewer,
 * `manual` slots to the named reviewer. Each assignment affects the following assignments. A reviewer does
 * not get a task that they hold or declined.
 *
 * @param tasks the tasks in the order of assignment.
 * @param now the current time, in milliseconds since 1970.
 * @returns the assigned slots in the order of the tasks; tasks without a qualified reviewer are absent.
 */
export function assignSlots(
  tasks: readonly OpenTask[],
  reviewers: readonly Candidate[],
  now: number,
): SlotAssignment[] {
  const candidates = reviewers.filter(({ available }) => available).map((one) => ({ ...one }));
  const assigned: SlotAssignment[] = [];
  for (const task of tasks) {
    const holders = [...task.holders];
    for (let open = slotsToFill(task); open > 0; open -= 1) {
      const best = firstFit(candidates, { ...task, holders }, now);
      if (!best) break;
      best.pending += task.samples;
      best.lastActiveAt = now;
      holders.push(best.id);
      assigned.push({ task: task.id, reviewer: best.id });
    }
  }
  return assigned;
}

function slotsToFill(task: OpenTask): number {
  if (!isWaiting(task)) return 0;
  return task.mode === "auto" ? openSlots(task) : 1;
}

function firstFit(candidates: readonly Candidate[], task: OpenTask, now: number): Candidate | undefined {
  let best: Candidate | undefined;
  for (const one of candidates) {
    if (task.mode === "manual" && one.id !== task.wanted) continue;
    if (best && compareCandidates(best, one) <= 0) continue;
    if (task.holders.includes(one.id) || task.declined.has(one.id)) continue;
    if (disqualification(one, task, { now }) === null) best = one;
  }
  return best;
}
