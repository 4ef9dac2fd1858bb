import { describe, expect, test } from "vitest";
import { now, reviewer, task } from "../tasks/task-records.fixture.ts";
import { type AdjudicationState, decideAdjudication, mergedGrades } from "./adjudication-rules.ts";

const ada = reviewer("rvr_ada");
const state: AdjudicationState = {
  task: task({ status: "completed", reviewsRequired: 2 }),
  reviewer: ada,
  reviewsOfSample: 2,
  hiding: [],
  dimensions: [
    { id: "safe", name: "Safe?", type: "boolean", required: true },
    { id: "clarity", name: "Clarity", type: "scale", required: true, min: 1, max: 5 },
  ],
  reviews: [
    { id: "rev_1", reviewer: "rvr_ben", revision: 1 },
    { id: "rev_2", reviewer: "rvr_cleo", revision: 3 },
  ],
  present: undefined,
};
const body = {
  task: "task_1",
  sample: "smp_1",
  grades: { safe: { value: true } },
  notes: undefined,
  basis: undefined,
  supersedes: undefined,
};
const decide = (
  given: Partial<AdjudicationState> = {},
  further: Partial<Parameters<typeof decideAdjudication>[1]> = {},
) =>
  decideAdjudication(
    { ...state, ...given },
    { ...body, ...further },
    { now, newId: (kind) => `${kind}_new` },
  );

describe("an adjudication", () => {
  test("may omit dimensions that the rubric requires, and is based on all reviews by default", () => {
    const { record, events } = decide();
    expect(record).toEqual({
      id: "adjudication_new",
      project: "proj_1",
      task: "task_1",
      sample: "smp_1",
      rubric: "rub_1",
      adjudicator: "rvr_ada",
      credentials: ["MD"],
      grades: { safe: { value: true } },
      notes: null,
      basis: [
        { review: "rev_1", revision: 1 },
        { review: "rev_2", revision: 3 },
      ],
      supersedes: null,
      createdAt: now,
    });
    expect(events).toMatchObject([{ event: "review.adjudicated", at: now, data: { id: record.id } }]);
    expect(decide({}, { basis: ["rev_2"] }).record.basis).toEqual([{ review: "rev_2", revision: 3 }]);
  });

  test("keeps the grades of the superseded one that it does not repeat", () => {
    const before = { safe: { value: false, why: "x" }, clarity: { value: 2 } };
    expect(mergedGrades(undefined, body.grades)).toEqual(body.grades);
    expect(mergedGrades({ grades: before }, body.grades)).toEqual({
      safe: { value: true },
      clarity: { value: 2 },
    });
  });

  test("is refused for the first reason in the documented order", () => {
    const raters = [{ id: "rev_1", reviewer: "rvr_ada", revision: 1 }];
    // Each state also has all later faults.
    const faults: [Partial<AdjudicationState>, string][] = [
      [{ reviewer: undefined }, "requires an API key of a reviewer"],
      [{ task: undefined }, 'Review task "task_1" not found'],
      [{ reviewsOfSample: undefined }, "does not belong to review task"],
      [{ hiding: [{ task: "task_1", hasReviewed: false, left: 1 }] }, "yet to review blind"],
      [{ reviews: raters }, "has reviewed the sample"],
      [
        { task: task({ adjudicatorCredentials: ["RN"], status: "cancelled", reviewsRequired: 3 }) },
        "holds MD",
      ],
      [{ task: task({ status: "cancelled", reviewsRequired: 3 }) }, "is cancelled"],
      [{ task: task({ reviewsRequired: 3 }), reviews: [] }, "it must have 3"],
      [{ reviews: [] }, "reviews of 0 reviewers"],
    ];
    const further = { basis: ["rev_9"], supersedes: "adj_9", grades: { tone: { value: 1 } } };
    for (const [index, [, message]] of faults.entries()) {
      const later = faults
        .slice(index)
        .toReversed()
        .map(([fault]) => fault);
      expect(() => decide(Object.assign({}, ...later), further)).toThrow(message);
    }
    expect(() => decide({}, further)).toThrow('Review "rev_9" does not belong to sample');
    expect(() => decide({}, { ...further, basis: undefined })).toThrow('supersedes is "adj_9"');
    expect(() => decide({}, { grades: further.grades })).toThrow('"tone" is not a dimension');
  });

  test("ignores whether the adjudicator is available", () => {
    expect(() => decide({ reviewer: { ...ada, available: false } })).not.toThrow();
  });
});
