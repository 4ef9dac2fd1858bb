import {
  candidateIds,
  checkCompleted,
  comparedIds,
  comparisonSetToWire,
  comparisonSetup,
  type NamedEvaluation,
} from "@assay/contract/evaluation/comparison/comparison-rules";
import {
  checkTwoEvaluations,
  type PairDetails,
  pairDetails,
  pairPage,
  pairPageToWire,
  requestedPlaces,
  sortedPairs,
} from "@assay/contract/evaluation/comparison/compared-pair-rules";
import type { ComparePairsQuery } from "@assay/contract/evaluation/comparison/compared-pairs";
import { compareSamples, onlyComparison } from "@assay/contract/evaluation/comparison/comparison-figures";
import type { CompareEvaluationsBody } from "@assay/contract/evaluation/comparison/evaluation-comparison";
import { scoredSamples } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import { type Comparison, finish } from "@assay/contract/domain";
import {
  getEvaluation,
  refuseBlindEvaluations,
  requireEvaluation,
} from "../evaluations/evaluation-access.ts";
import { evaluationRecord } from "../evaluations/evaluation-run.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

/**
 * Compares evaluations with a baseline.
 *
 * @throws {ApiError} for refusals by the comparison rules; 422 for an unknown evaluation; 403 for blind
 * reviewers.
 */
function compare(
  call: EvaluationCall,
  body: Pick<CompareEvaluationsBody, "metrics" | "equivalence_margin">,
  ids: { baseline: NamedEvaluation; candidates: readonly NamedEvaluation[] },
): Comparison[] {
  const find = ({ id, path }: NamedEvaluation) => requireEvaluation(call.caller, id, path);
  const [baseline, candidates] = [find(ids.baseline), ids.candidates.map(find)];
  const records = candidates.map((row) => evaluationRecord(row, call));
  const sides = { baseline: evaluationRecord(baseline, call), candidates: records };
  checkCompleted([sides.baseline, ...records]);
  refuseBlindEvaluations(call, [baseline.id, ...candidates.map(({ id }) => id)]);
  const setup = comparisonSetup(body, sides);
  const samples = { baseline: scoredSamples(baseline), candidates: candidates.map(scoredSamples) };
  return finish(compareSamples(setup, samples));
}

/** Creates a function that returns the details of a sample in an evaluation. */
const detailsOf =
  ({ evaluated }: EvaluationRow, place: number | undefined) =>
  (id: string): PairDetails => {
    const found = evaluated.find(({ sample }) => sample.id === id);
    if (!found) throw new Error(`The evaluation of the pair does not have the sample ${id}.`);
    return pairDetails(found, place);
  };

/** Lists a page of the pairs of a comparison. @throws {ApiError} for refusals by the comparison rules. */
function comparedPairs(call: EvaluationCall, query: ComparePairsQuery) {
  checkTwoEvaluations(query);
  const [baseline, candidate] = [query.baseline, query.candidate].map((id) => getEvaluation(call.caller, id));
  if (!baseline || !candidate) throw new Error("A query names two evaluations.");
  checkCompleted([baseline, candidate].map((row) => evaluationRecord(row, call)));
  refuseBlindEvaluations(call, [baseline.id, candidate.id]);
  const places = requestedPlaces(query, { baseline, candidate });
  const samples = { baseline: scoredSamples(baseline), candidate: scoredSamples(candidate) };
  const oneDataset = baseline.dataset === candidate.dataset;
  const page = pairPage(finish(sortedPairs(samples, { places, oneDataset }, query)), query);
  return pairPageToWire(page, {
    baseline: detailsOf(baseline, places?.baseline),
    candidate: detailsOf(candidate, places?.candidate),
  });
}

type ComparisonRoutes = "compare" | "compareCandidates" | "comparePairs";

export const comparisonHandlers: Pick<EvaluationHandlers<"evaluations">, ComparisonRoutes> = {
  compare: ({ body }, call) =>
    call.commit(() => {
      const { baseline, candidate } = comparedIds(body);
      return onlyComparison(compare(call, body, { baseline, candidates: [candidate] }));
    }),
  compareCandidates: ({ body }, call) =>
    call.commit(() => comparisonSetToWire(body.baseline, compare(call, body, candidateIds(body)))),
  comparePairs: ({ query }, call) => comparedPairs(call, query),
};
