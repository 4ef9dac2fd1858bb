import * as z from "zod";

/** The schema of a number of days (1 to 3,650), counted back from now, such as `30d`. */
export const periodText = z
  .string()
  .max(100)
  .refine((text) => /^[1-9]\d{0,3}d$/.test(text) && daysOf(text) <= 3650, {
    error: 'must be a number of days from 1 to 3650 followed by d, like "30d"',
  })
  .meta({
    description: "Number of days (1 to 3650) followed by `d`, counted back from now, such as `7d` or `30d`.",
  });

/** Returns the number of days in a period. */
const daysOf = (period: string): number => Number(period.slice(0, -1));

/** Returns the time after which a period that ends now starts. Times are in milliseconds since 1970. */
export const periodStart = (period: string, now: number): number => now - daysOf(period) * 86_400_000;
