import { isWaitingTask } from "@assay/contract/review/tasks/assignment-rules";
import type { NewTask } from "@assay/contract/review/tasks/task-record";
import { isOpen } from "@assay/contract/domain";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { insertRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { priorityNumber } from "./task-queries.ts";

const newColumns = [
  "workspace_id",
  "id",
  "project_id",
  "rubric_id",
  "evaluation_id",
  "evaluator",
  "origin",
  "status",
  "priority",
  "mode",
  "wanted_reviewer_id",
  "required_credentials",
  "adjudicator_credentials",
  "specialty",
  "reviews_required",
  "blind",
  "shown_metadata",
  "shown_fields",
  "reveal",
  "sample_count",
  "completed",
  "waiting",
  "due_at",
  "metadata",
  "created_at",
  "completed_at",
];

const newValues = (workspaceId: string, task: NewTask): unknown[] => [
  workspaceId,
  uuidOf("review_task", task.id),
  uuidOf("project", task.project),
  uuidOf("rubric", task.rubric),
  task.evaluation && uuidOf("evaluation", task.evaluation),
  task.evaluator,
  task.origin,
  task.status,
  priorityNumber(task.priority),
  task.assignment.mode,
  task.assignment.reviewer_id && uuidOf("reviewer", task.assignment.reviewer_id),
  task.assignment.required_credentials,
  task.adjudicatorCredentials,
  task.assignment.specialty,
  task.reviewsRequired,
  task.blind,
  task.shown.metadata,
  task.shown.fields,
  task.reveal,
  task.sampleCount,
  task.completed,
  isOpen(task.status) && isWaitingTask(task),
  task.dueAt === null ? null : new Date(task.dueAt),
  JSON.stringify(task.metadata),
  new Date(task.createdAt),
  task.completedAt === null ? null : new Date(task.completedAt),
];

/** A new task, and the number of reviews that each of its samples has. */
interface ReviewedTask {
  task: NewTask;
  /** The numbers of reviews, in the order of the samples. Samples without a number have no reviews. */
  reviews: readonly number[];
}

/** Stores new tasks without reviews, with their samples. */
export const insertTasks = (
  tx: Tx,
  deps: Pick<PlatformDeps, "database">,
  { workspaceId, tasks }: { workspaceId: string; tasks: readonly NewTask[] },
): Promise<void> =>
  insertReviewedTasks(tx, deps, { workspaceId, tasks: tasks.map((task) => ({ task, reviews: [] })) });

/** Stores new tasks with their samples. The reviews of the samples are stored separately. */
export async function insertReviewedTasks(
  tx: Tx,
  { database }: Pick<PlatformDeps, "database">,
  { workspaceId, tasks }: { workspaceId: string; tasks: readonly ReviewedTask[] },
): Promise<void> {
  await insertRows(tx, database, {
    table: "review_tasks",
    columns: newColumns,
    rows: tasks.map(({ task }) => newValues(workspaceId, task)),
  });
  await insertRows(tx, database, {
    table: "review_task_samples",
    columns: ["workspace_id", "task_id", "position", "sample_id", "reviews"],
    rows: tasks.flatMap(({ task: { id, samples }, reviews }) => {
      const taskId = uuidOf("review_task", id);
      return samples.map((sample, position) => [
        workspaceId,
        taskId,
        position,
        uuidOf("sample", sample),
        reviews[position] ?? 0,
      ]);
    }),
  });
  await insertRows(tx, database, {
    table: "review_exclusions",
    columns: ["workspace_id", "task_id", "reviewer_id"],
    rows: tasks.flatMap(({ task: { id, excluded } }) =>
      excluded.map((reviewer) => [workspaceId, uuidOf("review_task", id), uuidOf("reviewer", reviewer)]),
    ),
  });
}
