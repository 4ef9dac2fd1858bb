import type { Knex } from "knex";
import { type Reach, withinReach } from "../access/reach.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

/** A stored project. */
export interface ProjectRow extends Dated {
  name: string;
  description: string | null;
}

const columns = ["id", "name", "description", "created_at"];

/** Stores a project. */
export async function insertProject(tx: Knex, row: ProjectRow & { workspace_id: string }): Promise<void> {
  await tx("projects").insert(row);
}

/** A project that the caller can reach, or undefined. */
export async function findProject(db: Knex, reach: Reach, id: string): Promise<ProjectRow | undefined> {
  return withinReach(db("projects"), reach, "id").where({ id }).first(columns);
}

/** Projects that the caller can reach, newest first, one more than the page shows. */
export async function listProjects(
  db: Knex,
  reach: Reach,
  page: { limit: number; position: readonly (string | number)[] | undefined },
): Promise<ProjectRow[]> {
  return newestFirst(withinReach(db("projects"), reach, "id").select(columns), page.limit, page.position);
}
