import type { OpenTask } from "@assay/contract/domain";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import type { Knex } from "knex";
import type { Tx } from "../../../platform/db/transaction.ts";
import { readReviewers } from "../../reviewers/reviewer-queries.ts";
import type { Place } from "./hold-queries.ts";
import { openStatuses, type TaskRow } from "../task-queries.ts";

/** A task with who holds it and who gave it up. */
export type HeldTaskRow = TaskRow & { holders: string[]; declined: string[] };

const ofTask = (table: string) =>
  `array(select reviewer_id from ${table} where workspace_id = t.workspace_id and task_id = t.id)`;

const heldColumns = `t.*, ${ofTask("review_assignments")} as holders, ${ofTask("review_declines")} as declined`;

/** Some tasks with who holds them, those that have ended left out. */
export async function heldTasks(
  db: Knex,
  workspaceId: string,
  ids: readonly string[],
): Promise<HeldTaskRow[]> {
  const { rows } = await db.raw<{ rows: HeldTaskRow[] }>(
    `select ${heldColumns} from review_tasks t
     where t.workspace_id = ?::uuid and t.id = any(?::uuid[]) and t.status in (${openStatuses})
     order by t.priority, t.id`,
    [workspaceId, [...ids]],
  );
  return rows;
}

/** Tasks that wait for somebody, in the order in which they are to be given: the most urgent, then the oldest first. */
export async function waitingTasks(db: Knex, workspaceId: string): Promise<HeldTaskRow[]> {
  const { rows } = await db.raw<{ rows: HeldTaskRow[] }>(
    `select ${heldColumns} from review_tasks t
     where t.workspace_id = ?::uuid and t.waiting and t.status in (${openStatuses})
     order by t.priority, t.id`,
    [workspaceId],
  );
  return rows;
}

/** A task as the rules of assignment see it. */
export const openTaskOf = (row: HeldTaskRow): OpenTask => ({
  id: row.id,
  project: row.project_id,
  mode: row.mode,
  wanted: row.wanted_reviewer_id,
  requiredCredentials: row.required_credentials,
  specialty: row.specialty,
  reviewsRequired: row.reviews_required,
  holders: row.holders,
  samples: row.sample_count,
  declined: new Set(row.declined),
});

/** What follows for a task from who holds it. */
export interface TaskState {
  id: string;
  status: string;
  waiting: boolean;
}

/**
 * Stores what follows for open tasks from who holds them. A task that a review reached meanwhile keeps the state that the
 * review gave it.
 *
 * @returns the ids of those that are still open.
 */
export async function storeStates(
  tx: Tx,
  workspaceId: string,
  states: readonly TaskState[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `update review_tasks t set
       status = case when t.status in ('pending', 'assigned') then given.status else t.status end,
       waiting = given.waiting
     from unnest(?::uuid[], ?::text[], ?::boolean[]) as given (id, status, waiting)
     where t.workspace_id = ?::uuid and t.id = given.id and t.status in (${openStatuses})
     returning t.id`,
    [
      states.map(({ id }) => id),
      states.map(({ status }) => status),
      states.map(({ waiting }) => waiting),
      workspaceId,
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks tasks, each in its turn, so that two who want several never wait for each other. */
export async function lockTasks(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  await tx("review_tasks")
    .where({ workspace_id: workspaceId })
    .whereRaw("id = any(?::uuid[])", [[...ids]])
    .orderBy("id")
    .forUpdate()
    .select("id");
}

/** The open tasks that a reviewer holds, with their holds under which something is still to be reviewed. */
export async function unfinishedTasks(db: Knex, workspaceId: string, reviewerId: string): Promise<TaskRow[]> {
  return db("review_tasks as t")
    .join("review_assignments as a", (join) =>
      join.on("a.workspace_id", "t.workspace_id").andOn("a.task_id", "t.id"),
    )
    .where({ "t.workspace_id": workspaceId, "a.reviewer_id": reviewerId })
    .whereRaw(`t.status in (${openStatuses}) and a.reviewed < t.sample_count`)
    .orderBy("t.id")
    .select("t.*");
}

/** Places whose claim has lapsed. */
export async function lapsedPlaces(db: Knex, workspaceId: string, now: Date): Promise<Place[]> {
  return db("review_assignments")
    .where({ workspace_id: workspaceId })
    .where("lapses_at", "<=", now)
    .orderBy(["task_id", "reviewer_id"])
    .select("task_id", "reviewer_id");
}

/** Reviewers whose credentials have expired and who still hold something unfinished. */
export async function expiredHolders(db: Knex, workspaceId: string, now: Date): Promise<ReviewerRecord[]> {
  const expired = db("reviewers as r")
    .where({ "r.workspace_id": workspaceId })
    .where("r.credential_expires_at", "<=", now)
    .whereRaw(
      `exists (
         select from review_assignments a
         join review_tasks t on t.workspace_id = a.workspace_id and t.id = a.task_id
         where a.workspace_id = r.workspace_id and a.reviewer_id = r.id
           and t.status in (${openStatuses}) and a.reviewed < t.sample_count)`,
    )
    .orderBy("r.id");
  return readReviewers(expired);
}

/** Notes that reviewers were given something. */
export async function touchReviewers(
  tx: Tx,
  workspaceId: string,
  { ids, at }: { ids: Iterable<string>; at: Date },
): Promise<void> {
  await tx("reviewers")
    .where({ workspace_id: workspaceId })
    .whereRaw("id = any(?::uuid[])", [[...new Set(ids)]])
    .update({ last_active_at: at });
}

const unsettled = `
  select workspace_id from review_assignments where lapses_at <= ?::timestamptz
  union
  select r.workspace_id from reviewers r
    join review_assignments a on a.workspace_id = r.workspace_id and a.reviewer_id = r.id
    join review_tasks t on t.workspace_id = a.workspace_id and t.id = a.task_id
    where r.credential_expires_at <= ?::timestamptz
      and t.status in (${openStatuses}) and a.reviewed < t.sample_count`;

/** The workspaces in which time has ended holds that still stand: claims that have lapsed, credentials that expired. */
export async function unsettledWorkspaces(db: Knex, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { workspace_id: string }[] }>(unsettled, [now, now]);
  return rows.map((row) => row.workspace_id);
}

/** Whether one workspace is among them. */
export async function isUnsettled(db: Knex, workspaceId: string, now: Date): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from (${unsettled}) as unsettled where workspace_id = ?::uuid limit 1`,
    [now, now, workspaceId],
  );
  return rows.length > 0;
}
