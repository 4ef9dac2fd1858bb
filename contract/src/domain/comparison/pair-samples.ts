import { compareMetric, type MetricFigures, type PerSide, type ScorePairs } from "./compare-metric.ts";
import { weightedMean } from "../statistics/exact-sum.ts";

/** What an evaluation says of one sample. */
export interface ScoredSample {
  sampleId: string;
  externalId: string | null;
  /** Over input and expected answer: equal hashes, equal cases. */
  caseHash: string;
  cluster: string | null;
  /** The combined score by the evaluators; null: there is none. */
  automated: number | null;
  /** The same with reviewers' overrides. */
  effective: number | null;
  /** By the evaluators' places; null: not scored. */
  scores: readonly (number | null)[];
}

/** The samples that two evaluations have in common. */
export interface SamplePairs {
  pairs: PerSide<ScoredSample>[];
  /** Samples of both that had another input or expected answer in one than in the other: they are no pair. */
  caseChanged: number;
}

/**
 * Finds the samples that two evaluations have in common.
 *
 * @param sides the samples of each, in any order.
 * @param oneDataset whether both are of one dataset: then samples are the same by their id, else by their external id.
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

/** Which score of a sample a metric looks at: the evaluator's place on each side; null: the combined score. */
export type MetricPlaces = PerSide<number> | null;

const scoreOf = (sample: ScoredSample, place: number | undefined): number | null =>
  place === undefined ? sample.automated : (sample.scores[place] ?? null);

/** The same whichever is the baseline; none only where both have none. */
function clusterOf({ baseline: { cluster: one }, candidate: { cluster: other } }: PerSide<ScoredSample>) {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/**
 * Compares one metric over the samples that two evaluations have in common.
 *
 * @param sides all samples of each evaluation.
 * @param pairs those of them that are the same.
 * @param metric which scores, and the seed of the test.
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

/** Mean effective combined score of each side, over the pairs that both sides scored; null when there is none. */
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
