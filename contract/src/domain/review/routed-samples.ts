/** The sample properties that decide whether people review it. */
export interface RoutableSample {
  id: string;
  /** The automated score, 0-100, combined or the lowest of some evaluators; null: none. */
  score: number | null;
  flagged: boolean;
}

/** The rule that selects samples. */
export interface RoutingRule {
  /** Samples with a lower score; null: no sample by score. */
  score_below: number | null;
  /** Whether flagged samples are selected, whatever their score. */
  flagged: boolean;
  /** Maximum number of samples; the worst come first. */
  max_samples: number;
}

/**
 * A sample in the form that a rule reads: with its combined score, or with the lowest score of some
 * evaluators.
 *
 * @param scores.results by the indexes of the evaluators.
 * @param positions the evaluators that count; null: the combined score counts.
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

/** Whether a rule selects a sample. A sample without a score is not below any limit. */
export const isRouted = ({ score, flagged }: RoutableSample, rule: RoutingRule): boolean =>
  (rule.score_below !== null && score !== null && score < rule.score_below) || (rule.flagged && flagged);

/**
 * The samples that a rule selects, the worst first: by score, then flagged ones, then in input order; samples
 * without a score last.
 *
 * @param samples in dataset order.
 */
export function routedSamples<S extends RoutableSample>(samples: readonly S[], rule: RoutingRule): S[] {
  const worstFirst = (a: S, b: S): number => {
    const [one, other] = [a.score ?? Infinity, b.score ?? Infinity];
    // Comparison without subtraction: Infinity − Infinity is NaN.
    if (one !== other) return one < other ? -1 : 1;
    return Number(b.flagged) - Number(a.flagged);
  };
  return samples
    .filter((sample) => isRouted(sample, rule))
    .toSorted(worstFirst)
    .slice(0, rule.max_samples);
}
