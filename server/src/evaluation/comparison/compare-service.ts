import {
  checkCompleted,
  comparedIds,
  compareSamples,
  comparisonSetup,
} from "@assay/contract/evaluation/comparison/comparison-rules";
import type { CompareEvaluationsBody } from "@assay/contract/evaluation/comparison/evaluation-comparison";
import type { Comparison, ScoredSample } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { runSteps } from "../../platform/threads/run-steps.ts";
import { refuseBlind } from "../../workspace/access/blind-access.ts";
import { readScoredSamples } from "./compare-queries.ts";
import { evaluationRecord, type EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { requireEvaluation } from "../evaluations/referred-evaluation.ts";

/**
 * Compares two evaluations pairwise by their stored automated scores. Holds both evaluations' scores in
 * memory, which takes about 300 bytes per sample. Reads outside of a transaction, because a comparison can take
 * seconds and the automated scores of a completed evaluation never change.
 *
 * @throws {ApiError} 400 if the body does not name two evaluations; 422 if the caller cannot access an
 * evaluation, a metric is missing in one of the evaluations, or there are no pairs; 409 if an evaluation has
 * not completed; 403 while the caller still has to review one of their samples blind.
 */
export async function compareEvaluations(
  db: Knex,
  reach: Reach & { reviewerId: string | null },
  body: CompareEvaluationsBody,
): Promise<Comparison> {
  const ids = comparedIds(body);
  const find = ({ id: named, path }: { id: string; path: string }) =>
    requireEvaluation(db, reach, { named, path });
  const rows = { baseline: await find(ids.baseline), candidate: await find(ids.candidate) };
  const sides = { baseline: evaluationRecord(rows.baseline), candidate: evaluationRecord(rows.candidate) };
  checkCompleted(sides);
  await refuseBlind(db, reach, { evaluationIds: [rows.baseline.id, rows.candidate.id] });
  const setup = comparisonSetup(body, sides);
  const samples = {
    baseline: await scoredSamples(db, rows.baseline),
    candidate: await scoredSamples(db, rows.candidate),
  };
  return runSteps(compareSamples(setup, samples));
}

/** Loads every sample of an evaluation with its scores into memory. */
export async function scoredSamples(db: Knex, evaluation: EvaluationRow): Promise<ScoredSample[]> {
  const samples: ScoredSample[] = [];
  for await (const sample of readScoredSamples(db, evaluation)) samples.push(sample);
  return samples;
}
