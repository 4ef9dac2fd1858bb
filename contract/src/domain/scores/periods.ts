import { clockAt, dateOfClock, firstInstant, instantOfClock, offsetAt } from "../time/civil-time.ts";

const dayMs = 86_400_000;

/** A period in milliseconds since 1970: `start` is inclusive, `end` is exclusive. */
export interface Period {
  start: number;
  end: number;
}

/** The possible bucket lengths of a time series. */
export const granularities = ["daily", "weekly", "monthly"] as const;

/** One of {@link granularities}. */
export type Granularity = (typeof granularities)[number];

/** The number of days in each trend period. */
export const trendPeriodDays = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 } as const;

/** Returns the day of an instant in a time zone, such as `2026-03-31`. */
export const civilDay = (at: number, zone: string): string => dateOfClock(clockAt(at, zone));

const midnightOf = (clock: number): number => Math.floor(clock / dayMs) * dayMs;

/** Returns the start of a day (`YYYY-MM-DD`) in a time zone: its first instant. */
export const startOfDay = (day: string, zone: string): number => instantOfClock(Date.parse(day), zone);

/**
 * Returns the end of a day (`YYYY-MM-DD`) in a time zone: the first instant after the day. If the clock skips the day,
 * this is the instant of the skip, at which the next day starts.
 */
export const endOfDay = (day: string, zone: string): number => instantOfClock(Date.parse(day) + dayMs, zone);

/** Returns the start of the day after an instant's day in a time zone. */
export const startOfNextDay = (at: number, zone: string): number =>
  instantOfClock(midnightOf(clockAt(at, zone)) + dayMs, zone);

/** Returns the period of `days` whole days of a time zone up to and including the day of `now`. */
export const lastDays = (days: number, now: number, zone: string): Period =>
  daysBefore(startOfNextDay(now, zone), days, zone);

const startsDay = (at: number, zone: string): boolean => startOfDay(civilDay(at, zone), zone) === at;

/**
 * Returns the period of `days` days that ends at `end`. If a day of the zone starts at `end`, the period
 * consists of whole days; otherwise it starts at the same time of the day. A day on which the clock of the
 * zone changes does not have 24 hours.
 */
export function daysBefore(end: number, days: number, zone: string): Period {
  const clock = startsDay(end, zone) ? Date.parse(civilDay(end, zone)) : clockAt(end, zone);
  return { start: instantOfClock(clock - days * dayMs, zone), end };
}

/**
 * Returns the period of equal length that ends where this period starts. Periods of whole days of a time zone
 * have the same number of days; other periods have the same duration.
 */
export function periodBefore(period: Period, zone: string): Period {
  const { start, end } = period;
  if (startsDay(start, zone) && startsDay(end, zone))
    return daysBefore(start, Math.round(daysIn(period, zone)), zone);
  return { start: start - (end - start), end: start };
}

/** Returns the length of a period in days of a time zone; fractional if the times of the day differ. */
export const daysIn = ({ start, end }: Period, zone: string): number =>
  (clockAt(end, zone) - clockAt(start, zone)) / dayMs;

/** A part of a period that is within one day of a time zone. */
export interface PartOfDay {
  /** The first instant of the part, in milliseconds since 1970. It ends where the next part starts. */
  start: number;
  /** `YYYY-MM-DD`. */
  day: string;
}

/**
 * Divides a period into the days of a time zone, earliest first. A day is absent if the clock skips it. It
 * has several parts if the clock returns to it, because it was set back after midnight.
 */
export function daysOf({ start, end }: Period, zone: string): PartOfDay[] {
  const parts: PartOfDay[] = [];
  let [at, offset] = [start, offsetAt(start, zone)];
  while (at < end) {
    const day = dateOfClock(at + offset);
    if (parts.at(-1)?.day !== day) parts.push({ start: at, day });
    const midnight = midnightOf(at + offset) + dayMs - offset;
    const before = offset;
    offset = offsetAt(midnight, zone);
    // The clock changes once between the two instants. From this change on, the later offset applies.
    at = offset === before ? midnight : firstInstant([at, midnight], (one) => offsetAt(one, zone) !== before);
  }
  return parts;
}

/**
 * Returns the first day of the bucket that contains a day: the day itself, the Monday of its ISO week, or the
 * first day of its month.
 *
 * @param day `YYYY-MM-DD`.
 * @returns `YYYY-MM-DD`; the first bucket of a period may start before the period.
 * @see ISO 8601-1:2019, 3.1.1.23: weeks begin on Monday.
 */
export function bucketOf(day: string, granularity: Granularity): string {
  if (granularity === "daily") return day;
  if (granularity === "monthly") return `${day.slice(0, 7)}-01`;
  const at = Date.parse(day);
  const daysSinceMonday = (new Date(at).getUTCDay() + 6) % 7;
  return dateOfClock(at - daysSinceMonday * dayMs);
}
