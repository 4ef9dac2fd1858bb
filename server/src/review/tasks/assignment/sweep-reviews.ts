import type { ReviewEvent } from "@assay/contract/review/review-events";
import { taskOverdue } from "@assay/contract/review/tasks/task-events";
import { formatId } from "@assay/contract/platform/ids";
import { inTransaction } from "../../../platform/db/transaction.ts";
import { forEachWorkspace } from "../../../platform/jobs/each-workspace.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { expiredWorkspaces } from "./assignment-queries.ts";
import { deleteOldDrafts } from "../../draft-queries.ts";
import { expireAssignments } from "./expire-assignments.ts";
import { insertEvents } from "../../../platform/outbox/outbox-queries.ts";
import { openStatuses, priorityOf, type StoredTask } from "../task-queries.ts";

/** Maximum number of overdue events that one transaction emits. */
const maxOverdueEvents = 500;

/**
 * Applies the expirations that are due in all workspaces, without waiting for a request: expired claims and
 * assignments of reviewers with expired credentials. Also emits one overdue event per late task, and
 * deletes drafts that are too old.
 */
export async function sweepReviews(deps: PlatformDeps): Promise<void> {
  await forEachWorkspace(await expiredWorkspaces(deps.database.knex, deps.now()), {
    log: deps.log,
    failure: "assignment expiry failed",
    work: (workspaceId) => expireAssignments(deps, workspaceId),
  });
  await deleteOldDrafts(deps.database.knex, deps.now());
  while ((await emitOverdue(deps)) === maxOverdueEvents);
}

/** Emits events for overdue tasks. @returns the number of emitted events. */
async function emitOverdue(deps: PlatformDeps): Promise<number> {
  return inTransaction(deps.database, async (tx) => {
    const now = deps.now();
    // A transaction that currently locks a task may complete it; such tasks are checked in the next run.
    const { rows } = await tx.raw<{ rows: OverdueTask[] }>(
      `update review_tasks t set overdue_at = ?::timestamptz
       from (select workspace_id, id from review_tasks
         where overdue_at is null and due_at < ?::timestamptz and status in (${openStatuses})
         limit ${maxOverdueEvents} for update skip locked) as due
       where t.workspace_id = due.workspace_id and t.id = due.id
       returning t.workspace_id, t.id, t.project_id, t.priority, t.due_at`,
      [now, now],
    );
    const entries = rows.map((row) => ({
      key: { workspaceId: row.workspace_id, id: deps.newId() },
      event: taskOverdue(eventTask(row), now.getTime()),
    }));
    await insertEvents<ReviewEvent>(tx, deps.database, entries);
    return rows.length;
  });
}

type OverdueTask = Pick<StoredTask, "id" | "project_id" | "priority" | "due_at"> & { workspace_id: string };

const eventTask = (row: OverdueTask) => ({
  id: formatId("review_task", row.id),
  project: formatId("project", row.project_id),
  priority: priorityOf(row.priority),
  dueAt: row.due_at && row.due_at.getTime(),
});
