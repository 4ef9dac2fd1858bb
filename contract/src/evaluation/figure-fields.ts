import * as z from "zod";
import { defaultTimeZone } from "../domain/policy/time-facts.ts";
import { timeZoneName } from "../platform/validation/time-zone-name.ts";

/** Creates the schema of a count, which is at least 0. */
export const count = (description: string) => z.int().min(0).meta({ description });

/** States in descriptions that figures with "samples" count runs. */
export const runsAsObservations =
  "If the evaluation has several runs, each run counts as an observation: numbers of samples are then numbers of runs, and the runs of one sample belong to one cluster.";

/** Creates the schema of a score from 0 to 100. */
export const score = (description: string) => z.number().min(0).max(100).meta({ description });

/** Creates the schema of a score from 0 to 100 that is null if there is no data. */
export const scoreOrNull = (description: string) =>
  z.number().min(0).max(100).nullable().meta({ description });

/** Creates the schema of a difference between scores, from −100 to 100; null if it is undefined. */
export const pointsOrNull = (description: string) =>
  z.number().min(-100).max(100).nullable().meta({ description });

/** Creates the schema of a day such as `2026-03-31`, in the time zone of the response. */
export const day = (description: string) =>
  z.iso
    .date()
    .max(10)
    .meta({ description: `${description} \`YYYY-MM-DD\`, in \`time_zone\`.` });

/** The schema of the time zone whose days a query refers to. */
export const timeZoneQuery = timeZoneName(
  "IANA name of the time zone of days, weeks, months and plain dates; default `UTC`.",
).default(defaultTimeZone);
