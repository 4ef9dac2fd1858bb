import { describe, expect, test } from "vitest";
import {
  isOpen,
  openTaskStatuses,
  slotStatus,
  statusHeldBy,
  statusReviewed,
  taskCancellationIn,
  type TaskStatus,
  taskTransitions,
} from "./task-states.ts";

const statuses: readonly TaskStatus[] = ["pending", "assigned", "in_progress", "completed", "cancelled"];

describe("a task", () => {
  test("is open until it is completed or cancelled", () => {
    expect(statuses.filter(isOpen)).toEqual(openTaskStatuses);
  });

  test("changes its state only as the transition table allows, with or without assignees", () => {
    for (const status of openTaskStatuses) {
      for (const holders of [0, 1, 20]) {
        const next = statusHeldBy(status, holders);
        const allowed: readonly TaskStatus[] = [status, ...taskTransitions[status]];
        expect(allowed).toContain(next);
      }
    }
  });

  test("is assigned while it has an assignee, until its first review", () => {
    expect(statusHeldBy("pending", 1)).toBe("assigned");
    expect(statusHeldBy("assigned", 0)).toBe("pending");
    expect(statusHeldBy("in_progress", 0)).toBe("in_progress");
    expect(statusHeldBy("cancelled", 1)).toBe("cancelled");
  });

  test("is completed by the review of its last sample", () => {
    expect([0, 3, 4].map((done) => statusReviewed(done, 4))).toEqual([
      "in_progress",
      "in_progress",
      "completed",
    ]);
  });

  test("can be cancelled while open; a repeated request returns the same response", () => {
    expect(statuses.map(taskCancellationIn)).toEqual(["cancel", "cancel", "cancel", "refuse", "same_answer"]);
  });
});

test("an assignment is first assigned, then claimed, in progress and completed", () => {
  const at = (claimed: boolean, reviewed: number) => slotStatus({ claimed, reviewed, total: 2 });
  expect([at(false, 0), at(true, 0), at(true, 1), at(false, 1), at(true, 2)]).toEqual([
    "assigned",
    "claimed",
    "in_progress",
    "in_progress",
    "completed",
  ]);
});
