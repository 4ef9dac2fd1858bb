// Formats figures: each share with its denominator, each interval with its significant digits.
import type { BoundedProportion, Proportion } from "../../generated/types.ts";

/** An interval: its lower and its upper end. */
export type Interval = readonly [low: number, high: number];

/** The text of a figure that does not exist. */
export const none = "–";

const maxDecimals = 6;

/**
 * Returns the number of decimals for both ends of an interval (1 to 6): the fewest that show two significant
 * digits of its width, and that print no non-zero end as 0. An interval of width 0 has one decimal, or more if
 * its ends require them.
 */
export function decimalsOf([low, high]: Interval): number {
  const width = Math.abs(high - low);
  const forWidth = width > 0 ? 1 - Math.floor(Math.log10(width)) : 1;
  const ends = [low, high].filter((end) => end !== 0);
  let decimals = Math.min(maxDecimals, Math.max(1, forWidth));
  while (decimals < maxDecimals && ends.some((end) => Number(end.toFixed(decimals)) === 0)) decimals += 1;
  return decimals;
}

const scaled = ([low, high]: Interval): Interval => [100 * low, 100 * high];

/**
 * Formats a figure with its interval, such as `0.76 [0.48, 1.00]` or `86.8 % [76.7, 92.9]`.
 *
 * @param digits number of decimals of a figure without an interval.
 * @param unit follows the figure.
 */
export function withInterval(figure: number, ci95: Interval | null, digits: number, unit = ""): string {
  if (!ci95) return `${figure.toFixed(digits)}${unit}`;
  const shown = decimalsOf(ci95);
  return `${figure.toFixed(shown)}${unit} [${ci95.map((end) => end.toFixed(shown)).join(", ")}]`;
}

/** Returns a share as percentage, such as `4.9 %`. @param share 0 to 1. */
export const percentText = (share: number): string =>
  `${(100 * share).toFixed(decimalsOf([0, 100 * share]))} %`;

/** Formats a share, such as `28/45 = 62.2 % [47.6, 74.9]`. If the denominator is 0, the text has no rate. */
export function shareText({ numerator, denominator, rate, ci95 }: Proportion): string {
  const count = `${numerator}/${denominator}`;
  return rate === null ? count : `${count} = ${withInterval(100 * rate, ci95 && scaled(ci95), 1, " %")}`;
}

/**
 * Formats a ratio of counts that is not a percentage, such as `16/21 = 0.76 [0.48, 1.00]`. If the denominator is 0, the
 * text has no ratio.
 */
export function ratioText(
  counts: readonly [number, number],
  ratio: number | null,
  ci95: Interval | null,
): string {
  const count = counts.join("/");
  return ratio === null ? count : `${count} = ${withInterval(ratio, ci95, 3)}`;
}

/** Returns the rate of a share and its upper bound in percent, with equal numbers of decimals. */
export function boundedPercents(rate: number, upper95: number): { rate: string; bound: string } {
  const digits = decimalsOf([0, 100 * upper95]);
  return { rate: (100 * rate).toFixed(digits), bound: (100 * upper95).toFixed(digits) };
}

/** Formats an effective sample size: as whole number from 10 on, because further digits have no use. */
export const sizeText = (size: number): string => size.toFixed(size < 10 ? 1 : 0);

/**
 * Formats a share with its one-sided 95 % upper bound instead of its interval, such as
 * `1/20 = 5.0 % (≤ 21.6 %)`. If samples share clusters, the text includes the effective sample size.
 */
export function boundedText(share: BoundedProportion): string {
  const { numerator, denominator, n_clusters, effective_n, rate, upper95 } = share;
  const count = `${numerator}/${denominator}`;
  if (rate === null || upper95 === null) return count;
  const size =
    effective_n === null || n_clusters === denominator ? "" : `, effective n ${sizeText(effective_n)}`;
  const percents = boundedPercents(rate, upper95);
  return `${count} = ${percents.rate} % (≤ ${percents.bound} %${size})`;
}

/** Formats a number with a fixed number of decimals; null and undefined give a dash. */
export const numberText = (value: number | null | undefined, digits: number): string =>
  value?.toFixed(digits) ?? none;

/** Formats a figure of samples with the number of samples. */
export const withSamples = (
  figure: number | null | undefined,
  samples: number | undefined,
  digits = 2,
): string => `${numberText(figure, digits)} (n ${samples ?? none})`;

/** Formats a change with its sign; a change that rounds to 0 has none. @param points the change, or null. */
export function signedText(points: number | null, digits = 1): string {
  if (points === null) return none;
  const shown = Math.abs(points).toFixed(digits);
  if (Number(shown) === 0) return shown;
  return `${points > 0 ? "+" : "-"}${shown}`;
}

/** Formats a change in points with its interval, such as `-18.1` and `-28.8 to -7.5`. */
export function changeTexts(change: number | null, ci95: Interval | null): { change: string; ci95: string } {
  if (!ci95) return { change: signedText(change), ci95: none };
  const digits = decimalsOf(ci95);
  const [low, high] = ci95;
  return {
    change: signedText(change, digits),
    ci95: `${signedText(low, digits)} to ${signedText(high, digits)}`,
  };
}

/** Formats a p-value as scientific papers do. */
export const pText = (p: number | null): string =>
  p === null ? none : p < 0.001 ? "< 0.001" : p > 0.999 ? "1" : p.toFixed(3);
