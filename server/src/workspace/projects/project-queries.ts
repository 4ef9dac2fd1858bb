import { formatId } from "@assay/contract/platform/ids";
import type { ProjectRecord } from "@assay/contract/workspace/project-wire";
import type { Knex } from "knex";
import { type Reach, withinReach } from "../access/reach.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

/** A stored project. */
interface StoredProject extends Dated {
  name: string;
  description: string | null;
}

const columns = ["id", "name", "description", "created_at"];

const recordOf = ({ id, name, description, created_at: createdAt }: StoredProject): ProjectRecord => ({
  id: formatId("project", id),
  name,
  description,
  createdAt: createdAt.getTime(),
});

/** Stores a project. */
export async function insertProject(tx: Knex, workspaceId: string, project: ProjectRecord): Promise<void> {
  const { id, createdAt, ...rest } = project;
  await tx("projects").insert({
    ...rest,
    workspace_id: workspaceId,
    id: uuidOf("project", id),
    created_at: new Date(createdAt),
  });
}

/** Returns a project by its UUID; undefined if it does not exist or the caller cannot access it. */
export async function findProject(db: Knex, reach: Reach, id: string): Promise<ProjectRecord | undefined> {
  const row: StoredProject | undefined = await withinReach(db("projects"), reach, "id")
    .where({ id })
    .first(columns);
  return row && recordOf(row);
}

/** Lists the projects that the caller can access, newest first, with one more row than the page size. */
export async function listProjects(
  db: Knex,
  reach: Reach,
  page: { limit: number; position: readonly (string | number)[] | undefined },
): Promise<ProjectRecord[]> {
  const query = withinReach(db("projects"), reach, "id").select(columns);
  const rows: StoredProject[] = await newestFirst(query, page.limit, page.position);
  return rows.map(recordOf);
}
