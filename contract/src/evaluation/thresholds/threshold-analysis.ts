import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  nameText,
  optional,
  reference,
  refuseProto,
} from "../../platform/common.ts";
import { thresholdStatuses, worstSamplesNamed } from "../../domain/index.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { count, score, scoreOrNull } from "../figure-fields.ts";
import { limits } from "../../platform/limits.ts";

const exampleThresholds = { critical: 60, warning: 75, target: 90 };
const marks = {
  critical: score("Below it the status is critical."),
  warning: score("Below it the status is warning; not below `critical`."),
  target: score("From it the status is exceeding; not below `warning`."),
};
const thresholds = z.object(marks).meta({
  id: "Thresholds",
  description: "Three marks, 0 to 100; critical ≤ warning ≤ target.",
  examples: [exampleThresholds],
});
const thresholdsInput = z
  .strictObject(marks)
  .refine(({ critical, warning }) => critical <= warning, {
    path: ["warning"],
    error: "must be at least critical",
  })
  .refine(({ warning, target }) => warning <= target, {
    path: ["target"],
    error: "must be at least warning",
  })
  .meta({
    id: "ThresholdsInput",
    description: "Three marks, 0 to 100, all required; critical ≤ warning ≤ target.",
    examples: [exampleThresholds],
  });

const keyed = z
  .record(nameText("Key of an evaluator: its type, or its name."), thresholdsInput)
  .refine((value) => withinCount(Object.keys(value).length), {
    error: `must name 1 to ${limits.evaluatorsPerEvaluation} evaluators`,
  });
const withinCount = (named: number): boolean => named >= 1 && named <= limits.evaluatorsPerEvaluation;

const thresholdAnalysisBody = z
  .strictObject({
    project: reference("project"),
    evaluation: optional(
      reference("evaluation", "The evaluation to analyze; default the one that completed last."),
    ),
    thresholds: z
      .preprocess<unknown, typeof keyed, z.output<typeof keyed>>((value, context) => {
        refuseProto(value, context);
        return value;
      }, keyed)
      .meta({ description: "Evaluator → its marks." }),
  })
  .meta({
    id: "AnalyzeThresholds",
    description: "What to hold against which marks.",
    examples: [{ project: exampleIds.project, thresholds: { triage_accuracy: exampleThresholds } }],
  });

/** A validated request for a threshold analysis. */
export type ThresholdAnalysisBody = z.output<typeof thresholdAnalysisBody>;

const status = z.enum(thresholdStatuses).meta({
  id: "ThresholdStatus",
  description:
    "critical: below critical; warning: below warning; passing: from warning; exceeding: from target.",
  examples: ["passing"],
});

const exampleLow = { sample: exampleIds.sample, external_id: "call-0017", score: 33.33333333333333 };
const lowSample = z
  .object({
    sample: idOf("sample"),
    external_id: nameText("Your own id of the sample.").nullable(),
    score: score("Its effective score, 0 to 100."),
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
  confident: false,
  sample_count: 68,
  worst_samples: [exampleLow],
};
const thresholdResult = z
  .object({
    current: scoreOrNull("Mean effective score, 0 to 100; null: nothing was scored."),
    status: status.nullable().meta({ description: "Where it stands; null: nothing was scored." }),
    thresholds,
    gap_to_target: scoreOrNull("Points up to the target; 0 from it on; null: nothing was scored."),
    gap_to_warning: score("Points up to `warning`; there when `current` is below it.").optional(),
    percentile_rank: scoreOrNull(
      "100 · (below + ½ ties) / n among the means of the project's evaluations that completed earlier with this evaluator; null when n is 0.",
    ),
    percentile_n: count("How many these are."),
    ci95: z
      .tuple([z.number().min(0).max(100), z.number().min(0).max(100)])
      .nullable()
      .meta({
        description:
          "95 % interval of `current` (Student's t, samples taken as independent); null for fewer than 2 scores, or when all are equal.",
      }),
    confident: z.boolean().meta({ description: "Whether all of `ci95` has this status; false without it." }),
    sample_count: count("Scored samples: the denominator of `current`."),
    worst_samples: z
      .array(lowSample)
      .max(worstSamplesNamed)
      .meta({ description: "Lowest scores first, below the target alone." }),
  })
  .meta({
    id: "ThresholdResult",
    description: "One evaluator held against its marks.",
    examples: [exampleResult],
  });

const thresholdAnalysis = z
  .object({
    object: z.literal("threshold_analysis").meta({ description: "Always `threshold_analysis`." }),
    project_id: idOf("project"),
    evaluation_id: idOf("evaluation"),
    results: z
      .record(nameText("Key of an evaluator."), thresholdResult)
      .meta({ description: "Evaluator → where it stands." }),
    overall_status: status
      .nullable()
      .meta({ description: "The worst; null when one is not known, unless another is critical." }),
    recommendations: z
      .array(z.string().max(4000))
      .max(limits.evaluatorsPerEvaluation)
      .meta({ description: "What to do about evaluators below their target, the worst first." }),
  })
  .meta({
    id: "ThresholdAnalysis",
    description: "An evaluation held against marks.",
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
    "Holds the effective means of an evaluation against marks: a gate for releases. Not completed: 409. None completed, or an evaluator that was not run: 422.",
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
