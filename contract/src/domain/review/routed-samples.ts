/** The sample properties that determine whether people review the sample. */
export interface RoutableSample {
  id: string;
  /**
   * The automated score (0-100): either the combined score or the lowest score among the selected evaluators;
   * null if there is none.
   */
  score: number | null;
  flagged: boolean;
}

/** The rule that selects samples. */
export interface RoutingRule {
  /** Selects samples with a score below this number; null selects no sample by score. */
  score_below: number | null;
  /** Whether to select flagged samples, regardless of their score. */
  flagged: boolean;
  /** Maximum number of samples to select, worst first. */
  max_samples: number;
}

/**
 * Converts a sample to the form that a routing rule reads. The score is the combined score, or the lowest
 * score among the selected evaluators.
 *
 * @param scores.results the results by evaluator position.
 * @param positions the positions of the selected evaluators; null to use the combined score.
 */
export function routableSample(
  id: string,
  scores: {
    combined: { weighted: number | null; flagged: boolean };
    results: readonly { score: number | null; flagged: boolean }[];
  },
  positions: readonly number[] | null,
): RoutableSample {
  const { combined, results } = scores;
  if (!positions) return { id, score: combined.weighted, flagged: combined.flagged };
  const counted = positions.flatMap((position) => results[position] ?? []);
  const values = counted.flatMap(({ score }) => score ?? []);
  return {
    id,
    score: values.length === 0 ? null : Math.min(...values),
    flagged: counted.some(({ flagged }) => flagged),
  };
}

/** Returns whether a rule selects a sample. A sample without a score is not below any limit. */
export const isRouted = ({ score, flagged }: RoutableSample, rule: RoutingRule): boolean =>
  (rule.score_below !== null && score !== null && score < rule.score_below) || (rule.flagged && flagged);

/**
 * Returns the samples that a rule selects, worst first. Sorts by score, then flagged samples first, then in
 * input order. Samples without a score come last.
 *
 * @param samples the samples in dataset order.
 */
export function routedSamples<S extends RoutableSample>(samples: readonly S[], rule: RoutingRule): S[] {
  const worstFirst = (a: S, b: S): number => {
    const [one, other] = [a.score ?? Infinity, b.score ?? Infinity];
    // Does not subtract the scores, because Infinity − Infinity is NaN.
    if (one !== other) return one < other ? -1 : 1;
    return Number(b.flagged) - Number(a.flagged);
  };
  return samples
    .filter((sample) => isRouted(sample, rule))
    .toSorted(worstFirst)
    .slice(0, rule.max_samples);
}
