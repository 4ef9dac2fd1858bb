import { expect, test } from "vitest";
import { triageSafety } from "./triage-safety.ts";
import { triageTally, type TriageResponse } from "./triage-tally.ts";

const levels = ["emergent", "urgent", "routine"];
const outcomeOf = (expected: string | null, answer: TriageResponse) =>
  triageSafety({ levels }, triageTally({ expected, answer }));

test("a sample that expects the most urgent level is caught only by exactly this level", () => {
  expect(outcomeOf("emergent", { kind: "level", level: "emergent" })).toEqual({ emergent_not_caught: false });
  const others: TriageResponse[] = [
    { kind: "level", level: "routine" },
    { kind: "no_answer" },
    { kind: "invalid_level" },
    { kind: "missing_output" },
    { kind: "errored" },
  ];
  for (const answer of others) expect(outcomeOf("emergent", answer)).toEqual({ emergent_not_caught: true });
});

test("a sample that expects another level, or no known level, has no outcome", () => {
  expect(outcomeOf("urgent", { kind: "level", level: "routine" })).toEqual({});
  expect(outcomeOf(null, { kind: "errored" })).toEqual({});
});
