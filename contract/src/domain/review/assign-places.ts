import { isWaiting, openSlots, type PlacedTask } from "./places.ts";
import { disqualification, type QualifiedReviewer, type TaskNeeds } from "./qualification.ts";

/** A reviewer to whom tasks may be given. */
export interface Candidate extends QualifiedReviewer {
  id: string;
  available: boolean;
  /** Samples of tasks held that are still to be reviewed. */
  pending: number;
  /** When last given a task, or when a review was last submitted; milliseconds since the epoch, null: never. */
  lastActiveAt: number | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** A task with open places. */
export interface OpenTask extends PlacedTask, TaskNeeds {
  id: string;
  /** How many samples whoever gets a place will have to review. */
  samples: number;
  /** Who gave the task up by themselves: they are not asked again. */
  declined: ReadonlySet<string>;
}

/** A place that is given to somebody. */
export interface GivenPlace {
  task: string;
  reviewer: string;
}

/**
 * Who of two is given a task first: the one with fewer pending samples, then the one longer idle (never active longest),
 * then the one who was made earlier.
 *
 * @returns below 0 when the first comes first; 0 only for one and the same.
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
 * Gives the open places of waiting tasks to reviewers: `auto` to the first of those who qualify, `manual` to the one
 * named. Each task given counts when the next is given. Nobody gets a task that they hold or declined.
 *
 * @param tasks in the order in which they are to be given.
 * @param now milliseconds since the epoch.
 * @returns the places given, in that order; tasks for which nobody fits are not in it.
 */
export function assignSlots(
  tasks: readonly OpenTask[],
  reviewers: readonly Candidate[],
  now: number,
): GivenPlace[] {
  const candidates = reviewers.filter(({ available }) => available).map((one) => ({ ...one }));
  const given: GivenPlace[] = [];
  for (const task of tasks) {
    const holders = [...task.holders];
    for (let place = wantedPlaces(task); place > 0; place -= 1) {
      const best = firstFit(candidates, { ...task, holders }, now);
      if (!best) break;
      best.pending += task.samples;
      best.lastActiveAt = now;
      holders.push(best.id);
      given.push({ task: task.id, reviewer: best.id });
    }
  }
  return given;
}

function wantedPlaces(task: OpenTask): number {
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
