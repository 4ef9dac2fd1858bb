import * as z from "zod";
import { answers, route } from "../../../platform/c.ts";
import {
  idOf,
  listOf,
  nameText,
  paging,
  queryFlag,
  queryNumber,
  reference,
  timestamp,
} from "../../../platform/common.ts";
import { exampleIds, exampleInstant, exampleLaterInstant } from "../../../platform/example-values.ts";
import { limits } from "../../../platform/limits.ts";
import { dimensionName } from "../../reviews/reliability-object.ts";
import { gradeConfidence, gradeValue, reviewAuthor } from "../../reviews/review-object.ts";

const exampleGrade = {
  review: exampleIds.review,
  revision: 1,
  reviewer: { id: exampleIds.reviewer, name: "Dr Ada Moreau", credentials: ["MD" as const] },
  value: "too_low",
  confidence: "high",
  submitted_at: exampleInstant,
};

const disputedGrade = z
  .object({
    review: idOf("review"),
    revision: z.int().min(1).meta({ description: "The revision of the review that counts." }),
    reviewer: reviewAuthor,
    value: gradeValue.meta({ description: "The grade, in the type of the dimension." }),
    confidence: gradeConfidence
      .nullable()
      .meta({ description: "The reviewer's confidence; null if it was not sent." }),
    submitted_at: timestamp("Time at which the revision was submitted."),
  })
  .meta({ id: "DisputedGrade", description: "A grade that counts.", examples: [exampleGrade] });

const exampleDisagreement = {
  object: "disagreement" as const,
  project: exampleIds.project,
  task: exampleIds.task,
  sample: exampleIds.sample,
  external_id: "call-0117",
  rubric: exampleIds.rubric,
  dimension: "accuracy",
  spread: 0.5,
  n: 2,
  not_assessable: 0,
  grades: [
    exampleGrade,
    {
      review: "rev_01jd0vd5b1g3h7k2m8n4p6q9rs",
      revision: 1,
      reviewer: {
        id: "rvr_01jd0vc4h7t2m9b5x3n8p6r1wz",
        name: "Ben Okafor",
        credentials: ["RN" as const],
      },
      value: "correct",
      confidence: null,
      submitted_at: exampleLaterInstant,
    },
  ],
  adjudication: null,
};

const disagreement = z
  .object({
    object: z.literal("disagreement").meta({ description: "Always `disagreement`." }),
    project: idOf("project"),
    task: idOf("review_task").meta({ description: "The task of the latest of these grades." }),
    sample: idOf("sample"),
    external_id: nameText("Your id of the sample; null if it has none.").nullable(),
    rubric: idOf("rubric"),
    dimension: dimensionName.meta({ description: "Id of the dimension." }),
    spread: z.number().min(0).max(1).meta({
      description:
        "How far the grades lie apart (0 to 1). For a scale: the range of the grades as a share of the range of the scale. For other types: the share of grades that differ from the most frequent grade.",
    }),
    n: z.int().min(2).meta({ description: "Number of these grades." }),
    not_assessable: z
      .int()
      .min(0)
      .meta({ description: "Number of reviewers who found the sample not assessable." }),
    grades: z.array(disputedGrade).max(limits.reviewsPerSample).meta({
      description: "The grades that count, at most one of each reviewer, earliest first.",
    }),
    adjudication: idOf("adjudication")
      .nullable()
      .meta({ description: "The adjudication that decides the dimension; null if it is not decided." }),
  })
  .meta({
    id: "Disagreement",
    description: "Grades of one sample on one dimension that differ.",
    examples: [exampleDisagreement],
  });

/** `GET /v1/reviews/disagreements`. */
export const disagreementsRoute = route({
  method: "GET",
  path: "/v1/reviews/disagreements",
  summary: "List disagreements of reviewers",
  description:
    "Returns each sample and dimension on which the grades of at least two reviewers differ, greatest spread first. The same grades count as for reliability. Samples that you have yet to review blind are omitted. An API key of a reviewer needs the scope `reviews:write` or `reviews:adjudicate` too. An unknown project (404), rubric, dimension or task (422) is refused.",
  query: z.strictObject({
    project: reference("project"),
    rubric: reference("rubric").optional(),
    dimension: dimensionName.optional().meta({ description: "Id of the dimension." }),
    task: reference(
      "review_task",
      "Only samples of this task, graded with the rubric of the task. The grades of all tasks count.",
    ).optional(),
    min_spread: queryNumber(z.number().min(0).max(1))
      .optional()
      .meta({ description: "Only disagreements with at least this spread (0 to 1)." }),
    adjudicated: queryFlag("Only decided disagreements (true), or only open disagreements (false)."),
    include_unblinded: queryFlag("Whether grades of tasks that are not blind count too. Default false."),
    ...paging,
  }),
  responses: answers({ 200: listOf("DisagreementList", disagreement, exampleDisagreement) }, 422),
  metadata: {
    operationId: "listDisagreements",
    tag: "Adjudication",
    scope: "reviews:read",
    sdk: "reviews.disagreements.list",
    paginated: true,
  },
});

/** A validated query for disagreements. */
export type DisagreementsQuery = z.output<typeof disagreementsRoute.query>;
