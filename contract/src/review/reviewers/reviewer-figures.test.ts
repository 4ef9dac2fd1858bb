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
  revealedAt: null,
  createdAt: 0,
  revision: 1,
  grades: { safety: { value: 3 } },
  evaluator: null,
  overrideValue: null,
  notes: null,
  flags: [],
  activeSeconds: null,
  afterReveal: false,
  submittedAt: 0,
  ...further,
});

/** Counts all reviews by the reviewer `a`. */
const counted = { reviewer: "a", since: -1, isShown: () => true };

test("the average is null if there are no reviews", () => {
  expect(reviewerFigures([], counted)).toEqual({
    completed: 0,
    averageSeconds: null,
    durationCount: 0,
    medianActiveSeconds: null,
    activeCount: 0,
    overrideCount: 0,
    consensus: { agreed: 0, compared: 0 },
  });
});

test("the median of the active times covers the reviews for which it was sent", () => {
  const active = (...values: (number | null)[]) =>
    reviewerFigures(
      values.map((activeSeconds) => reviewOf("a", { activeSeconds })),
      counted,
    );
  expect(active(40, null, 2.5, 90)).toMatchObject({ completed: 4, medianActiveSeconds: 40, activeCount: 3 });
  expect(active(40, 2.5)).toMatchObject({ medianActiveSeconds: 21.25, activeCount: 2 });
  expect(active(0)).toMatchObject({ medianActiveSeconds: 0, activeCount: 1 });
  expect(active(null)).toMatchObject({ medianActiveSeconds: null, activeCount: 0 });
});

test("known durations are averaged, and overrides are counted", () => {
  const own = [
    reviewOf("a", { durationSeconds: 10 }),
    reviewOf("a", { durationSeconds: 20, overrideValue: 0 }),
    reviewOf("a"),
  ];
  expect(reviewerFigures(own, counted)).toMatchObject({
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
  expect(reviewerFigures([own, ...others], counted).consensus).toEqual({ agreed: 1, compared: 1 });
  expect(reviewerFigures([own, ...others.slice(1)], counted).consensus).toEqual({ agreed: 0, compared: 0 });
});

test("only shown reviews in the period count", () => {
  const reviews = [
    reviewOf("a", { createdAt: 10 }),
    reviewOf("a", { createdAt: 11 }),
    reviewOf("a", { createdAt: 12, sample: "smp_2" }),
  ];
  const isShown = ({ sample }: ReviewRecord) => sample !== "smp_2";
  expect(reviewerFigures(reviews, { reviewer: "a", since: 10, isShown }).completed).toBe(1);
});
