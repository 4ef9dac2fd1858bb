import type { ReviewEvent } from "@assay/contract/review/review-events";
import { isWaitingTask } from "@assay/contract/review/tasks/assignment-rules";
import type { TaskDecision } from "@assay/contract/review/tasks/task-changes";
import type { TaskRecord } from "@assay/contract/review/tasks/task-record";
import { isOpen } from "@assay/contract/domain";
import { insertEvents } from "../../platform/outbox/outbox-queries.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";

const dateOrNull = (at: number | null): Date | null => (at === null ? null : new Date(at));
const reviewerUuid = (id: string): string => uuidOf("reviewer", id);

/** Stores all changes that a decision makes to tasks. The caller must hold the lock on assignments. */
export async function commitTasks(
  tx: Tx,
  deps: PlatformDeps,
  { workspaceId, decision }: { workspaceId: string; decision: TaskDecision },
): Promise<void> {
  const { update, active, events } = decision;
  if (update.length > 0) {
    await updateTasks(tx, workspaceId, update);
    await updateAssignments(tx, workspaceId, update);
    await updateDeclines(tx, workspaceId, update);
  }
  if (active.length > 0) {
    await tx("reviewers")
      .where({ workspace_id: workspaceId })
      .whereRaw("id = any(?::uuid[])", [active.map(reviewerUuid)])
      .update({ last_active_at: deps.now() });
  }
  await insertReviewEvents(tx, deps, { workspaceId, events });
}

/** Stores review events in the transaction of the change that caused them. */
export async function insertReviewEvents(
  tx: Tx,
  { database, newId }: Pick<PlatformDeps, "database" | "newId">,
  { workspaceId, events }: { workspaceId: string; events: readonly ReviewEvent[] },
): Promise<void> {
  const entries = events.map((event) => ({ key: { workspaceId, id: newId() }, event }));
  await insertEvents<ReviewEvent>(tx, database, entries);
}

async function updateTasks(tx: Tx, workspaceId: string, tasks: readonly TaskRecord[]): Promise<void> {
  const given = tasks.map((task) => ({
    id: uuidOf("review_task", task.id),
    status: task.status,
    waiting: isOpen(task.status) && isWaitingTask(task),
    completed: task.completed,
    wanted: task.assignment.reviewer_id && reviewerUuid(task.assignment.reviewer_id),
    completed_at: dateOrNull(task.completedAt),
    cancelled_at: dateOrNull(task.cancelledAt),
  }));
  await tx.raw(
    `update review_tasks t set status = given.status, waiting = given.waiting, completed = given.completed,
       wanted_reviewer_id = given.wanted, completed_at = given.completed_at, cancelled_at = given.cancelled_at
     from jsonb_to_recordset(?::jsonb) as given (id uuid, status text, waiting boolean, completed int, wanted uuid,
       completed_at timestamptz, cancelled_at timestamptz)
     where t.workspace_id = ?::uuid and t.id = given.id`,
    [JSON.stringify(given), workspaceId],
  );
}

const uuidsOf = (tasks: readonly TaskRecord[]): string[] => tasks.map(({ id }) => uuidOf("review_task", id));

async function updateAssignments(tx: Tx, workspaceId: string, tasks: readonly TaskRecord[]): Promise<void> {
  const given = tasks.flatMap((task) =>
    task.assignments.map((one) => ({
      task: uuidOf("review_task", task.id),
      reviewer: reviewerUuid(one.reviewer),
      assigned_at: new Date(one.assignedAt),
      claimed_at: dateOrNull(one.claimedAt),
      expires_at: dateOrNull(one.expiresAt),
      reviewed: task.reviewed[one.reviewer] ?? 0,
    })),
  );
  await deleteOthers(tx, "review_assignments", { workspaceId, tasks, present: given });
  await tx.raw(
    `insert into review_assignments
       (workspace_id, task_id, reviewer_id, assigned_at, claimed_at, lapses_at, reviewed)
     select ?::uuid, given.* from jsonb_to_recordset(?::jsonb) as given (task uuid, reviewer uuid,
       assigned_at timestamptz, claimed_at timestamptz, expires_at timestamptz, reviewed int)
     on conflict (workspace_id, task_id, reviewer_id) do update
       set claimed_at = excluded.claimed_at, lapses_at = excluded.lapses_at, reviewed = excluded.reviewed`,
    [workspaceId, JSON.stringify(given)],
  );
}

/** Deletes the rows of some tasks from a table, but keeps the rows of the given reviewers. */
async function deleteOthers(
  tx: Tx,
  table: "review_assignments" | "review_declines",
  of: {
    workspaceId: string;
    tasks: readonly TaskRecord[];
    present: readonly { task: string; reviewer: string }[];
  },
): Promise<void> {
  await tx.raw(
    `delete from ${table} where workspace_id = ?::uuid and task_id = any(?::uuid[])
       and (task_id, reviewer_id) not in (select * from unnest(?::uuid[], ?::uuid[]))`,
    [
      of.workspaceId,
      uuidsOf(of.tasks),
      of.present.map(({ task }) => task),
      of.present.map(({ reviewer }) => reviewer),
    ],
  );
}

async function updateDeclines(tx: Tx, workspaceId: string, tasks: readonly TaskRecord[]): Promise<void> {
  const given = tasks.flatMap(({ id, declined }) =>
    declined.map((reviewer) => ({ task: uuidOf("review_task", id), reviewer: reviewerUuid(reviewer) })),
  );
  await deleteOthers(tx, "review_declines", { workspaceId, tasks, present: given });
  await tx.raw(
    `insert into review_declines (workspace_id, task_id, reviewer_id)
     select ?::uuid, given.* from jsonb_to_recordset(?::jsonb) as given (task uuid, reviewer uuid)
     on conflict (workspace_id, task_id, reviewer_id) do nothing`,
    [workspaceId, JSON.stringify(given)],
  );
}
