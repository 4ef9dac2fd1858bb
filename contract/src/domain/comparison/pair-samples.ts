import { compareMetric, type MetricFigures, type PerSide, type ScorePairs } from "./compare-metric.ts";
import { weightedMean } from "../statistics/exact-sum.ts";
import type { Steps } from "../values/steps.ts";

/** One sample's result in an evaluation. */
export interface ScoredSample {
  sampleId: string;
  externalId: string | null;
  /** Hash of input and expected answer; equal hashes mean equal cases. */
  caseHash: string;
  cluster: string | null;
  /** The evaluators' combined score; null if there is none. */
  automated: number | null;
  /** The combined score with reviewers' overrides; null if there is none. */
  effective: number | null;
  /** Scores by evaluator index; null where the evaluator did not score the sample. */
  scores: readonly (number | null)[];
}

/** The samples that two evaluations have in common. */
export interface SamplePairs {
  pairs: PerSide<ScoredSample>[];
  /** Number of samples that match but differ in input or expected answer; these are not paired. */
  caseChanged: number;
}

/**
 * Finds the samples that two evaluations have in common.
 *
 * @param sides the samples of each side, in any order.
 * @param oneDataset whether both evaluations use the same dataset. If they do, samples match by id; otherwise
 *   by external id.
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

/** Selects the scores to compare by the evaluator's index on each side; null selects the combined score. */
export type MetricPlaces = PerSide<number> | null;

const scoreOf = (sample: ScoredSample, place: number | undefined): number | null =>
  place === undefined ? sample.automated : (sample.scores[place] ?? null);

/**
 * Returns the cluster, independent of which side is the baseline; null only if neither side has a cluster.
 */
function clusterOf({ baseline: { cluster: one }, candidate: { cluster: other } }: PerSide<ScoredSample>) {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/**
 * Compares one metric over the samples that two evaluations have in common.
 *
 * @param sides all samples of each evaluation.
 * @param pairs the matching samples.
 * @param places the scores to compare.
 */
export function comparePairs(
  sides: PerSide<readonly ScoredSample[]>,
  pairs: readonly PerSide<ScoredSample>[],
  places: MetricPlaces,
): Steps<MetricFigures> {
  const scored = (side: keyof typeof sides) =>
    sides[side].filter((sample) => scoreOf(sample, places?.[side]) !== null).length;
  const scores = pairs.flatMap((pair): ScorePairs[] => {
    const baseline = scoreOf(pair.baseline, places?.baseline);
    const candidate = scoreOf(pair.candidate, places?.candidate);
    if (baseline === null || candidate === null) return [];
    return [{ baseline, candidate, cluster: clusterOf(pair), count: 1 }];
  });
  return compareMetric(scores, { baseline: scored("baseline"), candidate: scored("candidate") });
}

/**
 * Computes each side's mean effective combined score over the pairs that both sides scored; null if no such
 * pair exists.
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
