import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { longText, nameText, optional, pathId, reference, refusingProto } from "../../platform/common.ts";
import { deletedDraft, reviewDraft } from "./draft-object.ts";

const draftInput = z
  .strictObject({
    grades: optional(refusingProto(z.record(z.string().max(200), z.unknown()))).meta({
      description: "Grades by dimension id. They are not checked against the rubric.",
    }),
    notes: optional(longText("The reviewer's comment.")),
    flags: optional(
      z.array(nameText("A flag for filtering.")).max(50).meta({ description: "Flags for filtering." }),
    ),
    override_ai_score: optional(
      z.boolean().meta({ description: "Whether to override the automated score." }),
    ),
    override_value: optional(
      z.number().min(0).max(100).meta({ description: "The score that replaces the automated score." }),
    ),
  })
  .meta({
    id: "PutReviewDraft",
    description: "The contents of a draft, at most 64 KiB of JSON. They replace the stored draft.",
    examples: [{ grades: { accuracy: { value: "too_low" } }, notes: "Chest pain with" }],
  });

/** The validated contents of a draft. */
export type DraftInput = z.output<typeof draftInput>;

const revisionTag = z
  .string()
  .max(20)
  .regex(/^"\d{1,10}"$/, { error: 'must be the revision of a draft in quotes, such as "2"' })
  .optional()
  .meta({
    description:
      'The revision of the stored draft in quotes, such as `"2"`. If another one is stored, nothing is changed (412).',
  });

const absence = z
  .literal("*", { error: "must be *" })
  .optional()
  .meta({ description: "`*` stores the draft only if none is stored; otherwise 412." });

const tag = "Review drafts";
const pathOfItem = pathId("review_task").extend({ sample: reference("sample") });
const path = "/v1/reviews/tasks/:id/samples/:sample/draft";

export const reviewDraftRoutes = c.router({
  put: route({
    method: "PUT",
    path,
    summary: "Store a draft of a review",
    description:
      "Replaces the calling reviewer's draft of a review, and renews their claim of the task. Nobody else can read a draft. It is deleted when the review is submitted, when the task is cancelled, and 30 days after its last change. Without `If-Match`, the last request wins.",
    pathParams: pathOfItem,
    headers: { "if-match": revisionTag, "if-none-match": absence },
    body: draftInput,
    responses: answers({ 200: reviewDraft }, 409, 412),
    metadata: { operationId: "putReviewDraft", tag, scope: "reviews:submit", sdk: "reviews.drafts.put" },
  }),
  delete: route({
    method: "DELETE",
    path,
    summary: "Delete a draft of a review",
    description: "Deletes the calling reviewer's draft of a review, if there is one.",
    pathParams: pathOfItem,
    headers: { "if-match": revisionTag },
    responses: answers({ 200: deletedDraft }, 409, 412),
    metadata: {
      operationId: "deleteReviewDraft",
      tag,
      scope: "reviews:submit",
      sdk: "reviews.drafts.delete",
    },
  }),
});
