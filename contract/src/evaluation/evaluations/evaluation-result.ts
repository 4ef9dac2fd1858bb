import * as z from "zod";
import { idOf, nameText, paging, queryFlag, queryNumber, timestamp } from "../../platform/common.ts";
import { runNumber } from "../samples/sample-fields.ts";
import { exampleIds, exampleLaterInstant } from "../../platform/example-values.ts";

/** An example of a result. */
export const exampleResult = {
  object: "evaluation_result" as const,
  sample_id: exampleIds.sample,
  external_id: "call-0017",
  evaluator: "triage_accuracy",
  run: 1,
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

const resultStatus = z.enum(["scored", "skipped", "errored"]).meta({
  id: "ResultStatus",
  description: "Status of the result. Skipped and errored results have no score and are excluded from means.",
  examples: ["scored"],
});

/** The query of the list of an evaluation's results. */
export const resultsQuery = z.strictObject({
  evaluator: nameText(
    "Filter by evaluator key. Required with `order=score` if the evaluation has several evaluators.",
  ).optional(),
  status: resultStatus
    .optional()
    .meta({ description: "Filter by status. With `order=score`, only `scored` is accepted." }),
  score_below: queryNumber(z.number().min(0).max(100))
    .optional()
    .meta({ description: "Returns only results with a score below this number (0 to 100)." }),
  flagged: queryFlag("Returns only flagged results (true) or only results that are not flagged (false)."),
  order: z.enum(["dataset", "score"]).default("dataset").meta({
    description:
      "`dataset`: by sample, then by evaluator and by run. `score`: only scored results of one evaluator, lowest automated score first, equal scores in dataset order and then by run. Overrides do not change this order.",
  }),
  ...paging,
});

/** A validated query of the list of an evaluation's results, with defaults applied. */
export type ResultsQuery = z.output<typeof resultsQuery>;

/** The schema of one evaluator's outcome for one run of a sample. */
export const evaluationResult = z
  .object({
    object: z.literal("evaluation_result").meta({ description: "Always `evaluation_result`." }),
    sample_id: idOf("sample"),
    external_id: nameText("The client's own id for the sample.").nullable(),
    evaluator: nameText("The evaluator's key: its name, or its type if it has no name."),
    run: runNumber.meta({ description: "Number of the run (1 to 100)." }),
    status: resultStatus,
    score: z.number().min(0).max(100).nullable().meta({
      description:
        "Effective score (0 to 100): a reviewer's override, which replaces the score of every run of the sample; without an override, the automated score. Null unless scored.",
    }),
    original_score: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: "Automated score (0 to 100); null unless scored." }),
    overridden_by: idOf("review")
      .nullable()
      .meta({ description: "Id of the review that overrode the score; null if there is none." }),
    passed: z.boolean().nullable().meta({
      description:
        "Whether the result passed, based on `score`. A reviewer's score passes at 70 or above. Null unless scored.",
    }),
    output: jsonOrNull("The evaluated output."),
    expected: jsonOrNull("The expected answer."),
    details: z.record(z.string().max(200), z.unknown()).meta({ description: "Details from the evaluator." }),
    flagged: z.boolean().meta({ description: "Whether a person should look at the result." }),
    flag_reason: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: "Reason for the flag; present if flagged." }),
    created_at: timestamp("Time of scoring."),
  })
  .meta({
    id: "EvaluationResult",
    description: "One evaluator's result for one run of a sample.",
    examples: [exampleResult],
  });

/** Creates the schema of any JSON value; null if the value is absent. */
export function jsonOrNull(description: string) {
  return z.unknown().meta({ description: `${description} Any JSON value; null if absent.` });
}
