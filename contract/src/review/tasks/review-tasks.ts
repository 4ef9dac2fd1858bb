import * as z from "zod";
import { assignmentInput } from "../../evaluation/routing/assignment-input.ts";
import { blindInput, checkBlindInput } from "../../evaluation/routing/blind-options.ts";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  listOf,
  metadata,
  nameText,
  optional,
  paging,
  pathId,
  queryFlag,
  reference,
  timestampInput,
  withDefault,
} from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { taskPriority } from "../../evaluation/routing/task-priority.ts";
import { credentialList } from "../../workspace/credentials.ts";
import { exampleTask, reviewTask, taskStatus } from "./review-task-object.ts";

/** Reports every id that also occurs earlier in the list. */
function distinctIds(ids: readonly string[], context: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id))
      context.addIssue({
        code: "custom",
        path: [index],
        message: "must be unique in the list",
        input: id,
      });
    seen.add(id);
  }
}

/** Whether a task is blind: by default, if its samples are reviewed more than once. */
export const isBlindTask = (given: { blind: boolean | undefined; reviews_required: number }): boolean =>
  given.blind ?? given.reviews_required > 1;

const createTaskBody = z
  .strictObject({
    project: reference("project"),
    samples: z
      .array(reference("sample"))
      .min(1)
      .max(limits.samplesPerTask)
      .superRefine(distinctIds)
      .meta({ description: "1 to 1,000 distinct samples in the project." }),
    rubric: reference("rubric"),
    priority: withDefault(taskPriority, "normal"),
    assignment: optional(assignmentInput),
    due_at: optional(timestampInput("Due time.")),
    evaluation: optional(
      reference(
        "evaluation",
        "Evaluation whose automated scores are overridden by reviews; by default the latest evaluation that scored the sample.",
      ),
    ),
    evaluator: optional(
      nameText("Evaluator whose score is overridden by reviews; by default the sample's combined score."),
    ),
    reviews_required: withDefault(
      z.int().min(1).max(limits.reviewsRequired).meta({
        description:
          "Number of required reviews per sample, each by a different reviewer (1 to 20); default 1.",
      }),
      1,
    ),
    adjudicator_credentials: optional(
      credentialList.meta({
        description:
          "Credentials that qualify a reviewer to adjudicate samples of the task. One of them suffices. By default, the credentials that the assignment requires.",
      }),
    ),
    blind: optional(
      z.boolean().meta({
        description:
          "Whether reviewers see automated scores and the reviews of other reviewers only after submitting their own review. By default true if `reviews_required` is above 1, and false if it is 1.",
      }),
    ),
    ...blindInput,
    metadata: optional(metadata),
  })
  .superRefine((given, context) => checkBlindInput(given, isBlindTask(given), context))
  .meta({
    id: "CreateReviewTask",
    description: "Samples that people review.",
    examples: [
      {
        project: exampleIds.project,
        samples: [exampleIds.sample],
        rubric: exampleIds.rubric,
        priority: "high",
        assignment: { mode: "auto", required_credentials: ["MD"] },
      },
    ],
  });

/** A validated request for a new task. */
export type CreateReviewTaskBody = z.output<typeof createTaskBody>;

const reassignBody = z
  .strictObject({
    reviewer_id: reference("reviewer", "Reviewer to assign."),
    from: optional(
      reference(
        "reviewer",
        "Reviewer to replace. By default, an open slot is filled, or the only assigned reviewer is replaced.",
      ),
    ),
  })
  .meta({
    id: "ReassignReviewTask",
    description: "The reviewer to assign.",
    examples: [{ reviewer_id: exampleIds.reviewer }],
  });

const tag = "Review tasks";

/** Creates the route of an operation on a task that has an empty body. */
const move = <const Name extends string, S extends "reviews:submit" | "reviews:write">(
  name: Name,
  scope: S,
  texts: { summary: string; description: string },
) =>
  route({
    method: "POST",
    path: `/v1/reviews/tasks/:id/${name}`,
    ...texts,
    pathParams: pathId("review_task"),
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: answers({ 200: reviewTask }, 409, 422),
    metadata: { operationId: `${name}ReviewTask`, tag, scope, sdk: `reviews.tasks.${name}` },
  });

export const reviewTaskRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/reviews/tasks",
    summary: "Create a review task",
    description:
      "Creates a task. With `auto` or `manual`, the task is assigned immediately. If no reviewer qualifies, the task stays `pending` with `unassigned_reason`, and is assigned as soon as a reviewer qualifies.",
    headers: idempotencyHeaders,
    body: createTaskBody,
    responses: answers({ 201: reviewTask }, 409, 422),
    metadata: { operationId: "createReviewTask", tag, scope: "reviews:write", sdk: "reviews.tasks.create" },
  }),
  list: route({
    method: "GET",
    path: "/v1/reviews/tasks",
    summary: "List review tasks",
    description: "Returns review tasks, newest first.",
    query: z.strictObject({
      project: reference("project").optional(),
      status: taskStatus.optional(),
      assignee: reference(
        "reviewer",
        "Filter by assigned reviewer; for ended tasks, by the reviewers assigned at the end.",
      ).optional(),
      priority: taskPriority.optional(),
      claimable: queryFlag(
        "Only tasks that the calling reviewer can currently claim (true), or only tasks that this reviewer cannot claim (false). Requires an API key that belongs to a reviewer.",
      ),
      ...paging,
    }),
    responses: answers({ 200: listOf("ReviewTaskList", reviewTask, exampleTask) }),
    metadata: {
      operationId: "listReviewTasks",
      tag,
      scope: "reviews:read",
      sdk: "reviews.tasks.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/reviews/tasks/:id",
    summary: "Get a review task",
    description: "Returns one task by its id.",
    pathParams: pathId("review_task"),
    responses: answers({ 200: reviewTask }),
    metadata: { operationId: "getReviewTask", tag, scope: "reviews:read", sdk: "reviews.tasks.get" },
  }),
  claim: move("claim", "reviews:submit", {
    summary: "Claim a review task",
    description:
      "Claims a slot for the calling reviewer: an assigned slot or an open one. The claim expires 30 minutes after it was made or after the last review under it. 409 if no slot is open.",
  }),
  release: move("release", "reviews:submit", {
    summary: "Release a review task",
    description:
      "Removes the calling reviewer from the task; their reviews stay. In mode `auto`, a different reviewer is assigned. A task is never assigned again to a reviewer who has released it.",
  }),
  cancel: move("cancel", "reviews:write", {
    summary: "Cancel a review task",
    description:
      "Cancels the task. No further reviews are accepted; existing reviews stay. Repeating the request changes nothing. 409 if the task is completed.",
  }),
  reassign: route({
    method: "POST",
    path: "/v1/reviews/tasks/:id/reassign",
    summary: "Reassign a review task",
    description:
      "Assigns the task to the given reviewer. Reviews by the replaced reviewer stay. 422 if the new reviewer does not qualify or is not available.",
    pathParams: pathId("review_task"),
    headers: idempotencyHeaders,
    body: reassignBody,
    responses: answers({ 200: reviewTask }, 409, 422),
    metadata: {
      operationId: "reassignReviewTask",
      tag,
      scope: "reviews:write",
      sdk: "reviews.tasks.reassign",
    },
  }),
});
