import { inTransaction } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { unsettledWorkspaces } from "./assignment-queries.ts";
import { settleWorkspace } from "./settle.ts";
import { insertTaskEvents, taskOverdue, type EventTask } from "../task-events.ts";
import { openStatuses } from "../task-queries.ts";

/** Tasks that are told to be overdue in one transaction. */
const overdueAtOnce = 500;

/**
 * Does in all workspaces what time alone asks for, so that it happens though nobody looks: lapsed claims and holds of
 * those whose credentials expired end, and each task that was not done when it was due is announced, once.
 */
export async function sweepReviews(deps: PlatformDeps): Promise<void> {
  for (const workspaceId of await unsettledWorkspaces(deps.database.knex, deps.now()))
    await settleWorkspace(deps, workspaceId);
  while ((await announceOverdue(deps)) === overdueAtOnce);
}

/** @returns how many tasks were announced. */
async function announceOverdue(deps: PlatformDeps): Promise<number> {
  return inTransaction(deps.database, async (tx) => {
    const now = deps.now();
    // Who holds a task's lock now may be about to complete it; those are looked at next time.
    const { rows } = await tx.raw<{ rows: EventTask[] }>(
      `update review_tasks t set overdue_at = ?::timestamptz
       from (select workspace_id, id from review_tasks
         where overdue_at is null and due_at < ?::timestamptz and status in (${openStatuses})
         limit ${overdueAtOnce} for update skip locked) as due
       where t.workspace_id = due.workspace_id and t.id = due.id
       returning t.workspace_id, t.id, t.project_id, t.priority, t.due_at`,
      [now, now],
    );
    await insertTaskEvents(tx, deps, rows.map(taskOverdue));
    return rows.length;
  });
}
