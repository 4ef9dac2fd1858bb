import type { Credential } from "@assay/contract/evaluation/routing/credentials";
import type { Knex } from "knex";
import type { Tx } from "../../../platform/db/transaction.ts";
import { openStatuses, type TaskKey } from "../task-queries.ts";

/** One reviewer's hold of a task. */
export interface HoldRow {
  task_id: string;
  reviewer_id: string;
  assigned_at: Date;
  /** When it was taken up; null: not yet. */
  claimed_at: Date | null;
  /** When a claim ends unless a review comes in; null: it does not. */
  lapses_at: Date | null;
  /** Samples of the task that the reviewer has reviewed. */
  reviewed: number;
}

/** A hold with who holds. */
export type NamedHoldRow = HoldRow & { name: string; credentials: Credential[]; specialty: string | null };

/** A place that somebody holds or is to hold. */
export type Place = Pick<HoldRow, "task_id" | "reviewer_id">;

const columns = ["task_id", "reviewer_id", "assigned_at", "claimed_at", "lapses_at", "reviewed"];
const firstFirst = ["a.task_id", "a.assigned_at", "a.reviewer_id"];

/** A reviewer's hold of a task; undefined when they do not hold it. */
export async function holdOf(
  db: Knex,
  task: TaskKey,
  reviewer: { id: string },
): Promise<HoldRow | undefined> {
  return db("review_assignments")
    .where({ workspace_id: task.workspace_id, task_id: task.id, reviewer_id: reviewer.id })
    .first(columns);
}

/** Who holds some tasks, the first first: task id → holds. */
export async function holdsOfTasks(
  db: Knex,
  tasks: readonly TaskKey[],
): Promise<ReadonlyMap<string, NamedHoldRow[]>> {
  const [first] = tasks;
  const holds = new Map<string, NamedHoldRow[]>(tasks.map(({ id }) => [id, []]));
  if (!first) return holds;
  const rows: NamedHoldRow[] = await db("review_assignments as a")
    .join("reviewers as r", (join) =>
      join.on("r.workspace_id", "a.workspace_id").andOn("r.id", "a.reviewer_id"),
    )
    .where({ "a.workspace_id": first.workspace_id })
    .whereRaw("a.task_id = any(?::uuid[])", [tasks.map(({ id }) => id)])
    .orderBy(firstFirst)
    .select(...columns.map((column) => `a.${column}`), "r.name", "r.credentials", "r.specialty");
  for (const row of rows) holds.get(row.task_id)?.push(row);
  return holds;
}

/** Stores holds; `reviewed` is what the reviewer has reviewed of the task before, when they held it once already. */
export async function insertHolds(
  tx: Tx,
  workspaceId: string,
  {
    places,
    ...times
  }: { places: readonly Place[] } & Pick<HoldRow, "assigned_at" | "claimed_at" | "lapses_at">,
): Promise<void> {
  await tx.raw(
    `insert into review_assignments
       (workspace_id, task_id, reviewer_id, assigned_at, claimed_at, lapses_at, reviewed)
     select ?::uuid, task_id, reviewer_id, ?::timestamptz, ?::timestamptz, ?::timestamptz,
       (select count(*) from reviews
         where workspace_id = ?::uuid and task_id = given.task_id and reviewer_id = given.reviewer_id)
     from unnest(?::uuid[], ?::uuid[]) as given (task_id, reviewer_id)`,
    [
      workspaceId,
      times.assigned_at,
      times.claimed_at,
      times.lapses_at,
      workspaceId,
      places.map(({ task_id: task }) => task),
      places.map(({ reviewer_id: reviewer }) => reviewer),
    ],
  );
}

/**
 * Ends holds of open tasks, but none under which everything is reviewed: there is nothing left to give to others.
 *
 * @returns those that ended.
 */
export async function deleteHolds(tx: Tx, workspaceId: string, places: readonly Place[]): Promise<Place[]> {
  const { rows } = await tx.raw<{ rows: Place[] }>(
    `delete from review_assignments a
     using unnest(?::uuid[], ?::uuid[]) as given (task_id, reviewer_id), review_tasks t
     where a.workspace_id = ?::uuid and a.task_id = given.task_id and a.reviewer_id = given.reviewer_id
       and t.workspace_id = a.workspace_id and t.id = a.task_id
       and t.status in (${openStatuses}) and a.reviewed < t.sample_count
     returning a.task_id, a.reviewer_id`,
    [
      places.map(({ task_id: task }) => task),
      places.map(({ reviewer_id: reviewer }) => reviewer),
      workspaceId,
    ],
  );
  return rows;
}

/** Ends one reviewer's hold, whatever they have reviewed. */
export async function deletePlace(tx: Tx, task: TaskKey, reviewerId: string): Promise<void> {
  await tx("review_assignments")
    .where({ workspace_id: task.workspace_id, task_id: task.id, reviewer_id: reviewerId })
    .delete();
}

/** Changes a hold. @returns undefined when there is none. */
export async function updateHold(
  tx: Tx,
  task: TaskKey,
  { reviewerId, ...change }: { reviewerId: string } & Partial<HoldRow>,
): Promise<HoldRow | undefined> {
  const rows: HoldRow[] = await tx("review_assignments")
    .where({ workspace_id: task.workspace_id, task_id: task.id, reviewer_id: reviewerId })
    .update(change)
    .returning(columns);
  return rows[0];
}

/** Claims of a task that has ended lapse no more. */
export async function endLapses(tx: Tx, task: TaskKey): Promise<void> {
  await tx("review_assignments")
    .where({ workspace_id: task.workspace_id, task_id: task.id })
    .whereNotNull("lapses_at")
    .update({ lapses_at: null });
}

/** Remembers that a reviewer gave a task up. */
export async function insertDecline(tx: Tx, task: TaskKey, reviewerId: string): Promise<void> {
  await tx("review_declines")
    .insert({ workspace_id: task.workspace_id, task_id: task.id, reviewer_id: reviewerId })
    .onConflict(["workspace_id", "task_id", "reviewer_id"])
    .ignore();
}

/** Forgets it: the reviewer has taken the task up again. */
export async function deleteDecline(tx: Tx, task: TaskKey, reviewerId: string): Promise<void> {
  await tx("review_declines")
    .where({ workspace_id: task.workspace_id, task_id: task.id, reviewer_id: reviewerId })
    .delete();
}
