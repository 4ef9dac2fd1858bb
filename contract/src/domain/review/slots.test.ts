import { describe, expect, test } from "vitest";
import { isWaiting, keepsSlot, openSlots, type TaskSlots, slotsFor } from "./slots.ts";

const task = (given: Partial<TaskSlots>): TaskSlots => ({
  mode: "pool",
  wanted: null,
  reviewsRequired: 1,
  holders: [],
  ...given,
});

describe("slots of a task", () => {
  test("are as many as its required reviews, minus its assignees", () => {
    expect(openSlots(task({ reviewsRequired: 3, holders: ["a"] }))).toBe(2);
    expect(openSlots(task({ holders: ["a", "b"] }))).toBe(0);
    expect(slotsFor(task({ reviewsRequired: 2, holders: ["a"] }), "b")).toBe(1);
  });

  test("of a manual task: one is reserved for the named reviewer, the others are free", () => {
    const manual = task({ mode: "manual", wanted: "a", reviewsRequired: 2 });
    expect(keepsSlot(manual)).toBe(true);
    expect([slotsFor(manual, "a"), slotsFor(manual, "b")]).toEqual([2, 1]);
    const held = { ...manual, holders: ["b"] };
    expect([slotsFor(held, "a"), slotsFor(held, "c")]).toEqual([1, 0]);
    const taken = { ...manual, holders: ["a"] };
    expect([keepsSlot(taken), slotsFor(taken, "c")]).toEqual([false, 1]);
  });

  test("wait for an assignment depending on the mode: all in auto, the reserved one in manual, none in pool", () => {
    expect(isWaiting(task({ mode: "auto", reviewsRequired: 2, holders: ["a"] }))).toBe(true);
    expect(isWaiting(task({ mode: "auto", holders: ["a"] }))).toBe(false);
    expect(isWaiting(task({ mode: "manual", wanted: "a" }))).toBe(true);
    expect(isWaiting(task({ mode: "manual", wanted: "a", reviewsRequired: 2, holders: ["a"] }))).toBe(false);
    expect(isWaiting(task({ mode: "pool" }))).toBe(false);
  });
});
