import { describe, expect, test } from "vitest";
import { reviewRecord } from "../reviews/review-record.fixture.ts";
import { reviewer } from "../tasks/task-records.fixture.ts";
import type { PlacedRow } from "./rating-groups.ts";
import { importedTask, planRatings, type RatingState } from "./rating-rules.ts";
import {
  blindDiffers,
  notesTooLong,
  ratingRecorded,
  ratingRepeated,
  ratingTaken,
} from "./rating-refusals.ts";

const ada = reviewer("rvr_ada");
const ben = reviewer("rvr_ben", { credentials: [], available: false });
const now = 1000;

const state = (given: Partial<RatingState> = {}): RatingState => ({
  rubric: { id: "rub_1", project: "proj_1" },
  raters: new Map([
    ["Ada", { reviewer: ada, isNew: false }],
    ["rvr_ada", { reviewer: ada, isNew: false }],
    ["Ben", { reviewer: ben, isNew: true }],
  ]),
  stored: [],
  recorded: [],
  mode: "create",
  blind: false,
  now,
  newId: (kind) => `${kind}_new`,
  ...given,
});

const rating = (rater: string, dimension: string, value: unknown) => ({
  rater,
  dimension,
  grade: { value },
  at: "/rater",
});

const row = (line: number, given: Partial<PlacedRow> = {}): PlacedRow => ({
  sample: "smp_1",
  line,
  path: "",
  ratings: [rating("Ada", "accuracy", "correct")],
  notes: null,
  submittedAt: null,
  ...given,
});

const stored = (given = {}, blind = false) => ({
  review: reviewRecord({
    grades: { accuracy: { value: "correct" } },
    notes: "Old.",
    submittedAt: 500,
    ...given,
  }),
  blind,
});

describe("the rows of an import", () => {
  test("form one review for each rater and sample, and create the reviewers who rate", () => {
    const plan = planRatings(
      [
        row(1, { notes: "Fine." }),
        row(2, { ratings: [rating("rvr_ada", "clarity", 3)], notes: "Fine.", submittedAt: 200 }),
        row(3, { ratings: [rating("Ada", "tone", 1)], notes: "Late.", submittedAt: 300 }),
        row(4, { ratings: [rating("Ben", "accuracy", "too_low")] }),
      ],
      state(),
    );
    expect(plan).toMatchObject({ update: [], unchanged: 0, failed: 0, reviewers: [ben] });
    expect(plan.insert).toMatchObject([
      [
        {
          reviewer: "rvr_ada",
          grades: { accuracy: { value: "correct" }, clarity: { value: 3 }, tone: { value: 1 } },
          notes: "Fine.\nLate.",
          submittedAt: 300,
          createdAt: 300,
          credentials: ["MD"],
          overrideValue: null,
          durationSeconds: null,
        },
        { reviewer: "rvr_ben", submittedAt: now, credentials: [] },
      ],
    ]);
  });

  test("are refused as a whole if one of their ratings is refused, and then create no reviewer", () => {
    const faulty = row(2, {
      ratings: [rating("Ben", "accuracy", "correct"), rating("Ada", "accuracy", "correct")],
    });
    const plan = planRatings([row(1), faulty], state());
    const place = { path: "/rater", line: 2 };
    expect(plan.errors).toEqual([ratingRepeated({ rater: "Ada", dimension: "accuracy" }, 1, place)]);
    expect(plan).toMatchObject({ failed: 1, reviewers: [], insert: [[{ reviewer: "rvr_ada" }]] });
  });

  test("are refused if two columns name one reviewer", () => {
    const twice = row(1, { ratings: [rating("Ada", "accuracy", 1), rating("rvr_ada", "accuracy", 2)] });
    const place = { path: "/rater", line: 1 };
    expect(planRatings([twice], state()).errors).toEqual([
      ratingRepeated({ rater: "rvr_ada", dimension: "accuracy" }, 1, place),
    ]);
  });

  test("are refused if the comment of a review becomes too long", () => {
    const long = "x".repeat(6000);
    const rows = [
      row(1, { notes: long }),
      row(2, { ratings: [rating("Ada", "clarity", 3)], notes: `${long}y` }),
      row(3, { ratings: [rating("Ada", "tone", 3)], notes: long }),
    ];
    expect(planRatings(rows, state())).toMatchObject({
      failed: 1,
      errors: [notesTooLong("Ada", 10_000, { path: "/notes", line: 2 })],
      insert: [[{ notes: long }]],
    });
  });
});

test("a grade that Assay recorded is refused in each mode, but not another dimension of the same sample", () => {
  const recorded = [{ sample: "smp_1", reviewer: "rvr_ada", dimension: "accuracy" }];
  const rows = [row(1), row(2, { ratings: [rating("Ada", "clarity", 3)] }), row(3, { sample: "smp_2" })];
  for (const mode of ["create", "append", "update"] as const) {
    const plan = planRatings(rows, state({ mode, recorded }));
    const given = { rater: "Ada", dimension: "accuracy" };
    expect(plan.errors).toEqual([ratingRecorded(given, "smp_1", { path: "/rater", line: 1 })]);
    expect(plan.insert.flat()).toMatchObject([{ grades: { clarity: { value: 3 } } }, { sample: "smp_2" }]);
  }
});

describe("a stored review", () => {
  const place = { path: "/rater", line: 1 };

  test("gets further dimensions in each mode, with the comments of both", () => {
    for (const mode of ["create", "append"] as const) {
      const given = row(1, { ratings: [rating("Ada", "clarity", 3)], notes: "New.", submittedAt: 400 });
      expect(planRatings([given], state({ mode, stored: [stored()] })).update).toMatchObject([
        {
          id: "rev_1",
          task: "task_1",
          revision: 2,
          grades: { accuracy: { value: "correct" }, clarity: { value: 3 } },
          notes: "Old.\nNew.",
          // The review contains a grade from 500.
          submittedAt: 500,
        },
      ]);
    }
  });

  test("keeps a grade in mode append, and refuses a second one in mode create", () => {
    const given = row(1, { ratings: [rating("Ada", "accuracy", "too_low")], notes: "New." });
    expect(planRatings([given], state({ mode: "append", stored: [stored()] }))).toMatchObject({
      update: [],
      unchanged: 1,
    });
    expect(planRatings([given], state({ stored: [stored()] })).errors).toEqual([
      ratingTaken({ rater: "Ada", dimension: "accuracy" }, place),
    ]);
  });

  test("changes in mode update only if a grade, the comment or the time differs", () => {
    const update = (given: Partial<PlacedRow>) =>
      planRatings([row(1, given)], state({ mode: "update", stored: [stored()] }));
    expect(update({})).toMatchObject({ update: [], unchanged: 1 });
    expect(update({ notes: "Old.", submittedAt: 500 })).toMatchObject({ update: [], unchanged: 1 });
    expect(update({ notes: "New." }).update).toMatchObject([{ notes: "New.", submittedAt: now }]);
    expect(update({ submittedAt: 400 }).update).toMatchObject([{ notes: "Old.", submittedAt: 400 }]);
    expect(update({ ratings: [rating("Ada", "accuracy", "too_low")] }).update).toMatchObject([
      {
        revision: 2,
        grades: { accuracy: { value: "too_low" } },
        notes: "Old.",
        submittedAt: now,
        createdAt: 10,
      },
    ]);
  });

  test("refuses ratings with another declaration in each mode", () => {
    for (const mode of ["create", "append", "update"] as const) {
      const given = row(1, { ratings: [rating("Ada", "clarity", 3)] });
      const plan = planRatings([given], state({ mode, blind: true, stored: [stored({}, false)] }));
      expect(plan.errors).toEqual([blindDiffers("Ada", false, place)]);
    }
  });
});

test("an imported task is completed, and requires the fewest reviews of its samples", () => {
  const review = (sample: string, of: string) => ({ ...reviewRecord({ sample, reviewer: of }) });
  const crowd = Array.from({ length: 25 }, (_, index) => review("smp_2", `rvr_${index}`));
  const terms = state({ blind: true });
  expect(importedTask([[review("smp_1", "rvr_1"), review("smp_1", "rvr_2")], crowd], terms)).toMatchObject({
    origin: "import",
    status: "completed",
    blind: true,
    reviewsRequired: 2,
    samples: ["smp_1", "smp_2"],
    sampleCount: 2,
    completed: 2,
    reviewed: { rvr_1: 2, rvr_2: 2, rvr_3: 1 },
    assignments: [],
    completedAt: now,
  });
  // A task can require at most 20 reviews.
  expect(importedTask([crowd], terms).reviewsRequired).toBe(20);
});
