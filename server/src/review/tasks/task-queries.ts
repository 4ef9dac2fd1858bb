import type { Credential } from "@assay/contract/evaluation/routing/credentials";
import { taskPriorities } from "@assay/contract/evaluation/routing/task-priority";
import { openTaskStatuses, type TaskStatus } from "@assay/contract/domain";
import type { Knex } from "knex";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { insertRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Dated } from "../../platform/http/request/page.ts";

/** A stored review task. */
export interface TaskRow extends Dated {
  workspace_id: string;
  project_id: string;
  rubric_id: string;
  evaluation_id: string | null;
  evaluator: string | null;
  status: TaskStatus;
  /** Place in `taskPriorities`: 0 is the most urgent. */
  priority: number;
  mode: "auto" | "manual" | "pool";
  /** Of a manual task: whom its first place is kept for. */
  wanted_reviewer_id: string | null;
  required_credentials: Credential[];
  specialty: string | null;
  reviews_required: number;
  blind: boolean;
  sample_count: number;
  /** Samples that have their reviews. */
  completed: number;
  /** A place is open that the mode wants filled. */
  waiting: boolean;
  due_at: Date | null;
  /** When it was announced that the task is overdue. */
  overdue_at: Date | null;
  metadata: Record<string, unknown>;
  completed_at: Date | null;
  cancelled_at: Date | null;
}

/** What names a task to the database. */
export type TaskKey = Pick<TaskRow, "workspace_id" | "id">;

/** A task whose samples are still to be stored. */
export interface NewTask {
  row: TaskRow;
  sampleIds: readonly string[];
}

/** The stored number of a priority. */
export const priorityNumber = (priority: (typeof taskPriorities)[number]): number =>
  taskPriorities.indexOf(priority);

/** The states in which a task can be held, as SQL has them. */
export const openStatuses = openTaskStatuses.map((status) => `'${status}'`).join(", ");

/** A task that the caller can reach, or undefined. */
export async function findTask(db: Knex, reach: Reach, id: string): Promise<TaskRow | undefined> {
  return withinReach(db("review_tasks"), reach).where({ id }).first("*");
}

/**
 * A task that the caller can reach, as it is and stays until the transaction ends; undefined when there is none. Who also
 * takes the lock on assignments takes that first.
 */
export async function lockTask(tx: Tx, reach: Reach, id: string): Promise<TaskRow | undefined> {
  return withinReach(tx("review_tasks"), reach).where({ id }).forUpdate().first("*");
}

const taskColumns = [
  "workspace_id",
  "id",
  "project_id",
  "rubric_id",
  "evaluation_id",
  "evaluator",
  "status",
  "priority",
  "mode",
  "wanted_reviewer_id",
  "required_credentials",
  "specialty",
  "reviews_required",
  "blind",
  "sample_count",
  "waiting",
  "due_at",
  "metadata",
  "created_at",
] as const;

/** Stores new tasks with their samples. */
export async function insertTasks(
  tx: Tx,
  { database }: Pick<PlatformDeps, "database">,
  tasks: readonly NewTask[],
): Promise<void> {
  await insertRows(tx, database, {
    table: "review_tasks",
    columns: taskColumns,
    rows: tasks.map(({ row }) => {
      const stored = { ...row, metadata: JSON.stringify(row.metadata) };
      return taskColumns.map((column) => stored[column]);
    }),
  });
  await insertRows(tx, database, {
    table: "review_task_samples",
    columns: ["workspace_id", "task_id", "position", "sample_id"],
    rows: tasks.flatMap(({ row, sampleIds }) =>
      sampleIds.map((sampleId, position) => [row.workspace_id, row.id, position, sampleId]),
    ),
  });
}

/**
 * Changes a task that is in one of some states: one conditional update.
 *
 * @returns undefined when it is in none of them.
 */
export async function moveTask(
  tx: Knex,
  task: TaskKey,
  { from, ...change }: { from: readonly TaskStatus[] } & Partial<TaskRow>,
): Promise<TaskRow | undefined> {
  const { metadata: _metadata, ...columns } = change;
  const rows: TaskRow[] = await tx("review_tasks")
    .where({ workspace_id: task.workspace_id, id: task.id })
    .whereIn("status", [...from])
    .update(columns)
    .returning("*");
  return rows[0];
}

/** The ids of the samples of tasks, in the tasks' order: task id → sample ids. */
export async function samplesOfTasks(
  db: Knex,
  tasks: readonly TaskKey[],
): Promise<ReadonlyMap<string, string[]>> {
  const [first] = tasks;
  const samples = new Map<string, string[]>(tasks.map(({ id }) => [id, []]));
  if (!first) return samples;
  const rows: { task_id: string; sample_id: string }[] = await db("review_task_samples")
    .where({ workspace_id: first.workspace_id })
    .whereRaw("task_id = any(?::uuid[])", [tasks.map(({ id }) => id)])
    .orderBy(["task_id", "position"])
    .select("task_id", "sample_id");
  for (const row of rows) samples.get(row.task_id)?.push(row.sample_id);
  return samples;
}

/** Which of some samples are in a project's data sets now. */
export async function samplesInProject(
  db: Knex,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const ofProject = db("datasets").where({ workspace_id: workspaceId, project_id: projectId }).select("id");
  const rows: { id: string }[] = await db("samples")
    .where({ workspace_id: workspaceId })
    .whereNull("valid_until")
    .whereRaw("id = any(?::uuid[])", [[...ids]])
    .whereIn("dataset_id", ofProject)
    .select("id");
  return new Set(rows.map(({ id }) => id));
}
