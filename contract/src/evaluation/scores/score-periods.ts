// Rules for the periods of metrics and trends. Server and mock share these rules.
import {
  civilDay,
  daysBefore,
  daysIn,
  lastDays,
  type Period,
  endOfDay,
  startOfDay,
  startOfNextDay,
  trendPeriodDays,
  yearsServed,
} from "../../domain/index.ts";
import { instant } from "../../domain/values/instants.ts";
import { limits } from "../../platform/limits.ts";
import type { MetricsQuery } from "./project-metrics.ts";
import { periodEmpty, periodTooLong, periodWithDates } from "./score-refusals.ts";
import type { TrendsQuery } from "../trends/score-trends.ts";

const defaultDays = 30;
const defaultTrendPeriod = "30d";

const isPlainDate = (text: string): boolean => text.length === "2026-03-31".length;

const startOf = (text: string, zone: string): number =>
  isPlainDate(text) ? startOfDay(text, zone) : Date.parse(text);

/** Returns the end of a period. A date without a time includes the whole day. */
const endOf = (text: string, zone: string): number =>
  isPlainDate(text) ? endOfDay(text, zone) : Date.parse(text);

type Dates = Pick<MetricsQuery, "start_date" | "end_date" | "time_zone">;

function periodOf({ start_date: from, end_date: to, time_zone: zone }: Dates, now: number, max: number) {
  const end = Math.min(yearsServed.end, to === undefined ? startOfNextDay(now, zone) : endOf(to, zone));
  const first = from === undefined ? daysBefore(end, defaultDays, zone).start : startOf(from, zone);
  const period: Period = { start: Math.max(yearsServed.start, first), end };
  if (period.start >= end) throw periodEmpty(instant(period.start), instant(end));
  const days = daysIn(period, zone);
  if (days > max) throw periodTooLong(days, max);
  return period;
}

/**
 * Returns the requested period for metrics, by default the last 30 days of the time zone including today. The
 * period never leaves the years 1 to 9999 (UTC).
 *
 * @throws {ApiError} 400 if the period is empty, or longer than the maximum for one response.
 */
export const metricsPeriod = (query: Dates, now: number): Period => periodOf(query, now, limits.metricsDays);

/** The period of a trend, and its text in responses: `30d` or `2024-01-01/2026-12-31`. */
export interface TrendReach {
  period: Period;
  shown: string;
}

/**
 * Returns the requested period for a trend: the last days of the time zone up to today, or the period between
 * two dates. If only one of the dates is given, the period ends today or starts 30 days before its end.
 *
 * @throws {ApiError} 400 if the query contains both a period and a date, or if the period between the dates
 *   is empty or too long.
 */
export function trendReach(query: Dates & Pick<TrendsQuery, "period">, now: number): TrendReach {
  const { start_date: from, end_date: to, time_zone: zone, period: named } = query;
  if (from === undefined && to === undefined) {
    const shown = named ?? defaultTrendPeriod;
    return { period: lastDays(trendPeriodDays[shown], now, zone), shown };
  }
  if (named !== undefined) throw periodWithDates(named);
  const period = periodOf(query, now, limits.trendDays);
  const ends = [
    from === undefined ? civilDay(period.start, zone) : dateText(from),
    to === undefined ? civilDay(period.end - 1, zone) : dateText(to),
  ];
  return { period, shown: ends.join("/") };
}

/** Returns a date as it was sent, and an instant in UTC. */
const dateText = (text: string): string => (isPlainDate(text) ? text : instant(Date.parse(text)));
