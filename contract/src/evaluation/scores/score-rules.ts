// Rules of scores that the server and the mock share beyond their schemas.
import { daysBefore, daysIn, type Period, startOfNextDay } from "../../domain/index.ts";
import { limits } from "../../platform/limits.ts";
import type { MetricsQuery } from "./project-metrics.ts";
import { periodEmpty, periodTooLong, thresholdsNotRun } from "./score-refusals.ts";
import type { ThresholdAnalysisBody } from "../thresholds/threshold-analysis.ts";

const defaultDays = 30;
/** Dates have years from 1 to 9999, those of answers as those of requests: a period is cut at them. */
const firstInstant = Date.parse("0001-01-01T00:00:00.000Z");
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const isPlainDate = (text: string): boolean => text.length === "2026-03-31".length;

/** A plain day is part of the period. */
const endOf = (text: string): number =>
  isPlainDate(text) ? startOfNextDay(Date.parse(text)) : Date.parse(text);

/**
 * The period that metrics are asked for: without dates the last 30 UTC days up to and with today; never outside of the years
 * 1 to 9999.
 *
 * @throws {ApiError} 400 when it has no length, or is longer than one answer covers.
 */
export function metricsPeriod(
  { start_date: from, end_date: to }: Pick<MetricsQuery, "start_date" | "end_date">,
  now: number,
): Period {
  const end = Math.min(lastInstant, to === undefined ? startOfNextDay(now) : endOf(to));
  const start =
    from === undefined ? Math.max(firstInstant, daysBefore(end, defaultDays).start) : Date.parse(from);
  const period = { start, end };
  if (period.start >= end) throw periodEmpty(instant(period.start), instant(end));
  const days = daysIn(period);
  if (days > limits.metricsDays) throw periodTooLong(days, limits.metricsDays);
  return period;
}

const instant = (at: number): string => new Date(at).toISOString();

/** Refuses thresholds of evaluators that were not run. @throws {ApiError} 422. */
export function checkThresholdKeys({ thresholds }: ThresholdAnalysisBody, keys: readonly string[]): void {
  const unknown = Object.keys(thresholds).filter((key) => !keys.includes(key));
  if (unknown.length > 0) throw thresholdsNotRun(unknown, keys);
}
