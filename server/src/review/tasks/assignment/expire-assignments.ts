import { decideExpiry } from "@assay/contract/review/tasks/assignment-rules";
import { inTransaction, type Tx } from "../../../platform/db/transaction.ts";
import { uuidOf } from "../../../platform/db/record-columns.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { listCandidates } from "../../reviewers/reviewer-queries.ts";
import { commitTasks } from "../store-tasks.ts";
import { lockTasks, openTasks } from "../task-queries.ts";
import { expiredReviewers, expiredTaskIds, hasExpired, unfinishedTaskIds } from "./assignment-queries.ts";
import { lockAssignments, taskContext } from "./assignment-service.ts";

/**
 * Applies the expirations that are due in a workspace: expired claims, and assignments of reviewers whose
 * credentials have expired. The affected tasks are reassigned. Must be called before tasks are read or
 * changed, and outside of any transaction.
 */
export async function expireAssignments(deps: PlatformDeps, workspaceId: string): Promise<void> {
  const { database } = deps;
  if (!(await hasExpired(database.knex, workspaceId, deps.now()))) return;
  await inTransaction(database, (tx) => expire(tx, deps, workspaceId));
}

async function expire(tx: Tx, deps: PlatformDeps, workspaceId: string): Promise<void> {
  await lockAssignments(tx, workspaceId);
  const now = deps.now();
  const reviewers = await expiredReviewers(tx, workspaceId, now);
  const reviewerIds = reviewers.map(({ id }) => uuidOf("reviewer", id));
  const ids = [
    ...(await expiredTaskIds(tx, workspaceId, now)),
    ...(await unfinishedTaskIds(tx, workspaceId, reviewerIds)),
  ];
  await lockTasks(tx, workspaceId, ids);
  const state = {
    tasks: await openTasks(tx, workspaceId, ids),
    candidates: await listCandidates(tx, workspaceId),
  };
  const decision = decideExpiry(state, reviewers, taskContext(deps));
  await commitTasks(tx, deps, { workspaceId, decision });
}
