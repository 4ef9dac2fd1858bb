import { expect, test } from "vitest";
import {
  maxReasonCharacters,
  reasonsText,
  type UnscoredReason,
  unscoredReasons,
} from "./unscored-reasons.ts";

const errored = (reason: string, further: Partial<UnscoredReason> = {}): UnscoredReason => ({
  evaluator: "judge",
  status: "errored",
  reason,
  count: 1,
  sample: "smp_1",
  external_id: "call-1",
  ...further,
});

test("lists at most ten reasons, each evaluator's separately, and the first sample of each", () => {
  const many = Array.from({ length: 12 }, (_, at) => errored(`reason ${at}`, { count: 12 - at }));
  expect(unscoredReasons(many).map(({ reason }) => reason)).toEqual(
    Array.from({ length: 10 }, (_, at) => `reason ${at}`),
  );
  const two = [errored("gone", { evaluator: "other", sample: "smp_2" }), errored("gone")];
  expect(unscoredReasons(two)).toHaveLength(2);
  expect(
    unscoredReasons([errored("gone", { sample: "smp_5" }), errored("gone", { sample: "smp_4" })]),
  ).toEqual([errored("gone", { count: 2, sample: "smp_4" })]);
});

test("cuts long reasons without cutting a character", () => {
  const [plain, astral] = unscoredReasons([
    errored("x".repeat(400), { count: 2 }),
    errored("😀".repeat(151) + "x"),
    errored(`${"x".repeat(300)}y`),
  ]);
  expect(plain).toEqual(errored("x".repeat(maxReasonCharacters), { count: 3 }));
  expect(astral?.reason).toBe("😀".repeat(150));
  expect(unscoredReasons([errored(`x${"😀".repeat(150)}`)])[0]?.reason).toBe(`x${"😀".repeat(149)}`);
});

test("the sentence has the three most frequent distinct reasons, over all evaluators", () => {
  expect(reasonsText([])).toBe("");
  expect(reasonsText([errored("The connection was refused.", { count: 68 })])).toBe(
    " Reason: The connection was refused (68 results, for example call-1).",
  );
  const four = [
    errored("a", { count: 2 }),
    errored("a", { evaluator: "b" }),
    errored("b"),
    errored("c"),
    errored("d"),
  ];
  expect(reasonsText(four)).toBe(
    " Most frequent reasons: a (3 results, for example call-1); b (1 result, for example call-1); c (1 result, for example call-1).",
  );
});
