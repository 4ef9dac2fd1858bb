import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bucketOf,
  civilDay,
  daysBefore,
  daysIn,
  daysOf,
  lastDays,
  type Period,
  periodBefore,
  startOfDay,
  startOfNextDay,
} from "./periods.ts";

const at = (text: string): number => Date.parse(text);

describe("buckets", () => {
  test("of weeks start on the Monday of the ISO week, even if the week spans two years", () => {
    // 2024-12-30 is the Monday of ISO week 2025-W01; 2021-01-03 is the Sunday of 2020-W53.
    expect(["2024-12-30", "2025-01-01", "2025-01-05"].map((day) => bucketOf(day, "weekly"))).toEqual([
      "2024-12-30",
      "2024-12-30",
      "2024-12-30",
    ]);
    expect(bucketOf("2025-01-06", "weekly")).toBe("2025-01-06");
    expect(bucketOf("2021-01-03", "weekly")).toBe("2020-12-28");
    expect(bucketOf("2024-03-03", "weekly")).toBe("2024-02-26");
  });

  test("of months start on the first, of days on the day itself", () => {
    expect(bucketOf("2024-02-29", "monthly")).toBe("2024-02-01");
    expect(bucketOf("2024-02-29", "daily")).toBe("2024-02-29");
  });
});

const textOf = ({ start, end }: Period): string[] => [start, end].map((one) => new Date(one).toISOString());

describe("periods", () => {
  test("contain each instant once on days on which clocks change", () => {
    // In Berlin, 2025-03-30 has 23 hours and 2025-10-26 has 25; UTC days have 24.
    for (const [day, hours] of [
      ["2025-03-30", 23],
      ["2025-10-26", 25],
    ] as const) {
      const lengths = ["UTC", "Europe/Berlin"].map((zone) => {
        const start = startOfDay(day, zone);
        const next = startOfNextDay(start, zone);
        expect([start - 1, start, next - 1, next].map((one) => civilDay(one, zone))).toEqual([
          expect.not.stringContaining(day),
          day,
          day,
          expect.not.stringContaining(day),
        ]);
        return (next - start) / 3_600_000;
      });
      expect(lengths).toEqual([24, hours]);
    }
  });

  test("of the last N days are whole days including today", () => {
    const now = at("2026-03-31T23:59:59.999Z");
    expect(textOf(lastDays(7, now, "UTC"))).toEqual(["2026-03-25T00:00:00.000Z", "2026-04-01T00:00:00.000Z"]);
    expect(lastDays(7, at("2026-03-31T00:00:00Z"), "UTC")).toEqual(lastDays(7, now, "UTC"));
    // In Berlin, April 1 has started, and summer time began on March 29.
    expect(textOf(lastDays(7, now, "Europe/Berlin"))).toEqual([
      "2026-03-25T23:00:00.000Z",
      "2026-04-01T22:00:00.000Z",
    ]);
  });

  test("have a previous period of equal length, to the millisecond", () => {
    const period = { start: at("2026-03-01T06:00:00Z"), end: at("2026-03-03T18:00:00.001Z") };
    for (const zone of ["UTC", "Europe/Berlin"]) {
      const before = periodBefore(period, zone);
      expect(before.end).toBe(period.start);
      expect(before.end - before.start).toBe(period.end - period.start);
    }
    expect(daysIn(period, "UTC")).toBeCloseTo(2.5, 6);
  });

  test("of whole days have a previous period with as many days, also if the clock changes", () => {
    const april = {
      start: startOfDay("2026-04-01", "Europe/Berlin"),
      end: startOfDay("2026-05-01", "Europe/Berlin"),
    };
    expect(periodBefore(april, "Europe/Berlin").start).toBe(startOfDay("2026-03-02", "Europe/Berlin"));
    expect(textOf(daysBefore(april.end, 33, "Europe/Berlin"))[0]).toBe("2026-03-28T23:00:00.000Z");
    // With an end within a day, the period starts at the same time of the day.
    expect(textOf(daysBefore(at("2026-04-01T10:00:00Z"), 7, "Europe/Berlin"))[0]).toBe(
      "2026-03-25T11:00:00.000Z",
    );
  });

  test("end at the next midnight, also for instants before 1970", () => {
    expect(startOfNextDay(at("1969-12-31T00:00:00Z"), "UTC")).toBe(0);
    expect(startOfNextDay(at("1969-12-31T23:00:00Z"), "UTC")).toBe(0);
    expect(startOfNextDay(0, "UTC")).toBe(86_400_000);
  });
});

describe("days of a time zone", () => {
  test("start at midnight of the zone", () => {
    expect(civilDay(at("2026-03-01T12:30:00Z"), "Pacific/Auckland")).toBe("2026-03-02");
    expect(civilDay(at("2026-03-01T04:59:59.999Z"), "America/New_York")).toBe("2026-02-28");
    expect(civilDay(at("2026-03-01T05:00:00Z"), "America/New_York")).toBe("2026-03-01");
    expect(civilDay(at("2026-03-01T18:14:59Z"), "Asia/Kathmandu")).toBe("2026-03-01");
    expect(civilDay(at("2026-03-01T18:15:00Z"), "Asia/Kathmandu")).toBe("2026-03-02");
  });

  test("start at the first instant after a skipped midnight", () => {
    // On 2018-11-04 in São Paulo, the clock changed from 00:00 to 01:00.
    const start = startOfDay("2018-11-04", "America/Sao_Paulo");
    expect(new Date(start).toISOString()).toBe("2018-11-04T03:00:00.000Z");
    const week = { start: startOfDay("2018-10-28", "America/Sao_Paulo"), end: start };
    expect(
      textOf(
        periodBefore({ start, end: startOfDay("2018-11-11", "America/Sao_Paulo") }, "America/Sao_Paulo"),
      ),
    ).toEqual(textOf(week));
  });

  test("can be skipped as a whole", () => {
    // Samoa skipped 2011-12-30, when it moved across the date line.
    const period = { start: at("2011-12-28T10:00:00Z"), end: at("2012-01-01T10:00:00Z") };
    expect(daysOf(period, "Pacific/Apia").map(({ day }) => day)).toEqual([
      "2011-12-28",
      "2011-12-29",
      "2011-12-31",
      "2012-01-01",
    ]);
  });

  test("have several parts if the clock returns to them", () => {
    // In Newfoundland, the clock was set back from 00:01 to 23:01 of the day before.
    const period = { start: at("2010-11-06T12:00:00Z"), end: at("2010-11-07T12:00:00Z") };
    expect(daysOf(period, "America/St_Johns")).toEqual([
      { start: period.start, day: "2010-11-06" },
      { start: at("2010-11-07T02:30:00Z"), day: "2010-11-07" },
      { start: at("2010-11-07T02:31:00Z"), day: "2010-11-06" },
      { start: at("2010-11-07T03:30:00Z"), day: "2010-11-07" },
    ]);
  });

  test("are clipped to the years 1 to 9999", () => {
    expect(civilDay(at("0001-01-01T00:00:00Z"), "America/New_York")).toBe("0001-01-01");
    expect(civilDay(at("9999-12-31T23:00:00Z"), "Pacific/Auckland")).toBe("9999-12-31");
  });

  const zones = [
    "UTC",
    "Europe/Berlin",
    "America/Sao_Paulo",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "America/St_Johns",
  ];

  test("divide a period as single instants do", () => {
    const [first, last] = [at("1985-01-01T00:00:00Z"), at("2030-01-01T00:00:00Z")];
    fc.assert(
      fc.property(
        fc.integer({ min: first, max: last }),
        fc.integer({ min: 1, max: 9 * 86_400_000 }),
        fc.constantFrom(...zones),
        (start, length, zone) => {
          const parts = daysOf({ start, end: start + length }, zone);
          expect(parts[0]?.start).toBe(start);
          for (const one of [start, start + Math.floor(length / 2), start + length - 1]) {
            const part = parts.findLast((given) => given.start <= one);
            expect(part?.day).toBe(civilDay(one, zone));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
