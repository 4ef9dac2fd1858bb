import { expect, test } from "vitest";
import type { ReviewRecord } from "../reviews/review-record.ts";
import { reviewerFigures } from "./reviewer-figures.ts";

const reviewOf = (reviewer: string, further: Partial<ReviewRecord> = {}): ReviewRecord => ({
  id: "rev_1",
  project: "prj_1",
  task: "tsk_1",
  sample: "smp_1",
  reviewer,
  rubric: "rub_1",
  evaluation: null,
  originalAiScore: null,
  credentials: [],
  durationSeconds: null,
  createdAt: 0,
  revision: 1,
  grades: { safety: { value: 3 } },
  evaluator: null,
  overrideValue: null,
  notes: null,
  flags: [],
  submittedAt: 0,
  ...further,
});

test("the average is null if there are no reviews", () => {
  expect(reviewerFigures([], [])).toEqual({
    completed: 0,
    averageSeconds: null,
    durationCount: 0,
    overrideCount: 0,
    consensus: { agreed: 0, compared: 0 },
  });
});

test("known durations are averaged, and overrides are counted", () => {
  const own = [
    reviewOf("a", { durationSeconds: 10 }),
    reviewOf("a", { durationSeconds: 20, overrideValue: 0 }),
    reviewOf("a"),
  ];
  expect(reviewerFigures(own, own)).toMatchObject({
    completed: 3,
    averageSeconds: 15,
    durationCount: 2,
    overrideCount: 1,
  });
});

test("grades are compared with other reviewers' grades for the same sample and rubric", () => {
  const own = reviewOf("a");
  const others = [
    reviewOf("b"),
    reviewOf("c", { sample: "smp_2", grades: { safety: { value: 1 } } }),
    reviewOf("d", { rubric: "rub_2", grades: { safety: { value: 1 } } }),
  ];
  expect(reviewerFigures([own], [own, ...others]).consensus).toEqual({ agreed: 1, compared: 1 });
  expect(reviewerFigures([own], [own, ...others.slice(1)]).consensus).toEqual({ agreed: 0, compared: 0 });
});
