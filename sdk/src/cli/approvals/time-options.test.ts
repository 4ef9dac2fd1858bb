import { expect, test } from "vitest";
import { durationText, endOf, parsedDuration, timeOf } from "./time-options.ts";

test("days and times without a zone are in UTC, and an end day is included", () => {
  for (const [text, at] of [
    ["2026-03-31", "2026-03-31T00:00:00.000Z"],
    ["2026-03-31 09:30", "2026-03-31T09:30:00.000Z"],
    ["2026-03-31T09:30:15.250+02:00", "2026-03-31T07:30:15.250Z"],
  ] as const) {
    expect(new Date(timeOf("--from")(text)).toISOString()).toBe(at);
  }
  expect(new Date(endOf("--to")("2026-02-28")).toISOString()).toBe("2026-03-01T00:00:00.000Z");
  expect(new Date(endOf("--to")("2026-02-28T10:00Z")).toISOString()).toBe("2026-02-28T10:00:00.000Z");
});

test.each([
  ["1s", "1 s"],
  ["90s", "90 s"],
  ["1500ms", "1500 ms"],
  ["15m", "15 min"],
  ["120m", "2 h"],
  ["24h", "24 h"],
])("the duration %s is printed as %s", (text, shown) => {
  expect(durationText(parsedDuration(text) ?? 0)).toBe(shown);
});
