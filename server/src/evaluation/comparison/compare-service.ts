import {
  candidateIds,
  checkCompleted,
  comparedIds,
  comparisonSetToWire,
  comparisonSetup,
  type NamedEvaluation,
} from "@assay/contract/evaluation/comparison/comparison-rules";
import { onlyComparison } from "@assay/contract/evaluation/comparison/comparison-figures";
import type {
  CompareCandidatesBody,
  CompareEvaluationsBody,
} from "@assay/contract/evaluation/comparison/evaluation-comparison";
import { keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import type { Comparison } from "@assay/contract/domain";
import type { Call } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { computeSteps } from "../../platform/threads/compute-steps.ts";
import { requesterOf } from "../../platform/threads/thread-tasks.ts";
import { refuseBlind } from "../../workspace/access/blind-access.ts";
import { evaluationRecord, type EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { requireEvaluation } from "../evaluations/referred-evaluation.ts";
import { samplePieces } from "./sample-pieces.ts";
import { compareModule } from "./thread/compare-work.ts";

/** The services that comparisons use. */
export type ComparisonDeps = Pick<PlatformDeps, "database" | "threads">;

/** The call of a route that compares evaluations. */
export type ComparisonCall = Pick<Call, "caller" | "signal">;

/**
 * Compares two evaluations pairwise by their stored automated scores; see {@link compareStored}.
 *
 * @throws {ApiError} 400 if the body does not name two evaluations, and the errors of {@link compareStored}.
 */
export async function compareEvaluations(
  deps: ComparisonDeps,
  call: ComparisonCall,
  body: CompareEvaluationsBody,
): Promise<Comparison> {
  const { baseline, candidate } = comparedIds(body);
  return onlyComparison(await compareStored(deps, call, { baseline, candidates: [candidate], body }));
}

/**
 * Compares candidates with one baseline by their stored automated scores; see {@link compareStored}.
 *
 * @throws {ApiError} 400 if the body names an evaluation twice, and the errors of {@link compareStored}.
 */
export async function compareCandidates(
  deps: ComparisonDeps,
  call: ComparisonCall,
  body: CompareCandidatesBody,
) {
  const ids = candidateIds(body);
  return comparisonSetToWire(body.baseline, await compareStored(deps, call, { ...ids, body }));
}

/**
 * Compares evaluations by their stored automated scores, in a thread unless they are small. Reads outside of a
 * transaction, because a comparison can take seconds and the automated scores of a completed evaluation never
 * change.
 *
 * @throws {ApiError} 422 if the caller cannot access an evaluation, a metric is missing in one of the
 *   evaluations, the comparison is too large, or no sample was scored in all evaluations; 409 if an evaluation
 *   has not completed; 403 while the caller still has to review one of their samples blind; 429 and 503 if too
 *   many computations wait.
 */
async function compareStored(
  { database: { knex: db }, threads }: ComparisonDeps,
  call: ComparisonCall,
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
  const { caller } = call;
  const find = ({ id: named, path }: NamedEvaluation) => requireEvaluation(db, caller, { named, path });
  const first = await find(baseline);
  const others: EvaluationRow[] = [];
  for (const candidate of candidates) others.push(await find(candidate));
  const rows = [first, ...others];
  const sides = { baseline: evaluationRecord(first), candidates: others.map(evaluationRecord) };
  checkCompleted([sides.baseline, ...sides.candidates]);
  await refuseBlind(db, caller, { evaluationIds: rows.map(({ id }) => id) });
  const setup = comparisonSetup(body, sides);
  const withNames = rows.some(({ dataset_id: dataset }) => dataset !== first.dataset_id);
  const read = rows.map((evaluation) => {
    const checked = keyEvaluators(evaluation.evaluators, evaluation.resolved);
    return { evaluation, checked, withNames };
  });
  const settings = { setup, sides: rows.map(({ evaluators, resolved }) => ({ evaluators, resolved })) };
  const input = { settings, ...samplePieces(db, read), requester: requesterOf(call) };
  return computeSteps(threads, compareModule, input);
}
