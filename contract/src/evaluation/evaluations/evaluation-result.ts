import * as z from "zod";
import { idOf, nameText, timestamp } from "../../platform/common.ts";
import { exampleIds, exampleLaterInstant } from "../../platform/example-values.ts";

/** The example of a result. */
export const exampleResult = {
  object: "evaluation_result" as const,
  sample_id: exampleIds.sample,
  external_id: "call-0017",
  evaluator: "triage_accuracy",
  status: "scored" as const,
  score: 33.33333333333333,
  original_score: 33.33333333333333,
  overridden_by: null,
  passed: false,
  output: { triage_level: "urgent" },
  expected: { triage_level: "emergent" },
  details: {
    predicted: "urgent",
    expected: "emergent",
    classification: "under_triage",
    distance: 1,
    severity_penalty: 66.66666666666667,
    reason: "Answered urgent where emergent was expected: 1 level too low.",
  },
  flagged: true,
  flag_reason: "under_triage",
  created_at: exampleLaterInstant,
};

/** The outcome of one evaluator on one sample. */
export const evaluationResult = z
  .object({
    object: z.literal("evaluation_result").meta({ description: "Always `evaluation_result`." }),
    sample_id: idOf("sample"),
    external_id: nameText("Client's own id of the sample.").nullable(),
    evaluator: nameText("The evaluator's key: its type, or its name."),
    status: z.enum(["scored", "skipped", "errored"]).meta({
      id: "ResultStatus",
      description: "Skipped and errored results have no score and are excluded from means.",
      examples: ["scored"],
    }),
    score: z.number().min(0).max(100).nullable().meta({
      description:
        "Effective score, 0 to 100: a reviewer's override, else the automated score; null unless scored.",
    }),
    original_score: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: "Automated score, 0 to 100; null unless scored." }),
    overridden_by: idOf("review")
      .nullable()
      .meta({ description: "Review that overrode the score; null: none." }),
    passed: z.boolean().nullable().meta({
      description:
        "Whether the result passed, by `score`: a reviewer's score passes from 70; null unless scored.",
    }),
    output: jsonOrNull("The evaluated output."),
    expected: jsonOrNull("The expected answer."),
    details: z.record(z.string().max(200), z.unknown()).meta({ description: "Details from the evaluator." }),
    flagged: z.boolean().meta({ description: "Whether the result needs a person's attention." }),
    flag_reason: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: "Reason of the flag; present if flagged." }),
    created_at: timestamp("Scoring time."),
  })
  .meta({
    id: "EvaluationResult",
    description: "The result of one evaluator for one sample.",
    examples: [exampleResult],
  });

function jsonOrNull(description: string) {
  return z.unknown().meta({ description: `${description} Any JSON; null: absent.` });
}
