import type { ReviewerRouteAssignments } from "../review/reviewers/reviewer-routes.ts";
import {
  assignWaiting,
  lockAssignments,
  lockHeldTasks,
  releaseUnfit,
} from "../review/tasks/assignment/assignment-service.ts";
import { settleWorkspace } from "../review/tasks/assignment/settle.ts";

/** What review tasks do for the routes of reviewers. */
export const reviewerAssignments: ReviewerRouteAssignments = {
  expireAssignments: settleWorkspace,
  lockAssignments,
  lockHeldTasks,
  releaseSlots: releaseUnfit,
  assignWaiting,
};
