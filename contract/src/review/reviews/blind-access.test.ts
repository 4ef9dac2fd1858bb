import { describe, expect, test } from "vitest";
import { assigned, reviewer, task } from "../tasks/task-records.fixture.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { NewTask } from "../tasks/task-record.ts";
import { type BlindReader, findBlindSamples, refuseHidden, revealsSample } from "./blind-access.ts";
import { reviewRecord } from "./review-record.fixture.ts";
import type { ReviewRecord } from "./review-record.ts";

const acting = (id: string, given: Partial<ReviewerRecord> = {}): BlindReader => ({
  reviewer: reviewer(id, given),
  managesTasks: false,
});

/** A blind task of two samples that is assigned to Ada. */
const blindTask = (given: Partial<NewTask> = {}): NewTask => ({
  ...task({ blind: true, status: "assigned", assignments: [assigned("rvr_ada")] }),
  samples: ["smp_1", "smp_2"],
  ...given,
});

const hidden = (tasks: NewTask[], reviews: ReviewRecord[] = [], reader: BlindReader = acting("rvr_ada")) =>
  [...findBlindSamples({ tasks, reviews }, reader)].map(({ sample }) => sample);

describe("blind access", () => {
  test("hides the samples of a blind task from its assigned reviewer", () => {
    expect(hidden([blindTask()])).toEqual(["smp_1", "smp_2"]);
    expect(hidden([blindTask({ status: "in_progress" })])).toEqual(["smp_1", "smp_2"]);
  });

  test("hides nothing from other reviewers, or from a key that acts as no reviewer", () => {
    expect(hidden([blindTask()], [], acting("rvr_bob"))).toEqual([]);
    expect([...findBlindSamples({ tasks: [blindTask()], reviews: [] }, undefined)]).toEqual([]);
  });

  test("hides the samples of a task that the reviewer could claim, unless the key manages tasks", () => {
    const needing = {
      mode: "pool" as const,
      reviewer_id: null,
      required_credentials: ["RN" as const],
      specialty: null,
    };
    const open = blindTask({ assignments: [], assignment: needing });
    const nurse = { credentials: ["RN" as const] };
    const both = ["smp_1", "smp_2"];
    expect(hidden([open])).toEqual([]);
    expect(hidden([open], [], acting("rvr_bob", nurse))).toEqual(both);
    expect(hidden([open], [], { ...acting("rvr_bob", nurse), managesTasks: true })).toEqual([]);
    // Both states can end after the reviewer has read the results.
    const away = { ...nurse, available: false, credentialExpiresAt: 1 };
    expect(hidden([open], [], acting("rvr_bob", away))).toEqual(both);
    const taken = { ...open, assignments: [assigned("rvr_ada")] };
    expect(hidden([taken], [], acting("rvr_bob", nurse))).toEqual([]);
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
    const taken = { ...late, assignments: [assigned("rvr_bob")] };
    expect(hidden([taken], [first])).toEqual(["smp_1", "smp_2"]);
    expect(hidden([taken])).toEqual([]);
    expect(hidden([late], [first, { ...first, sample: "smp_2" }])).toEqual([]);
  });

  test("covers responses about the sample, and about its whole project", () => {
    const sample = { sample: "smp_1", project: "proj_1", mask: { metadata: null, fields: null } };
    expect(revealsSample({ sampleIds: ["smp_2", "smp_1"] }, sample)).toBe(true);
    expect(revealsSample({ projectId: "proj_1" }, sample)).toBe(true);
    expect(revealsSample({ sampleIds: ["smp_2"], projectId: "proj_2" }, sample)).toBe(false);
    expect(revealsSample({}, sample)).toBe(false);
  });
});

describe("the refusal to reveal a sample", () => {
  const ofTask = (id: string, hasReviewed: boolean, left: number) => ({ task: id, hasReviewed, left });
  const refusal = (...hiding: Parameters<typeof refuseHidden>[0]) => {
    try {
      return refuseHidden(hiding);
    } catch (error) {
      return String(error);
    }
  };

  test("names the task to finish only if the sample itself is reviewed in all tasks that hide it", () => {
    expect(refusal()).toBeUndefined();
    expect(refusal(ofTask("task_1", false, 2))).toContain("yet to review blind. Submit that review first");
    expect(refusal(ofTask("task_1", true, 2))).toContain('of review task "task_1"');
    expect(refusal(ofTask("task_1", true, 2))).toContain("Reviews left: 2.");
    expect(refusal(ofTask("task_2", true, 3), ofTask("task_1", true, 1))).toContain('"task_1"');
    expect(refusal(ofTask("task_2", false, 3), ofTask("task_1", true, 1))).toContain("yet to review blind");
  });

  test("counts the samples of the task that the reviewer has yet to review", () => {
    const review = reviewRecord({ task: "task_1", sample: "smp_1", reviewer: "rvr_ada" });
    const state = { tasks: [blindTask({ reveal: "after_task" })], reviews: [review] };
    expect([...findBlindSamples(state, acting("rvr_ada"))]).toMatchObject([
      { sample: "smp_1", task: "task_1", hasReviewed: true, left: 1 },
      { sample: "smp_2", task: "task_1", hasReviewed: false, left: 1 },
    ]);
  });
});
