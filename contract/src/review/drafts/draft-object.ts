import * as z from "zod";
import { idOf, longText, nameText, timestamp } from "../../platform/common.ts";
import { exampleIds, exampleLaterInstant } from "../../platform/example-values.ts";

const exampleDraft = {
  object: "review_draft" as const,
  task: exampleIds.task,
  sample: exampleIds.sample,
  revision: 2,
  grades: { accuracy: { value: "too_low" } },
  notes: "Chest pain with",
  flags: null,
  override_ai_score: null,
  override_value: null,
  updated_at: exampleLaterInstant,
};

/** The schema of a draft in responses. */
export const reviewDraft = z
  .object({
    object: z.literal("review_draft").meta({ description: "Always `review_draft`." }),
    task: idOf("review_task"),
    sample: idOf("sample"),
    revision: z.int().min(1).meta({ description: "Number of times that the draft was stored; its `ETag`." }),
    grades: z
      .record(z.string().max(200), z.unknown())
      .nullable()
      .meta({ description: "Grades by dimension id, as sent; null if the draft has none." }),
    notes: longText("The reviewer's comment; null if the draft has none.").nullable(),
    flags: z
      .array(nameText("A flag for filtering."))
      .max(50)
      .nullable()
      .meta({ description: "Flags for filtering; null if the draft has none." }),
    override_ai_score: z
      .boolean()
      .nullable()
      .meta({ description: "Whether to override the automated score; null if the draft does not state it." }),
    override_value: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: "The score that replaces the automated score; null if the draft has none." }),
    updated_at: timestamp("Time of the last change."),
  })
  .meta({
    id: "ReviewDraft",
    description: "A review that its author has not submitted. It may be incomplete.",
    examples: [exampleDraft],
  });

const exampleDeletion = { object: "review_draft" as const, deleted: true };

/** The response to the deletion of a draft. */
export const deletedDraft = z
  .object({
    object: z.literal("review_draft").meta({ description: "Always `review_draft`." }),
    deleted: z.boolean().meta({ description: "Whether there was a draft." }),
  })
  .meta({ id: "DeletedReviewDraft", description: "The deletion of a draft.", examples: [exampleDeletion] });
