import { exactSum } from "../statistics/exact-sum.ts";
import type { Steps } from "./steps.ts";
import { compareMetric, type MetricFigures, type PerSide } from "./compare-metric.ts";
import { compareShares, type ShareFigures } from "./compare-shares.ts";
import type { ScoredSample, ValueList } from "./pair-samples.ts";
import type { SafetyItem } from "./safety.ts";

/** The samples of a baseline and of a candidate, and the pairs among them. */
export interface PairedSamples {
  samples: PerSide<readonly ScoredSample[]>;
  pairs: readonly PerSide<ScoredSample>[];
}

/** Paired samples, and how to read the compared value of a sample; null if the sample has no value. */
export interface ComparedValues<Value> extends PairedSamples {
  read: PerSide<(sample: ScoredSample) => Value | null>;
}

/** Selects the results to compare by the evaluator's index on each side; null selects the combined results. */
export type MetricPlaces = PerSide<number> | null;

/** Returns functions that read the samples' automated scores. */
export const readScores = (places: MetricPlaces): ComparedValues<number>["read"] =>
  readEach(places, (sample, place) => (place === null ? sample.automated : valueAt(sample.scores, place)));

/** Returns functions that read whether samples passed. */
export const readPassed = (places: MetricPlaces): ComparedValues<boolean>["read"] =>
  readEach(places, (sample, place) => (place === null ? sample.passed : valueAt(sample.passes, place)));

/** Returns functions that read whether samples failed a safety check of the evaluators at these indexes. */
export const readSafety = (places: PerSide<number>, item: SafetyItem): ComparedValues<boolean>["read"] =>
  readEach(places, (sample, place) => sample.safety[place ?? -1]?.[item] ?? null);

/** Returns a value of a list; null if the list does not have it, or if the index is −1. */
const valueAt = <Value>(values: ValueList<Value>, index: number): Value | null =>
  index < 0 ? null : (values.at(index) ?? null);

function readEach<Value>(
  places: MetricPlaces,
  read: (sample: ScoredSample, place: number | null) => Value | null,
): ComparedValues<Value>["read"] {
  return {
    baseline: (sample) => read(sample, places && places.baseline),
    candidate: (sample) => read(sample, places && places.candidate),
  };
}

/**
 * Returns whether a sample of both evaluations was scored on one side only.
 *
 * @param metrics the scores to check: each evaluator that both sides have, and null for the combined score.
 */
export const coverageDiffers = (
  pairs: readonly PerSide<ScoredSample>[],
  metrics: readonly MetricPlaces[],
): boolean =>
  metrics.some((places) => {
    const { baseline, candidate } = readScores(places);
    return pairs.some((pair) => (baseline(pair.baseline) === null) !== (candidate(pair.candidate) === null));
  });

/**
 * Returns the cluster, independent of which side is the baseline; null only if neither side has a cluster.
 */
export function clusterOf({
  baseline: { cluster: one },
  candidate: { cluster: other },
}: PerSide<ScoredSample>) {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** The values of a pair. */
interface ValuePair<Value> extends PerSide<Value> {
  cluster: string | null;
  count: 1;
}

/** The values of one candidate's pairs. */
interface CommonValues<Value> {
  values: ValuePair<Value>[];
  /** Number of pairs with a value on both sides that are left out, because another candidate has no value. */
  notCommon: number;
}

/** For each sample of the baseline, the number of candidates with a value on both sides of its pair. */
type CandidateCounts = ReadonlyMap<ScoredSample, number>;

/** Counts the candidates that have values; undefined if the values of the only candidate are always common. */
function countCandidates<Value>(all: readonly ComparedValues<Value>[]): CandidateCounts | undefined {
  if (all.length === 1) return undefined;
  const counts = new Map<ScoredSample, number>();
  for (const { pairs, read } of all)
    for (const { baseline, candidate } of pairs)
      if (read.baseline(baseline) !== null && read.candidate(candidate) !== null)
        counts.set(baseline, (counts.get(baseline) ?? 0) + 1);
  return counts;
}

/**
 * Returns the values of a candidate's pairs that have a value on both sides for every candidate. Comparisons of
 * many candidates call this for one candidate after the other, because the values take much memory.
 */
function commonValues<Value>(
  { pairs, read }: ComparedValues<Value>,
  counts: CandidateCounts | undefined,
  candidates: number,
): CommonValues<Value> {
  const values: ValuePair<Value>[] = [];
  let notCommon = 0;
  for (const pair of pairs) {
    const baseline = read.baseline(pair.baseline);
    const candidate = read.candidate(pair.candidate);
    if (baseline === null || candidate === null) continue;
    if (counts && counts.get(pair.baseline) !== candidates) notCommon += 1;
    else values.push({ baseline, candidate, cluster: clusterOf(pair), count: 1 });
  }
  return { values, notCommon };
}

/** Returns the number of samples that have a value. */
function countScored(
  samples: readonly ScoredSample[],
  read: (sample: ScoredSample) => number | null,
): number {
  let count = 0;
  for (const sample of samples) if (read(sample) !== null) count += 1;
  return count;
}

/**
 * Compares scores of candidates with the scores of one baseline, over the samples that all of them scored.
 *
 * @param all one entry per candidate, each with the same samples of the baseline.
 * @returns the figures of each candidate, in the same order.
 */
export function* compareCommonScores(all: readonly ComparedValues<number>[]): Steps<MetricFigures[]> {
  const counts = countCandidates(all);
  const compared: MetricFigures[] = [];
  for (const one of all) {
    const { values, notCommon } = commonValues(one, counts, all.length);
    const scored = {
      baseline: countScored(one.samples.baseline, one.read.baseline),
      candidate: countScored(one.samples.candidate, one.read.candidate),
    };
    compared.push(yield* compareMetric(values, scored, notCommon));
  }
  return compared;
}

/**
 * Compares the share of samples with an outcome in candidates and in one baseline, over the samples that have
 * the outcome's value in all of them.
 *
 * @param all one entry per candidate, each with the same samples of the baseline.
 * @param wanted whether the outcome is good (1) or bad (−1).
 * @returns the figures of each candidate, in the same order.
 */
export function* compareCommonOutcomes(
  all: readonly ComparedValues<boolean>[],
  wanted: 1 | -1,
): Steps<ShareFigures[]> {
  const counts = countCandidates(all);
  const compared: ShareFigures[] = [];
  for (const one of all)
    compared.push(yield* compareShares(commonValues(one, counts, all.length).values, wanted));
  return compared;
}

/**
 * Computes the mean effective combined score of each side over the pairs that all candidates scored; null if no
 * such pair exists.
 *
 * @param all one entry per candidate, each with the same samples of the baseline.
 */
export function effectiveMeans(all: readonly PairedSamples[]): PerSide<number | null>[] {
  const read = readEach(null, ({ automated, effective }) => (automated === null ? null : effective));
  const counts = countCandidates(all.map((one) => ({ ...one, read })));
  return all.map((one) => {
    const { values } = commonValues({ ...one, read }, counts, all.length);
    return {
      baseline: meanOf(Float64Array.from(values, ({ baseline }) => baseline)),
      candidate: meanOf(Float64Array.from(values, ({ candidate }) => candidate)),
    };
  });
}

const meanOf = (values: Float64Array): number | null =>
  values.length === 0 ? null : exactSum(values) / values.length;
