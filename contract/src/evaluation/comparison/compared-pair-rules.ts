// Rules for the list of compared pairs: which pairs it contains, and in which order.
import {
  clusterOf,
  type MetricPlaces,
  readScores,
  readPassed,
} from "../../domain/comparison/compare-samples.ts";
import {
  keysOfEvaluators,
  pairSamples,
  type PerSide,
  placesOf,
  rowsPerStep,
  type ScoredSample,
  sharedMetrics,
  sortInSteps,
  type Steps,
} from "../../domain/index.ts";
import { pageOfSorted, type SortedRows } from "../../platform/paging/sorted-page.ts";
import type { EvaluationSetup } from "../evaluations/evaluation-record.ts";
import type { EvaluatedSample } from "../evaluations/evaluated-samples.ts";
import { storedOutcome } from "../evaluations/outcomes/stored-outcome.ts";
import type { ComparePairsQuery } from "./compared-pairs.ts";
import { candidateIsBaseline, evaluatorNotShared } from "./comparison-refusals.ts";
import { checkComparisonSize } from "./comparison-size.ts";

/** Refuses to list pairs of an evaluation with itself. @throws {ApiError} 400 if both ids are equal. */
export function checkTwoEvaluations({ baseline, candidate }: ComparePairsQuery): void {
  if (baseline === candidate) throw candidateIsBaseline(candidate);
}

const keyedSide = ({ evaluators }: Pick<EvaluationSetup, "evaluators">) => ({
  evaluators: keysOfEvaluators(evaluators).map((key) => ({ key })),
});

/**
 * Returns the indexes of the requested evaluator on both sides; null for the combined score.
 *
 * @throws {ApiError} 422 if the evaluator is not one of both evaluations, or if the evaluations are too large.
 */
export function requestedPlaces(
  { evaluator }: ComparePairsQuery,
  sides: PerSide<Pick<EvaluationSetup, "id" | "evaluators" | "total">>,
): MetricPlaces {
  checkComparisonSize(sides.baseline, [sides.candidate]);
  if (evaluator === undefined) return null;
  const keyed = { baseline: keyedSide(sides.baseline), candidate: keyedSide(sides.candidate) };
  const places = placesOf(keyed, evaluator);
  if (places.baseline >= 0 && places.candidate >= 0) return places;
  throw evaluatorNotShared(evaluator, sharedMetrics(keyed));
}

/** A side of a pair, with its score. */
interface ScoredSide {
  sampleId: string;
  score: number;
  passed: boolean | null;
}

/** A pair that both evaluations scored. It contains no more of the samples, so that lists of pairs can be cached. */
export interface ScoredPair extends PerSide<ScoredSide> {
  externalId: string | null;
  cluster: string | null;
  /** Score of the candidate − score of the baseline. */
  change: number;
}

/** Returns how to read the scores of a pair; undefined for a pair without a score on one side. */
function pairReader(places: MetricPlaces): (pair: PerSide<ScoredSample>) => ScoredPair | undefined {
  const [scores, passes] = [readScores(places), readPassed(places)];
  return (pair) => {
    const side = (name: keyof PerSide<unknown>): ScoredSide | undefined => {
      const score = scores[name](pair[name]);
      const { sampleId } = pair[name];
      return score === null ? undefined : { sampleId, score, passed: passes[name](pair[name]) };
    };
    const [baseline, candidate] = [side("baseline"), side("candidate")];
    if (!baseline || !candidate) return undefined;
    const { externalId } = pair.baseline;
    const change = candidate.score - baseline.score;
    return { baseline, candidate, externalId, cluster: clusterOf(pair), change };
  };
}

const isWanted: Record<ComparePairsQuery["change"], (pair: ScoredPair) => boolean> = {
  worse: ({ change }) => change < 0,
  better: ({ change }) => change > 0,
  same: ({ change }) => change === 0,
  all: () => true,
};

/** Pairs are sorted by change. If only improvements are listed, the largest improvement comes first. */
const signOf = ({ change }: Pick<ComparePairsQuery, "change">): 1 | -1 => (change === "better" ? -1 : 1);

/**
 * Returns all pairs that match a query, in the query's order. Like a comparison, the list only contains pairs with a
 * score on both sides. The scores of completed evaluations never change, so the list does not change either.
 *
 * @param samples the samples of both evaluations.
 * @param places the indexes of the evaluator; null for the combined score.
 * @param oneDataset whether both evaluations use the same dataset.
 */
export function* sortedPairs(
  samples: PerSide<readonly ScoredSample[]>,
  { places, oneDataset }: { places: MetricPlaces; oneDataset: boolean },
  query: Pick<ComparePairsQuery, "change">,
): Steps<ScoredPair[]> {
  const { pairs } = yield* pairSamples(samples, oneDataset);
  const [read, sign] = [pairReader(places), signOf(query)];
  const listed: ScoredPair[] = [];
  for (const [index, pair] of pairs.entries()) {
    if (index % rowsPerStep === 0) yield;
    const scored = read(pair);
    if (scored && isWanted[query.change](scored)) listed.push(scored);
  }
  return yield* sortInSteps(
    listed,
    (one, other) =>
      sign * (one.change - other.change) || (one.baseline.sampleId < other.baseline.sampleId ? -1 : 1),
  );
}

/**
 * Returns a page of the pairs that match a query.
 *
 * @param pairs the result of {@link sortedPairs}.
 * @throws {ApiError} 400 if the cursor belongs to another list.
 */
export function pairPage(pairs: SortedRows<ScoredPair>, query: ComparePairsQuery) {
  const { baseline, candidate, evaluator, change } = query;
  const filter = { baseline, candidate, evaluator, change };
  const sign = signOf(query);
  const keyOf = (pair: ScoredPair) => [sign * pair.change, pair.baseline.sampleId];
  return pageOfSorted(pairs, query, { list: "compared_pairs", filter, keyOf, toWire: (pair) => pair });
}

/** The parts of one side of a pair that only the pairs of a page require. */
export interface PairDetails {
  /** The sample's id in wire form. */
  sampleId: string;
  flagged: boolean;
  classification: string | null;
  output: unknown;
  expected: unknown;
}

/**
 * Returns the details of an evaluated sample.
 *
 * @param place the evaluator's index; undefined for the combined score.
 */
export function pairDetails(
  { sample, output, outcomes }: EvaluatedSample,
  place: number | undefined,
): PairDetails {
  const stored = outcomes.map(storedOutcome);
  const [own] = place === undefined ? [] : stored.slice(place);
  return {
    sampleId: sample.id,
    flagged: own ? own.flagged : stored.some(({ flagged }) => flagged),
    classification: own?.classification ?? null,
    output,
    expected: sample.expected,
  };
}

/**
 * Converts a page of pairs to its form in responses.
 *
 * @param baseline returns the details of a sample on this side, as `candidate` does on the other.
 */
export const pairPageToWire = (
  { data, ...page }: ReturnType<typeof pairPage>,
  { baseline, candidate }: PerSide<(sampleId: string) => PairDetails>,
) => ({
  ...page,
  data: data.map((pair) =>
    pairToWire(pair, {
      baseline: baseline(pair.baseline.sampleId),
      candidate: candidate(pair.candidate.sampleId),
    }),
  ),
});

/** Converts a pair to its form in responses. */
function pairToWire(pair: ScoredPair, details: PerSide<PairDetails>) {
  const side = (name: keyof PerSide<unknown>) => {
    const { flagged, classification, output } = details[name];
    return { score: pair[name].score, passed: pair[name].passed, flagged, classification, output };
  };
  return {
    object: "compared_pair" as const,
    sample: { baseline: details.baseline.sampleId, candidate: details.candidate.sampleId },
    external_id: pair.externalId,
    cluster_id: pair.cluster,
    expected: details.baseline.expected,
    change: pair.change,
    baseline: side("baseline"),
    candidate: side("candidate"),
  };
}
