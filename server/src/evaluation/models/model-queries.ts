import type { Knex } from "knex";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

/** A stored model. Models belong to the workspace: every key of it that may read models sees all. */
export interface ModelRow extends Dated {
  name: string;
  version: string;
  metadata: Record<string, unknown>;
}

const columns = ["id", "name", "version", "metadata", "created_at"];

/** Stores a model; false when its name and version are taken. */
export async function insertModel(tx: Knex, row: ModelRow & { workspace_id: string }): Promise<boolean> {
  const inserted = await tx("models")
    .insert(row)
    .onConflict(["workspace_id", "name", "version"])
    .ignore()
    .returning("id");
  return inserted.length === 1;
}

/** A model by its id, or undefined. */
export async function findModel(db: Knex, workspaceId: string, id: string): Promise<ModelRow | undefined> {
  return db("models").where({ workspace_id: workspaceId, id }).first(columns);
}

/** A model by name and version, or undefined. */
export async function findModelByVersion(
  db: Knex,
  workspaceId: string,
  { name, version }: { name: string; version: string },
): Promise<ModelRow | undefined> {
  return db("models").where({ workspace_id: workspaceId, name, version }).first(columns);
}

/** Models newest first, one more than the page shows. */
export async function listModels(
  db: Knex,
  workspaceId: string,
  page: { name: string | undefined; limit: number; position: readonly (string | number)[] | undefined },
): Promise<ModelRow[]> {
  const query = db("models").where({ workspace_id: workspaceId }).select(columns);
  if (page.name !== undefined) query.where({ name: page.name });
  return newestFirst(query, page.limit, page.position);
}
