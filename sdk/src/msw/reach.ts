import { notFound, referenceNotFound } from "@assay/contract";
import type { Caller } from "./handler.ts";
import type { DatasetRow, ModelRow, ProjectRow } from "./tables.ts";

/** Whether the caller's key may reach a project. */
export const reaches = ({ projects }: Caller, project: string): boolean =>
  projects === null || projects.includes(project);

/** A project that the caller can reach, or undefined. */
export function findProject(caller: Caller, id: string): ProjectRow | undefined {
  return reaches(caller, id) ? caller.workspace.projects.get(id) : undefined;
}

/** A project that a body names. @throws ApiError 422. */
export function referredProject(caller: Caller, id: string, path: string): ProjectRow {
  const project = findProject(caller, id);
  if (!project) throw referenceNotFound("project", id, path);
  return project;
}

/** A data set that the caller can reach, or undefined. */
export function findDataset(caller: Caller, id: string): DatasetRow | undefined {
  const dataset = caller.workspace.datasets.get(id);
  return dataset && reaches(caller, dataset.project) ? dataset : undefined;
}

/** A data set that a path names. @throws ApiError 404. */
export function getDataset(caller: Caller, id: string): DatasetRow {
  const dataset = findDataset(caller, id);
  if (!dataset) throw notFound("dataset", id);
  return dataset;
}

/** A model that a body names. @throws ApiError 422. */
export function referredModel(caller: Caller, id: string, path: string): ModelRow {
  const model = caller.workspace.models.get(id);
  if (!model) throw referenceNotFound("model", id, path);
  return model;
}
