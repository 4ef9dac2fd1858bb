import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import { idOf, nameText, queryFlag, reference } from "../../platform/common.ts";
import { histogramOf } from "../../domain/index.ts";
import { coverage, exampleCoverage } from "../coverage-object.ts";
import { exampleScoreGroups, groupByQuery, scoreGroupsObject } from "./evaluation-score-groups.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { count, scoreOrNull } from "../figure-fields.ts";

const exampleBreakdown = {
  mean: 66.66666666666667,
  median: 66.66666666666667,
  std_dev: 47.14045207910317,
  min: 33.33333333333333,
  max: 100,
  pass_rate: 50,
  weight: 1,
  coverage: exampleCoverage,
};

const evaluatorScores = z
  .object({
    mean: scoreOrNull("Mean of the effective scores (0 to 100); null if no sample was scored."),
    median: scoreOrNull(
      "Median of the effective scores. For an even number of scores, the mean of the two middle scores.",
    ),
    std_dev: scoreOrNull("Sample standard deviation (n − 1); null if there are fewer than two scores."),
    min: scoreOrNull("Lowest score."),
    max: scoreOrNull("Highest score."),
    pass_rate: scoreOrNull(
      "Share of samples that passed, in percent of `coverage.scored`; null if that is 0.",
    ),
    weight: z.number().min(0).max(Number.MAX_VALUE).meta({ description: "Weight in the combined score." }),
    coverage: coverage.meta({
      description:
        "Number of samples by status. The figures in the object that contains this member cover the `scored` samples.",
    }),
  })
  .meta({
    id: "EvaluatorScores",
    description: "The distribution of one evaluator's scores.",
    examples: [exampleBreakdown],
  });

const exampleBuckets = histogramOf([0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
const bucket = z
  .object({
    range: z.string().max(10).meta({
      description:
        "The range `<low>-<high>`. The lower end is inclusive and the upper end exclusive, except in 90-100.",
    }),
    count: count("Number of samples with a combined score in this range."),
  })
  .meta({ id: "ScoreBucket", description: "One of ten buckets of width 10.", examples: [exampleBuckets[3]] });

const evaluationScores = z
  .object({
    object: z.literal("evaluation_scores").meta({ description: "Always `evaluation_scores`." }),
    evaluation_id: idOf("evaluation"),
    aggregate: scoreOrNull(
      "Mean of the samples' combined scores, with all evaluators weighted equally; null if no sample was scored.",
    ),
    weighted_aggregate: scoreOrNull(
      "Mean of the samples' combined scores, with evaluators weighted; null if no sample was scored.",
    ),
    sample_count: count(
      "Number of samples with a combined score: the denominator of the figures in this object.",
    ),
    pass_rate: scoreOrNull(
      "Share of samples that passed every evaluator that scored them, in percent of `sample_count`.",
    ),
    coverage: coverage.meta({ description: "Number of samples by status." }),
    breakdown: z
      .record(nameText("Key of an evaluator."), evaluatorScores)
      .optional()
      .meta({ description: "Figures by evaluator key; present with `include_breakdown=true`." }),
    distribution: z
      .object({
        buckets: z
          .array(bucket)
          .length(10)
          .meta({ description: "Ten buckets from 0 to 100. Their counts add up to `sample_count`." }),
      })
      .optional()
      .meta({
        description: "Distribution of the combined scores; present with `include_distribution=true`.",
      }),
    groups: scoreGroupsObject.optional().meta({ description: "Figures by group; present with `group_by`." }),
  })
  .meta({
    id: "EvaluationScores",
    description: "The effective scores of one evaluation, which include reviewers' overrides.",
    examples: [
      {
        object: "evaluation_scores",
        evaluation_id: exampleIds.evaluation,
        aggregate: 66.66666666666667,
        weighted_aggregate: 66.66666666666667,
        sample_count: 2,
        pass_rate: 50,
        coverage: exampleCoverage,
        breakdown: { triage_accuracy: exampleBreakdown },
        distribution: { buckets: exampleBuckets },
        groups: exampleScoreGroups,
      },
    ],
  });

const scoresQuery = z.strictObject({
  include_distribution: queryFlag("If true, the response includes the distribution of the combined scores."),
  include_breakdown: queryFlag("If true, the response includes each evaluator's figures."),
  group_by: groupByQuery.optional(),
  evaluator: nameText(
    "Key of the evaluator whose scores are grouped (only with `group_by`); by default the combined scores.",
  ).optional(),
});

/** A validated query for an evaluation's scores. */
export type ScoresQuery = z.output<typeof scoresQuery>;

/** The route that returns an evaluation's scores. */
export const evaluationScoresRoute = route({
  method: "GET",
  path: "/v1/scores/evaluations/:evaluation_id",
  summary: "Get an evaluation's scores",
  description:
    "Returns aggregates and, if requested, breakdown, distribution and groups. 409 if the evaluation has not completed.",
  pathParams: z.object({ evaluation_id: reference("evaluation") }),
  query: scoresQuery,
  responses: answers({ 200: evaluationScores }, 409),
  metadata: {
    operationId: "getEvaluationScores",
    tag: "Scores",
    scope: "scores:read",
    sdk: "scores.evaluation",
  },
});
