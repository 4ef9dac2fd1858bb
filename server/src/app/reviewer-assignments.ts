import type { ReviewerRouteAssignments } from "../review/reviewers/reviewer-routes.ts";
import {
  assignWaiting,
  lockAssignments,
  lockHeldTasks,
  releaseUnfit,
} from "../review/tasks/assignment/assignment-service.ts";
import { expireAssignments } from "../review/tasks/assignment/expire-assignments.ts";

/** The functions with which the reviewer routes update the assignments of review tasks. */
export const reviewerAssignments: ReviewerRouteAssignments = {
  expireAssignments,
  lockAssignments,
  lockHeldTasks,
  releaseSlots: releaseUnfit,
  assignWaiting,
};
