import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { AbortError, TimeoutError } from "../../errors/errors.ts";
import { within } from "./limits.ts";
import { sleep } from "./sleep.ts";
import { fakeClock, limitMs } from "./transport-fixture.ts";

const never = (): Promise<never> => new Promise(() => {});

describe("within", () => {
  const limits = { clock: fakeClock(), timeoutMs: limitMs, timeoutMessage: () => "too slow" };

  test("returns the result of the work, and leaves no listener or timer", async () => {
    const clock = fakeClock();
    const { signal } = new AbortController();
    await expect(within({ ...limits, clock, signal }, async () => 7)).resolves.toBe(7);
    expect([getEventListeners(signal, "abort").length, clock.running()]).toEqual([0, 0]);
  });

  test("leaves no listener or timer when the work fails", async () => {
    const clock = fakeClock();
    const { signal } = new AbortController();
    await expect(within({ ...limits, clock, signal }, () => Promise.reject(new Error("no")))).rejects.toThrow(
      "no",
    );
    expect([getEventListeners(signal, "abort").length, clock.running()]).toEqual([0, 0]);
  });

  test("does not start if the signal is already aborted", async () => {
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

  test("ends work that ignores its signal at the time limit", async () => {
    const clock = fakeClock();
    const ended = within({ ...limits, clock, signal: undefined }, never);
    clock.expire();
    await expect(ended).rejects.toEqual(new TimeoutError("too slow"));
  });

  test("aborts the work with the reason of the caller, if any", async () => {
    const seen: unknown[] = [];
    const work = (own: AbortSignal): Promise<never> => {
      own.addEventListener("abort", () => seen.push(own.reason));
      return never();
    };
    const controller = new AbortController();
    const aborted = within({ ...limits, signal: controller.signal }, work);
    controller.abort("enough");
    await expect(aborted).rejects.toBeInstanceOf(AbortError);
    const clock = fakeClock();
    const late = within({ ...limits, clock, signal: undefined }, work);
    clock.expire();
    await expect(late).rejects.toBeInstanceOf(TimeoutError);
    expect(seen).toEqual(["enough", expect.any(DOMException)]);
  });

  test("passes on a timeout error that the work throws", async () => {
    const own = new DOMException("slow disk", "TimeoutError");
    await expect(within({ ...limits, signal: undefined }, () => Promise.reject(own))).rejects.toBe(own);
  });
});

describe("sleep", () => {
  test("ends after the delay, and leaves no listener", async () => {
    const clock = fakeClock();
    const { signal } = new AbortController();
    await expect(sleep(5000, signal, clock)).resolves.toBeUndefined();
    expect([clock.waits, getEventListeners(signal, "abort").length]).toEqual([[5000], 0]);
  });

  test("does not start if the signal is already aborted", async () => {
    const clock = fakeClock(() => {});
    await expect(sleep(5000, AbortSignal.abort(), clock)).rejects.toBeInstanceOf(AbortError);
    expect(clock.running()).toBe(0);
  });

  test("ends immediately when the caller aborts, and cancels its timer", async () => {
    const clock = fakeClock(() => {});
    const controller = new AbortController();
    const asleep = sleep(5000, controller.signal, clock);
    expect(clock.running()).toBe(1);
    controller.abort();
    await expect(asleep).rejects.toBeInstanceOf(AbortError);
    expect(clock.running()).toBe(0);
  });
});
