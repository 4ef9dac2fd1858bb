import { describe, expect, test } from "vitest";
import { apiError } from "../../errors/errors-api.ts";
import { AbortError, ConnectionError } from "../../errors/errors.ts";
import { parseRetryAfter, clientRetryDelayMs } from "./retry.ts";
import { fakeClock } from "./transport-fixture.ts";

const now = Date.UTC(2026, 0, 1); // This day is a Thursday.

describe("parseRetryAfter", () => {
  test.each([
    ["0", 0],
    ["17", 17],
    ["600", 600],
    ["Thu, 01 Jan 2026 00:00:30 GMT", 30],
    ["Thursday, 01-Jan-26 00:00:30 GMT", 30],
  ])("reads %j as %d seconds", (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds);
  });

  test("treats a past date as now", () => {
    expect(parseRetryAfter("Wed, 31 Dec 2025 23:59:00 GMT", now)).toBe(0);
  });

  test.each([null, "", "-5", "1.5", "1e3", "Infinity", "soon 5", "5, 10", "Fri, 99 Foo 2026 00:00:00 GMT"])(
    "ignores %j",
    (header) => {
      expect(parseRetryAfter(header, now)).toBeUndefined();
    },
  );
});

const refused = (status: number, retryAfter?: number): Error => {
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return apiError({ response: new Response(null, { status, headers }), retryAfter });
};

describe("clientRetryDelayMs", () => {
  test("doubles from half a second up to eight seconds", () => {
    const delays = [0, 1, 2, 3, 4, 5, 40].map((attempt) =>
      clientRetryDelayMs(new ConnectionError(), attempt, fakeClock()),
    );
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test("subtracts random jitter of up to a quarter", () => {
    // The delay approaches 500 · (1 − 1/4) = 375.
    const delay = clientRetryDelayMs(new ConnectionError(), 0, { ...fakeClock(), random: () => 0.999_999 });
    expect(delay).toBeCloseTo(375, 3);
  });

  test.each([408, 429, 500, 502, 503, 504, 599])("retries %d", (status) => {
    expect(clientRetryDelayMs(refused(status), 0, fakeClock())).toBe(500);
  });

  test.each([301, 400, 401, 403, 404, 405, 409, 413, 415, 422])("does not retry %d", (status) => {
    expect(clientRetryDelayMs(refused(status), 0, fakeClock())).toBeUndefined();
  });

  test("retries a 409 with Retry-After", () => {
    expect(clientRetryDelayMs(refused(409, 2), 0, fakeClock())).toBe(2000);
  });

  test("waits for Retry-After up to 60 s, without jitter", () => {
    const clock = { ...fakeClock(), random: () => 0.5 };
    expect([0, 1, 60].map((seconds) => clientRetryDelayMs(refused(429, seconds), 3, clock))).toEqual([
      0, 1000, 60_000,
    ]);
  });

  test("does not retry after a Retry-After of more than 60 s", () => {
    expect(clientRetryDelayMs(refused(429, 61), 0, fakeClock())).toBeUndefined();
  });

  test("does not retry an abort or a bug in the program", () => {
    expect(clientRetryDelayMs(new AbortError(), 0, fakeClock())).toBeUndefined();
    expect(clientRetryDelayMs(new TypeError(), 0, fakeClock())).toBeUndefined();
  });
});
