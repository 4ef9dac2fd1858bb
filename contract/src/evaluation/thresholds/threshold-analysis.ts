import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  nameText,
  optional,
  reference,
  refusingProto,
} from "../../platform/common.ts";
import { thresholdStatuses, worstSamplesNamed } from "../../domain/index.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { coverage, exampleCoverage } from "../coverage-object.ts";
import { count, score, scoreOrNull } from "../figure-fields.ts";
import { limits } from "../../platform/limits.ts";

const exampleThresholds = { critical: 60, warning: 75, target: 90 };
const marks = {
  critical: score("Scores below this threshold have the status `critical`."),
  warning: score(
    "Scores from `critical` to below this threshold have the status `warning`. The threshold must be at least `critical`.",
  ),
  target: score(
    "Scores at or above this threshold have the status `exceeding`. The threshold must be at least `warning`.",
  ),
};
const thresholds = z.object(marks).meta({
  id: "Thresholds",
  description: "Three thresholds (0 to 100), where critical ≤ warning ≤ target.",
  examples: [exampleThresholds],
});
const thresholdsInput = z
  .strictObject(marks)
  .refine(({ critical, warning }) => critical <= warning, {
    path: ["warning"],
    error: "must be at least the value of critical",
  })
  .refine(({ warning, target }) => warning <= target, {
    path: ["target"],
    error: "must be at least the value of warning",
  })
  .meta({
    id: "ThresholdsInput",
    description: "Three thresholds (0 to 100). All are required, and critical ≤ warning ≤ target must hold.",
    examples: [exampleThresholds],
  });

const keyed = z
  .record(nameText("Key of an evaluator: its name, or its type if it has no name."), thresholdsInput)
  .refine((value) => withinCount(Object.keys(value).length), {
    error: `must name 1 to ${limits.evaluatorsPerEvaluation} evaluators`,
  });
const withinCount = (named: number): boolean => named >= 1 && named <= limits.evaluatorsPerEvaluation;

const thresholdAnalysisBody = z
  .strictObject({
    project: reference("project"),
    evaluation: optional(
      reference("evaluation", "The evaluation to analyze; by default the last completed evaluation."),
    ),
    thresholds: refusingProto(keyed).meta({ description: "The thresholds by evaluator key." }),
  })
  .meta({
    id: "AnalyzeThresholds",
    description: "The evaluation to analyze, and its thresholds.",
    examples: [{ project: exampleIds.project, thresholds: { triage_accuracy: exampleThresholds } }],
  });

/** A validated request for a threshold analysis. */
export type ThresholdAnalysisBody = z.output<typeof thresholdAnalysisBody>;

const status = z.enum(thresholdStatuses).meta({
  id: "ThresholdStatus",
  description:
    "Status of a score. `critical`: below the threshold `critical`. `warning`: from `critical` to below `warning`. `passing`: from `warning` to below `target`. `exceeding`: at least `target`.",
  examples: ["passing"],
});

const exampleLow = { sample: exampleIds.sample, external_id: "call-0017", score: 33.33333333333333 };
const lowSample = z
  .object({
    sample: idOf("sample"),
    external_id: nameText("The client's own id for the sample.").nullable(),
    score: score("Effective score (0 to 100)."),
  })
  .meta({ id: "LowSample", description: "A sample with a low score.", examples: [exampleLow] });

const exampleResult = {
  current: 72.5,
  status: "warning" as const,
  thresholds: exampleThresholds,
  gap_to_target: 17.5,
  gap_to_warning: 2.5,
  percentile_rank: 62.5,
  percentile_n: 4,
  ci95: [68.1, 76.9] as [number, number],
  n_clusters: 68,
  effective_n: 68,
  confident: false,
  sample_count: 68,
  coverage: { ...exampleCoverage, scored: 68, total: 68 },
  worst_samples: [exampleLow],
};
const thresholdResult = z
  .object({
    current: scoreOrNull("Mean effective score (0 to 100); null if no sample was scored."),
    status: status
      .nullable()
      .meta({ description: "Status relative to the thresholds; null if no sample was scored." }),
    thresholds,
    gap_to_target: scoreOrNull(
      "Points missing to the target; 0 if the target is reached; null if no sample was scored.",
    ),
    gap_to_warning: score("Points missing to `warning`; present if `current` is below it.").optional(),
    percentile_rank: scoreOrNull(
      "Percentile rank among the evaluator's means in the project's earlier completed evaluations: 100 · (below + ½ ties) / n; null if n is 0.",
    ),
    percentile_n: count("Number of earlier completed evaluations that `percentile_rank` compares."),
    ci95: z
      .tuple([z.number().min(0).max(100), z.number().min(0).max(100)])
      .nullable()
      .meta({
        description:
          "95 % interval for `current`: Student's t over clusters or, if every score is 0 or 100, the interval of a share. Null if there are fewer than 2 clusters, or if all scores are equal and not 0 or 100.",
      }),
    n_clusters: count("Number of independent units: clusters, or samples if no two of them share a cluster."),
    effective_n: z.number().min(1).max(Number.MAX_SAFE_INTEGER).nullable().meta({
      description:
        "Number of independent samples with the same amount of information (1 to `sample_count`); null if no sample was scored.",
    }),
    confident: z.boolean().meta({
      description:
        "True if all of `ci95` has the status of `current`, and if the mean would still have this status with a score of 0 for each unscored sample; false if `ci95` is null.",
    }),
    sample_count: count("Number of scored samples: the denominator of `current`."),
    coverage,
    worst_samples: z
      .array(lowSample)
      .max(worstSamplesNamed)
      .meta({ description: "Samples below the target, lowest scores first." }),
  })
  .meta({
    id: "ThresholdResult",
    description: "One evaluator compared with its thresholds.",
    examples: [exampleResult],
  });

const thresholdAnalysis = z
  .object({
    object: z.literal("threshold_analysis").meta({ description: "Always `threshold_analysis`." }),
    project_id: idOf("project"),
    evaluation_id: idOf("evaluation"),
    results: z
      .record(nameText("Key of an evaluator."), thresholdResult)
      .meta({ description: "Results by evaluator key." }),
    overall_status: status.nullable().meta({
      description:
        "The worst status of any evaluator. Null if any status is unknown and no status is critical.",
    }),
    recommendations: z.array(z.string().max(4000)).max(limits.evaluatorsPerEvaluation).meta({
      description:
        "Recommendations for evaluators that are below their target or left samples without a score, worst first.",
    }),
  })
  .meta({
    id: "ThresholdAnalysis",
    description: "The result of comparing an evaluation with thresholds.",
    examples: [
      {
        object: "threshold_analysis",
        project_id: exampleIds.project,
        evaluation_id: exampleIds.evaluation,
        results: { triage_accuracy: exampleResult },
        overall_status: "warning",
        recommendations: [
          "triage_accuracy is warning: its mean of 72.5 over 68 samples is 2.5 points below its warning mark of 75 and 17.5 points below its target of 90.",
        ],
      },
    ],
  });

/** The route that compares an evaluation with thresholds. */
export const thresholdAnalysisRoute = route({
  method: "POST",
  path: "/v1/scores/threshold-analysis",
  summary: "Analyze thresholds",
  description:
    "Compares an evaluation's mean scores, after overrides, with thresholds, for example as a release gate. 409 if the evaluation has not completed. 422 if the project has no completed evaluation, or for an evaluator that the evaluation does not have.",
  headers: idempotencyHeaders,
  body: thresholdAnalysisBody,
  responses: answers({ 200: thresholdAnalysis }, 409, 422),
  metadata: {
    operationId: "analyzeThresholds",
    tag: "Scores",
    scope: "scores:read",
    sdk: "scores.thresholdAnalysis",
  },
});
