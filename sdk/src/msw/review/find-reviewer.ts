import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { reaches } from "@assay/contract/workspace/access-rules";
import type { ReviewCaller } from "./review-tables.ts";

/** Finds a reviewer who reviews in a project that the caller's key can access. */
export function findReviewer(caller: ReviewCaller, id: string | undefined): ReviewerRecord | undefined {
  const reviewer = caller.workspace.reviewers.get(id ?? "");
  return reviewer && reachesReviewer(caller, reviewer) ? reviewer : undefined;
}

/** Whether the caller's key can access a reviewer. */
export const reachesReviewer = (caller: ReviewCaller, { projects }: ReviewerRecord): boolean =>
  caller.projects === null || projects === null || projects.some((project) => reaches(caller, project));
