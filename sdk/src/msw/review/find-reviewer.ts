import { referenceNotFound } from "@assay/contract/platform/refusals";
import { reaches } from "../workspace/reach.ts";
import type { ReviewCaller, ReviewerRow } from "./review-tables.ts";

/** A reviewer whom the caller can reach: one who reviews in some project that the caller's key reaches. */
export function findReviewer(caller: ReviewCaller, id: string): ReviewerRow | undefined {
  const reviewer = caller.workspace.reviewers.get(id);
  return reviewer && reachesReviewer(caller, reviewer) ? reviewer : undefined;
}

/** Whether the caller's key reaches a reviewer. */
export const reachesReviewer = (caller: ReviewCaller, { projects }: ReviewerRow): boolean =>
  caller.projects === null || projects === null || projects.some((project) => reaches(caller, project));

/** A reviewer whom a body names. @throws {ApiError} 422. */
export function referredReviewer(caller: ReviewCaller, id: string, path: string): ReviewerRow {
  const reviewer = findReviewer(caller, id);
  if (!reviewer) throw referenceNotFound("reviewer", id, path);
  return reviewer;
}
