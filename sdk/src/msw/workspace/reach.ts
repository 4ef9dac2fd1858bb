import { existingReference } from "@assay/contract/platform/requests/existing";
import { reaches } from "@assay/contract/workspace/access-rules";
import type { ProjectRecord } from "@assay/contract/workspace/project-wire";
import type { WorkspaceCaller } from "./workspace-tables.ts";

/** Finds a project that the caller can access. */
export function findProject(caller: WorkspaceCaller, id: string): ProjectRecord | undefined {
  return reaches(caller, id) ? caller.workspace.projects.get(id) : undefined;
}

/** Returns the project that a request body names. @throws {ApiError} 422 if the caller cannot access it. */
export const requireProject = (caller: WorkspaceCaller, id: string, path: string): ProjectRecord =>
  existingReference(findProject(caller, id), "project", { id, path });
