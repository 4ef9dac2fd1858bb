import { describe, expect, test } from "vitest";
import { isTimeZone } from "./time-zone-names.ts";

describe("the name of a time zone", () => {
  test.each([
    "UTC",
    "Europe/Berlin",
    "Asia/Kolkata",
    "Asia/Calcutta",
    "Europe/Kyiv",
    "US/Pacific",
    "GB-Eire",
    "Etc/GMT+5",
    "America/Argentina/Ushuaia",
    "America/Port-au-Prince",
    "GMT",
    "EST5EDT",
  ])("may be %s", (name) => expect(isTimeZone(name)).toBe(true));

  test.each([
    "",
    "utc",
    "europe/berlin",
    "asia/kolkata",
    "ASIA/KOLKATA",
    "us/pacific",
    "US/pacific",
    "gmt",
    "est5edt",
    "Europe/Atlantis",
    "+01:00",
    "01:00",
    "Europe/Berlin ",
    "Z",
  ])("must have its exact case and exist, unlike %j", (name) => expect(isTimeZone(name)).toBe(false));
});
