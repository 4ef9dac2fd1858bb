import type { TaskRecord } from "@assay/contract/review/tasks/task-record";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { idOrNone } from "../../platform/http/request/id-filter.ts";

/** Lists the samples of tasks by task id, in the order in which each task contains them. */
export async function listSamples(
  db: Knex,
  workspaceId: string,
  tasks: readonly Pick<TaskRecord, "id">[],
): Promise<ReadonlyMap<string, string[]>> {
  const samples = new Map<string, string[]>();
  const rows: { task_id: string; sample_id: string }[] = await db("review_task_samples")
    .where({ workspace_id: workspaceId })
    .whereRaw("task_id = any(?::uuid[])", [tasks.map(({ id }) => uuidOf("review_task", id))])
    .orderBy(["task_id", "position"])
    .select("task_id", "sample_id");
  for (const { task_id: uuid, sample_id: sample } of rows) {
    const task = formatId("review_task", uuid);
    samples.set(task, [...(samples.get(task) ?? []), formatId("sample", sample)]);
  }
  return samples;
}

/** Returns those of the given samples that are currently in one of the project's datasets. */
export async function samplesInProject(
  db: Knex,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  samples: readonly string[],
): Promise<ReadonlySet<string>> {
  const ofProject = db("datasets").where({ workspace_id: workspaceId, project_id: projectId }).select("id");
  const rows: { id: string }[] = await db("samples")
    .where({ workspace_id: workspaceId })
    .whereNull("valid_until")
    .whereRaw("id = any(?::uuid[])", [samples.map((sample) => idOrNone("sample", sample))])
    .whereIn("dataset_id", ofProject)
    .select("id");
  return new Set(rows.map(({ id }) => formatId("sample", id)));
}

/** Identifies a sample in a task. */
export interface TaskSampleKey {
  workspaceId: string;
  taskId: string;
  sampleId: string;
}

/** Returns the number of reviews of a sample in a task; undefined if the task does not contain the sample. */
export async function countReviewsOfSample(db: Knex, key: TaskSampleKey): Promise<number | undefined> {
  const row: { reviews: number } | undefined = await db("review_task_samples")
    .where({ workspace_id: key.workspaceId, task_id: key.taskId, sample_id: key.sampleId })
    .first("reviews");
  return row?.reviews;
}

/** Increments the number of reviews of a sample in a task. */
export async function addReviewOfSample(db: Knex, key: TaskSampleKey): Promise<void> {
  await db("review_task_samples")
    .where({ workspace_id: key.workspaceId, task_id: key.taskId, sample_id: key.sampleId })
    .increment("reviews", 1);
}
