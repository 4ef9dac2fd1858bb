import type { ReviewerRouteAssignments } from "../review/reviewers/reviewer-routes.ts";
import {
  assignWaiting,
  lockAssignments,
  lockHeldTasks,
  releaseUnfit,
} from "../review/tasks/assignment/assignment-service.ts";
import { expireAssignments } from "../review/tasks/assignment/expire-assignments.ts";

/** Steps of review tasks for the reviewer routes. */
export const reviewerAssignments: ReviewerRouteAssignments = {
  expireAssignments,
  lockAssignments,
  lockHeldTasks,
  releaseSlots: releaseUnfit,
  assignWaiting,
};
