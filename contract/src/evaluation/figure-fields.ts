import * as z from "zod";

/** A count; 0 or more. */
export const count = (description: string) => z.int().min(0).meta({ description });

/** A score, 0 to 100. */
export const score = (description: string) => z.number().min(0).max(100).meta({ description });

/** A score, 0 to 100; null without data. */
export const scoreOrNull = (description: string) =>
  z.number().min(0).max(100).nullable().meta({ description });

/** A difference of scores, −100 to 100; null if undefined. */
export const pointsOrNull = (description: string) =>
  z.number().min(-100).max(100).nullable().meta({ description });

/** A UTC day: `2026-03-31`. */
export const day = (description: string) =>
  z.iso
    .date()
    .max(10)
    .meta({ description: `${description} \`YYYY-MM-DD\`, UTC.` });
