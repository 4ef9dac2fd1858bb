import { describe, expect, test } from "vitest";
import { ratedReview } from "./rated-review.fixture.ts";
import { differingGrades, sampleGrades } from "./sample-grades.ts";

const blindOnly = { dimension: "safe", includeUnblinded: false };
const safe = { id: "safe", name: "Safe?", type: "boolean" as const, required: false };
const valuesOf = (grades: ReturnType<typeof sampleGrades>) =>
  grades.counted.map(({ reviewer, value, revision }) => [reviewer.id, value, revision]);

describe("the grades of a sample", () => {
  test("are those of counted revisions, at most one of each reviewer, earliest first", () => {
    const reviews = [
      // The second revision was submitted after the reveal.
      ratedReview("r2", [{ safe: { value: true } }, { safe: { value: false } }]),
      ratedReview("r1", [{ safe: { value: false, confidence: "low" } }]),
      // A second task of the first reviewer: its grade was given later.
      ratedReview("r1", [{}, { safe: { value: true } }], { id: "rev_z", task: "task_2" }),
    ];
    const grades = sampleGrades(reviews, blindOnly);
    expect(valuesOf(grades)).toEqual([
      ["r1", false, 1],
      ["r2", true, 1],
    ]);
    expect(grades.counted[0]).toMatchObject({ review: "rev_r1", task: "task_1", confidence: "low" });
    expect(grades.counted[1]?.confidence).toBeNull();
  });

  test("of tasks that are not blind count only if they are included", () => {
    const open = ratedReview("r2", [{ safe: { value: false } }], { blind: false });
    const reviews = [ratedReview("r1", [{ safe: { value: true } }]), open];
    expect(valuesOf(sampleGrades(reviews, blindOnly))).toEqual([["r1", true, 1]]);
    expect(sampleGrades(reviews, { ...blindOnly, includeUnblinded: true }).counted).toHaveLength(2);
    expect(differingGrades([safe], reviews, false)).toEqual([]);
    expect(differingGrades([safe], reviews, true)).toMatchObject([{ dimension: "safe", spread: 0.5 }]);
  });

  test("count each reviewer once who found the sample not assessable", () => {
    const none = { safe: { value: null, not_assessable: true } };
    const reviews = [
      ratedReview("r1", [none]),
      ratedReview("r1", [none], { id: "rev_z", task: "task_2" }),
      // This reviewer assessed the sample in another task.
      ratedReview("r2", [none]),
      ratedReview("r2", [{ safe: { value: true } }], { id: "rev_y", task: "task_2" }),
    ];
    expect(sampleGrades(reviews, blindOnly)).toMatchObject({ notAssessable: 1, counted: [{ value: true }] });
  });
});
