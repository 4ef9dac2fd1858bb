import { describe, expect, test } from "vitest";
import { outboundRetryDelayMs } from "./retry-delay.ts";

const now = Date.parse("2026-02-11T08:00:00.000Z");
const delay = (tries: number, random: number, retryAfter: string | null = null) =>
  outboundRetryDelayMs(tries, { retryAfter, now, random });

describe("the retry delay", () => {
  test("doubles from 1 s to 30 s, and varies by a factor of 0.5 to 1.5", () => {
    expect([1, 2, 3, 4, 5, 6, 11].map((tries) => delay(tries, 0.5))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
    expect([0, 0.999_999].map((random) => delay(3, random))).toEqual([2000, 6000]);
  });

  test("follows Retry-After in seconds or as a date, up to one minute", () => {
    expect(delay(1, 0.5, "7")).toBe(7000);
    expect(delay(1, 0.5, "Wed, 11 Feb 2026 08:00:20 GMT")).toBe(20_000);
    expect(delay(1, 0.5, "86400")).toBe(60_000);
  });

  test("is never shortened by Retry-After", () => {
    for (const retryAfter of ["0", "soon", "-5", "Wed, 11 Feb 2025 08:00:20 GMT", ""])
      expect(delay(2, 0.5, retryAfter)).toBe(2000);
  });
});
