import { notFound, referenceNotFound } from "@assay/contract/platform/refusals";
import type { Caller } from "../platform/http/handler.ts";
import type { ModelRow, ProjectRow } from "../platform/state/tables.ts";
import type { DatasetRow } from "../platform/state/tables-datasets.ts";
import type { ReviewerRow, RubricRow } from "../platform/state/tables-reviews.ts";

/** Whether the caller's key may reach a project. */
export const reaches = ({ projects }: Caller, project: string): boolean =>
  projects === null || projects.includes(project);

/** A project that the caller can reach, or undefined. */
export function findProject(caller: Caller, id: string): ProjectRow | undefined {
  return reaches(caller, id) ? caller.workspace.projects.get(id) : undefined;
}

/** A project that a body names. @throws {ApiError} 422. */
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

/** A data set that a path names. @throws {ApiError} 404. */
export function getDataset(caller: Caller, id: string): DatasetRow {
  const dataset = findDataset(caller, id);
  if (!dataset) throw notFound("dataset", id);
  return dataset;
}

/** A model that a body names. @throws {ApiError} 422. */
export function referredModel(caller: Caller, id: string, path: string): ModelRow {
  const model = caller.workspace.models.get(id);
  if (!model) throw referenceNotFound("model", id, path);
  return model;
}

/** A reviewer whom the caller can reach: one who reviews in some project that the caller's key reaches. */
export function findReviewer(caller: Caller, id: string): ReviewerRow | undefined {
  const reviewer = caller.workspace.reviewers.get(id);
  return reviewer && reachesReviewer(caller, reviewer) ? reviewer : undefined;
}

/** Whether the caller's key reaches a reviewer. */
export const reachesReviewer = (caller: Caller, { projects }: ReviewerRow): boolean =>
  caller.projects === null || projects === null || projects.some((project) => reaches(caller, project));

/** A reviewer whom a body names. @throws {ApiError} 422. */
export function referredReviewer(caller: Caller, id: string, path: string): ReviewerRow {
  const reviewer = findReviewer(caller, id);
  if (!reviewer) throw referenceNotFound("reviewer", id, path);
  return reviewer;
}

/** A rubric that the caller can reach, or undefined. */
export function findRubric(caller: Caller, id: string): RubricRow | undefined {
  const rubric = caller.workspace.rubrics.get(id);
  return rubric && reaches(caller, rubric.project) ? rubric : undefined;
}
