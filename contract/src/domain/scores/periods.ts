const dayMs = 86_400_000;

/** A period in milliseconds since 1970: `start` is inclusive, `end` is exclusive. */
export interface Period {
  start: number;
  end: number;
}

/** The bucket length of a time series. */
export const granularities = ["daily", "weekly", "monthly"] as const;

/** One of {@link granularities}. */
export type Granularity = (typeof granularities)[number];

/** The period of a trend, in days. */
export const trendPeriodDays = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 } as const;

/** The UTC day of an instant: `2026-03-31`. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Midnight UTC at the start of an instant's day. */
const startOfDay = (at: number): number => Math.floor(at / dayMs) * dayMs;

/** Midnight UTC at the start of the day after an instant's day. */
export const startOfNextDay = (at: number): number => startOfDay(at) + dayMs;

/** Whole UTC days up to and including the day of `now`. */
export const lastDays = (days: number, now: number): Period => daysBefore(startOfNextDay(now), days);

/** This number of times 24 hours before an instant. */
export const daysBefore = (end: number, days: number): Period => ({ start: end - days * dayMs, end });

/** The period of equal length directly before. */
export const periodBefore = ({ start, end }: Period): Period => ({
  start: start - (end - start),
  end: start,
});

/** Length in days; fractional if an end is not at midnight. */
export const daysIn = ({ start, end }: Period): number => (end - start) / dayMs;

/**
 * The first day of the bucket of a UTC day: the day itself, the Monday of its ISO week, or the first of its
 * month.
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
  return utcDay(at - daysSinceMonday * dayMs);
}
