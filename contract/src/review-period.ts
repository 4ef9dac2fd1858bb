import * as z from "zod";

/** A number of days, counted back from now: `30d`; 1 to 3,650. */
export const periodText = z
  .string()
  .max(5)
  .regex(/^(?:[1-9]\d{0,2}|[12]\d{3}|3[0-5]\d{2}|36[0-4]\d|3650)d$/, {
    error: 'must be a number of days from 1 to 3650 followed by d, like "30d"',
  })
  .meta({ description: "Number of days followed by `d`, counted back from now: `7d`, `30d`; 1 to 3650." });

/** How many days a period text means. */
export const daysOf = (period: string): number => Number(period.slice(0, -1));
