import type { Knex } from "knex";
import { inTransaction, type Tx } from "../db/transaction.ts";
import type { Deps } from "../deps.ts";
import { expiredHolders, lapsedPlaces } from "./assignment-queries.ts";
import { assignTasks, lockAssignments, releasePlaces, releaseUnfit } from "./assignment-service.ts";
import { openStatuses } from "./task-queries.ts";

/**
 * Makes true in a workspace what time alone has brought about: claims that have lapsed and holds of reviewers whose
 * credentials have expired end, and what they leave open is given to others. Before whatever reads or changes tasks, and
 * outside of any transaction.
 */
export async function settleWorkspace(deps: Deps, workspaceId: string): Promise<void> {
  const { database } = deps;
  if (!(await isUnsettled(database.knex, workspaceId, deps.now()))) return;
  await inTransaction(database, (tx) => settle(tx, deps, workspaceId));
}

async function settle(tx: Tx, deps: Deps, workspaceId: string): Promise<void> {
  await lockAssignments(tx, workspaceId);
  const now = deps.now();
  const places = await lapsedPlaces(tx, workspaceId, now);
  const ids = await releasePlaces(tx, deps, { workspaceId, places, reason: "lapsed" });
  for (const reviewer of await expiredHolders(tx, workspaceId, now))
    await releaseUnfit(tx, deps, { workspaceId, reviewer });
  if (ids.length > 0) await assignTasks(tx, deps, workspaceId, ids);
}

async function isUnsettled(db: Knex, workspaceId: string, now: Date): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { unsettled: boolean }[] }>(
    `select exists (select from review_assignments where workspace_id = ?::uuid and lapses_at <= ?::timestamptz)
       or exists (
         select from reviewers r
         join review_assignments a on a.workspace_id = r.workspace_id and a.reviewer_id = r.id
         join review_tasks t on t.workspace_id = a.workspace_id and t.id = a.task_id
         where r.workspace_id = ?::uuid and r.credential_expires_at <= ?::timestamptz
           and t.status in (${openStatuses}) and a.reviewed < t.sample_count) as unsettled`,
    [workspaceId, now, workspaceId, now],
  );
  return rows[0]?.unsettled ?? false;
}
