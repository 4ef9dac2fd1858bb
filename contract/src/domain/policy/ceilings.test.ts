import { describe, expect, test } from "vitest";
import { type Ceilings, readCeilings, sliceOf, type UsageSlice, usageSince } from "./ceilings.ts";

const now = 1_772_443_800_000;
const rate = (calls: number): Ceilings => ({ rateCeiling: { calls, windowSeconds: 60 }, spendCeiling: null });
const spend = (cost: number): Ceilings => ({ rateCeiling: null, spendCeiling: { cost, windowSeconds: 60 } });
const used = (kind: UsageSlice["kind"], ...amounts: number[]): UsageSlice[] =>
  amounts.map((amount, index) => ({ kind, at: now - 30_000 + index * 1000, amount }));

describe("the ceiling of calls", () => {
  test("allows its number of calls, and returns when the next call is possible", () => {
    const two = used("calls", 1, 1);
    expect(readCeilings(rate(3), two, { now, cost: 0 })).toMatchObject({ rateExceeded: false });
    // The oldest slice started 30 s ago and is 0.6 s wide. It leaves the window of 60 s in 30.6 s, which is
    // rounded up to 31 s.
    expect(readCeilings(rate(2), two, { now, cost: 0 })).toEqual({
      rateExceeded: true,
      budgetExceeded: false,
      retryAfterSeconds: 31,
    });
  });

  test("counts a call for the length of the window, or up to a hundredth of the window longer", () => {
    const windowMs = 60_000;
    for (const age of [0, 1, 599, 12_345, 59_999]) {
      const slice = { kind: "calls" as const, at: sliceOf(now, rate(1).rateCeiling), amount: 1 };
      const during = readCeilings(rate(1), [slice], { now: now + age, cost: 0 });
      expect(during.rateExceeded, String(age)).toBe(true);
    }
    const slice = { kind: "calls" as const, at: sliceOf(now, rate(1).rateCeiling), amount: 1 };
    const after = readCeilings(rate(1), [slice], { now: now + windowMs * 1.01, cost: 0 });
    expect(after.rateExceeded).toBe(false);
  });
});

describe("the ceiling of spend", () => {
  test("is not exceeded by rounding errors, or by a reservation that reaches the ceiling exactly", () => {
    // 0.1 + 0.1 + 0.1 is 0.30000000000000004 in binary.
    expect(readCeilings(spend(0.3), used("cost", 0.1, 0.1), { now, cost: 0.1 }).budgetExceeded).toBe(false);
    expect(readCeilings(spend(0.3), used("cost", 0.1, 0.1), { now, cost: 0.11 }).budgetExceeded).toBe(true);
  });

  test("that is reached also stops calls without a cost", () => {
    expect(readCeilings(spend(1), used("cost", 1), { now, cost: 0 }).budgetExceeded).toBe(true);
  });

  test("returns no time for a call that costs more than the whole ceiling", () => {
    expect(readCeilings(spend(1), [], { now, cost: 2 })).toEqual({
      rateExceeded: false,
      budgetExceeded: true,
      retryAfterSeconds: null,
    });
  });
});

test("no usage is read if there are no ceilings", () => {
  expect(usageSince(now, { rateCeiling: null, spendCeiling: null })).toBeUndefined();
  expect(usageSince(now, rate(1))).toBe(now - 60_600);
});
