import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import type { Knex } from "knex";
import { readReviewers } from "../../reviewers/reviewer-queries.ts";
import { openStatuses } from "../task-queries.ts";

/** Returns the ids of open tasks in which the given reviewers still have samples to review. */
export async function unfinishedTaskIds(
  db: Knex,
  workspaceId: string,
  reviewerIds: readonly string[],
): Promise<string[]> {
  return db("review_tasks as t")
    .join("review_assignments as a", (join) =>
      join.on("a.workspace_id", "t.workspace_id").andOn("a.task_id", "t.id"),
    )
    .where({ "t.workspace_id": workspaceId })
    .whereRaw(`a.reviewer_id = any(?::uuid[]) and t.status in (${openStatuses})`, [[...reviewerIds]])
    .whereRaw("a.reviewed < t.sample_count")
    .orderBy("t.id")
    .pluck("t.id");
}

/** Returns the ids of tasks with an expired claim. */
export async function expiredTaskIds(db: Knex, workspaceId: string, now: Date): Promise<string[]> {
  return db("review_assignments")
    .where({ workspace_id: workspaceId })
    .where("lapses_at", "<=", now)
    .pluck("task_id");
}

/** Returns the reviewers who have expired credentials and unfinished assignments. */
export async function expiredReviewers(db: Knex, workspaceId: string, now: Date): Promise<ReviewerRecord[]> {
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

const expired = `
  select workspace_id from review_assignments where lapses_at <= ?::timestamptz
  union
  select r.workspace_id from reviewers r
    join review_assignments a on a.workspace_id = r.workspace_id and a.reviewer_id = r.id
    join review_tasks t on t.workspace_id = a.workspace_id and t.id = a.task_id
    where r.credential_expires_at <= ?::timestamptz
      and t.status in (${openStatuses}) and a.reviewed < t.sample_count`;

/**
 * Returns the workspaces with expired claims, or with expired credentials of reviewers who have unfinished
 * assignments.
 */
export async function expiredWorkspaces(db: Knex, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { workspace_id: string }[] }>(expired, [now, now]);
  return rows.map((row) => row.workspace_id);
}

/** Whether a workspace has expired claims, or assigned reviewers with expired credentials. */
export async function hasExpired(db: Knex, workspaceId: string, now: Date): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select from (${expired}) as expired where workspace_id = ?::uuid limit 1`,
    [now, now, workspaceId],
  );
  return rows.length > 0;
}
