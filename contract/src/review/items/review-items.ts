import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { idempotencyHeaders, listOf, paging, pathId, reference } from "../../platform/common.ts";
import { exampleItemSummary, reviewItem, reviewItemSummary } from "./item-object.ts";

const tag = "Review items";

const pathOfItem = pathId("review_task").extend({ sample: reference("sample") });

export const reviewItemRoutes = c.router({
  list: route({
    method: "GET",
    path: "/v1/reviews/tasks/:id/samples",
    summary: "List the samples of a review task",
    description:
      "Returns the samples of a task in their order, with the progress of the calling reviewer. 409 if the task is not assigned to the reviewer.",
    pathParams: pathId("review_task"),
    query: z.strictObject({ ...paging }),
    responses: answers({ 200: listOf("ReviewItemList", reviewItemSummary, exampleItemSummary) }, 409),
    metadata: {
      operationId: "listReviewItems",
      tag,
      scope: "reviews:read",
      sdk: "reviews.items.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/reviews/tasks/:id/samples/:sample",
    summary: "Get a review item",
    description:
      "Returns a sample of a task with the answer to review, its rubric and the caller's review. Unless the task is assigned to the caller, or they have a review or a draft of the sample, the key also needs the scope `datasets:read`. 409 if the task is not assigned to the reviewer of the key.",
    pathParams: pathOfItem,
    responses: answers({ 200: reviewItem }, 409),
    metadata: { operationId: "getReviewItem", tag, scope: "reviews:read", sdk: "reviews.items.get" },
  }),
  reveal: route({
    method: "POST",
    path: "/v1/reviews/tasks/:id/samples/:sample/reveal",
    summary: "Reveal a review item",
    description:
      "Returns a blind item with its hidden data, and records when the reviewer first saw it. 403 before the rule `reveal` of the task allows it; 409 if the task is not blind.",
    pathParams: pathOfItem,
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: answers({ 200: reviewItem }, 409),
    metadata: { operationId: "revealReviewItem", tag, scope: "reviews:submit", sdk: "reviews.items.reveal" },
  }),
});
