import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseTriageTally, triageTally, type TriageTally } from "./triage-tally.ts";

const answers = fc.oneof(
  fc.record({ kind: fc.constant("level" as const), level: fc.string({ unit: "binary" }) }),
  fc.record({ kind: fc.constantFrom("no_answer", "invalid_level", "missing_output", "errored") }),
);
const tallies: fc.Arbitrary<TriageTally> = fc.record({
  expected: fc.option(fc.string({ unit: "binary" })),
  answer: answers,
});

test("a tally is parsed into its parts, for any level names", () => {
  fc.assert(
    fc.property(tallies, (tally) => {
      expect(parseTriageTally(triageTally(tally))).toEqual(tally);
    }),
  );
});

test("a level with the name of a kind of response stays distinct from this kind", () => {
  expect(triageTally({ expected: "a", answer: { kind: "level", level: "no_answer" } })).not.toBe(
    triageTally({ expected: "a", answer: { kind: "no_answer" } }),
  );
});

test.each([
  "",
  "{}",
  "null",
  "[]",
  '["a"]',
  '["a","level"]',
  '["a","level",1]',
  '[1,"errored"]',
  '["a","banana"]',
  "[1",
])("the text %s is rejected", (text) => {
  expect(() => parseTriageTally(text)).toThrow(`"${text}" is not a triage tally`);
});
