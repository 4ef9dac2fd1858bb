import {
  candidateIds,
  checkCompleted,
  comparedIds,
  comparisonSetToWire,
  comparisonSetup,
  type NamedEvaluation,
} from "@assay/contract/evaluation/comparison/comparison-rules";
import { compareSamples, onlyComparison } from "@assay/contract/evaluation/comparison/comparison-figures";
import type {
  CompareCandidatesBody,
  CompareEvaluationsBody,
} from "@assay/contract/evaluation/comparison/evaluation-comparison";
import { keyEvaluators, type KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import type { Comparison, ScoredSample } from "@assay/contract/domain";
import type { Knex } from "knex";
import { runSteps } from "../../platform/threads/run-steps.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import { refuseBlind } from "../../workspace/access/blind-access.ts";
import { readScoredSamples } from "./compare-queries.ts";
import { evaluationRecord, type EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { requireEvaluation } from "../evaluations/referred-evaluation.ts";

type ComparingReach = Reach & { reviewerId: string | null };

/**
 * Compares two evaluations pairwise by their stored automated scores; see {@link compareStored}.
 *
 * @throws {ApiError} 400 if the body does not name two evaluations, and the errors of {@link compareStored}.
 */
export async function compareEvaluations(
  db: Knex,
  reach: ComparingReach,
  body: CompareEvaluationsBody,
): Promise<Comparison> {
  const { baseline, candidate } = comparedIds(body);
  return onlyComparison(await compareStored(db, reach, { baseline, candidates: [candidate], body }));
}

/**
 * Compares candidates with one baseline by their stored automated scores; see {@link compareStored}.
 *
 * @throws {ApiError} 400 if the body names an evaluation twice, and the errors of {@link compareStored}.
 */
export async function compareCandidates(db: Knex, reach: ComparingReach, body: CompareCandidatesBody) {
  const ids = candidateIds(body);
  return comparisonSetToWire(body.baseline, await compareStored(db, reach, { ...ids, body }));
}

/**
 * Compares evaluations by their stored automated scores. Holds the scores of all of them in memory, which takes
 * about 400 bytes per sample. Reads outside of a transaction, because a comparison can take seconds and the
 * automated scores of a completed evaluation never change.
 *
 * @throws {ApiError} 422 if the caller cannot access an evaluation, a metric is missing in one of the
 *   evaluations, or no sample was scored in all of them; 409 if an evaluation has not completed; 403 while the
 *   caller still has to review one of their samples blind.
 */
async function compareStored(
  db: Knex,
  reach: ComparingReach,
  {
    baseline,
    candidates,
    body,
  }: {
    baseline: NamedEvaluation;
    candidates: readonly NamedEvaluation[];
    body: Pick<CompareEvaluationsBody, "metrics" | "equivalence_margin">;
  },
): Promise<Comparison[]> {
  const find = ({ id: named, path }: NamedEvaluation) => requireEvaluation(db, reach, { named, path });
  const first = await find(baseline);
  const others: EvaluationRow[] = [];
  for (const candidate of candidates) others.push(await find(candidate));
  const sides = { baseline: evaluationRecord(first), candidates: others.map(evaluationRecord) };
  checkCompleted([sides.baseline, ...sides.candidates]);
  await refuseBlind(db, reach, { evaluationIds: [first, ...others].map(({ id }) => id) });
  const setup = comparisonSetup(body, sides);
  const samples: ScoredSample[][] = [];
  for (const row of others) samples.push(await checkedSamples(db, row));
  const compared = { baseline: await checkedSamples(db, first), candidates: samples };
  return runSteps(compareSamples(setup, compared));
}

/** Loads every sample of an evaluation with its scores and the outcomes of its safety checks. */
const checkedSamples = (db: Knex, row: EvaluationRow): Promise<ScoredSample[]> =>
  scoredSamples(db, row, keyEvaluators(row.evaluators, row.resolved));

/**
 * Loads every sample of an evaluation with its scores into memory.
 *
 * @param checked the evaluators whose safety checks are compared; empty for none.
 */
export async function scoredSamples(
  db: Knex,
  evaluation: EvaluationRow,
  checked: readonly KeyedEvaluator[],
): Promise<ScoredSample[]> {
  const samples: ScoredSample[] = [];
  for await (const sample of readScoredSamples(db, evaluation, checked)) samples.push(sample);
  return samples;
}
