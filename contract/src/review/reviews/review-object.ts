import * as z from "zod";
import { idOf, longText, nameText, timestamp } from "../../platform/common.ts";
import { credential } from "../../workspace/credentials.ts";
import { exampleIds, exampleLaterInstant } from "../../platform/example-values.ts";

const exampleGrade = { value: "too_low", correct_level: "emergent", confidence: "high" };

const anyNumber = z.number().min(-Number.MAX_VALUE).max(Number.MAX_VALUE);

/** The schema of the value of a grade. */
export const gradeValue = z.union([
  z.string().max(200),
  anyNumber,
  z.boolean(),
  z.array(z.union([z.string().max(200), anyNumber])).max(200),
]);

/** The schema of a reviewer's confidence in a grade. */
export const gradeConfidence = z.string().max(50);

const grade = z
  .looseObject({
    value: gradeValue.nullable().meta({
      description: "The grade, in the type of the dimension; null if the sample is not assessable.",
    }),
    not_assessable: z.boolean().optional().meta({ description: "true if `value` is null." }),
    confidence: gradeConfidence
      .optional()
      .meta({ description: "The reviewer's confidence: `high`, `medium`, …" }),
  })
  .meta({
    id: "Grade",
    description: "One grade, with additional members as sent.",
    examples: [exampleGrade],
  });

/** The schema of grades in responses. */
export const gradesOutput = z.record(z.string().max(200), grade);

const exampleContents = {
  grades: { accuracy: exampleGrade },
  override_ai_score: true,
  override_value: 0,
  evaluator: null,
  notes: "Chest pain with sweating is emergent.",
  flags: ["safety"],
  active_seconds: 41.5,
  after_reveal: false,
  submitted_at: exampleLaterInstant,
};

/** The schema of the time during which a reviewer was active on a sample, in seconds. */
export const activeSeconds = z.number().min(0).max(86_400);

const contents = {
  grades: gradesOutput.meta({ description: "Grades by dimension id." }),
  override_ai_score: z.boolean().meta({ description: "Whether the review overrides the automated score." }),
  override_value: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .meta({ description: "The score that replaces the automated score; null if there is none." }),
  evaluator: nameText(
    "Evaluator whose score is overridden; null for the sample's combined score.",
  ).nullable(),
  notes: longText("The reviewer's comment.").nullable(),
  flags: z.array(nameText("A flag for filtering.")).max(50).meta({ description: "Flags for filtering." }),
  active_seconds: activeSeconds.nullable().meta({
    description:
      "Time during which the reviewer was active on the sample before this revision was submitted (seconds); null if it was not sent.",
  }),
  after_reveal: z.boolean().meta({
    description:
      "Whether the reviewer could see what the blind task hides when they submitted this revision. Such revisions count neither for agreement nor for labels.",
  }),
  submitted_at: timestamp("Time at which this revision was submitted."),
};

/** An example of a review. */
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

/** The schema of the author of a review. */
export const reviewAuthor = z
  .object({
    id: idOf("reviewer"),
    name: nameText("Name of the reviewer."),
    credentials: z
      .array(credential)
      .max(4)
      .meta({ description: "The reviewer's credentials at the time of submission." }),
  })
  .meta({
    id: "ReviewAuthor",
    description: "The author of the review.",
    examples: [exampleReview.reviewer],
  });

/** The schema of a review in responses. */
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
      .meta({ description: "Evaluation with the automated score; null if no evaluation scored the sample." }),
    reviewer: reviewAuthor,
    ...contents,
    original_ai_score: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: "The automated score, without overrides; null if there is none." }),
    override_conflict: z.boolean().meta({
      description: "Whether another current override of this score has a different value.",
    }),
    revision: z
      .int()
      .min(1)
      .meta({ description: "Revision number: 1 for the first submission; each further submission adds 1." }),
    first_submitted_at: timestamp("Time at which the first revision was submitted."),
  })
  .meta({ id: "Review", description: "One reviewer's review of one sample.", examples: [exampleReview] });

/** An example of a revision. */
export const exampleRevision = {
  object: "review_revision" as const,
  review: exampleIds.review,
  revision: 1,
  ...exampleContents,
};

/** The schema of one revision of a review. */
export const reviewRevision = z
  .object({
    object: z.literal("review_revision").meta({ description: "Always `review_revision`." }),
    review: idOf("review"),
    revision: z.int().min(1).meta({ description: "Revision number, starting at 1." }),
    ...contents,
  })
  .meta({
    id: "ReviewRevision",
    description: "One revision of a review.",
    examples: [exampleRevision],
  });
