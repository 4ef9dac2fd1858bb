import { draftsSavedSince, type DraftRecord, savedDraft } from "@assay/contract/review/drafts/draft-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { Tx } from "../platform/db/transaction.ts";

/** The members that identify a draft: a reviewer has at most one draft for a sample of a task. */
interface DraftKey {
  workspace_id: string;
  task_id: string;
  sample_id: string;
  reviewer_id: string;
}

interface StoredDraft {
  task_id: string;
  sample_id: string;
  reviewer_id: string;
  revision: number;
  grades: Record<string, unknown> | null;
  notes: string | null;
  flags: string[] | null;
  override_ai_score: boolean | null;
  override_value: number | null;
  updated_at: Date;
}

const recordOf = (row: StoredDraft): DraftRecord => ({
  task: formatId("review_task", row.task_id),
  sample: formatId("sample", row.sample_id),
  reviewer: formatId("reviewer", row.reviewer_id),
  revision: row.revision,
  grades: row.grades,
  notes: row.notes,
  flags: row.flags,
  overrideAiScore: row.override_ai_score,
  overrideValue: row.override_value,
  updatedAt: row.updated_at.getTime(),
});

/** Finds a reviewer's draft of a sample in a task, unless it is too old. */
export async function findDraft(db: Knex, key: DraftKey, now: Date): Promise<DraftRecord | undefined> {
  const row: StoredDraft | undefined = await db("review_drafts").where(key).first("*");
  return savedDraft(row && recordOf(row), now.getTime());
}

/** Returns the samples of a task of which a reviewer has a draft. */
export async function draftedIn(
  db: Knex,
  key: Omit<DraftKey, "sample_id">,
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows: { sample_id: string }[] = await db("review_drafts")
    .where(key)
    .where("updated_at", ">", new Date(draftsSavedSince(now.getTime())))
    .select("sample_id");
  return new Set(rows.map((row) => formatId("sample", row.sample_id)));
}

/** Returns the number of drafts of each reviewer in a task. */
export async function countDrafts(
  db: Knex,
  key: Pick<DraftKey, "workspace_id" | "task_id">,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows: { reviewer_id: string; count: number }[] = await db("review_drafts")
    .where(key)
    .where("updated_at", ">", new Date(draftsSavedSince(now.getTime())))
    .groupBy("reviewer_id")
    .select("reviewer_id", db.raw("count(*)::integer as count"));
  return new Map(rows.map((row) => [formatId("reviewer", row.reviewer_id), row.count]));
}

/** Stores a draft in place of the stored one. */
export async function storeDraft(tx: Tx, key: DraftKey, draft: DraftRecord): Promise<void> {
  const contents = {
    revision: draft.revision,
    grades: draft.grades && JSON.stringify(draft.grades),
    notes: draft.notes,
    flags: draft.flags,
    override_ai_score: draft.overrideAiScore,
    override_value: draft.overrideValue,
    updated_at: new Date(draft.updatedAt),
  };
  await tx("review_drafts")
    .insert({ ...key, ...contents })
    .onConflict(["workspace_id", "task_id", "sample_id", "reviewer_id"])
    .merge(contents);
}

/** Deletes a draft, if there is one. */
export async function deleteDraft(tx: Tx, key: DraftKey): Promise<void> {
  await tx("review_drafts").where(key).delete();
}

/** Deletes all drafts of a task. */
export async function deleteDraftsOf(tx: Tx, task: { workspaceId: string; taskId: string }): Promise<void> {
  await tx("review_drafts").where({ workspace_id: task.workspaceId, task_id: task.taskId }).delete();
}

/** Deletes all drafts that are too old, in all workspaces. */
export async function deleteOldDrafts(db: Knex, now: Date): Promise<void> {
  await db("review_drafts")
    .where("updated_at", "<=", new Date(draftsSavedSince(now.getTime())))
    .delete();
}

/** Sets when a reviewer's claim of a task expires. Has no effect on an assignment that does not expire. */
export async function renewClaim(tx: Tx, key: Omit<DraftKey, "sample_id">, expiry: number): Promise<void> {
  await tx("review_assignments")
    .where(key)
    .whereNotNull("lapses_at")
    .update({ lapses_at: new Date(expiry) });
}
