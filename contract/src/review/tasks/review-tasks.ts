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
        message: "must be distinct from those before it",
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
    due_at: optional(timestampInput("When it should be done.")),
    evaluation: optional(
      reference(
        "evaluation",
        "Whose automated scores reviews override; left out: the latest that scored the sample.",
      ),
    ),
    evaluator: optional(
      nameText("Evaluator whose score reviews override; left out: the sample's combined score."),
    ),
    reviews_required: withDefault(
      z
        .int()
        .min(1)
        .max(limits.reviewsRequired)
        .meta({ description: "Reviews that each sample needs, of as many reviewers; 1 to 20, default 1." }),
      1,
    ),
    blind: optional(
      z.boolean().meta({ description: "Default: true when `reviews_required` is above 1, else false." }),
    ),
    metadata: optional(metadata),
  })
  .meta({
    id: "CreateReviewTask",
    description: "Samples for people to review.",
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
    reviewer_id: reference("reviewer", "Who is to hold the task."),
    from: optional(
      reference(
        "reviewer",
        "Who is to give it up; left out: an open place is filled, or the only holder gives it up.",
      ),
    ),
  })
  .meta({
    id: "ReassignReviewTask",
    description: "Who is to hold the task.",
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
      "`auto` and `manual` assign at once; when nobody fits the task waits as `pending` with `unassigned_reason` and is assigned as soon as somebody does.",
    headers: idempotencyHeaders,
    body: createTaskBody,
    responses: answers({ 201: reviewTask }, 409, 422),
    metadata: { operationId: "createReviewTask", tag, scope: "reviews:write", sdk: "reviews.tasks.create" },
  }),
  list: route({
    method: "GET",
    path: "/v1/reviews/tasks",
    summary: "List review tasks",
    description: "Newest first.",
    query: z.strictObject({
      project: reference("project").optional(),
      status: taskStatus.optional(),
      assignee: reference("reviewer", "Only those that this reviewer holds or held to their end.").optional(),
      priority: taskPriority.optional(),
      claimable: queryFlag(
        "true: only those that the calling reviewer may claim now; false: only others. The key must be a reviewer's.",
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
    description: "One task by its id.",
    pathParams: pathId("review_task"),
    responses: answers({ 200: reviewTask }),
    metadata: { operationId: "getReviewTask", tag, scope: "reviews:read", sdk: "reviews.tasks.get" },
  }),
  claim: move("claim", "reviews:submit", {
    summary: "Claim a review task",
    description:
      "Takes an open place of the task for the calling reviewer, or takes up what is assigned to them. A claim lapses 30 minutes after it or the last review under it. 409 when no place is left.",
  }),
  release: move("release", "reviews:submit", {
    summary: "Release a review task",
    description:
      "The calling reviewer gives the task up; their reviews stay. `auto` looks for somebody else; the one who released it is not asked again.",
  }),
  cancel: move("cancel", "reviews:write", {
    summary: "Cancel a review task",
    description:
      "Nobody can review it any more; reviews stay. Cancelling it again changes nothing; a completed task: 409.",
  }),
  reassign: route({
    method: "POST",
    path: "/v1/reviews/tasks/:id/reassign",
    summary: "Give a review task to a reviewer",
    description:
      "The reviews of whoever held it stay. 422 when the reviewer does not qualify or is not available.",
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
