import type { Credential } from "@assay/contract/workspace/credentials";
import { taskPriorities } from "@assay/contract/evaluation/routing/task-priority";
import type { TaskOrigin, TaskRecord } from "@assay/contract/review/tasks/task-record";
import { formatId, type IdKind } from "@assay/contract/platform/ids";
import { openTaskStatuses, type TaskStatus } from "@assay/contract/domain";
import type { Knex } from "knex";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/** A review task's database row with the columns `taskColumns`. */
export interface StoredTask {
  id: string;
  project_id: string;
  rubric_id: string;
  evaluation_id: string | null;
  evaluator: string | null;
  origin: TaskOrigin;
  status: TaskStatus;
  /** Index into `taskPriorities`; 0 is the most urgent. */
  priority: number;
  mode: "auto" | "manual" | "pool";
  wanted_reviewer_id: string | null;
  required_credentials: Credential[];
  specialty: string | null;
  reviews_required: number;
  blind: boolean;
  shown_metadata: string[] | null;
  shown_fields: TaskRecord["shown"]["fields"];
  reveal: TaskRecord["reveal"];
  sample_count: number;
  completed: number;
  due_at: Date | null;
  metadata: Record<string, unknown>;
  created_at: Date;
  completed_at: Date | null;
  cancelled_at: Date | null;
  assignments: { reviewer: string; assignedAt: number; claimedAt: number | null; expiresAt: number | null }[];
  adjudicator_credentials: Credential[] | null;
  declined: string[];
  excluded: string[];
  reviewed: { reviewer: string; count: number }[];
}

const millis = (column: string): string => `(extract(epoch from a.${column}) * 1000)::float8`;
const ofTask = `workspace_id = review_tasks.workspace_id and task_id = review_tasks.id`;

const partColumns = `
  coalesce((
    select json_agg(json_build_object('reviewer', a.reviewer_id, 'assignedAt', ${millis("assigned_at")},
      'claimedAt', ${millis("claimed_at")}, 'expiresAt', ${millis("lapses_at")}) order by a.assigned_at, a.reviewer_id)
    from review_assignments a where ${ofTask}
  ), '[]') as assignments,
  array(select reviewer_id from review_declines where ${ofTask}) as declined,
  array(select reviewer_id from review_exclusions where ${ofTask}) as excluded,
  coalesce((
    select json_agg(counts) from (
      select reviewer_id as reviewer, count(*)::int as count from reviews where ${ofTask} group by reviewer_id
    ) as counts
  ), '[]') as reviewed`;

const idOrNull = (kind: IdKind, uuid: string | null): string | null => uuid && formatId(kind, uuid);
const reviewerOf = (uuid: string): string => formatId("reviewer", uuid);

/** Returns the number that is stored for a priority. */
export const priorityNumber = (priority: TaskRecord["priority"]): number => taskPriorities.indexOf(priority);

/** Returns the priority for a stored number. */
export function priorityOf(number: number): TaskRecord["priority"] {
  const priority = taskPriorities[number];
  if (!priority) throw new Error(`Unknown priority ${number}.`);
  return priority;
}

/** The open task states as a list of SQL literals. */
export const openStatuses = openTaskStatuses.map((status) => `'${status}'`).join(", ");

const recordOf = (row: StoredTask): TaskRecord => ({
  id: formatId("review_task", row.id),
  project: formatId("project", row.project_id),
  rubric: formatId("rubric", row.rubric_id),
  evaluation: idOrNull("evaluation", row.evaluation_id),
  evaluator: row.evaluator,
  origin: row.origin,
  status: row.status,
  priority: priorityOf(row.priority),
  assignment: {
    mode: row.mode,
    reviewer_id: idOrNull("reviewer", row.wanted_reviewer_id),
    required_credentials: row.required_credentials,
    specialty: row.specialty,
  },
  reviewsRequired: row.reviews_required,
  blind: row.blind,
  shown: { metadata: row.shown_metadata, fields: row.shown_fields },
  reveal: row.reveal,
  sampleCount: row.sample_count,
  completed: row.completed,
  assignments: row.assignments.map((one) => ({ ...one, reviewer: reviewerOf(one.reviewer) })),
  adjudicatorCredentials: row.adjudicator_credentials ?? row.required_credentials,
  declined: row.declined.map(reviewerOf),
  excluded: row.excluded.map(reviewerOf),
  reviewed: Object.fromEntries(row.reviewed.map(({ reviewer, count }) => [reviewerOf(reviewer), count])),
  dueAt: row.due_at && row.due_at.getTime(),
  metadata: row.metadata,
  createdAt: row.created_at.getTime(),
  completedAt: row.completed_at && row.completed_at.getTime(),
  cancelledAt: row.cancelled_at && row.cancelled_at.getTime(),
});

/** Reads the tasks that a query of `review_tasks` selects, in the order of the query. */
export async function readTasks(query: Knex.QueryBuilder): Promise<TaskRecord[]> {
  const rows: StoredTask[] = await query.select("review_tasks.*", query.client.raw(partColumns));
  return rows.map(recordOf);
}

/** Finds a task within the caller's reach. */
export async function findTask(db: Knex, reach: Reach, id: string): Promise<TaskRecord | undefined> {
  const [task] = await readTasks(withinReach(db("review_tasks"), reach).where({ id }));
  return task;
}

/**
 * Finds a task within the caller's reach and locks it until the transaction ends. The caller must already
 * hold the lock on assignments.
 */
export async function lockTask(tx: Tx, reach: Reach, id: string): Promise<TaskRecord | undefined> {
  const locked: unknown = await withinReach(tx("review_tasks"), reach).where({ id }).forUpdate().first("id");
  // The task is read after its row is locked. If it were read before, its related rows could be outdated by
  // the time the lock is acquired.
  return locked ? findTask(tx, reach, id) : undefined;
}

/** Locks tasks in the order of their ids, so that two transactions cannot deadlock. */
export async function lockTasks(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  await tx("review_tasks")
    .where({ workspace_id: workspaceId })
    .whereRaw("id = any(?::uuid[])", [[...ids]])
    .orderBy("id")
    .forUpdate()
    .select("id");
}

/** Returns the open tasks among the tasks with the given ids. */
export const openTasks = (db: Knex, workspaceId: string, ids: readonly string[]): Promise<TaskRecord[]> =>
  readTasks(
    db("review_tasks")
      .where({ workspace_id: workspaceId })
      .whereRaw(`id = any(?::uuid[]) and status in (${openStatuses})`, [[...ids]])
      .orderBy("id"),
  );

/** Returns the open tasks that wait for an assignment. */
export const waitingTasks = (db: Knex, workspaceId: string): Promise<TaskRecord[]> =>
  readTasks(
    db("review_tasks")
      .where({ workspace_id: workspaceId })
      .whereRaw(`waiting and status in (${openStatuses})`),
  );
