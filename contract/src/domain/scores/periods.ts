const dayMs = 86_400_000;

/** A stretch of time in milliseconds since 1970: from `start`, which is in it, to `end`, which is not. */
export interface Period {
  start: number;
  end: number;
}

/** How long the buckets of a time series are. */
export const granularities = ["daily", "weekly", "monthly"] as const;

/** One of {@link granularities}. */
export type Granularity = (typeof granularities)[number];

/** How far back a trend looks, in days. */
export const trendPeriodDays = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 } as const;

/** The UTC day of an instant: `2026-03-31`. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Midnight UTC at which the day of an instant begins. */
const startOfDay = (at: number): number => Math.floor(at / dayMs) * dayMs;

/** Midnight UTC at which the day after an instant's begins. */
export const startOfNextDay = (at: number): number => startOfDay(at) + dayMs;

/** Whole UTC days up to and with the one of `now`. */
export const lastDays = (days: number, now: number): Period => daysBefore(startOfNextDay(now), days);

/** So many times 24 hours before an instant. */
export const daysBefore = (end: number, days: number): Period => ({ start: end - days * dayMs, end });

/** The period of equal length right before. */
export const periodBefore = ({ start, end }: Period): Period => ({
  start: start - (end - start),
  end: start,
});

/** Length in days; not whole where the ends are not midnights. */
export const daysIn = ({ start, end }: Period): number => (end - start) / dayMs;

/**
 * The first day of the bucket that a UTC day falls into: the day itself, the Monday of its ISO week, or the first of
 * its month.
 *
 * @param day `YYYY-MM-DD`.
 * @returns `YYYY-MM-DD`; of the first days of a period it may lie before the period.
 * @see ISO 8601-1:2019, 3.1.1.23: weeks begin on Monday.
 */
export function bucketOf(day: string, granularity: Granularity): string {
  if (granularity === "daily") return day;
  if (granularity === "monthly") return `${day.slice(0, 7)}-01`;
  const at = Date.parse(day);
  const daysSinceMonday = (new Date(at).getUTCDay() + 6) % 7;
  return utcDay(at - daysSinceMonday * dayMs);
}
