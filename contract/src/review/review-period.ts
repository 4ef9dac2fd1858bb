import * as z from "zod";

/** A number of days, counted back from now: `30d`; 1 to 3,650. */
export const periodText = z
  .string()
  .max(100)
  .refine((text) => /^[1-9]\d{0,3}d$/.test(text) && daysOf(text) <= 3650, {
    error: 'must be a number of days from 1 to 3650 followed by d, like "30d"',
  })
  .meta({ description: "Number of days followed by `d`, counted back from now: `7d`, `30d`; 1 to 3650." });

/** The number of days of a period text. */
export function daysOf(period: string): number {
  return Number(period.slice(0, -1));
}
