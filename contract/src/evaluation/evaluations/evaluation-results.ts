import * as z from "zod";
import { count, scoreOrNull as percent } from "../figure-fields.ts";
import { coverage, exampleCoverage } from "../coverage-object.ts";
import {
  exampleRedFlags,
  exampleSymptoms,
  redFlagFigures,
  symptomFigures,
} from "./results/pooled-figures-object.ts";
import { exampleTriage, triageSummary } from "./results/triage-summary-object.ts";
import { repeats } from "./results/repeats-object.ts";
import { unscoredReasonList } from "./results/unscored-reason-list.ts";

const evaluatorKey = z.string().max(200);

const present = "present if one ran, absent in results of earlier versions.";

/** An example of an evaluation's results. */
export const exampleResults = {
  aggregate_score: 66.66666666666667,
  weighted_aggregate: 66.66666666666667,
  aggregate: 66.66666666666667,
  pass_rate: 50,
  sample_count: 2,
  by_evaluator: { triage_accuracy: 66.66666666666667 },
  coverage: exampleCoverage,
  coverage_by_evaluator: { triage_accuracy: exampleCoverage },
  distributions: { triage_accuracy: { correct: 1, under_triage: 1, over_triage: 0 } },
  flagged_samples: 1,
  unscored_reasons: [],
  missing_output: 0,
  triage: exampleTriage,
  red_flags: exampleRedFlags,
  symptoms: exampleSymptoms,
};

/** The schema of the aggregated results of a completed evaluation. */
export const evaluationResults = z
  .object({
    aggregate_score: percent("Equal to `weighted_aggregate`."),
    weighted_aggregate: percent(
      "Mean of the samples' combined scores, with evaluators weighted (0 to 100); null if no sample was scored.",
    ),
    aggregate: percent(
      "Mean of the samples' combined scores, with all evaluators weighted equally (0 to 100); null if no sample was scored.",
    ),
    pass_rate: percent(
      "Share of samples that passed every evaluator that scored them, in every run, in percent of `sample_count`.",
    ),
    sample_count: count("Number of samples with a combined score: the denominator of the figures above."),
    by_evaluator: z
      .record(evaluatorKey, percent("Mean score (0 to 100); null if no sample was scored."))
      .meta({ description: "Mean scores by evaluator key." }),
    coverage: coverage.meta({
      description:
        "Counts over samples. A sample is scored if it has a combined score. A sample without a combined score is errored if an evaluator errored, and skipped if none errored.",
    }),
    coverage_by_evaluator: z
      .record(evaluatorKey, coverage)
      .meta({ description: "Coverage by evaluator key." }),
    distributions: z.record(evaluatorKey, z.record(z.string().max(200), z.int().min(0))).meta({
      description:
        "Number of scored samples, or of scored runs if there are several, by evaluator key and classification.",
    }),
    flagged_samples: count("Number of distinct samples with a flagged result."),
    unscored_reasons: unscoredReasonList(
      "Most frequent reasons why results have no score, most frequent first; absent in results of earlier versions.",
    ).optional(),
    missing_output: count("Number of samples without an output in at least one run."),
    triage: triageSummary
      .optional()
      .meta({ description: "Summary of the first `triage_accuracy` evaluator; present if one ran." }),
    triage_by_evaluator: z.record(evaluatorKey, triageSummary).optional().meta({
      description: "Summaries by evaluator key; present if several `triage_accuracy` evaluators ran.",
    }),
    red_flags: redFlagFigures
      .optional()
      .meta({ description: `Figures of the first \`red_flag_detection\` evaluator; ${present}` }),
    red_flags_by_evaluator: z
      .record(evaluatorKey, redFlagFigures)
      .optional()
      .meta({ description: "Figures by evaluator key; present if several have `red_flags`." }),
    symptoms: symptomFigures
      .optional()
      .meta({ description: `Figures of the first \`symptom_extraction\` evaluator; ${present}` }),
    symptoms_by_evaluator: z
      .record(evaluatorKey, symptomFigures)
      .optional()
      .meta({ description: "Figures by evaluator key; present if several have `symptoms`." }),
    repeats: repeats.optional().meta({
      description: "How much results vary between runs; present if the evaluation has several runs.",
    }),
  })
  .meta({
    id: "EvaluationResults",
    description: "The aggregated results of a completed evaluation.",
    examples: [exampleResults],
  });

/** An evaluation's results, as stored. */
export type StoredResults = z.output<typeof evaluationResults>;
