import { describe, expect, test } from "vitest";
import type { RubricDimension } from "../rubrics/rubric-dimensions.ts";
import { decides, ratedDimensions, referenceLabel } from "./reference-labels.ts";
import { ratedReview } from "./disagreements/rated-review.fixture.ts";
import { sampleGrades } from "./disagreements/sample-grades.ts";

const clarity: RubricDimension = {
  id: "clarity",
  name: "Clarity",
  type: "scale",
  required: false,
  min: 1,
  max: 5,
};
const harms: RubricDimension = {
  id: "harms",
  name: "Harms",
  type: "multi_select",
  required: false,
  options: [
    { value: "delay", label: "Delay" },
    { value: "dose", label: "Dose" },
  ],
};

/** Returns blind reviews with one grade each. */
const graded = (dimension: string, ...values: unknown[]) =>
  values.map((value, index) => ratedReview(`r${index}`, [{ [dimension]: { value } }]));

const labelOf = (
  dimension: RubricDimension,
  values: readonly unknown[],
  adjudicated?: Record<string, unknown>,
) => {
  const reviews = graded(dimension.id, ...values);
  const grades = sampleGrades(reviews, { dimension: dimension.id, includeUnblinded: false });
  return referenceLabel(dimension, grades, adjudicated && { id: "adj_1", grades: adjudicated });
};

describe("a reference label", () => {
  test("is unanimous if at least two grades count and all are equal", () => {
    expect(labelOf(clarity, [3, 3])).toEqual({ value: 3, source: "unanimous", n: 2 });
    expect(labelOf(clarity, [3])).toBeNull();
    expect(labelOf(clarity, [])).toBeNull();
    // The reviewer who found the sample not assessable gave no grade.
    expect(labelOf(clarity, [3, null])).toBeNull();
    expect(labelOf(clarity, [3, null, 3])).toMatchObject({ n: 2 });
    // A majority is not a reference.
    expect(labelOf(clarity, [3, 3, 4])).toBeNull();
    expect(
      labelOf(harms, [
        ["dose", "delay"],
        ["delay", "dose"],
      ]),
    ).toMatchObject({ value: ["dose", "delay"] });
  });

  test("is the adjudicated value, even if all grades are equal", () => {
    const adjudicated = { clarity: { value: 4 } };
    expect(labelOf(clarity, [3, 3], adjudicated)).toEqual({ value: 4, source: "adjudicated", n: 2 });
    expect(labelOf(clarity, [1, 5], adjudicated)).toMatchObject({ value: 4 });
    expect(labelOf(clarity, [], adjudicated)).toEqual({ value: 4, source: "adjudicated", n: 0 });
    expect(labelOf(clarity, [3, 3], { harms: { value: [] } })).toMatchObject({ source: "unanimous" });
  });

  test("is absent if the adjudicator found the sample not assessable", () => {
    expect(labelOf(clarity, [3, 3], { clarity: { value: null, not_assessable: true } })).toBeNull();
  });
});

describe("what is stored about a sample", () => {
  test("contains each dimension with a disagreement, an adjudication or a label", () => {
    const reviews = [
      ratedReview("r1", [{ clarity: { value: 1 }, harms: { value: [] } }]),
      ratedReview("r2", [{ clarity: { value: 5 }, harms: { value: [] } }]),
    ];
    expect(ratedDimensions([clarity, harms], reviews, undefined)).toEqual([
      { dimension: "clarity", spread: 1, unblindedSpread: 1, isAdjudicated: false, label: null },
      { dimension: "harms", spread: null, unblindedSpread: null, isAdjudicated: false, label: "unanimous" },
    ]);
    const present = { id: "adj_1", grades: { clarity: { value: null, not_assessable: true } } };
    expect(ratedDimensions([clarity, harms], [], present)).toEqual([
      { dimension: "clarity", spread: null, unblindedSpread: null, isAdjudicated: true, label: null },
    ]);
    expect(decides(present, "harms")).toBe(false);
    expect(decides(undefined, "clarity")).toBe(false);
  });
});
