import type * as z from "zod";

/** Requires that the items of an array differ. Two items are equal if their JSON texts are equal. */
export const distinct = <Item extends z.ZodType>(items: z.ZodArray<Item>) =>
  items.refine((values) => new Set(values.map((value) => JSON.stringify(value))).size === values.length, {
    error: "must be distinct",
  });
