import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiError } from "./errors-api.ts";
import { AbortError, ConnectionError, TimeoutError } from "./errors.ts";
import { parseRetryAfter, retryDelayMs, sleep, systemClock, within } from "./retry.ts";
import { fakeClock, limitMs } from "./transport-fixture.ts";

const now = Date.UTC(2026, 0, 1); // A Thursday.

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

  test("takes a date that is past as now", () => {
    expect(parseRetryAfter("Wed, 31 Dec 2025 23:59:00 GMT", now)).toBe(0);
  });

  test.each([null, "", "-5", "1.5", "1e3", "Infinity", "soon 5", "5, 10", "Fri, 99 Foo 2026 00:00:00 GMT"])(
    "makes nothing of %j",
    (header) => {
      expect(parseRetryAfter(header, now)).toBeUndefined();
    },
  );
});

const refused = (status: number, retryAfter?: number): Error => {
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return apiError({ response: new Response(null, { status, headers }), retryAfter });
};

const never = (): Promise<never> => new Promise(() => {});

describe("retryDelayMs", () => {
  test("doubles from half a second and stops at eight", () => {
    const delays = [0, 1, 2, 3, 4, 5, 40].map((attempt) =>
      retryDelayMs(new ConnectionError(), attempt, fakeClock()),
    );
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test("takes off up to a quarter by chance", () => {
    // 500 · (1 − 0.999…/4) comes as near to 375 as the chance comes to 1.
    const delay = retryDelayMs(new ConnectionError(), 0, { ...fakeClock(), random: () => 0.999_999 });
    expect(delay).toBeCloseTo(375, 3);
  });

  test.each([408, 429, 500, 502, 503, 504, 599])("gives %d another attempt", (status) => {
    expect(retryDelayMs(refused(status), 0, fakeClock())).toBe(500);
  });

  test.each([301, 400, 401, 403, 404, 405, 409, 413, 415, 422])("gives %d no other attempt", (status) => {
    expect(retryDelayMs(refused(status), 0, fakeClock())).toBeUndefined();
  });

  test("gives a 409 another attempt when it says when", () => {
    expect(retryDelayMs(refused(409, 2), 0, fakeClock())).toBe(2000);
  });

  test("waits as long as asked, up to 60 s, without chance", () => {
    const clock = { ...fakeClock(), random: () => 0.5 };
    expect([0, 1, 60].map((seconds) => retryDelayMs(refused(429, seconds), 3, clock))).toEqual([
      0, 1000, 60_000,
    ]);
  });

  test("gives up when asked to wait longer than 60 s", () => {
    expect(retryDelayMs(refused(429, 61), 0, fakeClock())).toBeUndefined();
  });

  test("gives an abort and a fault of the program no other attempt", () => {
    expect(retryDelayMs(new AbortError(), 0, fakeClock())).toBeUndefined();
    expect(retryDelayMs(new TypeError(), 0, fakeClock())).toBeUndefined();
  });
});

describe("within", () => {
  const limits = { clock: fakeClock(), timeoutMs: limitMs, timeoutMessage: () => "too slow" };

  test("gives what the work gives and leaves no listener and no timer", async () => {
    const clock = fakeClock();
    const { signal } = new AbortController();
    await expect(within({ ...limits, clock, signal }, async () => 7)).resolves.toBe(7);
    expect([getEventListeners(signal, "abort").length, clock.running()]).toEqual([0, 0]);
  });

  test("leaves no listener and no timer when the work fails", async () => {
    const clock = fakeClock();
    const { signal } = new AbortController();
    await expect(within({ ...limits, clock, signal }, () => Promise.reject(new Error("no")))).rejects.toThrow(
      "no",
    );
    expect([getEventListeners(signal, "abort").length, clock.running()]).toEqual([0, 0]);
  });

  test("never starts when the signal is aborted already", async () => {
    let started = false;
    const work = async (): Promise<void> => {
      started = true;
    };
    const aborted = within({ ...limits, signal: AbortSignal.abort("enough") }, work);
    await expect(aborted).rejects.toMatchObject({ name: "AbortError", cause: "enough" });
    expect(started).toBe(false);
  });

  test("ends work that ignores its signal when the caller aborts", async () => {
    const controller = new AbortController();
    const ended = within({ ...limits, signal: controller.signal }, never);
    controller.abort("enough");
    await expect(ended).rejects.toBeInstanceOf(AbortError);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("ends work that ignores its signal when the time is up", async () => {
    const clock = fakeClock();
    const ended = within({ ...limits, clock, signal: undefined }, never);
    clock.expire();
    await expect(ended).rejects.toEqual(new TimeoutError("too slow"));
  });

  test("tells the work why it ends", async () => {
    const clock = fakeClock();
    let seen: unknown;
    const ended = within({ ...limits, clock, signal: undefined }, (own) => {
      own.addEventListener("abort", () => (seen = own.reason));
      return never();
    });
    clock.expire();
    await expect(ended).rejects.toBe(seen);
  });
});

describe("sleep", () => {
  test("ends at once when the caller aborts, and calls its timer off", async () => {
    const clock = fakeClock(() => {});
    const controller = new AbortController();
    const asleep = sleep(5000, controller.signal, clock);
    expect(clock.running()).toBe(1);
    controller.abort();
    await expect(asleep).rejects.toBeInstanceOf(AbortError);
    expect(clock.running()).toBe(0);
  });
});

describe("systemClock", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([Infinity, 2 ** 40])("does not fire at once for %d ms, as a timer would", (delayMs) => {
    let fired = false;
    systemClock.after(delayMs, () => (fired = true));
    vi.advanceTimersByTime(1_000_000);
    expect(fired).toBe(false);
  });

  test("calls back when the time has come, unless called off", () => {
    const calls: string[] = [];
    systemClock.after(100, () => calls.push("kept"));
    systemClock.after(100, () => calls.push("called off"))();
    vi.advanceTimersByTime(100);
    expect(calls).toEqual(["kept"]);
  });
});
