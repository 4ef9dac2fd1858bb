import { parseId } from "@assay/contract/platform/ids";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import type { Knex } from "knex";
import type { Reach } from "../access/reach.ts";
import { findProject } from "./project-queries.ts";

/**
 * Returns the UUID of the project that a request names.
 *
 * @param path JSON Pointer to the member that contains the project's id.
 * @throws {ApiError} 422 if the caller cannot access the project.
 */
export async function requireProject(
  db: Knex,
  reach: Reach,
  { named, path = "/project" }: { named: string; path?: string },
): Promise<{ id: string }> {
  const id = parseId("project", named);
  if (!id || !(await findProject(db, reach, id))) throw referenceNotFound("project", named, path);
  return { id };
}

/** Returns those of the named projects that exist and that the caller can access. */
export async function reachedProjects(
  db: Knex,
  reach: Reach,
  named: readonly string[],
): Promise<ReadonlySet<string>> {
  const reached = new Set<string>();
  for (const id of new Set(named)) {
    const uuid = parseId("project", id);
    if (uuid !== undefined && (await findProject(db, reach, uuid))) reached.add(id);
  }
  return reached;
}
