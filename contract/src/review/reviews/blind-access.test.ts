import { describe, expect, test } from "vitest";
import { assigned, task } from "../tasks/task-records.fixture.ts";
import type { NewTask } from "../tasks/task-record.ts";
import { findBlindSamples, revealsSample } from "./blind-access.ts";
import { reviewRecord } from "./review-record.fixture.ts";
import type { ReviewRecord } from "./review-record.ts";

/** A blind task of two samples that is assigned to Ada. */
const blindTask = (given: Partial<NewTask> = {}): NewTask => ({
  ...task({ blind: true, status: "assigned", assignments: [assigned("rvr_ada")] }),
  samples: ["smp_1", "smp_2"],
  ...given,
});

const hidden = (tasks: NewTask[], reviews: ReviewRecord[] = [], reviewer: string | null = "rvr_ada") =>
  [...findBlindSamples({ tasks, reviews }, reviewer)].map(({ sample }) => sample);

describe("blind access", () => {
  test("hides the samples of a blind task from its assigned reviewer", () => {
    expect(hidden([blindTask()])).toEqual(["smp_1", "smp_2"]);
    expect(hidden([blindTask({ status: "in_progress" })])).toEqual(["smp_1", "smp_2"]);
  });

  test("hides nothing from other reviewers, or from a key that acts as no reviewer", () => {
    expect(hidden([blindTask()], [], "rvr_bob")).toEqual([]);
    expect(hidden([blindTask()], [], null)).toEqual([]);
  });

  test("hides a sample until the reviewer has reviewed it in the task", () => {
    const review = reviewRecord({ task: "task_1", sample: "smp_1", reviewer: "rvr_ada" });
    expect(hidden([blindTask()], [review])).toEqual(["smp_2"]);
    expect(hidden([blindTask()], [{ ...review, reviewer: "rvr_bob" }])).toEqual(["smp_1", "smp_2"]);
    expect(hidden([blindTask()], [{ ...review, task: "task_2" }])).toEqual(["smp_1", "smp_2"]);
  });

  test("hides no samples of a task that is completed, cancelled or not blind", () => {
    expect(hidden([blindTask({ blind: false })])).toEqual([]);
    expect(hidden([blindTask({ status: "completed" })])).toEqual([]);
    expect(hidden([blindTask({ status: "cancelled" })])).toEqual([]);
  });

  test("with after_task hides all samples until the reviewer has reviewed each of them, assigned or not", () => {
    const late = blindTask({ reveal: "after_task", status: "in_progress" });
    const first = reviewRecord({ task: "task_1", sample: "smp_1", reviewer: "rvr_ada" });
    expect(hidden([late], [first])).toEqual(["smp_1", "smp_2"]);
    expect(hidden([{ ...late, assignments: [] }], [first])).toEqual(["smp_1", "smp_2"]);
    expect(hidden([{ ...late, assignments: [] }])).toEqual([]);
    expect(hidden([late], [first, { ...first, sample: "smp_2" }])).toEqual([]);
  });

  test("covers responses about the sample, and about its whole project", () => {
    const sample = { sample: "smp_1", project: "proj_1" };
    expect(revealsSample({ sampleIds: ["smp_2", "smp_1"] }, sample)).toBe(true);
    expect(revealsSample({ projectId: "proj_1" }, sample)).toBe(true);
    expect(revealsSample({ sampleIds: ["smp_2"], projectId: "proj_2" }, sample)).toBe(false);
    expect(revealsSample({}, sample)).toBe(false);
  });
});
