import * as z from "zod";
import { isTimeZone } from "../../domain/time/time-zone-names.ts";

/** Creates the schema of the name of a time zone, such as `Europe/Berlin`. */
export const timeZoneName = (description: string) =>
  z
    .string()
    .max(64)
    .refine(isTimeZone, { error: "must be the IANA name of a time zone, for example Europe/Berlin" })
    .meta({ description });
