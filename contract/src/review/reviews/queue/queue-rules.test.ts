import { describe, expect, test } from "vitest";
import type { ReviewerRecord } from "../../reviewers/reviewer-rules.ts";
import { reviewer } from "../../tasks/task-records.fixture.ts";
import { claimableReason, compareQueued, type QueuedTask } from "./queue-rules.ts";

const now = 100;
const queued = (id: string, given: Partial<QueuedTask> = {}): QueuedTask => ({
  id,
  priority: "normal",
  dueAt: null,
  createdAt: 0,
  ...given,
});

describe("a reviewer's queue", () => {
  test.each([
    ["the more urgent task", queued("b", { priority: "urgent" }), queued("a", { dueAt: 1 })],
    ["the overdue task", queued("b", { dueAt: 99 }), queued("a", { dueAt: 100 })],
    ["the task that is due earlier", queued("b", { dueAt: 100 }), queued("a", { dueAt: 101 })],
    ["a task with a due date, before a task without one", queued("b", { dueAt: 500 }), queued("a")],
    ["the older task", queued("b"), queued("a", { createdAt: 1 })],
    ["the smaller id, if both tasks were created at the same instant", queued("a"), queued("b")],
  ])("starts with %s", (_, first, second) => {
    expect(Math.sign(compareQueued(first, second, now))).toBe(-1);
    expect(Math.sign(compareQueued(second, first, now))).toBe(1);
  });

  test("keeps the order of samples of one task", () => {
    expect(compareQueued(queued("a"), queued("a"), now)).toBe(0);
  });
});

test("a reviewer can claim no task without valid credentials, or while they are not available", () => {
  const at = (set: Partial<ReviewerRecord>) => claimableReason(reviewer("rvr_1", set), now);
  expect(at({})).toBeNull();
  expect(at({ credentialExpiresAt: now + 1 })).toBeNull();
  expect(at({ credentialExpiresAt: now, available: false })).toBe("credentials_expired");
  expect(at({ available: false })).toBe("not_available");
});
