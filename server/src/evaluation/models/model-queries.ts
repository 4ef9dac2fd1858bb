import type { ModelRecord } from "@assay/contract/evaluation/models/model-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

/** A model's database row. */
interface StoredModel extends Dated {
  name: string;
  version: string;
  metadata: Record<string, unknown>;
}

const columns = ["id", "name", "version", "metadata", "created_at"];

const recordOf = ({ id, created_at: createdAt, ...rest }: StoredModel): ModelRecord => ({
  ...rest,
  id: formatId("model", id),
  createdAt: createdAt.getTime(),
});

/** Stores a model. @returns false if a model with this name and version already exists. */
export async function insertModel(tx: Knex, workspaceId: string, model: ModelRecord): Promise<boolean> {
  const { id, createdAt, ...rest } = model;
  const inserted = await tx("models")
    .insert({
      ...rest,
      workspace_id: workspaceId,
      id: uuidOf("model", id),
      created_at: new Date(createdAt),
    })
    .onConflict(["workspace_id", "name", "version"])
    .ignore()
    .returning("id");
  return inserted.length === 1;
}

/** Finds a model by its UUID. */
export async function findModel(
  db: Knex,
  workspaceId: string,
  uuid: string,
): Promise<ModelRecord | undefined> {
  const row: StoredModel | undefined = await db("models")
    .where({ workspace_id: workspaceId, id: uuid })
    .first(columns);
  return row && recordOf(row);
}

/** Finds a model by name and version. */
export async function findModelByVersion(
  db: Knex,
  workspaceId: string,
  { name, version }: { name: string; version: string },
): Promise<ModelRecord | undefined> {
  const row: StoredModel | undefined = await db("models")
    .where({ workspace_id: workspaceId, name, version })
    .first(columns);
  return row && recordOf(row);
}

/** Lists models, newest first. Reads one row more than the page, to detect whether a next page exists. */
export async function listModels(
  db: Knex,
  workspaceId: string,
  page: { name: string | undefined; limit: number; position: readonly (string | number)[] | undefined },
): Promise<ModelRecord[]> {
  const query = db("models").where({ workspace_id: workspaceId }).select(columns);
  if (page.name !== undefined) query.where({ name: page.name });
  const rows: StoredModel[] = await newestFirst(query, page.limit, page.position);
  return rows.map(recordOf);
}
