import { describe, expect, test } from "vitest";
import { queryDate, queryFlag } from "./common.ts";

describe("a date in a query", () => {
  const schema = queryDate("A day.");

  test.each(["2025-03-30", "2025-03-30T01:30:00+01:00", "2025-10-26T02:30:00Z", "2024-02-29"])(
    "can be a calendar date, or an instant with an offset: %s",
    (text) => expect(schema.safeParse(text).success).toBe(true),
  );

  test.each([
    "2025-02-30",
    "2025-02-29",
    "2025-13-01",
    "2025-03-30T23:59:60Z",
    "2025-03-30T24:00:00Z",
    "2025-03-30T01:30:00",
    "2025-03-30T01:30:00+0100",
    "30.03.2025",
    "",
  ])("cannot be %j", (text) => expect(schema.safeParse(text).success).toBe(false));
});

test.each([
  ["true", true],
  ["false", false],
])("a boolean in a query can be %s", (text, value) => {
  expect(queryFlag("A flag.").parse(text)).toBe(value);
});

test.each(["0", "1", "", "False", "TRUE", "no", "empty"])("a boolean in a query cannot be %j", (text) => {
  expect(queryFlag("A flag.").safeParse(text).success).toBe(false);
});
