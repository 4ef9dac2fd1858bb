import { compareMetric, type MetricFigures, type PerSide, type ScorePairs } from "./compare-metric.ts";
import { weightedMean } from "../statistics/exact-sum.ts";

/** The result of one sample in an evaluation. */
export interface ScoredSample {
  sampleId: string;
  externalId: string | null;
  /** Hash over input and expected answer; equal hashes mean equal cases. */
  caseHash: string;
  cluster: string | null;
  /** The combined score of the evaluators; null: none. */
  automated: number | null;
  /** The same, with reviewers' overrides. */
  effective: number | null;
  /** By the evaluators' indexes; null: not scored. */
  scores: readonly (number | null)[];
}

/** The samples that two evaluations share. */
export interface SamplePairs {
  pairs: PerSide<ScoredSample>[];
  /** Samples of both whose input or expected answer differs; they are not paired. */
  caseChanged: number;
}

/**
 * Finds the samples that two evaluations share.
 *
 * @param sides the samples of each, in any order.
 * @param oneDataset whether both use one dataset: samples then match by id, otherwise by external id.
 */
export function pairSamples(sides: PerSide<readonly ScoredSample[]>, oneDataset: boolean): SamplePairs {
  const keyOf = ({ sampleId, externalId }: ScoredSample) => (oneDataset ? sampleId : externalId);
  const others = new Map(sides.candidate.map((sample) => [keyOf(sample), sample]));
  others.delete(null);
  const pairs: PerSide<ScoredSample>[] = [];
  let caseChanged = 0;
  for (const baseline of sides.baseline) {
    const candidate = others.get(keyOf(baseline));
    if (!candidate) continue;
    if (candidate.caseHash === baseline.caseHash) pairs.push({ baseline, candidate });
    else caseChanged += 1;
  }
  return { pairs, caseChanged };
}

/** The score that a metric reads: the evaluator's index on each side; null: the combined score. */
export type MetricPlaces = PerSide<number> | null;

const scoreOf = (sample: ScoredSample, place: number | undefined): number | null =>
  place === undefined ? sample.automated : (sample.scores[place] ?? null);

/** The cluster, independent of which side is the baseline; null only if neither side has one. */
function clusterOf({ baseline: { cluster: one }, candidate: { cluster: other } }: PerSide<ScoredSample>) {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/**
 * Compares one metric over the samples that two evaluations share.
 *
 * @param sides all samples of each evaluation.
 * @param pairs of matching samples.
 * @param metric the scores to compare, and the seed of the test.
 */
export function comparePairs(
  sides: PerSide<readonly ScoredSample[]>,
  pairs: readonly PerSide<ScoredSample>[],
  metric: { places: MetricPlaces; seed: number },
): MetricFigures {
  const { places, seed } = metric;
  const scored = (side: keyof typeof sides) =>
    sides[side].filter((sample) => scoreOf(sample, places?.[side]) !== null).length;
  const scores = pairs.flatMap((pair): ScorePairs[] => {
    const baseline = scoreOf(pair.baseline, places?.baseline);
    const candidate = scoreOf(pair.candidate, places?.candidate);
    if (baseline === null || candidate === null) return [];
    return [{ baseline, candidate, cluster: clusterOf(pair), count: 1 }];
  });
  return compareMetric(scores, { baseline: scored("baseline"), candidate: scored("candidate") }, seed);
}

/**
 * Mean effective combined score of each side, over the pairs that both sides scored; null without such pairs.
 */
export function effectiveMeans(pairs: readonly PerSide<ScoredSample>[]): PerSide<number | null> {
  const both = pairs.filter(
    ({ baseline, candidate }) => baseline.automated !== null && candidate.automated !== null,
  );
  const mean = (side: keyof PerSide<unknown>) =>
    weightedMean(
      both.flatMap(({ [side]: { effective } }) =>
        effective === null ? [] : [{ value: effective, count: 1 }],
      ),
    );
  return { baseline: mean("baseline"), candidate: mean("candidate") };
}
