import type { Tx } from "../db/transaction.ts";
import type { Deps } from "../deps.ts";
import type { ReviewerRow } from "../reviewers/reviewer-queries.ts";

/**
 * Makes who is assigned what one thing after the other in a workspace: whoever decides it holds this until the end of
 * the transaction, and sees what those before have decided. Taken after an evaluation's row and before a task's.
 */
export async function lockAssignments(tx: Tx, workspaceId: string): Promise<void> {
  await tx.raw("select pg_advisory_xact_lock(hashtextextended('assay assignments ' || ?, 0))", [workspaceId]);
}

/** Fills open places of waiting tasks, as far as somebody fits. The caller holds the lock on assignments. */
export async function assignWaiting(_tx: Tx, _deps: Deps, _workspaceId: string): Promise<void> {}

/** Takes from a reviewer what they no longer qualify for or cannot take up. The caller holds the lock on assignments. */
export async function releaseUnfit(
  _tx: Tx,
  _deps: Deps,
  _asked: { workspaceId: string; reviewer: ReviewerRow },
): Promise<void> {}
