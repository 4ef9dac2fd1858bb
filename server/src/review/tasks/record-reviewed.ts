import { statusReviewed } from "@assay/contract/domain";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { endLapses } from "./assignment/hold-queries.ts";
import { insertTaskEvents, taskCompleted } from "./task-events.ts";
import { lapseFrom } from "./assignment/take-place.ts";
import { touchReviewers } from "./assignment/assignment-queries.ts";
import { moveTask, type TaskRow } from "./task-queries.ts";

/**
 * Moves a task on after a review of it was stored, the first revision or another: what is counted is counted anew, so
 * calling it twice changes nothing. The reviewer's claim lapses later, or no more when they have reviewed everything. The
 * caller holds the task's lock, and the reviewer a place of it.
 *
 * @param reviewed.task as it was locked, open.
 * @returns the task as it is now: in progress, or completed when each sample has its reviews.
 */
export async function recordReviewed(
  tx: Tx,
  deps: PlatformDeps,
  { task, reviewerId, sampleId }: { task: TaskRow; reviewerId: string; sampleId: string },
): Promise<TaskRow> {
  const now = deps.now();
  const key = [task.workspace_id, task.id];
  await tx.raw(
    `update review_task_samples set reviews = (
       select count(*) from reviews where workspace_id = ?::uuid and task_id = ?::uuid and sample_id = ?::uuid)
     where workspace_id = ?::uuid and task_id = ?::uuid and sample_id = ?::uuid`,
    [...key, sampleId, ...key, sampleId],
  );
  await tx.raw(
    `update review_assignments a set reviewed = done.count,
       lapses_at = case when a.lapses_at is null or done.count >= ? then null else ?::timestamptz end
     from (select count(*)::int as count from reviews
       where workspace_id = ?::uuid and task_id = ?::uuid and reviewer_id = ?::uuid) as done
     where a.workspace_id = ?::uuid and a.task_id = ?::uuid and a.reviewer_id = ?::uuid`,
    [task.sample_count, lapseFrom(deps, now), ...key, reviewerId, ...key, reviewerId],
  );
  const moved = await moveOn(tx, task, now);
  if (moved.status === "completed") {
    await endLapses(tx, task);
    await insertTaskEvents(tx, deps, [taskCompleted(task)]);
  }
  await touchReviewers(tx, task.workspace_id, { ids: [reviewerId], at: now });
  return moved;
}

async function moveOn(tx: Tx, task: TaskRow, now: Date): Promise<TaskRow> {
  const [done] = await tx("review_task_samples")
    .where({ workspace_id: task.workspace_id, task_id: task.id })
    .where("reviews", ">=", task.reviews_required)
    .count<{ count: string }[]>("* as count");
  const completed = Number(done?.count ?? 0);
  const status = statusReviewed(completed, task.sample_count);
  const moved = await moveTask(tx, task, {
    from: ["assigned", "in_progress"],
    status,
    completed,
    ...(status === "completed" && { completed_at: now, waiting: false }),
  });
  if (!moved) throw new Error(`Task ${task.id} is ${task.status}: a review of it cannot be recorded.`);
  return moved;
}
