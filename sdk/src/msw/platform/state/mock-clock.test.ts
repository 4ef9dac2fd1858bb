import { describe, expect, test } from "vitest";
import { createMockClock } from "./mock-clock.ts";

describe("the clock of a mock", () => {
  test("follows its base clock, plus the sum of all advances", () => {
    let base = 1000;
    const clock = createMockClock(() => new Date(base));
    expect(clock.now()).toBe(1000);
    clock.advance(500);
    base += 10;
    expect(clock.now()).toBe(1510);
  });

  test("has a work clock that pauses while held", () => {
    const clock = createMockClock(() => new Date(0));
    clock.advance(100);
    clock.hold();
    clock.hold();
    clock.advance(50);
    expect([clock.workNow(), clock.held]).toEqual([100, true]);
    clock.resume();
    clock.resume();
    clock.advance(20);
    expect([clock.workNow(), clock.held]).toEqual([120, false]);
  });

  test("returns the time at which the work clock reached a value", () => {
    const clock = createMockClock(() => new Date(0));
    // The clock is held from 100 to 150 and from 170 to 270, so work time is 100 at 100, 120 at 170, 130 at
    // 280.
    clock.advance(100);
    clock.hold();
    clock.advance(50);
    clock.resume();
    clock.advance(20);
    clock.hold();
    clock.advance(100);
    clock.resume();
    clock.advance(10);
    expect(clock.workNow()).toBe(130);
    expect([60, 100, 110, 120, 130, 200].map((work) => clock.whenWorked(work))).toEqual([
      60, 100, 160, 170, 280, 350,
    ]);
  });
});
