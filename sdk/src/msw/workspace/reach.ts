import { referenceNotFound } from "@assay/contract/platform/refusals";
import { type ProjectReach, reaches } from "@assay/contract/workspace/access-rules";
import type { ProjectRecord } from "@assay/contract/workspace/project-wire";
import { hasValues } from "../platform/http/paging.ts";
import type { WorkspaceCaller } from "./workspace-tables.ts";

export { reaches };

/** A row that belongs to a project. */
interface ProjectRow {
  project: string;
}

/** Finds a row that the caller can access. */
export function findReached<Row extends ProjectRow>(
  caller: ProjectReach,
  rows: ReadonlyMap<string, Row>,
  id: string | undefined,
): Row | undefined {
  const row = rows.get(id ?? "");
  return row && reaches(caller, row.project) ? row : undefined;
}

/** Returns the rows that the caller can access and that have all values of a filter. */
export const listReached = <Row extends ProjectRow>(
  caller: ProjectReach,
  rows: ReadonlyMap<string, Row>,
  filter: Parameters<typeof hasValues<Row>>[1] = {},
): Row[] => [...rows.values()].filter((row) => reaches(caller, row.project) && hasValues(row, filter));

/** Finds a project within the caller's reach. */
export function findProject(caller: WorkspaceCaller, id: string): ProjectRecord | undefined {
  return reaches(caller, id) ? caller.workspace.projects.get(id) : undefined;
}

/** Returns the project in a request body. @throws {ApiError} 422. */
export function requireProject(caller: WorkspaceCaller, id: string, path: string): ProjectRecord {
  const project = findProject(caller, id);
  if (!project) throw referenceNotFound("project", id, path);
  return project;
}
