import { setImmediate as nextTurn } from "node:timers/promises";
import { chosenMetrics, comparedIds } from "@assay/contract/evaluation/comparison/comparison-rules";
import type { CompareEvaluationsBody } from "@assay/contract/evaluation/comparison/evaluation-comparison";
import {
  evaluationNotCompleted,
  notComparable,
} from "@assay/contract/evaluation/comparison/comparison-refusals";
import { formatId } from "@assay/contract/platform/ids";
import { keyEvaluators } from "@assay/contract/evaluation/evaluations/evaluation-rules";
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
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { refuseBlind } from "../../workspace/access/blind-review.ts";
import { readScoredSamples } from "./compare-queries.ts";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { referredEvaluation } from "../evaluations/referred-evaluation.ts";

/**
 * Compares two evaluations pair by pair: the domain's figures over the stored automated scores. Both evaluations'
 * scores are held in memory, some 300 bytes a sample.
 *
 * @throws {ApiError} 400 when the body does not name two evaluations; 422 for one that the caller cannot reach, a metric
 *   that is not of both, or when there is no pair; 409 when one has not completed; 403 while the caller has to review a
 *   sample of one blind.
 */
export async function compareEvaluations(
  tx: Tx,
  reach: Reach & { reviewerId: string | null },
  body: CompareEvaluationsBody,
): Promise<Comparison> {
  const ids = comparedIds(body);
  const sides = {
    baseline: await referredEvaluation(tx, reach, namedBy(ids.baseline)),
    candidate: await referredEvaluation(tx, reach, namedBy(ids.candidate)),
  };
  for (const { id, status } of [sides.baseline, sides.candidate])
    if (status !== "completed") throw evaluationNotCompleted(formatId("evaluation", id), status);
  await refuseBlind(tx, reach, { evaluationIds: [sides.baseline.id, sides.candidate.id] });
  const conditions = { baseline: conditionsOf(sides.baseline), candidate: conditionsOf(sides.candidate) };
  const keys = chosenMetrics(conditions, body.metrics);
  const samples = {
    baseline: await scoredSamples(tx, sides.baseline),
    candidate: await scoredSamples(tx, sides.candidate),
  };
  const oneDataset = sides.baseline.dataset_id === sides.candidate.dataset_id;
  const { pairs, caseChanged } = pairSamples(samples, oneDataset);
  const compare = (key: string, places: MetricPlaces): MetricFigures => {
    const seed = comparisonSeed([ids.baseline.id, ids.candidate.id], key);
    return comparePairs(samples, pairs, { places, seed });
  };
  const combined = compare("", null);
  if (combined.n_paired === 0) throw notComparable(ids.baseline.id, ids.candidate.id, caseChanged);
  const metrics: { key: string; figures: MetricFigures }[] = [];
  for (const key of keys) {
    // Drawing signs for 100,000 pairs takes half a second: other requests get their turn between the metrics.
    await nextTurn();
    metrics.push({ key, figures: compare(key, placesOf(key, conditions)) });
  }
  const effective = effectiveMeans(pairs);
  return concludeComparison({
    sides: {
      baseline: { ...conditions.baseline, effectiveScore: effective.baseline },
      candidate: { ...conditions.candidate, effectiveScore: effective.candidate },
    },
    combined,
    metrics,
    caseChanged,
    margin: body.equivalence_margin,
  });
}

const namedBy = ({ id: named, path }: { id: string; path: string }) => ({ named, path });

const conditionsOf = (row: EvaluationRow) => ({
  id: formatId("evaluation", row.id),
  name: row.name,
  dataset: row.dataset_id,
  evaluators: keyEvaluators(row.evaluators, row.resolved).map(({ key, weight, bound }) => ({
    key,
    weight,
    type: bound.type,
    config: bound.config,
  })),
  errored: row.failed,
});

type Conditions = ReturnType<typeof conditionsOf>;

const placesOf = (key: string, { baseline, candidate }: PerSide<Conditions>): PerSide<number> => ({
  baseline: baseline.evaluators.findIndex((evaluator) => evaluator.key === key),
  candidate: candidate.evaluators.findIndex((evaluator) => evaluator.key === key),
});

/** Every sample of an evaluation with its scores, in memory. */
export async function scoredSamples(db: Knex, evaluation: EvaluationRow): Promise<ScoredSample[]> {
  const samples: ScoredSample[] = [];
  for await (const row of readScoredSamples(db, evaluation)) {
    const { automated, effective, scores } = row;
    samples.push({
      sampleId: row.sample_id,
      externalId: row.external_id,
      caseHash: row.case_hash,
      cluster: row.cluster_id,
      automated,
      effective,
      scores,
    });
  }
  return samples;
}
