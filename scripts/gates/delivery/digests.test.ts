import { expect, test } from "vitest";
import { digestFaults } from "./digests.mjs";

const recorded = { "0001_first": "aa", "0002_second": "bb" };

test("steps with the recorded statements have no fault", () => {
  expect(digestFaults(recorded, recorded)).toEqual([]);
});

test.each([
  ["edited", { ...recorded, "0001_first": "cc" }, /0001_first was edited/],
  ["removed", { "0001_first": "aa" }, /0002_second was removed/],
  ["added without a digest", { ...recorded, "0003_third": "cc" }, /0003_third has no digest/],
])("a step that was %s is reported", (_title, present, fault) => {
  expect(digestFaults(recorded, present)).toEqual([expect.stringMatching(fault)]);
});
