import type { ReviewerRouteAssignments } from "../review/reviewers/reviewer-routes.ts";
import {
  assignWaiting,
  lockAssignments,
  lockHeldTasks,
  releaseUnfit,
} from "../review/tasks/assignment/assignment-service.ts";
import { expireAssignments } from "../review/tasks/assignment/expire-assignments.ts";

/** The steps for review tasks that the reviewer routes run. */
export const reviewerAssignments: ReviewerRouteAssignments = {
  expireAssignments,
  lockAssignments,
  lockHeldTasks,
  releaseSlots: releaseUnfit,
  assignWaiting,
};
