import * as z from "zod";
import { idOf, longText, nameText, timestamp } from "../../platform/common.ts";
import { credential } from "../../evaluation/routing/credentials.ts";
import { exampleIds, exampleLaterInstant } from "../../platform/example-values.ts";

const exampleGrade = { value: "too_low", correct_level: "emergent", confidence: "high" };

const anyNumber = z.number().min(-Number.MAX_VALUE).max(Number.MAX_VALUE);
const grade = z
  .looseObject({
    value: z
      .union([
        z.string().max(200),
        anyNumber,
        z.boolean(),
        z.array(z.union([z.string().max(200), anyNumber])).max(200),
      ])
      .nullable()
      .meta({ description: "What the reviewer says, as the dimension's type has it; null: not assessable." }),
    not_assessable: z.boolean().optional().meta({ description: "true where `value` is null." }),
    confidence: z
      .string()
      .max(50)
      .optional()
      .meta({ description: "How sure the reviewer is: `high`, `medium`, …" }),
  })
  .meta({
    id: "Grade",
    description: "One grade, with further keys as they were sent.",
    examples: [exampleGrade],
  });

const exampleContents = {
  grades: { accuracy: exampleGrade },
  override_ai_score: true,
  override_value: 0,
  evaluator: null,
  notes: "Chest pain with sweating is emergent.",
  flags: ["safety"],
  submitted_at: exampleLaterInstant,
};

const contents = {
  grades: z.record(z.string().max(200), grade).meta({ description: "Dimension id → grade." }),
  override_ai_score: z.boolean().meta({ description: "Whether it replaces the automated score." }),
  override_value: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .meta({ description: "The score in its place; null: none." }),
  evaluator: nameText("Evaluator whose score is meant; null: the sample's combined score.").nullable(),
  notes: longText("What the reviewer has to say.").nullable(),
  flags: z
    .array(nameText("A word to find the review by."))
    .max(50)
    .meta({ description: "Words to find it by." }),
  submitted_at: timestamp("When this revision was submitted."),
};

/** The example of a review. */
export const exampleReview = {
  id: exampleIds.review,
  object: "review" as const,
  project: exampleIds.project,
  task: exampleIds.task,
  sample: exampleIds.sample,
  rubric: exampleIds.rubric,
  evaluation: exampleIds.evaluation,
  reviewer: { id: exampleIds.reviewer, name: "Dr Ada Moreau", credentials: ["MD" as const] },
  ...exampleContents,
  original_ai_score: 33.33333333333333,
  override_conflict: false,
  revision: 1,
  first_submitted_at: exampleLaterInstant,
};

/** A review, as in responses. */
export const review = z
  .object({
    id: idOf("review"),
    object: z.literal("review").meta({ description: "Always `review`." }),
    project: idOf("project"),
    task: idOf("review_task"),
    sample: idOf("sample"),
    rubric: idOf("rubric"),
    evaluation: idOf("evaluation")
      .nullable()
      .meta({ description: "Evaluation whose automated score is meant; null: none scored the sample." }),
    reviewer: z
      .object({
        id: idOf("reviewer"),
        name: nameText("Name of the reviewer."),
        credentials: z
          .array(credential)
          .max(4)
          .meta({ description: "Credentials held when it was submitted." }),
      })
      .meta({ id: "ReviewAuthor", description: "Who reviewed.", examples: [exampleReview.reviewer] }),
    ...contents,
    original_ai_score: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: "The automated score, whatever was overridden; null: there is none." }),
    override_conflict: z
      .boolean()
      .meta({ description: "Whether another present override of the same score says another value." }),
    revision: z.int().min(1).meta({ description: "1, and one more each time it was submitted again." }),
    first_submitted_at: timestamp("When its first revision was submitted."),
  })
  .meta({ id: "Review", description: "What one reviewer says of one sample.", examples: [exampleReview] });

/** The example of a revision. */
export const exampleRevision = {
  object: "review_revision" as const,
  review: exampleIds.review,
  revision: 1,
  ...exampleContents,
};

/** One revision of a review. */
export const reviewRevision = z
  .object({
    object: z.literal("review_revision").meta({ description: "Always `review_revision`." }),
    review: idOf("review"),
    revision: z.int().min(1).meta({ description: "1 for the first." }),
    ...contents,
  })
  .meta({
    id: "ReviewRevision",
    description: "A review as it was submitted once.",
    examples: [exampleRevision],
  });
