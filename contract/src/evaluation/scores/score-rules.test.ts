import { describe, expect, test } from "vitest";
import { ApiError } from "../../platform/errors.ts";
import { metricsPeriod } from "./score-rules.ts";

const now = Date.parse("2026-03-31T15:30:00Z");
const texts = (query: Parameters<typeof metricsPeriod>[0]) => {
  const { start, end } = metricsPeriod(query, now);
  return [new Date(start).toISOString(), new Date(end).toISOString()];
};

describe("the period of metrics", () => {
  test("is the last 30 UTC days, today among them", () => {
    expect(texts({})).toEqual(["2026-03-02T00:00:00.000Z", "2026-04-01T00:00:00.000Z"]);
  });

  test("has a plain last day in it, and not an instant that ends it", () => {
    expect(texts({ start_date: "2026-03-01", end_date: "2026-03-01" })).toEqual([
      "2026-03-01T00:00:00.000Z",
      "2026-03-02T00:00:00.000Z",
    ]);
    expect(texts({ start_date: "2026-03-01T00:00:00+05:00", end_date: "2026-03-01T00:00:00Z" })).toEqual([
      "2026-02-28T19:00:00.000Z",
      "2026-03-01T00:00:00.000Z",
    ]);
  });

  test("reaches to today from a first day, and 30 days back from a last one", () => {
    expect(texts({ start_date: "2025-12-31" })).toEqual([
      "2025-12-31T00:00:00.000Z",
      "2026-04-01T00:00:00.000Z",
    ]);
    expect(texts({ end_date: "2026-03-02" })).toEqual([
      "2026-02-01T00:00:00.000Z",
      "2026-03-03T00:00:00.000Z",
    ]);
  });

  test("begins and ends within the years that dates have", () => {
    expect(texts({ end_date: "0001-01-10" })).toEqual([
      "0001-01-01T00:00:00.000Z",
      "0001-01-11T00:00:00.000Z",
    ]);
    expect(() => metricsPeriod({ end_date: "0001-01-01T00:00:00Z" }, now)).toThrow(
      "The period begins at 0001-01-01T00:00:00.000Z and is over at 0001-01-01T00:00:00.000Z",
    );
    expect(texts({ start_date: "9999-12-30", end_date: "9999-12-31" })[1]).toBe("9999-12-31T23:59:59.999Z");
  });

  test("has a length, and one of ten years at the most", () => {
    for (const query of [
      { start_date: "2026-04-01" },
      { start_date: "2026-03-02", end_date: "2026-03-01" },
      { start_date: "2016-01-01", end_date: "2026-03-01" },
    ])
      expect(() => metricsPeriod(query, now)).toThrow(ApiError);
    expect(() => metricsPeriod({ start_date: "2016-03-01", end_date: "2026-03-07" }, now)).not.toThrow();
  });
});
