import { type Assignee, taskToWire } from "@assay/contract/review/tasks/review-task-wire";
import type { TaskRecord } from "@assay/contract/review/tasks/task-record";
import type { Knex } from "knex";
import { listReviewersById } from "../reviewers/reviewer-queries.ts";
import { listSamples } from "./task-sample-queries.ts";

/** A task on the wire. */
export type WireTask = ReturnType<typeof taskToWire>;

/** Maps tasks to their wire form, with their current samples and assigned reviewers. */
export async function tasksToWire(
  db: Knex,
  workspaceId: string,
  tasks: readonly TaskRecord[],
): Promise<WireTask[]> {
  if (tasks.length === 0) return [];
  const samples = await listSamples(db, workspaceId, tasks);
  const assigned = tasks.flatMap(({ assignments }) => assignments.map(({ reviewer }) => reviewer));
  const found: Assignee[] = await listReviewersById(db, workspaceId, assigned);
  const reviewers = new Map(found.map((reviewer) => [reviewer.id, reviewer]));
  return tasks.map((task) => taskToWire(task, { samples: samples.get(task.id) ?? [], reviewers }));
}
