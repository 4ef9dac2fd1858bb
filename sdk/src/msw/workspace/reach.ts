import { referenceNotFound } from "@assay/contract/platform/refusals";
import { reaches } from "@assay/contract/workspace/access-rules";
import type { ProjectRecord } from "@assay/contract/workspace/project-wire";
import type { WorkspaceCaller } from "./workspace-tables.ts";

/** Finds a project that the caller can access. */
export function findProject(caller: WorkspaceCaller, id: string): ProjectRecord | undefined {
  return reaches(caller, id) ? caller.workspace.projects.get(id) : undefined;
}

/** Returns the project that a request body names. @throws {ApiError} 422 if the caller cannot access it. */
export function requireProject(caller: WorkspaceCaller, id: string, path: string): ProjectRecord {
  const project = findProject(caller, id);
  if (!project) throw referenceNotFound("project", id, path);
  return project;
}
