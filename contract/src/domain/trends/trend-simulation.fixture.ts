// Draws series of scores without a trend, and counts how often a direction is found nevertheless.
import { seededIntegers } from "../statistics/seeded-random.ts";
import { trendLine } from "./trend-line.ts";

const dayMs = 86_400_000;

/** The series to draw: their number, their points, and the autocorrelation of neighboring scores (AR(1)). */
export interface Simulation {
  series: number;
  points: number;
  autocorrelation: number;
}

/**
 * Returns the share of series with a direction, although no series has a trend. The scores have one point per
 * day and a normal distribution. The margin is 0, so that only the interval of the slope decides.
 */
export function falseDirections({ series, points, autocorrelation }: Simulation): number {
  const integer = seededIntegers(20_261_130 + points + Math.round(1000 * autocorrelation));
  const uniform = (): number => (integer(2 ** 32) + 0.5) / 2 ** 32;
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  let found = 0;
  for (let one = 0; one < series; one += 1) {
    // The first value has the variance of all later ones.
    let value = normal() / Math.sqrt(1 - autocorrelation ** 2);
    const scores = Array.from({ length: points }, (_, day) => {
      if (day > 0) value = autocorrelation * value + normal();
      return { at: day * dayMs, score: 80 + value };
    });
    if (trendLine(scores, 0).direction !== "insufficient_data") found += 1;
  }
  return found / series;
}
