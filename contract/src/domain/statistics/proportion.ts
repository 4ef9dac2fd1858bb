import { clopperPearsonUpper } from "./clopper-pearson.ts";
import { wilsonInterval } from "./wilson.ts";

/** A rate with its counts; `rate` and `ci95` are `null` if the denominator is 0. */
export interface Proportion {
  numerator: number;
  denominator: number;
  /** From 0 to 1. */
  rate: number | null;
  /** Wilson's two-sided 95 % interval, within 0 to 1. */
  ci95: [number, number] | null;
}

/** A rate that must stay small, with an upper bound. */
export interface BoundedProportion extends Proportion {
  /** Clopper and Pearson's one-sided 95 % upper bound, from 0 to 1; `null` if the denominator is 0. */
  upper95: number | null;
}

/**
 * Computes a rate with its denominator and 95 % interval.
 *
 * @param numerator an integer from 0 to the denominator.
 * @param denominator an integer; if it is 0, rate and interval are `null`.
 * @throws {RangeError} if the counts are not a proportion.
 */
export function proportion(numerator: number, denominator: number): Proportion {
  const ci95 = wilsonInterval(numerator, denominator);
  return { numerator, denominator, rate: denominator === 0 ? null : numerator / denominator, ci95 };
}

/**
 * Computes a rate with its denominator, 95 % interval and one-sided 95 % upper bound.
 *
 * @param numerator an integer from 0 to the denominator.
 * @param denominator an integer; if it is 0, rate, interval and bound are `null`.
 * @throws {RangeError} if the counts are not a proportion.
 */
export function boundedProportion(numerator: number, denominator: number): BoundedProportion {
  return { ...proportion(numerator, denominator), upper95: clopperPearsonUpper(numerator, denominator) };
}
