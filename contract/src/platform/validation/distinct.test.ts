import { expect, test } from "vitest";
import * as z from "zod";
import { distinct } from "./distinct.ts";

test("refuses equal texts, and objects with equal members in any order", () => {
  const names = distinct(z.array(z.strictObject({ type: z.string(), id: z.string() })).max(3));
  const [one, other] = [
    { type: "a", id: "1" },
    { id: "1", type: "a" },
  ];
  expect(names.safeParse([one, { ...one, id: "2" }]).success).toBe(true);
  expect(names.safeParse([one, other]).success).toBe(false);
  expect(distinct(z.array(z.string())).safeParse(["a", "b", "a"]).error?.issues[0]?.message).toBe(
    "must be distinct",
  );
});
