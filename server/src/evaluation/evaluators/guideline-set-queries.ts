import type { GuidelineSet } from "@assay/contract/domain";
import type { Knex } from "knex";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

/**
 * A stored guideline set. Guideline sets belong to the workspace, so every API key that can read evaluations
 * can read them.
 */
export interface GuidelineSetRow extends Dated, GuidelineSet {}

const columns = ["id", "name", "questions", "required_actions", "forbidden_actions", "created_at"];

/** Stores a guideline set. @returns false if a guideline set with this name already exists. */
export async function insertGuidelineSet(
  tx: Knex,
  row: GuidelineSetRow & { workspace_id: string },
): Promise<boolean> {
  const inserted = await tx("guideline_sets")
    .insert({ ...row, questions: JSON.stringify(row.questions) })
    .onConflict(["workspace_id", "name"])
    .ignore()
    .returning("id");
  return inserted.length === 1;
}

/** Finds the guideline sets with the given names. */
export async function findGuidelineSets(
  db: Knex,
  workspaceId: string,
  names: readonly string[],
): Promise<GuidelineSetRow[]> {
  if (names.length === 0) return [];
  return db("guideline_sets")
    .where({ workspace_id: workspaceId })
    .whereRaw("name = any(?::text[])", [[...names]])
    .select(columns);
}

/**
 * Lists guideline sets, newest first. Reads one row more than the page, to detect whether a next page exists.
 */
export async function listGuidelineSets(
  db: Knex,
  workspaceId: string,
  page: { limit: number; position: readonly (string | number)[] | undefined },
): Promise<GuidelineSetRow[]> {
  const query = db("guideline_sets").where({ workspace_id: workspaceId }).select(columns);
  return newestFirst(query, page.limit, page.position);
}
