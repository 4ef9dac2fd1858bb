import * as z from "zod";
import { assignmentInput } from "../../evaluation/routing/assignment-input.ts";
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
import { exampleTask, reviewTask, taskStatus } from "./review-task-object.ts";

/** Reports every id that occurs earlier in the list. */
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

const createTaskBody = z
  .strictObject({
    project: reference("project"),
    samples: z
      .array(reference("sample"))
      .min(1)
      .max(limits.samplesPerTask)
      .superRefine(distinctIds)
      .meta({ description: "1 to 1,000 distinct samples of the project." }),
    rubric: reference("rubric"),
    priority: withDefault(taskPriority, "normal"),
    assignment: optional(assignmentInput),
    due_at: optional(timestampInput("Due time.")),
    evaluation: optional(
      reference(
        "evaluation",
        "Evaluation whose automated scores reviews override; default the latest that scored the sample.",
      ),
    ),
    evaluator: optional(
      nameText("Evaluator whose score reviews override; default the sample's combined score."),
    ),
    reviews_required: withDefault(
      z.int().min(1).max(limits.reviewsRequired).meta({
        description: "Required reviews per sample, each by a different reviewer; 1 to 20, default 1.",
      }),
      1,
    ),
    blind: optional(
      z.boolean().meta({ description: "Default: true if `reviews_required` is above 1, else false." }),
    ),
    metadata: optional(metadata),
  })
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
        "Reviewer to replace; default: an open slot is filled, or the only assigned reviewer is replaced.",
      ),
    ),
  })
  .meta({
    id: "ReassignReviewTask",
    description: "The reviewer to assign.",
    examples: [{ reviewer_id: exampleIds.reviewer }],
  });

const tag = "Review tasks";

/** An operation on a task with an empty body. */
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
      "Creates a task. `auto` and `manual` assign it immediately. Without a qualified reviewer the task stays `pending` with `unassigned_reason`, and is assigned as soon as one qualifies.",
    headers: idempotencyHeaders,
    body: createTaskBody,
    responses: answers({ 201: reviewTask }, 409, 422),
    metadata: { operationId: "createReviewTask", tag, scope: "reviews:write", sdk: "reviews.tasks.create" },
  }),
  list: route({
    method: "GET",
    path: "/v1/reviews/tasks",
    summary: "List review tasks",
    description: "Returns review tasks, the newest first.",
    query: z.strictObject({
      project: reference("project").optional(),
      status: taskStatus.optional(),
      assignee: reference("reviewer", "Filter by reviewer, currently or finally assigned.").optional(),
      priority: taskPriority.optional(),
      claimable: queryFlag(
        "true: only tasks that the calling reviewer can claim now; false: only others. Requires a key of a reviewer.",
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
      "Claims an open slot, or an assigned one, for the calling reviewer. The claim expires 30 minutes after it was made or after the last review under it. 409 without an open slot.",
  }),
  release: move("release", "reviews:submit", {
    summary: "Release a review task",
    description:
      "Removes the calling reviewer from the task; their reviews stay. `auto` assigns another reviewer; the one who released the task is not assigned again.",
  }),
  cancel: move("cancel", "reviews:write", {
    summary: "Cancel a review task",
    description:
      "Cancels the task; no further reviews are accepted, and reviews stay. Repeating the request changes nothing. 409 if completed.",
  }),
  reassign: route({
    method: "POST",
    path: "/v1/reviews/tasks/:id/reassign",
    summary: "Reassign a review task",
    description:
      "Assigns the task to the given reviewer; reviews of the replaced reviewer stay. 422 if the reviewer does not qualify or is not available.",
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
