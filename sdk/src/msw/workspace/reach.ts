import { referenceNotFound } from "@assay/contract/platform/refusals";
import type { Caller } from "../platform/http/handler.ts";
import type { ProjectRow, WorkspaceCaller } from "./workspace-tables.ts";

/** Whether the caller's key may reach a project. */
export const reaches = ({ projects }: Pick<Caller, "projects">, project: string): boolean =>
  projects === null || projects.includes(project);

/** A project that the caller can reach, or undefined. */
export function findProject(caller: WorkspaceCaller, id: string): ProjectRow | undefined {
  return reaches(caller, id) ? caller.workspace.projects.get(id) : undefined;
}

/** A project that a body names. @throws {ApiError} 422. */
export function referredProject(caller: WorkspaceCaller, id: string, path: string): ProjectRow {
  const project = findProject(caller, id);
  if (!project) throw referenceNotFound("project", id, path);
  return project;
}
