import * as z from "zod";
import { refusingProto } from "../../platform/common.ts";

/**
 * Creates the schema of an object that maps names to values and has at most `max` members. A member named
 * `__proto__` would be lost, so it is refused.
 */
export const tableOf = <V>(name: z.ZodString, value: z.ZodType<V, V>, max: number) =>
  refusingProto(
    z
      .record(name, value)
      .refine((table) => Object.keys(table).length <= max, { error: `must have at most ${max} members` }),
  );
