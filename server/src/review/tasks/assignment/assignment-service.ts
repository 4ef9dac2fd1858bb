import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { decideAssignments, decideUnfit } from "@assay/contract/review/tasks/assignment-rules";
import type { TaskContext } from "@assay/contract/review/tasks/task-changes";
import { uuidOf } from "../../../platform/db/record-columns.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { listCandidates } from "../../reviewers/reviewer-queries.ts";
import { commitTasks } from "../store-tasks.ts";
import { lockTasks, openTasks, waitingTasks } from "../task-queries.ts";
import { unfinishedTaskIds } from "./assignment-queries.ts";

/** Returns the time and the configured claim duration, which the rules of review tasks need. */
export const taskContext = ({ now, config }: Pick<PlatformDeps, "now" | "config">): TaskContext => ({
  now: now().getTime(),
  claimMinutes: config.claimMinutes,
});

/**
 * Serializes assignments in a workspace. A transaction holds this lock until it ends, and sees the results of
 * all earlier holders. The lock must be taken after the lock on an evaluation's row and before the lock on a
 * task's row.
 */
export async function lockAssignments(tx: Tx, workspaceId: string): Promise<void> {
  await tx.raw("select pg_advisory_xact_lock(hashtextextended('assay assignments ' || ?, 0))", [workspaceId]);
}

/**
 * Assigns open slots of waiting tasks to qualified reviewers. The caller must hold the lock on assignments.
 */
export async function assignWaiting(tx: Tx, deps: PlatformDeps, workspaceId: string): Promise<void> {
  const candidates = await listCandidates(tx, workspaceId);
  if (candidates.length === 0) return;
  const state = { tasks: await waitingTasks(tx, workspaceId), candidates };
  await commitTasks(tx, deps, { workspaceId, decision: decideAssignments(state, taskContext(deps)) });
}

/**
 * Locks the open tasks that are assigned to a reviewer. Must run before the reviewer's own row is changed,
 * because a transaction that submits a review locks the task's row first and the reviewer's row second.
 */
export async function lockHeldTasks(tx: Tx, workspaceId: string, reviewerId: string): Promise<void> {
  await lockTasks(tx, workspaceId, await unfinishedTaskIds(tx, workspaceId, [reviewerId]));
}

/**
 * Releases the assignments for which a reviewer is no longer qualified or no longer available. The caller
 * must hold the lock on assignments.
 */
export async function releaseUnfit(
  tx: Tx,
  deps: PlatformDeps,
  { workspaceId, reviewer }: { workspaceId: string; reviewer: ReviewerRecord },
): Promise<void> {
  const ids = await unfinishedTaskIds(tx, workspaceId, [uuidOf("reviewer", reviewer.id)]);
  if (ids.length === 0) return;
  await lockTasks(tx, workspaceId, ids);
  const state = {
    tasks: await openTasks(tx, workspaceId, ids),
    candidates: await listCandidates(tx, workspaceId),
  };
  const decision = decideUnfit(state, reviewer, taskContext(deps));
  await commitTasks(tx, deps, { workspaceId, decision });
}
