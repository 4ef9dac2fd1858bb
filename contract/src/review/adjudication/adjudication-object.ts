import * as z from "zod";
import { idOf, longText, timestamp } from "../../platform/common.ts";
import { exampleIds, exampleLaterInstant } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { gradesOutput, reviewAuthor } from "../reviews/review-object.ts";

/** An example of an adjudication. */
export const exampleAdjudication = {
  id: exampleIds.adjudication,
  object: "adjudication" as const,
  project: exampleIds.project,
  task: exampleIds.task,
  sample: exampleIds.sample,
  rubric: exampleIds.rubric,
  adjudicator: {
    id: "rvr_01jd0vc6k4g8r1t5w9x2z7b3df",
    name: "Dr Cleo Marsh",
    credentials: ["MD" as const],
  },
  grades: { accuracy: { value: "too_low" } },
  notes: "Chest pain with sweating is emergent.",
  basis: [
    { review: exampleIds.review, revision: 1 },
    { review: "rev_01jd0vd5b1g3h7k2m8n4p6q9rs", revision: 1 },
  ],
  supersedes: null,
  superseded_by: null,
  created_at: exampleLaterInstant,
};

const adjudicatedReview = z
  .strictObject({
    review: idOf("review"),
    revision: z.int().min(1).meta({ description: "The latest revision at the time of the adjudication." }),
  })
  .meta({
    id: "AdjudicatedReview",
    description: "A review that an adjudication is based on.",
    examples: [{ review: exampleIds.review, revision: 1 }],
  });

/** The schema of an adjudication in responses and events. */
export const adjudication = z
  .strictObject({
    id: idOf("adjudication"),
    object: z.literal("adjudication").meta({ description: "Always `adjudication`." }),
    project: idOf("project"),
    task: idOf("review_task"),
    sample: idOf("sample"),
    rubric: idOf("rubric"),
    adjudicator: reviewAuthor,
    grades: gradesOutput.meta({
      description:
        "Grades by dimension id, with those of superseded adjudications that this one did not replace.",
    }),
    notes: longText("The adjudicator's comment.").nullable(),
    basis: z
      .array(adjudicatedReview)
      .max(limits.reviewsPerSample)
      .meta({ description: "The reviews that the adjudication is based on." }),
    supersedes: idOf("adjudication")
      .nullable()
      .meta({ description: "The adjudication that this one supersedes; null if it is the first one." }),
    superseded_by: idOf("adjudication")
      .nullable()
      .meta({ description: "The adjudication that supersedes this one; null if it is the present one." }),
    created_at: timestamp("Creation time."),
  })
  .meta({
    id: "Adjudication",
    description: "The decision of a qualified person about the grades of a sample. It never changes.",
    examples: [exampleAdjudication],
  });
