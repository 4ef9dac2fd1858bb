import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { pathId, reference } from "../../platform/common.ts";
import { periodText } from "../review-period.ts";
import { reviewProgress, taskProgress } from "./progress-object.ts";

const scope = "reviews:read" as const;

export const progressRoutes = c.router({
  ofTask: route({
    method: "GET",
    path: "/v1/reviews/tasks/:id/progress",
    summary: "Get the progress of a review task",
    description:
      "Returns how far each reviewer of the task is. Former assignees with reviews have the status `released`.",
    pathParams: pathId("review_task"),
    responses: answers({ 200: taskProgress }),
    metadata: {
      operationId: "getReviewTaskProgress",
      tag: "Review tasks",
      scope,
      sdk: "reviews.tasks.progress",
    },
  }),
  all: route({
    method: "GET",
    path: "/v1/reviews/progress",
    summary: "Get the progress of all reviews",
    description:
      "Returns numbers of tasks and waiting samples, and the work of each reviewer. The period, which ends now, limits completed and cancelled tasks and completed reviews. Reviews of samples that you have yet to review blind are not counted.",
    query: z.strictObject({
      project: reference("project").optional(),
      period: periodText.default("30d"),
    }),
    responses: answers({ 200: reviewProgress }),
    metadata: { operationId: "getReviewProgress", tag: "Reviews", scope, sdk: "reviews.progress" },
  }),
});
