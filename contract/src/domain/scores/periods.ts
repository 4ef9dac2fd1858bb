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

/** Returns the UTC day of an instant, such as `2026-03-31`. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns midnight UTC at the start of an instant's day. */
const startOfDay = (at: number): number => Math.floor(at / dayMs) * dayMs;

/** Returns midnight UTC at the start of the day after an instant's day. */
export const startOfNextDay = (at: number): number => startOfDay(at) + dayMs;

/** Returns the period of `days` whole UTC days up to and including the day of `now`. */
export const lastDays = (days: number, now: number): Period => daysBefore(startOfNextDay(now), days);

/** Returns the period with a length of `days` times 24 hours that ends at `end`. */
export const daysBefore = (end: number, days: number): Period => ({ start: end - days * dayMs, end });

/** Returns the period of equal length that ends where this period starts. */
export const periodBefore = ({ start, end }: Period): Period => ({
  start: start - (end - start),
  end: start,
});

/** Returns the length of a period in days; fractional if the start or the end is not at midnight. */
export const daysIn = ({ start, end }: Period): number => (end - start) / dayMs;

/**
 * Returns the first day of the bucket that contains a UTC day: the day itself, the Monday of its ISO week, or
 * the first day of its month.
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
