import { parseId } from "@assay/contract/platform/ids";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import type { Knex } from "knex";
import type { Reach } from "../access/reach.ts";
import { findProject } from "./project-queries.ts";

/** The UUID of the project that a request names. @throws {ApiError} 422 when the caller cannot reach it; `path` is where it is named. */
export async function referredProject(
  db: Knex,
  reach: Reach,
  { named, path = "/project" }: { named: string; path?: string },
): Promise<{ id: string }> {
  const id = parseId("project", named);
  if (!id || !(await findProject(db, reach, id))) throw referenceNotFound("project", named, path);
  return { id };
}
