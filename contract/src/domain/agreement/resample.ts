import { seededIntegers } from "../statistics/seeded-random.ts";
import { quantileOf } from "../statistics/describe.ts";

/** Resamples that an interval is taken from. */
const RESAMPLES = 1000;

/** An interval is given when at least so many of them define the statistic: 95 %. */
const LEAST_DEFINED = 950;

/** Statistics by name; `null`: undefined. */
type Statistics<Name extends string> = Record<Name, number | null>;

/** The 2.5 % and 97.5 % quantiles of what the resamples gave. */
function percentileInterval(values: readonly (number | null)[]): [number, number] | null {
  const defined = Float64Array.from(values.filter((value) => value !== null)).sort();
  return defined.length < LEAST_DEFINED ? null : [quantileOf(defined, 0.025), quantileOf(defined, 0.975)];
}

/**
 * 95 % intervals of statistics over samples: the percentiles of their values over 1,000 resamples, each of which draws as
 * many samples as there are, with replacement.
 *
 * @param statistics computes them when told how often each sample occurs; all once gives the statistics themselves.
 * @param samples how many there are, from 1.
 * @param seed a whole number; the same seed, the same intervals.
 * @returns by statistic the lower and upper bound; `null` when more than 5 % of the resamples leave it undefined.
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
  // The names are those of the statistics, as the function that computes them gives each of them each time.
  return Object.fromEntries(intervals) as Record<Name, [number, number] | null>;
}
