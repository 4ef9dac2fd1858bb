// Evaluations for tests of plots and reports.
import {
  boundedProportion,
  proportion,
  summarizeTriage,
  triageTally,
  type TriageResponse,
} from "@assay/contract/domain";
import type {
  Coverage,
  Evaluation,
  EvaluationResult,
  RedFlagFigures,
  SymptomFigures,
  TriageSummary,
} from "../generated/types.ts";

const kinds = ["no_answer", "invalid_level", "missing_output", "errored"] as const;

/** Counts by expected level and response. */
export type Counts = Record<string, Record<string, number>>;

/** Returns the summary of samples with these counts; the keys of `counts` are the levels. */
export function triageOf(counts: Counts): TriageSummary {
  const tallies = Object.entries(counts).flatMap(([expected, responses]) =>
    Object.entries(responses).map(([response, count]) => {
      const kind = kinds.find((known) => known === response);
      const answer: TriageResponse = kind ? { kind } : { kind: "level", level: response };
      return { tally: triageTally({ expected, answer }), count };
    }),
  );
  return summarizeTriage({ levels: Object.keys(counts) }, tallies);
}

/** Of 20 emergent samples, 19 are caught; over three levels, 38 of 40 samples are exact. */
export const goodCounts: Counts = {
  emergent: { emergent: 19, urgent: 1 },
  urgent: { urgent: 10 },
  routine: { urgent: 1, routine: 9 },
};

/** Of 20 emergent samples, 11 are caught. */
export const poorCounts: Counts = {
  emergent: { emergent: 11, urgent: 6, routine: 1, no_answer: 1, invalid_level: 1 },
  urgent: { urgent: 10 },
  routine: { routine: 10 },
};

const coverageOf = (scored: number): Coverage => ({
  scored,
  errored: 0,
  skipped: 0,
  total: scored,
  missing_output: 0,
  not_applicable: 0,
});

/** Returns a completed evaluation with a triage evaluator, or without one if `counts` is null. */
export function evaluationOf(name: string, counts: Counts | null = goodCounts): Evaluation {
  const triage = counts ? triageOf(counts) : undefined;
  const scored = triage?.total ?? 0;
  return {
    id: `eval_${name}`,
    object: "evaluation",
    name,
    project: "proj_1",
    dataset: "ds_1",
    dataset_version: 1,
    model: "mdl_1",
    status: "completed",
    evaluators: [{ type: "triage_accuracy", weight: 1 }],
    sample_filter: null,
    fail_on_error: 0,
    missing_output: "fail",
    runs: 1,
    progress: { total: scored, completed: scored, failed: 0 },
    as_of: null,
    routing: null,
    manifest_hash: "0".repeat(64),
    metadata: {},
    created_at: "2026-03-01T12:00:00.000Z",
    started_at: "2026-03-01T12:00:00.000Z",
    completed_at: "2026-03-01T12:00:04.000Z",
    cancelled_at: null,
    error: null,
    results: {
      aggregate_score: scored === 0 ? null : 91.25,
      weighted_aggregate: scored === 0 ? null : 91.25,
      aggregate: scored === 0 ? null : 91.25,
      pass_rate: scored === 0 ? null : 87.5,
      sample_count: scored,
      by_evaluator: { triage_accuracy: scored === 0 ? null : 91.25 },
      coverage: coverageOf(scored),
      coverage_by_evaluator: { triage_accuracy: coverageOf(scored) },
      distributions: {},
      flagged_samples: 0,
      missing_output: 0,
      ...(triage && { triage }),
    },
  };
}

/** Returns a result with a low score. */
export const resultOf = (externalId: string, given: Partial<EvaluationResult> = {}): EvaluationResult => ({
  object: "evaluation_result",
  sample_id: `smp_${externalId}`,
  external_id: externalId,
  evaluator: "triage_accuracy",
  run: 1,
  status: "scored",
  score: 0,
  original_score: 0,
  overridden_by: null,
  passed: false,
  output: { triage_level: "routine" },
  expected: { triage_level: "emergent" },
  details: { classification: "under_triage" },
  flagged: true,
  created_at: "2026-03-01T12:00:01.000Z",
  ...given,
});

const itemsOf = (found: number, missed: number, alarms: number) => ({
  expected: found + missed,
  found,
  missed: boundedProportion(missed, found + missed),
  false_alarms: alarms,
  sensitivity: proportion(found, found + missed),
  precision: proportion(found, found + alarms),
});

/** Of 10 expected items, 8 are found; 3 of 11 reported items are not expected. Each item is in a sample of its own. */
const pooled: Omit<RedFlagFigures, "escalation" | "by_flag"> = {
  ...itemsOf(8, 2, 3),
  samples: 13,
  not_applicable: 1,
  unknown_expected: 2,
  errored: 1,
  missed_count: 2,
  f1: 16 / 21,
  f1_ci95: [0.5, 1],
  false_alarms_per_sample: { count: 3, samples: 13, rate: 3 / 13, ci95: [0, 0.52] },
  samples_missed: boundedProportion(2, 10),
  truncated: false,
};

/** Figures of red flags: 2 of 10 are missed. */
export const redFlags: RedFlagFigures = {
  ...pooled,
  escalation: { missed: boundedProportion(1, 5), unnecessary: proportion(0, 8) },
  by_flag: { rigors: itemsOf(6, 0, 0), syncope: itemsOf(2, 2, 0), "neck stiffness": itemsOf(0, 0, 3) },
};

/** Figures of symptoms: 2 of 10 are missed. */
export const symptoms: SymptomFigures = {
  ...pooled,
  polarity_errors: proportion(1, 10),
  mean_f1: 0.75,
  by_symptom: { fever: itemsOf(8, 2, 3) },
};

/** Returns an evaluation with further figures. */
export function withFigures(
  evaluation: Evaluation,
  figures: Partial<NonNullable<Evaluation["results"]>>,
): Evaluation {
  const { results } = evaluation;
  return { ...evaluation, results: results && { ...results, ...figures } };
}
