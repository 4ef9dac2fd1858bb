import type { RubricDimension } from "@assay/contract/review/rubrics/rubric-dimensions";
import { withoutAbsent } from "@assay/contract/domain";
import type { Knex } from "knex";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

/** A stored rubric. */
export interface RubricRow extends Dated {
  project_id: string;
  name: string;
  version: number;
  description: string | null;
  dimensions: RubricDimension[];
}

const columns = ["id", "project_id", "name", "version", "description", "dimensions", "created_at"];

/** Stores a rubric as the next version of its name. Two at once: the lock on the project lets one after the other. */
export async function insertRubric(
  tx: Knex,
  row: Omit<RubricRow, "version"> & { workspace_id: string },
): Promise<RubricRow> {
  const { workspace_id: workspaceId, project_id: projectId } = row;
  await tx("projects").where({ workspace_id: workspaceId, id: projectId }).forUpdate().first("id");
  const key = { workspace_id: workspaceId, project_id: projectId, name: row.name };
  const version = tx.raw(
    "(select coalesce(max(version), 0) + 1 from rubrics where ?? = ? and ?? = ? and ?? = ?)",
    Object.entries(key).flat(),
  );
  const rows: RubricRow[] = await tx("rubrics")
    .insert({ ...row, version, dimensions: JSON.stringify(row.dimensions) })
    .returning(columns);
  const [stored] = rows;
  if (!stored) throw new Error(`Rubric ${row.id} was not stored.`);
  return stored;
}

/** A rubric that the caller can reach, or undefined. */
export async function findRubric(db: Knex, reach: Reach, id: string): Promise<RubricRow | undefined> {
  return withinReach(db("rubrics"), reach).where({ id }).first(columns);
}

/** Rubrics newest first, one more than the page shows. */
export async function listRubrics(
  db: Knex,
  reach: Reach,
  page: {
    filter: { project_id: string | undefined };
    limit: number;
    position: readonly (string | number)[] | undefined;
  },
): Promise<RubricRow[]> {
  return newestFirst(
    withinReach(db("rubrics"), reach).where(withoutAbsent(page.filter)).select(columns),
    page.limit,
    page.position,
  );
}
