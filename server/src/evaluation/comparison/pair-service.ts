import {
  checkTwoEvaluations,
  pairPage,
  pairPageToWire,
  requestedPlaces,
  type ScoredPair,
} from "@assay/contract/evaluation/comparison/compared-pair-rules";
import type { ComparePairsQuery } from "@assay/contract/evaluation/comparison/compared-pairs";
import { checkCompleted } from "@assay/contract/evaluation/comparison/comparison-rules";
import type { PerSide } from "@assay/contract/domain";
import { refuseBlind } from "../../workspace/access/blind-access.ts";
import { evaluationRecord, type EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { getReachable } from "../evaluations/evaluation-service.ts";
import { computeSteps } from "../../platform/threads/compute-steps.ts";
import { requesterOf } from "../../platform/threads/thread-tasks.ts";
import type { ComparisonCall, ComparisonDeps } from "./compare-service.ts";
import type { PairCache } from "./pair-cache.ts";
import { findPairDetails } from "./pair-queries.ts";
import { samplePieces } from "./sample-pieces.ts";
import { PackedPairs } from "./thread/packed-pairs.ts";
import { pairsModule } from "./thread/pairs-work.ts";

/**
 * Lists a page of the pairs of a comparison. Scores are read for the first page only, if the cache has room for the
 * list; outputs are read for the pairs of the page.
 *
 * @throws {ApiError} 400 if the query names one evaluation twice or has a cursor of another list; 404 if the
 *   caller cannot access an evaluation; 409 if one has not completed; 403 while the caller still has to review
 *   one of their samples blind; 422 if the evaluator is not one of both evaluations, or if the evaluations are
 *   too large; 429 and 503 if too many computations wait.
 */
export async function listComparedPairs(
  { cache, ...deps }: ComparisonDeps & { cache: PairCache },
  call: ComparisonCall,
  query: ComparePairsQuery,
) {
  checkTwoEvaluations(query);
  const db = deps.database.knex;
  const { caller } = call;
  const baseline = await getReachable(db, caller, query.baseline);
  const candidate = await getReachable(db, caller, query.candidate);
  const sides = { baseline: evaluationRecord(baseline), candidate: evaluationRecord(candidate) };
  checkCompleted([sides.baseline, sides.candidate]);
  await refuseBlind(db, caller, { evaluationIds: [baseline.id, candidate.id] });
  const places = requestedPlaces(query, sides);
  const { evaluator = null, change } = query;
  const key = JSON.stringify([caller.workspaceId, baseline.id, candidate.id, evaluator, change]);
  const pairs = await cache.get(key, async () => {
    const read = [baseline, candidate].map((evaluation) => ({ evaluation, checked: [], withNames: true }));
    const settings = { places, oneDataset: baseline.dataset_id === candidate.dataset_id, change };
    const input = { settings, ...samplePieces(db, read), requester: requesterOf(call) };
    return new PackedPairs(await computeSteps(deps.threads, pairsModule, input));
  });
  const page = pairPage(pairs, query);
  const details = async (row: EvaluationRow, side: keyof PerSide<unknown>) =>
    findPairDetails(db, row, { sampleIds: idsOn(page.data, side), position: places?.[side] });
  return pairPageToWire(page, {
    baseline: await details(baseline, "baseline"),
    candidate: await details(candidate, "candidate"),
  });
}

const idsOn = (pairs: readonly ScoredPair[], side: keyof PerSide<unknown>): string[] =>
  pairs.map((pair) => pair[side].sampleId);
