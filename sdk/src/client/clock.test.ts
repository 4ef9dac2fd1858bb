import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "./clock.ts";

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
