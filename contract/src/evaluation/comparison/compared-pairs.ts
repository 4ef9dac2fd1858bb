import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import { idOf, listOf, nameText, paging, reference } from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { jsonOrNull } from "../evaluations/evaluation-result.ts";
import { points } from "./compared-share.ts";

const exampleSide = {
  score: 100,
  passed: true,
  flagged: false,
  classification: "correct",
  output: { triage_level: "emergent" },
};
const examplePair = {
  object: "compared_pair" as const,
  sample: { baseline: exampleIds.sample, candidate: exampleIds.sample },
  external_id: "call-0017",
  cluster_id: null,
  expected: { triage_level: "emergent" },
  change: -66.66666666666667,
  baseline: exampleSide,
  candidate: {
    score: 33.33333333333333,
    passed: false,
    flagged: true,
    classification: "under_triage",
    output: { triage_level: "urgent" },
  },
};

const pairSide = z
  .object({
    score: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: "Automated score (0 to 100); the mean over the runs if there are several." }),
    passed: z
      .boolean()
      .nullable()
      .meta({ description: "Whether the sample passed, without reviewers' overrides." }),
    flagged: z.boolean().meta({
      description: "Whether the result is flagged; without `evaluator`, whether any evaluator flagged it.",
    }),
    classification: nameText("The sample's class in the evaluator's distribution.").nullable().meta({
      description:
        "Class of the result in the run of `output`; null if the request has no `evaluator`, or if the evaluator has no classes.",
    }),
    output: jsonOrNull(
      "The evaluated output. If there are several runs, the output of the run with the lowest combined score.",
    ),
  })
  .meta({ id: "PairSide", description: "One side of a pair.", examples: [exampleSide] });

const comparedPair = z
  .object({
    object: z.literal("compared_pair").meta({ description: "Always `compared_pair`." }),
    sample: z
      .object({ baseline: idOf("sample"), candidate: idOf("sample") })
      .meta({ description: "Ids of the sample in both evaluations; equal if they use one dataset." }),
    external_id: nameText("The client's own id for the sample.").nullable(),
    cluster_id: nameText("The cluster to which the comparison assigns the pair.").nullable(),
    expected: jsonOrNull("The expected answer."),
    change: points.meta({ description: "Score of the candidate − score of the baseline, in points." }),
    baseline: pairSide,
    candidate: pairSide,
  })
  .meta({
    id: "ComparedPair",
    description: "A sample that both evaluations scored.",
    examples: [examplePair],
  });

const comparePairsQuery = z.strictObject({
  baseline: reference("evaluation", "Id of the completed evaluation that is the baseline."),
  candidate: reference("evaluation", "Id of the completed evaluation to compare with the baseline."),
  evaluator: nameText("Key of an evaluator of both evaluations; by default the combined score.").optional(),
  change: z.enum(["worse", "better", "same", "all"]).default("all").meta({
    description:
      "`worse`, `better` or `same`: only pairs whose score became worse, became better or did not change. `all` and `worse` start with the lowest change, `better` with the highest, `same` has dataset order.",
  }),
  ...paging,
});

/** A validated query of the list of compared pairs, with defaults applied. */
export type ComparePairsQuery = z.output<typeof comparePairsQuery>;

/** The route that lists the pairs of a comparison. It is one of the evaluation routes. */
export const comparePairsRoute = route({
  method: "GET",
  path: "/v1/evaluations/compare/pairs",
  summary: "List the pairs of a comparison",
  description:
    "Returns the samples that both evaluations scored, with outputs and automated scores of both. Equal changes have the order of the baseline's samples. 409 if an evaluation has not completed; 422 `too_large_to_compute` above 200,000 samples per evaluation.",
  query: comparePairsQuery,
  responses: answers({ 200: listOf("ComparedPairList", comparedPair, examplePair) }, 409, 422),
  metadata: {
    operationId: "listComparedPairs",
    tag: "Evaluations",
    scope: "evaluations:read",
    sdk: "evaluations.comparePairs",
    paginated: true,
  },
});
