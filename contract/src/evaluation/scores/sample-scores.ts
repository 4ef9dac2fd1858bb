import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import { idOf, nameText, reference, timestamp } from "../../platform/common.ts";
import { exampleIds, exampleLaterInstant } from "../../platform/example-values.ts";
import { scoreOrNull } from "../figure-fields.ts";
import { limits } from "../../platform/limits.ts";

const overridden = {
  original_value: scoreOrNull("The automated score, before a reviewer's override."),
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
    evaluator: nameText("The evaluator's key: its type, or its name."),
    status: z
      .enum(["scored", "skipped", "errored"])
      .meta({ description: "Skipped and errored results have no score." }),
    value: scoreOrNull("The effective score: after a reviewer's override. 0 to 100; null unless scored."),
    ...overridden,
    details: z.record(z.string().max(200), z.unknown()).meta({
      description: "Details from the evaluator; an override does not change them.",
    }),
    created_at: timestamp("Scoring time."),
  })
  .meta({
    id: "SampleScore",
    description: "The result of one evaluator for the sample.",
    examples: [exampleScore],
  });

const combinedScore = z
  .object({
    evaluation: idOf("evaluation"),
    value: scoreOrNull("The effective combined score by evaluator weight, 0 to 100; null: none scored."),
    ...overridden,
  })
  .meta({
    id: "CombinedSampleScore",
    description: "The combined result of one evaluation for the sample.",
    examples: [exampleCombined],
  });

const sampleScores = z
  .object({
    object: z.literal("sample_scores").meta({ description: "Always `sample_scores`." }),
    sample_id: idOf("sample"),
    scores: z.array(sampleScore).max(limits.scoresPerSample).meta({
      description:
        "Scores of completed evaluations, the newest first; within one, in the order of its evaluators.",
    }),
    combined: z
      .array(combinedScore)
      .max(limits.scoresPerSample)
      .meta({ description: "One for each evaluation in `scores`, in the same order." }),
    has_more: z.boolean().meta({
      description: `Whether older scores are omitted: the response has at most ${limits.scoresPerSample}. Filter by evaluation or evaluator for others.`,
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

/** The route of one sample's scores. */
export const sampleScoresRoute = route({
  method: "GET",
  path: "/v1/scores/samples/:sample_id",
  summary: "Get a sample's scores",
  description:
    "Returns the effective and automated scores of one sample in each completed evaluation. 409 for an evaluation that is not completed.",
  pathParams: z.object({ sample_id: reference("sample") }),
  query: z.strictObject({
    evaluation: reference("evaluation", "Filter by evaluation.").optional(),
    evaluator: nameText("Filter by evaluator key.").optional(),
  }),
  responses: answers({ 200: sampleScores }, 409),
  metadata: { operationId: "getSampleScores", tag: "Scores", scope: "scores:read", sdk: "scores.sample" },
});
