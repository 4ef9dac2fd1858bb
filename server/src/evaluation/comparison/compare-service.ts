import { setImmediate as nextTurn } from "node:timers/promises";
import {
  checkCompleted,
  comparedIds,
  comparisonSetup,
  planComparison,
} from "@assay/contract/evaluation/comparison/comparison-rules";
import type { CompareEvaluationsBody } from "@assay/contract/evaluation/comparison/evaluation-comparison";
import type { Comparison, MetricFigures, ScoredSample } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { refuseBlind } from "../../workspace/access/blind-review.ts";
import { readScoredSamples } from "./compare-queries.ts";
import { evaluationRecord, type EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { requireEvaluation } from "../evaluations/referred-evaluation.ts";

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
  const find = ({ id: named, path }: { id: string; path: string }) =>
    requireEvaluation(tx, reach, { named, path });
  const rows = { baseline: await find(ids.baseline), candidate: await find(ids.candidate) };
  const sides = { baseline: evaluationRecord(rows.baseline), candidate: evaluationRecord(rows.candidate) };
  checkCompleted(sides);
  await refuseBlind(tx, reach, { evaluationIds: [rows.baseline.id, rows.candidate.id] });
  const setup = comparisonSetup(body, sides);
  const samples = {
    baseline: await scoredSamples(tx, rows.baseline),
    candidate: await scoredSamples(tx, rows.candidate),
  };
  const plan = planComparison(setup, samples);
  const metrics: { key: string; figures: MetricFigures }[] = [];
  for (const key of plan.metrics) {
    // Drawing signs for 100,000 pairs takes half a second: other requests get their turn between the metrics.
    await nextTurn();
    metrics.push({ key, figures: plan.compare(key) });
  }
  return plan.conclude(metrics);
}

/** Every sample of an evaluation with its scores, in memory. */
export async function scoredSamples(db: Knex, evaluation: EvaluationRow): Promise<ScoredSample[]> {
  const samples: ScoredSample[] = [];
  for await (const sample of readScoredSamples(db, evaluation)) samples.push(sample);
  return samples;
}
