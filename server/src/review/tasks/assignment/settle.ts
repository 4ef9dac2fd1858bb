import { inTransaction, type Tx } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { expiredHolders, isUnsettled, lapsedPlaces } from "./assignment-queries.ts";
import { assignTasks, lockAssignments, releasePlaces, releaseUnfit } from "./assignment-service.ts";

/**
 * Makes true in a workspace what time alone has brought about: claims that have lapsed and holds of reviewers whose
 * credentials have expired end, and what they leave open is given to others. Before whatever reads or changes tasks, and
 * outside of any transaction.
 */
export async function settleWorkspace(deps: PlatformDeps, workspaceId: string): Promise<void> {
  const { database } = deps;
  if (!(await isUnsettled(database.knex, workspaceId, deps.now()))) return;
  await inTransaction(database, (tx) => settle(tx, deps, workspaceId));
}

async function settle(tx: Tx, deps: PlatformDeps, workspaceId: string): Promise<void> {
  await lockAssignments(tx, workspaceId);
  const now = deps.now();
  const places = await lapsedPlaces(tx, workspaceId, now);
  const ids = await releasePlaces(tx, deps, { workspaceId, places, reason: "lapsed" });
  for (const reviewer of await expiredHolders(tx, workspaceId, now))
    await releaseUnfit(tx, deps, { workspaceId, reviewer });
  if (ids.length > 0) await assignTasks(tx, deps, workspaceId, ids);
}
