import { describe, expect, test } from "vitest";
import { task } from "../tasks/task-records.fixture.ts";
import type { TaskRecord } from "../tasks/task-record.ts";
import { countedRevision, isAfterReveal, isHiddenIn } from "./reveal-rules.ts";

const blind = (given: Partial<TaskRecord> = {}) =>
  task({ blind: true, status: "in_progress", sampleCount: 3, ...given });

describe("a blind task", () => {
  test("hides a sample until the reviewer has reviewed it", () => {
    expect(isHiddenIn(blind(), { reviewed: 2, hasReviewed: false })).toBe(true);
    expect(isHiddenIn(blind(), { reviewed: 1, hasReviewed: true })).toBe(false);
  });

  test("with after_task hides all samples until the reviewer has reviewed each of them", () => {
    const late = blind({ reveal: "after_task" });
    expect(isHiddenIn(late, { reviewed: 2, hasReviewed: true })).toBe(true);
    expect(isHiddenIn(late, { reviewed: 3, hasReviewed: true })).toBe(false);
  });

  test("hides nothing after it has ended", () => {
    for (const status of ["completed", "cancelled"] as const)
      for (const reveal of ["after_submit", "after_task"] as const)
        expect(isHiddenIn(blind({ status, reveal }), { reviewed: 0, hasReviewed: false })).toBe(false);
  });
});

test("a task that is not blind hides nothing", () => {
  expect(isHiddenIn(blind({ blind: false }), { reviewed: 0, hasReviewed: false })).toBe(false);
});

describe("a revision is submitted after the reveal", () => {
  const stored = { afterReveal: false, revealedAt: null };

  test("if it is not the first one of a blind review", () => {
    expect(isAfterReveal(blind(), undefined, 0)).toBe(false);
    expect(isAfterReveal(blind(), stored, 1)).toBe(true);
  });

  test("with after_task, if the reviewer had reviewed all samples, or the task had ended", () => {
    const late = blind({ reveal: "after_task" });
    expect(isAfterReveal(late, stored, 2)).toBe(false);
    expect(isAfterReveal(late, stored, 3)).toBe(true);
    expect(isAfterReveal({ ...late, status: "completed" }, stored, 2)).toBe(true);
    expect(isAfterReveal(late, { ...stored, afterReveal: true }, 2)).toBe(true);
    expect(isAfterReveal(late, { ...stored, revealedAt: 1 }, 2)).toBe(true);
  });

  test("never in a task that is not blind or was imported", () => {
    expect(isAfterReveal(blind({ blind: false }), stored, 1)).toBe(false);
    expect(isAfterReveal(blind({ origin: "import" }), stored, 1)).toBe(false);
  });
});

test("the counted revision is the last one that was submitted before the reveal", () => {
  const revisions = [false, false, true, true].map((afterReveal, index) => ({
    revision: index + 1,
    afterReveal,
  }));
  expect(countedRevision(revisions)?.revision).toBe(2);
  expect(countedRevision(revisions.slice(0, 1))?.revision).toBe(1);
  expect(countedRevision([])).toBeUndefined();
});
