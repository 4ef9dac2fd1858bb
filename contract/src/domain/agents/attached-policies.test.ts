import { expect, test } from "vitest";
import { attachedPolicies, baselinePolicyIds, isBaselinePolicy } from "./attached-policies.ts";

test("attached policies keep their order, without duplicates and without the baseline", () => {
  expect(attachedPolicies(["b", "latch-3", "a", "b", "latch-0", "a"])).toEqual(["b", "a"]);
  expect(attachedPolicies([...baselinePolicyIds])).toEqual([]);
  expect(attachedPolicies([])).toEqual([]);
});

test("the baseline is exactly latch-0 to latch-5", () => {
  expect(baselinePolicyIds).toHaveLength(6);
  const others = ["latch-6", "latch-", "latch-00", "Latch-0", "latch-0 ", "latch-10", ""];
  expect(others.filter(isBaselinePolicy)).toEqual([]);
  expect(attachedPolicies(others)).toEqual(others);
});
