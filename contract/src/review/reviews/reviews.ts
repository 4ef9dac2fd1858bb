import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  limitQuery,
  listOf,
  longText,
  nameText,
  optional,
  paging,
  pathId,
  queryFlag,
  queryList,
  reference,
  refusingProto,
  withDefault,
} from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { reliabilityRoute } from "./reliability.ts";
import { activeSeconds, exampleReview, review, reviewRevision, exampleRevision } from "./review-object.ts";
import { reviewerQueue } from "./queue/queue-object.ts";
import { taskPriority } from "../../evaluation/routing/task-priority.ts";

const overrideValue = z
  .number()
  .min(0)
  .max(100)
  .meta({ description: "The score that replaces the automated score (0 to 100)." });
const flagText = nameText("A flag for filtering.");

/** The schema of grades. It accepts any value, because rules validate all grades against the rubric. */
export const gradesInput = refusingProto(
  z
    .record(z.string().max(200), z.unknown())
    .refine((grades) => Object.keys(grades).length <= limits.dimensionsPerRubric * 4, {
      error: `must have at most ${limits.dimensionsPerRubric * 4} members`,
    }),
).meta({
  description:
    "Maps dimension ids to grades `{value, confidence?, …}`. Use `{value: null, not_assessable: true}` if the sample cannot be graded. Additional members, up to 4 KiB per grade, are returned unchanged.",
});

const submitReviewBody = z
  .strictObject({
    sample: reference("sample"),
    grades: gradesInput,
    override_ai_score: withDefault(
      z.boolean().meta({ description: "Whether `override_value` replaces the automated score." }),
      false,
    ),
    override_value: optional(overrideValue),
    evaluator: optional(
      nameText(
        "Evaluator whose score is overridden. By default the task's evaluator, or the combined score if the task has no evaluator.",
      ),
    ),
    notes: optional(longText("The reviewer's comment.")),
    flags: withDefault(z.array(flagText).max(50).meta({ description: "Flags for filtering." }), []),
    active_seconds: optional(
      activeSeconds.meta({
        description:
          "Time during which the sample was visible and the reviewer was active, since the reviewer last submitted it (seconds).",
      }),
    ),
    expected_revision: optional(
      z.int().min(0).meta({
        description:
          "Revision that your review replaces; 0 if you have not reviewed the sample in the task. If another revision is stored, nothing is changed (409).",
      }),
    ),
    expected_draft_revision: optional(
      z.int().min(0).meta({
        description:
          "Revision of your draft that your review includes; 0 for no draft. The submission deletes the draft. If another revision is stored, nothing is changed (409), so that a change in another window is not lost.",
      }),
    ),
  })
  .superRefine(({ override_ai_score: overrides, override_value: value }, context) => {
    if (overrides === (value !== undefined)) return;
    const issue = overrides
      ? { path: ["override_value"], message: "is required: override_ai_score is true", input: value }
      : {
          path: ["override_ai_score"],
          message: "must be true if override_value is given",
          input: overrides,
        };
    context.addIssue({ code: "custom", ...issue });
  })
  .meta({
    id: "SubmitReview",
    description: "One reviewer's grades for one sample.",
    examples: [
      {
        sample: exampleIds.sample,
        grades: { accuracy: { value: "too_low", correct_level: "emergent", confidence: "high" } },
        override_ai_score: true,
        override_value: 0,
        notes: "Chest pain with sweating is emergent.",
      },
    ],
  });

/** A validated review request. */
export type SubmitReviewBody = z.output<typeof submitReviewBody>;

const tag = "Reviews";

export const reviewRoutes = c.router({
  submit: route({
    method: "POST",
    path: "/v1/reviews/tasks/:id/reviews",
    summary: "Submit a review",
    description:
      "Submits a review. Each reviewer has one review per task and sample; each further submission creates a new revision. To correct a refused review, submit it again with the same Idempotency-Key. If the task is in a pool, a submission claims an open slot.",
    pathParams: pathId("review_task"),
    headers: idempotencyHeaders,
    body: submitReviewBody,
    responses: answers({ 201: review }, 409, 422),
    metadata: { operationId: "submitReview", tag, scope: "reviews:submit", sdk: "reviews.submit" },
  }),
  list: route({
    method: "GET",
    path: "/v1/reviews",
    summary: "List reviews",
    description:
      "Returns the latest revision of reviews, newest first. `flags` matches reviews with at least one of these flags.",
    query: z.strictObject({
      project: reference("project").optional(),
      task: reference("review_task").optional(),
      sample: reference("sample").optional(),
      reviewer: reference("reviewer").optional(),
      has_override: queryFlag(
        "Only reviews that override the automated score (true), or only reviews that do not override it (false).",
      ),
      flags: queryList(flagText, "Filter by flags (any match); repeat the parameter for several flags."),
      ...paging,
    }),
    responses: answers({ 200: listOf("ReviewList", review, exampleReview) }),
    metadata: {
      operationId: "listReviews",
      tag,
      scope: "reviews:read",
      sdk: "reviews.list",
      paginated: true,
    },
  }),
  queue: route({
    method: "GET",
    path: "/v1/reviews/queue",
    summary: "Get the calling reviewer's queue",
    description:
      "Returns the samples that the calling reviewer has yet to review, in tasks that are assigned to this reviewer, and the first 20 tasks that the reviewer can claim. Requires an API key that belongs to a reviewer.",
    query: z.strictObject({
      project: reference("project").optional(),
      priority: taskPriority.optional(),
      limit: limitQuery,
    }),
    responses: answers({ 200: reviewerQueue }),
    metadata: { operationId: "getReviewQueue", tag, scope: "reviews:read", sdk: "reviews.queue" },
  }),
  reliability: reliabilityRoute,
  get: route({
    method: "GET",
    path: "/v1/reviews/:id",
    summary: "Get a review",
    description: "Returns the latest revision of one review.",
    pathParams: pathId("review"),
    responses: answers({ 200: review }),
    metadata: { operationId: "getReview", tag, scope: "reviews:read", sdk: "reviews.get" },
  }),
  revisions: route({
    method: "GET",
    path: "/v1/reviews/revisions/:id",
    summary: "List the revisions of a review",
    description: "Returns all revisions, newest first. Revisions never change and are never removed.",
    pathParams: pathId("review"),
    query: z.strictObject({ ...paging }),
    responses: answers({ 200: listOf("ReviewRevisionList", reviewRevision, exampleRevision) }),
    metadata: {
      operationId: "listReviewRevisions",
      tag,
      scope: "reviews:read",
      sdk: "reviews.revisions",
      paginated: true,
    },
  }),
});
