import { chosenMetrics, comparedIds } from "@assay/contract/evaluation/comparison/comparison-rules";
import type { CompareEvaluationsBody } from "@assay/contract/evaluation/comparison/evaluation-comparison";
import {
  evaluationNotCompleted,
  notComparable,
} from "@assay/contract/evaluation/comparison/comparison-refusals";
import { keyEvaluators } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import {
  comparePairs,
  type Comparison,
  comparisonSeed,
  concludeComparison,
  effectiveMeans,
  type MetricFigures,
  type MetricPlaces,
  pairSamples,
  type PerSide,
  type ScoredSample,
} from "@assay/contract/domain";
import { refuseBlindEvaluations } from "../evaluations/blind-evaluations.ts";
import { combined, progressOf, viewOf } from "../evaluations/evaluation-run.ts";
import { reaches } from "../../workspace/reach.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCall } from "../evaluation-tables.ts";

/** An evaluation that a body names. @throws {ApiError} 422. */
function referred({ caller }: EvaluationCall, { id, path }: { id: string; path: string }): EvaluationRow {
  const row = caller.workspace.evaluations.get(id);
  if (!row || !reaches(caller, row.project)) throw referenceNotFound("evaluation", id, path);
  return row;
}

const conditionsOf = (row: EvaluationRow) => ({
  id: row.id,
  name: row.name,
  dataset: row.dataset,
  evaluators: keyEvaluators(row.evaluators, row.resolved).map(({ key, weight, bound }) => ({
    key,
    weight,
    type: bound.type,
    config: bound.config,
  })),
  errored: progressOf(row, row.judged.length).failed,
});

type Conditions = ReturnType<typeof conditionsOf>;

const placesOf = (key: string, { baseline, candidate }: PerSide<Conditions>): MetricPlaces => ({
  baseline: baseline.evaluators.findIndex((evaluator) => evaluator.key === key),
  candidate: candidate.evaluators.findIndex((evaluator) => evaluator.key === key),
});

/** Every sample of an evaluation with its scores. */
export const scoredSamples = (row: EvaluationRow): ScoredSample[] =>
  row.judged.map(({ sample, outcomes }) => {
    const { weighted } = combined(row, outcomes);
    return {
      sampleId: sample.id,
      externalId: sample.externalId,
      caseHash: sample.caseHash,
      cluster: sample.clusterId,
      automated: weighted,
      effective: row.effective.get(sample.id)?.weighted ?? weighted,
      scores: outcomes.map((outcome) => (outcome.status === "scored" ? outcome.score : null)),
    };
  });

/** Compares two evaluations as the server does, by the domain's rules. @throws {ApiError} as the server does. */
export function compareEvaluations(call: EvaluationCall, body: CompareEvaluationsBody): Comparison {
  const ids = comparedIds(body);
  const sides = { baseline: referred(call, ids.baseline), candidate: referred(call, ids.candidate) };
  for (const row of [sides.baseline, sides.candidate]) {
    const { status } = viewOf(row, call);
    if (status !== "completed") throw evaluationNotCompleted(row.id, status);
  }
  refuseBlindEvaluations(call, [sides.baseline.id, sides.candidate.id]);
  const conditions = { baseline: conditionsOf(sides.baseline), candidate: conditionsOf(sides.candidate) };
  const keys = chosenMetrics(conditions, body.metrics);
  const samples = { baseline: scoredSamples(sides.baseline), candidate: scoredSamples(sides.candidate) };
  const { pairs, caseChanged } = pairSamples(samples, sides.baseline.dataset === sides.candidate.dataset);
  const compare = (key: string, places: MetricPlaces): MetricFigures => {
    const seed = comparisonSeed([ids.baseline.id, ids.candidate.id], key);
    return comparePairs(samples, pairs, { places, seed });
  };
  const figures = compare("", null);
  if (figures.n_paired === 0) throw notComparable(ids.baseline.id, ids.candidate.id, caseChanged);
  const effective = effectiveMeans(pairs);
  return concludeComparison({
    sides: {
      baseline: { ...conditions.baseline, effectiveScore: effective.baseline },
      candidate: { ...conditions.candidate, effectiveScore: effective.candidate },
    },
    combined: figures,
    metrics: keys.map((key) => ({ key, figures: compare(key, placesOf(key, conditions)) })),
    caseChanged,
    margin: body.equivalence_margin,
  });
}
