import { weightedMean } from "../statistics/exact-sum.ts";
import type { Steps } from "./steps.ts";
import { compareMetric, type MetricFigures, type PerSide } from "./compare-metric.ts";
import { compareShares, type ShareFigures } from "./compare-shares.ts";
import type { ScoredSample } from "./pair-samples.ts";
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
  readEach(places, (sample, place) => (place === null ? sample.automated : (sample.scores[place] ?? null)));

/** Returns functions that read whether samples passed. */
export const readPassed = (places: MetricPlaces): ComparedValues<boolean>["read"] =>
  readEach(places, (sample, place) => (place === null ? sample.passed : (sample.passes[place] ?? null)));

/** Returns functions that read whether samples failed a safety check of the evaluators at these indexes. */
export const readSafety = (places: PerSide<number>, item: SafetyItem): ComparedValues<boolean>["read"] =>
  readEach(places, (sample, place) => sample.safety[place ?? -1]?.[item] ?? null);

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
type ValuePair<Value> = PerSide<Value> & { cluster: string | null };

/** The values of one candidate's pairs. */
interface CommonValues<Value> {
  values: ValuePair<Value>[];
  /** Number of pairs with a value on both sides that are left out, because another candidate has no value. */
  notCommon: number;
}

/** Returns the values of the pairs that have a value on both sides for every candidate. */
function commonValues<Value>(all: readonly ComparedValues<Value>[]): CommonValues<Value>[] {
  const found = all.map(({ pairs, read }) =>
    pairs.flatMap((pair) => {
      const baseline = read.baseline(pair.baseline);
      const candidate = read.candidate(pair.candidate);
      if (baseline === null || candidate === null) return [];
      return [{ of: pair.baseline, value: { baseline, candidate, cluster: clusterOf(pair) } }];
    }),
  );
  const counts = new Map<ScoredSample, number>();
  for (const { of } of found.flat()) counts.set(of, (counts.get(of) ?? 0) + 1);
  return found.map((own) => {
    const values = own.filter(({ of }) => counts.get(of) === all.length).map(({ value }) => value);
    return { values, notCommon: own.length - values.length };
  });
}

/**
 * Compares scores of candidates with the scores of one baseline, over the samples that all of them scored.
 *
 * @param all one entry per candidate, each with the same samples of the baseline.
 * @returns the figures of each candidate, in the same order.
 */
export function* compareCommonScores(all: readonly ComparedValues<number>[]): Steps<MetricFigures[]> {
  const compared: MetricFigures[] = [];
  for (const [index, { values, notCommon }] of commonValues(all).entries()) {
    const { samples, read } = all[index] ?? emptyValues;
    const scored = {
      baseline: samples.baseline.filter((sample) => read.baseline(sample) !== null).length,
      candidate: samples.candidate.filter((sample) => read.candidate(sample) !== null).length,
    };
    const pairs = values.map((value) => ({ ...value, count: 1 }));
    compared.push(yield* compareMetric(pairs, scored, notCommon));
  }
  return compared;
}

const emptyValues: ComparedValues<number> = {
  samples: { baseline: [], candidate: [] },
  pairs: [],
  read: { baseline: () => null, candidate: () => null },
};

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
  const compared: ShareFigures[] = [];
  for (const { values } of commonValues(all)) compared.push(yield* compareShares(values, wanted));
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
  return commonValues(all.map((one) => ({ ...one, read }))).map(({ values }) => ({
    baseline: weightedMean(values.map(({ baseline }) => ({ value: baseline, count: 1 }))),
    candidate: weightedMean(values.map(({ candidate }) => ({ value: candidate, count: 1 }))),
  }));
}
