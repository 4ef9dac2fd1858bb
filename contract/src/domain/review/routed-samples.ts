/** What decides whether a sample is sent to people. */
export interface RoutableSample {
  id: string;
  /** Its automated score, 0-100, combined or the lowest of some evaluators; null: it has none. */
  score: number | null;
  flagged: boolean;
}

/** Which samples are sent. */
export interface RoutingRule {
  /** Those that score below it; null: none for their score. */
  score_below: number | null;
  /** Whether flagged ones are sent, whatever their score. */
  flagged: boolean;
  /** At most so many, the worst. */
  max_samples: number;
}

/**
 * A sample as a rule sees it: with its combined score, or with the lowest score of some evaluators.
 *
 * @param scores.results by the positions of the evaluators.
 * @param positions the evaluators that count; null: the combined score does.
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

/** Whether a rule sends a sample to people. A sample without a score is below nothing. */
export const isRouted = ({ score, flagged }: RoutableSample, rule: RoutingRule): boolean =>
  (rule.score_below !== null && score !== null && score < rule.score_below) || (rule.flagged && flagged);

/**
 * The samples that a rule sends to people, the worst first: by score, then flagged ones, then in the order given; those
 * without a score last.
 *
 * @param samples in dataset order.
 */
export function routedSamples<S extends RoutableSample>(samples: readonly S[], rule: RoutingRule): S[] {
  const worstFirst = (a: S, b: S): number => {
    const [one, other] = [a.score ?? Infinity, b.score ?? Infinity];
    // Not by difference: Infinity less itself is no number.
    if (one !== other) return one < other ? -1 : 1;
    return Number(b.flagged) - Number(a.flagged);
  };
  return samples
    .filter((sample) => isRouted(sample, rule))
    .toSorted(worstFirst)
    .slice(0, rule.max_samples);
}
