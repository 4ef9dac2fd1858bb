import { seededIntegers } from "../statistics/seeded-random.ts";
import { quantileOf } from "../statistics/describe.ts";

/** Number of resamples per interval. */
const RESAMPLES = 1000;

/** An interval requires that the statistic is defined in at least this number of resamples (95 %). */
const LEAST_DEFINED = 950;

/** Statistics by name; `null` where a statistic is undefined. */
type Statistics<Name extends string> = Record<Name, number | null>;

/** Returns the 2.5 % and 97.5 % quantiles of the resampled values; `null` if too many are undefined. */
function percentileInterval(values: readonly (number | null)[]): [number, number] | null {
  const defined = Float64Array.from(values.filter((value) => value !== null)).sort();
  return defined.length < LEAST_DEFINED ? null : [quantileOf(defined, 0.025), quantileOf(defined, 0.975)];
}

/**
 * Computes 95 % intervals for statistics over samples: the percentiles of each statistic over 1,000
 * resamples. Each resample draws as many samples as the input has, with replacement.
 *
 * @param statistics computes the statistics from the number of times that each sample occurs. If every sample
 *   occurs once, the result is the statistics of the input.
 * @param samples number of samples (at least 1).
 * @param seed an integer; the same seed gives the same intervals.
 * @returns the lower and upper bound for each statistic; `null` if the statistic is undefined in more than 5
 *   % of the resamples.
 * @see Efron, B. & Tibshirani, R. J. (1993). An Introduction to the Bootstrap, section 13.3.
 */
export function resampledIntervals<Name extends string>(
  statistics: (times: Int32Array) => Statistics<Name>,
  samples: number,
  seed: number,
): Record<Name, [number, number] | null> {
  const draw = seededIntegers(seed);
  const times = new Int32Array(samples);
  const resamples = Array.from({ length: RESAMPLES }, () => {
    times.fill(0);
    for (let drawn = 0; drawn < samples; drawn += 1) {
      const sample = draw(samples);
      times[sample] = (times[sample] ?? 0) + 1;
    }
    return statistics(times);
  });
  const names = Object.keys(resamples[0] ?? {});
  const intervals = names.map((name) => [
    name,
    percentileInterval(resamples.map((values) => values[name as Name])),
  ]);
  // Safe: `statistics` returns the statistics with these names on every call.
  return Object.fromEntries(intervals) as Record<Name, [number, number] | null>;
}
