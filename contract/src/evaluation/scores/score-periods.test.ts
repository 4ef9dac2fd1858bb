import { describe, expect, test } from "vitest";
import type { Period } from "../../domain/index.ts";
import { ApiError } from "../../platform/errors.ts";
import { metricsPeriod, trendReach } from "./score-periods.ts";

const now = Date.parse("2026-03-31T15:30:00Z");
const textsOf = ({ start, end }: Period) => [new Date(start).toISOString(), new Date(end).toISOString()];

/** Dates in UTC. */
interface Dates {
  start_date?: string;
  end_date?: string;
}

const metrics = (query: Dates, time_zone = "UTC") => metricsPeriod({ ...query, time_zone }, now);
const texts = (query: Dates, zone?: string) => textsOf(metrics(query, zone));

describe("the period of metrics", () => {
  test("is by default the last 30 UTC days, including today", () => {
    expect(texts({})).toEqual(["2026-03-02T00:00:00.000Z", "2026-04-01T00:00:00.000Z"]);
  });

  test("includes the whole last day if the end is a day, and excludes the end if it is an instant", () => {
    expect(texts({ start_date: "2026-03-01", end_date: "2026-03-01" })).toEqual([
      "2026-03-01T00:00:00.000Z",
      "2026-03-02T00:00:00.000Z",
    ]);
    expect(texts({ start_date: "2026-03-01T00:00:00+05:00", end_date: "2026-03-01T00:00:00Z" })).toEqual([
      "2026-02-28T19:00:00.000Z",
      "2026-03-01T00:00:00.000Z",
    ]);
  });

  test("ends today by default, and starts 30 days before its end", () => {
    expect(texts({ start_date: "2025-12-31" })).toEqual([
      "2025-12-31T00:00:00.000Z",
      "2026-04-01T00:00:00.000Z",
    ]);
    expect(texts({ end_date: "2026-03-02" })).toEqual([
      "2026-02-01T00:00:00.000Z",
      "2026-03-03T00:00:00.000Z",
    ]);
  });

  test("is within the years 1 to 9999", () => {
    expect(texts({ end_date: "0001-01-10" })).toEqual([
      "0001-01-01T00:00:00.000Z",
      "0001-01-11T00:00:00.000Z",
    ]);
    expect(() => metrics({ end_date: "0001-01-01T00:00:00Z" })).toThrow(
      "The period starts at 0001-01-01T00:00:00.000Z; it must start before its end, 0001-01-01T00:00:00.000Z.",
    );
    expect(texts({ start_date: "9999-12-30", end_date: "9999-12-31" })[1]).toBe("9999-12-31T23:59:59.999Z");
  });

  test("consists of days of the time zone", () => {
    // In Auckland, it is already April 1.
    expect(texts({}, "Pacific/Auckland")).toEqual(["2026-03-02T11:00:00.000Z", "2026-04-01T11:00:00.000Z"]);
    // Summer time in Auckland ended on 2026-04-05.
    expect(texts({ start_date: "2026-04-04", end_date: "2026-04-05" }, "Pacific/Auckland")).toEqual([
      "2026-04-03T11:00:00.000Z",
      "2026-04-05T12:00:00.000Z",
    ]);
    expect(texts({ start_date: "0001-01-01", end_date: "0001-01-02" }, "Pacific/Auckland")[0]).toBe(
      "0001-01-01T00:00:00.000Z",
    );
  });

  test("does not include the day after a day that the time zone skipped", () => {
    // Samoa skipped 2011-12-30. Its clock changed by a day at 10:00 UTC.
    const skip = "2011-12-30T10:00:00.000Z";
    expect(texts({ start_date: "2011-12-26", end_date: "2011-12-30" }, "Pacific/Apia")).toEqual([
      "2011-12-26T10:00:00.000Z",
      skip,
    ]);
    for (const start of ["2011-12-30", "2011-12-31"])
      expect(texts({ start_date: start, end_date: "2012-01-01" }, "Pacific/Apia")).toEqual([
        skip,
        "2012-01-01T10:00:00.000Z",
      ]);
    expect(() => metrics({ start_date: "2011-12-30", end_date: "2011-12-30" }, "Pacific/Apia")).toThrow(
      `The period starts at ${skip}; it must start before its end, ${skip}.`,
    );
  });

  test("must not be empty, and must not exceed ten years", () => {
    for (const query of [
      { start_date: "2026-04-01" },
      { start_date: "2026-03-02", end_date: "2026-03-01" },
      { start_date: "2016-01-01", end_date: "2026-03-01" },
    ])
      expect(() => metrics(query)).toThrow(ApiError);
    expect(() => metrics({ start_date: "2016-03-01", end_date: "2026-03-07" })).not.toThrow();
  });
});

describe("the period of a trend", () => {
  const reach = (query: Partial<Parameters<typeof trendReach>[0]>) => {
    const { period, shown } = trendReach({ time_zone: "UTC", ...query }, now);
    return [shown, ...textsOf(period)];
  };

  test("is the named one, by default 30 days", () => {
    const end = "2026-04-01T00:00:00.000Z";
    expect(reach({})).toEqual(["30d", "2026-03-02T00:00:00.000Z", end]);
    expect(reach({ period: "7d" })).toEqual(["7d", "2026-03-25T00:00:00.000Z", end]);
    expect(reach({ period: "7d", time_zone: "Pacific/Auckland" })).toEqual([
      "7d",
      "2026-03-25T11:00:00.000Z",
      "2026-04-01T11:00:00.000Z",
    ]);
  });

  test("is between two dates, which are shown as they were sent", () => {
    expect(reach({ start_date: "2024-01-01", end_date: "2026-12-31" })).toEqual([
      "2024-01-01/2026-12-31",
      "2024-01-01T00:00:00.000Z",
      "2027-01-01T00:00:00.000Z",
    ]);
    expect(reach({ start_date: "2026-03-01T00:00:00+05:00", end_date: "2026-03-02" })[0]).toBe(
      "2026-02-28T19:00:00.000Z/2026-03-02",
    );
  });

  test("ends today or starts 30 days before its end if only one date is given", () => {
    expect(reach({ start_date: "2026-01-01" })[0]).toBe("2026-01-01/2026-03-31");
    expect(reach({ start_date: "2026-01-01", time_zone: "Pacific/Auckland" })[0]).toBe(
      "2026-01-01/2026-04-01",
    );
    expect(reach({ end_date: "2026-03-02" })[0]).toBe("2026-02-01/2026-03-02");
  });

  test("has at most 1830 days, and either a name or dates", () => {
    expect(() => reach({ start_date: "2021-03-28" })).not.toThrow();
    expect(() => reach({ start_date: "2021-03-27" })).toThrow(
      "The period has 1831 days; it must have at most 1830.",
    );
    expect(() => reach({ start_date: "2026-04-02" })).toThrow(ApiError);
    for (const dates of [{ start_date: "2026-01-01" }, { end_date: "2026-01-01" }])
      expect(() => reach({ ...dates, period: "7d" })).toThrow(
        'period is "7d"; it must be omitted if start_date or end_date is sent.',
      );
  });
});
