import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "./clock.ts";

describe("systemClock", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([Infinity, 2 ** 40])("does not fire immediately for %d ms, unlike a timer", (delayMs) => {
    let fired = false;
    systemClock.after(delayMs, () => (fired = true));
    vi.advanceTimersByTime(1_000_000);
    expect(fired).toBe(false);
  });

  test("calls back after the delay, unless cancelled", () => {
    const calls: string[] = [];
    systemClock.after(100, () => calls.push("kept"));
    systemClock.after(100, () => calls.push("called off"))();
    vi.advanceTimersByTime(100);
    expect(calls).toEqual(["kept"]);
  });
});
