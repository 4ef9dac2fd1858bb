import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import { idOf, nameText, reference, timestamp } from "../../platform/common.ts";
import { exampleIds, exampleLaterInstant } from "../../platform/example-values.ts";
import { scoreOrNull } from "../figure-fields.ts";
import { limits } from "../../platform/limits.ts";

const overridden = {
  original_value: scoreOrNull("The automated score, before any reviewer's override."),
  passed: z.boolean().nullable().meta({ description: "Whether the result passed; null unless scored." }),
  overridden_by: idOf("review").nullable(),
};

const exampleScore = {
  evaluation: exampleIds.evaluation,
  evaluator: "triage_accuracy",
  status: "scored" as const,
  value: 33.33333333333333,
  original_value: 33.33333333333333,
  passed: false,
  overridden_by: null,
  details: { predicted: "urgent", expected: "emergent", classification: "under_triage" },
  created_at: exampleLaterInstant,
};
const exampleCombined = {
  evaluation: exampleIds.evaluation,
  value: 80,
  original_value: 33.33333333333333,
  passed: true,
  overridden_by: exampleIds.review,
};

const sampleScore = z
  .object({
    evaluation: idOf("evaluation"),
    evaluator: nameText("The evaluator's key: its name, or its type if it has no name."),
    status: z
      .enum(["scored", "skipped", "errored"])
      .meta({ description: "Skipped and errored results have no score." }),
    value: scoreOrNull(
      "The effective score, which includes a reviewer's override (0 to 100); null unless scored.",
    ),
    ...overridden,
    details: z.record(z.string().max(200), z.unknown()).meta({
      description: "Details from the evaluator. An override does not change them.",
    }),
    created_at: timestamp("Time of scoring."),
  })
  .meta({
    id: "SampleScore",
    description: "One evaluator's result for the sample.",
    examples: [exampleScore],
  });

const combinedScore = z
  .object({
    evaluation: idOf("evaluation"),
    value: scoreOrNull(
      "The effective combined score, with evaluators weighted (0 to 100); null if no evaluator scored the sample.",
    ),
    ...overridden,
  })
  .meta({
    id: "CombinedSampleScore",
    description: "One evaluation's combined result for the sample.",
    examples: [exampleCombined],
  });

const sampleScores = z
  .object({
    object: z.literal("sample_scores").meta({ description: "Always `sample_scores`." }),
    sample_id: idOf("sample"),
    scores: z.array(sampleScore).max(limits.scoresPerSample).meta({
      description:
        "Scores in completed evaluations, newest evaluation first. Within an evaluation, scores are in the order of its evaluators.",
    }),
    combined: z
      .array(combinedScore)
      .max(limits.scoresPerSample)
      .meta({ description: "One item for each evaluation in `scores`, in the order of `scores`." }),
    has_more: z.boolean().meta({
      description: `Whether older scores are omitted. A response has at most ${limits.scoresPerSample} scores. To get the omitted scores, filter by evaluation or evaluator.`,
    }),
  })
  .meta({
    id: "SampleScores",
    description: "All scores of one sample.",
    examples: [
      {
        object: "sample_scores",
        sample_id: exampleIds.sample,
        scores: [exampleScore],
        combined: [exampleCombined],
        has_more: false,
      },
    ],
  });

/** The route that returns a sample's scores. */
export const sampleScoresRoute = route({
  method: "GET",
  path: "/v1/scores/samples/:sample_id",
  summary: "Get a sample's scores",
  description:
    "Returns the effective and automated scores of one sample in each completed evaluation. 409 if the requested evaluation has not completed.",
  pathParams: z.object({ sample_id: reference("sample") }),
  query: z.strictObject({
    evaluation: reference("evaluation", "Filter by evaluation.").optional(),
    evaluator: nameText("Filter by evaluator key.").optional(),
  }),
  responses: answers({ 200: sampleScores }, 409),
  metadata: { operationId: "getSampleScores", tag: "Scores", scope: "scores:read", sdk: "scores.sample" },
});
