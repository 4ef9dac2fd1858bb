import { seededIntegers } from "../statistics/seeded-random.ts";
import { quantileOf } from "../statistics/describe.ts";

/** An interval requires that the statistic is defined in at least this share of the resamples. */
const LEAST_DEFINED = 0.95;

/** Number of operations after which the computation pauses. One takes a few nanoseconds. */
const OPERATIONS_PER_SLICE = 500_000;

/** Maximum number of pairs of grades on the same sample for which agreement is computed. */
export const maxGradePairs = 20_000_000;

/** Returns the number of resamples per interval for this number of pairs of grades on the same sample. */
export const resamplesFor = (gradePairs: number): number => (gradePairs <= 2_000_000 ? 1000 : 200);

/** Statistics by name; `null` where a statistic is undefined. */
type Statistics<Name extends string> = Record<Name, number | null>;

/** Returns the 2.5 % and 97.5 % quantiles of the resampled values; `null` if too many are undefined. */
function percentileInterval(values: readonly (number | null)[]): [number, number] | null {
  const defined = Float64Array.from(values.filter((value) => value !== null)).sort();
  if (defined.length < LEAST_DEFINED * values.length) return null;
  return [quantileOf(defined, 0.025), quantileOf(defined, 0.975)];
}

/** How to draw resamples. */
export interface Resampling {
  /** Number of samples (at least 1). */
  samples: number;
  /** Number of resamples (at least 1). */
  resamples: number;
  /** An integer; the same seed gives the same intervals. */
  seed: number;
  /** Number of operations per resample, about. */
  cost: number;
}

/**
 * Computes 95 % intervals for statistics over samples: the percentiles of each statistic over resamples. Each
 * resample draws as many samples as the input has, with replacement. The generator pauses between slices of
 * work.
 *
 * @param statistics computes the statistics from the number of times that each sample occurs. If every sample
 *   occurs once, the result is the statistics of the input.
 * @returns the lower and upper bound for each statistic; `null` if the statistic is undefined in more than 5
 *   % of the resamples.
 * @see Efron, B. & Tibshirani, R. J. (1993). An Introduction to the Bootstrap, section 13.3.
 */
export function* resampledIntervals<Name extends string>(
  statistics: (times: Int32Array) => Statistics<Name>,
  { samples, resamples, seed, cost }: Resampling,
): Generator<undefined, Record<Name, [number, number] | null>> {
  const draw = seededIntegers(seed);
  const times = new Int32Array(samples);
  const perSlice = Math.max(1, Math.floor(OPERATIONS_PER_SLICE / cost));
  const drawn: Statistics<Name>[] = [];
  while (drawn.length < resamples) {
    times.fill(0);
    for (let count = 0; count < samples; count += 1) {
      const sample = draw(samples);
      times[sample] = (times[sample] ?? 0) + 1;
    }
    drawn.push(statistics(times));
    if (drawn.length % perSlice === 0) yield;
  }
  const names = Object.keys(drawn[0] ?? {});
  const intervals = names.map((name) => [
    name,
    percentileInterval(drawn.map((values) => values[name as Name])),
  ]);
  // Safe: `statistics` returns the statistics with these names on every call.
  return Object.fromEntries(intervals) as Record<Name, [number, number] | null>;
}

/** Runs a computation that pauses between slices of work, without pausing. */
export function runToEnd<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
