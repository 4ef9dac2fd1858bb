import { samplesLeft, type TaskRecord } from "./task-record.ts";

/** The members of a decision's context that the expiry of a claim uses. */
interface ClaimContext {
  now: number;
  claimMinutes: number;
}

/** The members of `TaskChanges` that the expiry of claims uses. */
interface ClaimChanges {
  openTasks(): readonly TaskRecord[];
  release(id: string, reviewer: string, reason: "lapsed"): void;
}

/** The expiry of a claim that is made or renewed now. */
export const claimExpiryFrom = ({ now, claimMinutes }: ClaimContext): number => now + claimMinutes * 60_000;

/**
 * Removes the assignments whose claim has expired before all samples were reviewed.
 *
 * @returns the ids of the tasks that lost an assignment.
 */
export function releaseExpired(changes: ClaimChanges, { now }: ClaimContext): string[] {
  const ids: string[] = [];
  for (const task of changes.openTasks())
    for (const { reviewer, expiresAt } of task.assignments) {
      if (expiresAt === null || expiresAt > now || samplesLeft(task, reviewer) <= 0) continue;
      changes.release(task.id, reviewer, "lapsed");
      ids.push(task.id);
    }
  return ids;
}
