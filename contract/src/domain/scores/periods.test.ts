import { describe, expect, test } from "vitest";
import { bucketOf, daysIn, lastDays, periodBefore, startOfNextDay, utcDay } from "./periods.ts";

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

describe("periods", () => {
  test("contain each instant once on days on which clocks change", () => {
    // In Berlin, 2025-03-30 has 23 hours and 2025-10-26 has 25; UTC days have 24.
    for (const day of ["2025-03-30", "2025-10-26"]) {
      const next = startOfNextDay(at(`${day}T00:00:00Z`));
      expect(next - at(`${day}T00:00:00Z`)).toBe(24 * 3_600_000);
      expect([at(`${day}T01:30:00+02:00`), at(`${day}T02:30:00+02:00`), next].map(utcDay)).toEqual([
        utcDay(at(`${day}T00:00:00Z`) - 1),
        day,
        utcDay(next),
      ]);
    }
  });

  test("of the last N days are whole UTC days including today", () => {
    const { start, end } = lastDays(7, at("2026-03-31T23:59:59.999Z"));
    expect([utcDay(start), utcDay(end)]).toEqual(["2026-03-25", "2026-04-01"]);
    expect(lastDays(7, at("2026-03-31T00:00:00Z"))).toEqual({ start, end });
  });

  test("have a previous period of equal length, to the millisecond", () => {
    const period = { start: at("2026-03-01T06:00:00Z"), end: at("2026-03-03T18:00:00.001Z") };
    const before = periodBefore(period);
    expect(before.end).toBe(period.start);
    expect(daysIn(before)).toBe(daysIn(period));
  });

  test("end at the next midnight, also for instants before 1970", () => {
    expect(startOfNextDay(at("1969-12-31T00:00:00Z"))).toBe(0);
    expect(startOfNextDay(at("1969-12-31T23:00:00Z"))).toBe(0);
    expect(startOfNextDay(0)).toBe(86_400_000);
  });
});
