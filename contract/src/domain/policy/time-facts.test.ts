import { describe, expect, test } from "vitest";
import { completeTimeFacts, timeFactsOf } from "./time-facts.ts";

const localTime = (instant: string, zone: string): string => {
  const { date, hour, minute, dayOfWeek } = timeFactsOf(Date.parse(instant), zone);
  return `${date} ${hour}:${minute} day ${dayOfWeek}`;
};

describe("the time of a decision", () => {
  test("has all members in the order of the canonical form", () => {
    expect(JSON.stringify(timeFactsOf(Date.parse("2026-03-02T08:05:06.789Z"), "Europe/Berlin"))).toBe(
      '{"date":"2026-03-02","dayOfWeek":1,"epochMs":1772438706789,"hour":9,' +
        '"instant":"2026-03-02T08:05:06.789Z","minute":5,"zone":"Europe/Berlin"}',
    );
  });

  // Directive 2000/84/EC: summer time begins and ends at 01:00 UTC.
  test.each([
    ["2026-03-29T00:59:59.999Z", "2026-03-29 1:59 day 7"],
    ["2026-03-29T01:00:00.000Z", "2026-03-29 3:0 day 7"],
    ["2026-10-25T00:59:59.000Z", "2026-10-25 2:59 day 7"],
    ["2026-10-25T01:00:00.000Z", "2026-10-25 2:0 day 7"],
    ["2026-10-25T01:59:59.000Z", "2026-10-25 2:59 day 7"],
    ["2026-10-25T02:00:00.000Z", "2026-10-25 3:0 day 7"],
  ])("at %s in Berlin is %s", (instant, local) => {
    expect(localTime(instant, "Europe/Berlin")).toBe(local);
  });

  test.each([
    ["UTC", "2026-12-31 23:59 day 4"],
    ["Etc/UTC", "2026-12-31 23:59 day 4"],
    ["Asia/Kathmandu", "2027-01-01 5:44 day 5"],
    ["Pacific/Kiritimati", "2027-01-01 13:59 day 5"],
    ["Pacific/Pago_Pago", "2026-12-31 12:59 day 4"],
    ["America/St_Johns", "2026-12-31 20:29 day 4"],
    ["Africa/Monrovia", "2026-12-31 23:59 day 4"],
  ])("in %s is %s", (zone, local) => {
    expect(localTime("2026-12-31T23:59:59Z", zone)).toBe(local);
  });

  test("has the seconds of local mean time, and years with four digits", () => {
    // The clock of Paris was 9 minutes and 21 seconds ahead of UTC until 1911.
    expect(localTime("0050-01-01T00:00:00Z", "Europe/Paris")).toBe("0050-01-01 0:9 day 6");
    expect(localTime("9999-12-31T23:59:59Z", "UTC")).toBe("9999-12-31 23:59 day 5");
  });

  test("has the hour 0 at midnight, and Sunday as day 7", () => {
    expect(localTime("2026-03-01T00:00:00Z", "UTC")).toBe("2026-03-01 0:0 day 7");
    expect(localTime("2026-02-28T23:00:00Z", "Europe/Berlin")).toBe("2026-03-01 0:0 day 7");
  });
});

describe("the time of a test case", () => {
  test("is noon on 2026-01-01 in UTC by default", () => {
    expect(completeTimeFacts({})).toEqual(timeFactsOf(Date.parse("2026-01-01T12:00:00Z"), "UTC"));
  });

  test("is computed from the moment and the zone, and keeps the given members", () => {
    const berlin = timeFactsOf(Date.parse("2026-07-01T21:30:00Z"), "Europe/Berlin");
    expect(completeTimeFacts({ instant: "2026-07-01T23:30:00+02:00", zone: "Europe/Berlin" })).toEqual(
      berlin,
    );
    expect(completeTimeFacts({ epochMs: berlin.epochMs, zone: "Europe/Berlin" })).toEqual(berlin);
    expect(completeTimeFacts({ hour: 3, dayOfWeek: 6 })).toMatchObject({ hour: 3, dayOfWeek: 6, minute: 0 });
  });
});
