import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import type { RubricDimension } from "@assay/contract/review/rubrics/rubric-dimensions";
import { formatId } from "@assay/contract/platform/ids";
import { withoutAbsent } from "@assay/contract/domain";
import type { Knex } from "knex";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { newestFirst } from "../../platform/http/request/page.ts";

/** A rubric's database row. */
interface StoredRubric {
  id: string;
  project_id: string;
  name: string;
  version: number;
  description: string | null;
  dimensions: RubricDimension[];
  created_at: Date;
}

const columns = ["id", "project_id", "name", "version", "description", "dimensions", "created_at"];

const recordOf = ({ project_id: project, created_at: createdAt, ...rest }: StoredRubric): RubricRecord => ({
  ...rest,
  id: formatId("rubric", rest.id),
  project: formatId("project", project),
  createdAt: createdAt.getTime(),
});

/**
 * Returns the highest version of a rubric name in a project; 0 if there is none. Locks the project until the
 * transaction ends, so that rubrics with the same name are created one after the other.
 */
export async function lockLatestVersion(
  tx: Tx,
  { workspaceId, projectId, name }: { workspaceId: string; projectId: string; name: string },
): Promise<number> {
  await tx("projects").where({ workspace_id: workspaceId, id: projectId }).forUpdate().first("id");
  const row = await tx("rubrics")
    .where({ workspace_id: workspaceId, project_id: projectId, name })
    .max<{ version: number | null }>({ version: "version" })
    .first();
  return row?.version ?? 0;
}

/** Stores a new rubric. */
export async function insertRubric(tx: Tx, workspaceId: string, rubric: RubricRecord): Promise<void> {
  const { id, project, createdAt, dimensions, ...rest } = rubric;
  await tx("rubrics").insert({
    ...rest,
    workspace_id: workspaceId,
    id: uuidOf("rubric", id),
    project_id: uuidOf("project", project),
    dimensions: JSON.stringify(dimensions),
    created_at: new Date(createdAt),
  });
}

/** Finds a rubric within the caller's reach. */
export async function findRubric(db: Knex, reach: Reach, id: string): Promise<RubricRecord | undefined> {
  const row: StoredRubric | undefined = await withinReach(db("rubrics"), reach).where({ id }).first(columns);
  return row && recordOf(row);
}

/** Lists rubrics by their UUIDs, in any order. */
export async function listRubricsById(
  db: Knex,
  workspaceId: string,
  ids: readonly string[],
): Promise<RubricRecord[]> {
  const rows: StoredRubric[] = await db("rubrics")
    .where({ workspace_id: workspaceId })
    .whereRaw("id = any(?::uuid[])", [[...ids]])
    .select(columns);
  return rows.map(recordOf);
}

/** Lists the ids of the dimensions of one rubric, or of all rubrics of a project or in reach, in alphabetical order. */
export async function listDimensionIds(
  db: Knex,
  reach: Reach,
  { projectId, rubricId }: { projectId: string | undefined; rubricId: string | undefined },
): Promise<string[]> {
  const query = withinReach(db("rubrics"), reach).joinRaw(
    "cross join lateral json_array_elements(dimensions) as dimension",
  );
  if (projectId !== undefined) query.where({ project_id: projectId });
  if (rubricId !== undefined) query.where({ id: rubricId });
  const rows: { id: string }[] = await query
    .distinct(db.raw(`(dimension ->> 'id') collate "C" as id`))
    .orderBy("id");
  return rows.map(({ id }) => id);
}

/**
 * Locks a rubric until the transaction ends, so that imports of ratings for it run one after the other. Other transactions
 * can still create tasks and reviews of the rubric.
 */
export async function lockRubric(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx("rubrics").where({ workspace_id: workspaceId, id }).forNoKeyUpdate().first("id");
}

/**
 * Makes imports of ratings for a rubric wait until the transaction ends, so that each of two transactions sees the
 * grades of the other. Must be called before the transaction takes the lock on assignments.
 */
export async function shareRubric(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx("rubrics").where({ workspace_id: workspaceId, id }).forShare().first("id");
}

/** Lists rubrics, newest first. Reads one row more than the page, to detect whether a next page exists. */
export async function listRubrics(
  db: Knex,
  reach: Reach,
  page: {
    filter: { project_id: string | undefined };
    limit: number;
    position: readonly (string | number)[] | undefined;
  },
): Promise<RubricRecord[]> {
  const rows: StoredRubric[] = await newestFirst(
    withinReach(db("rubrics"), reach).where(withoutAbsent(page.filter)).select(columns),
    page.limit,
    page.position,
  );
  return rows.map(recordOf);
}
