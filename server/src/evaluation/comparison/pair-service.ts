import {
  checkTwoEvaluations,
  pairPage,
  pairPageToWire,
  requestedPlaces,
  type ScoredPair,
  sortedPairs,
} from "@assay/contract/evaluation/comparison/compared-pair-rules";
import type { ComparePairsQuery } from "@assay/contract/evaluation/comparison/compared-pairs";
import { checkCompleted } from "@assay/contract/evaluation/comparison/comparison-rules";
import type { PerSide } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { refuseBlind } from "../../workspace/access/blind-access.ts";
import { evaluationRecord, type EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { getReachable } from "../evaluations/evaluation-service.ts";
import { runSteps } from "../../platform/threads/run-steps.ts";
import { scoredSamples } from "./compare-service.ts";
import type { PairCache } from "./pair-cache.ts";
import { findPairDetails } from "./pair-queries.ts";

/**
 * Lists a page of the pairs of a comparison. Scores are read for the first page only, if the cache has room for the
 * list; outputs are read for the pairs of the page.
 *
 * @throws {ApiError} 400 if the query names one evaluation twice or has a cursor of another list; 404 if the
 *   caller cannot access an evaluation; 409 if one has not completed; 403 while the caller still has to review
 *   one of their samples blind; 422 if the evaluator is not one of both evaluations.
 */
export async function listComparedPairs(
  { knex: db, cache }: PairSource,
  reach: Reach & { reviewerId: string | null },
  query: ComparePairsQuery,
) {
  checkTwoEvaluations(query);
  const baseline = await getReachable(db, reach, query.baseline);
  const candidate = await getReachable(db, reach, query.candidate);
  const sides = { baseline: evaluationRecord(baseline), candidate: evaluationRecord(candidate) };
  checkCompleted([sides.baseline, sides.candidate]);
  await refuseBlind(db, reach, { evaluationIds: [baseline.id, candidate.id] });
  const places = requestedPlaces(query, sides);
  const { evaluator = null, change } = query;
  const key = JSON.stringify([reach.workspaceId, baseline.id, candidate.id, evaluator, change]);
  const pairs = await cache.get(key, async () => {
    const samples = {
      baseline: await scoredSamples(db, baseline, []),
      candidate: await scoredSamples(db, candidate, []),
    };
    const oneDataset = baseline.dataset_id === candidate.dataset_id;
    return runSteps(sortedPairs(samples, { places, oneDataset }, query));
  });
  const page = pairPage(pairs, query);
  const details = async (row: EvaluationRow, side: keyof PerSide<unknown>) =>
    findPairDetails(db, row, { sampleIds: idsOn(page.data, side), position: places?.[side] });
  return pairPageToWire(page, {
    baseline: await details(baseline, "baseline"),
    candidate: await details(candidate, "candidate"),
  });
}

/** The sources from which lists of pairs are read. */
interface PairSource {
  knex: Knex;
  cache: PairCache;
}

const idsOn = (pairs: readonly ScoredPair[], side: keyof PerSide<unknown>): string[] =>
  pairs.map((pair) => pair[side].sampleId);
