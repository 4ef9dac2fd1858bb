import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  nameText,
  optional,
  reference,
  withDefault,
} from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { count } from "../figure-fields.ts";
import { points, verdict } from "./compared-share.ts";
import { comparison, exampleComparison } from "./comparison-object.ts";

const settings = {
  metrics: optional(
    z.array(nameText("Key of an evaluator.")).min(1).max(limits.evaluatorsPerEvaluation).meta({
      description: "Keys of the evaluators in `by_metric`; by default all evaluators that both sides have.",
    }),
  ),
  equivalence_margin: withDefault(
    z
      .number()
      .min(0)
      .max(100)
      .meta({ description: "Changes within ± `equivalence_margin` points are irrelevant." }),
    2,
  ),
};

const compareEvaluationsBody = z
  .strictObject({
    evaluations: z
      .array(reference("evaluation"))
      .min(1)
      .refine((ids) => ids.length <= 2, {
        error:
          "must have at most 2 items. Compare several candidates with POST /v1/evaluations/compare/candidates",
        params: { code: "too_big" },
      })
      .meta({
        description:
          "Ids of two completed evaluations, or the id of the candidate if `baseline` names the baseline.",
        maxItems: 2,
      }),
    baseline: optional(reference("evaluation", "The baseline; by default the first of `evaluations`.")),
    ...settings,
  })
  .meta({
    id: "CompareEvaluations",
    description: "The evaluations to compare.",
    examples: [
      { evaluations: [exampleIds.evaluation, exampleIds.candidate] },
      { evaluations: [exampleIds.candidate], baseline: exampleIds.evaluation, equivalence_margin: 5 },
    ],
  });

/** A validated request for a comparison of two evaluations, with defaults applied. */
export type CompareEvaluationsBody = z.output<typeof compareEvaluationsBody>;

/** The route that compares two evaluations. It is one of the evaluation routes. */
export const compareRoute = route({
  method: "POST",
  path: "/v1/evaluations/compare",
  summary: "Compare two evaluations",
  description:
    "Compares the automated scores of the samples in both evaluations, with test, interval and verdict. Equal requests return equal responses. 409 if an evaluation has not completed; 422 `not_comparable` if no sample was scored in both, `too_large_to_compute` above 200,000 samples per evaluation or 2,000,000 values (pairs × metrics).",
  headers: idempotencyHeaders,
  body: compareEvaluationsBody,
  responses: answers({ 200: comparison }, 409, 422),
  metadata: {
    operationId: "compareEvaluations",
    tag: "Evaluations",
    scope: "evaluations:read",
    sdk: "evaluations.compare",
  },
});

const compareCandidatesBody = z
  .strictObject({
    baseline: reference("evaluation", "Id of the completed evaluation that is the baseline."),
    candidates: z.array(reference("evaluation")).min(1).max(limits.candidatesPerComparison).meta({
      description: "Ids of the completed evaluations to compare with the baseline (1 to 20, distinct).",
    }),
    ...settings,
  })
  .meta({
    id: "CompareCandidates",
    description: "A baseline and the candidates to compare with it.",
    examples: [{ baseline: exampleIds.evaluation, candidates: [exampleIds.candidate] }],
  });

/** A validated request for a comparison of several candidates, with defaults applied. */
export type CompareCandidatesBody = z.output<typeof compareCandidatesBody>;

const exampleRanked = {
  evaluation: exampleIds.candidate,
  change: -17,
  ci95: [-26.5, -7.5] as [number, number],
  verdict: "regressed" as const,
};
const rankedCandidate = z
  .object({
    evaluation: idOf("evaluation"),
    change: points
      .nullable()
      .meta({ description: "Mean of candidate − baseline over the common samples, in points." }),
    ci95: z
      .tuple([points, points])
      .nullable()
      .meta({ description: "95 % interval for `change`, in points; null if undefined." }),
    verdict,
  })
  .meta({
    id: "RankedCandidate",
    description: "A candidate's place in the ranking.",
    examples: [exampleRanked],
  });

const comparisonSet = z
  .object({
    object: z.literal("comparison_set").meta({ description: "Always `comparison_set`." }),
    baseline: idOf("evaluation"),
    candidates: z.array(comparison).max(limits.candidatesPerComparison).meta({
      description:
        "One comparison per candidate, in the order of the request, over the samples that the baseline and all candidates scored.",
    }),
    family_size: count("Number of primary tests, one per candidate, that Holm's correction covers."),
    ranking: z.array(rankedCandidate).max(limits.candidatesPerComparison).meta({
      description:
        "The candidates, highest change first. Candidates with equal changes have the order of the request.",
    }),
  })
  .meta({
    id: "ComparisonSet",
    description: "Several candidates, compared with one baseline over the samples that all of them scored.",
    examples: [
      {
        object: "comparison_set" as const,
        baseline: exampleIds.evaluation,
        candidates: [exampleComparison],
        family_size: 1,
        ranking: [exampleRanked],
      },
    ],
  });

/** The route that compares several candidates with one baseline. It is one of the evaluation routes. */
export const compareCandidatesRoute = route({
  method: "POST",
  path: "/v1/evaluations/compare/candidates",
  summary: "Compare candidates with a baseline",
  description:
    "Compares up to 20 evaluations with one baseline, over the samples that all of them scored, and ranks them. P-values are corrected for the number of candidates (Holm). 409 if an evaluation has not completed; 422 `not_comparable` if no sample was scored in all of them, `too_large_to_compute` above 200,000 samples per evaluation or 2,000,000 values.",
  headers: idempotencyHeaders,
  body: compareCandidatesBody,
  responses: answers({ 200: comparisonSet }, 409, 422),
  metadata: {
    operationId: "compareCandidates",
    tag: "Evaluations",
    scope: "evaluations:read",
    sdk: "evaluations.compareCandidates",
  },
});
