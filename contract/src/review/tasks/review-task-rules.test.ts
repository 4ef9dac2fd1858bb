import { describe, expect, test } from "vitest";
import { decideReviewTask, type TaskCommand, type TaskState } from "./review-task-rules.ts";
import type { TaskRecord } from "./task-record.ts";
import {
  assigned,
  auto,
  candidate,
  context,
  expiry,
  manual,
  now,
  reviewer,
  task,
} from "./task-records.fixture.ts";

const ada = reviewer("rvr_ada");
const id = "task_1";
const claim: TaskCommand = { type: "claim", id };
const release: TaskCommand = { type: "release", id };
const cancel: TaskCommand = { type: "cancel", id };
const reassign = (to: string, from?: string): TaskCommand => ({ type: "reassign", id, to, from });

const decide = (command: TaskCommand, present: TaskRecord | undefined, given: Partial<TaskState> = {}) =>
  decideReviewTask({ task: present, reviewer: ada, candidates: [], ...given }, command, context);

const kinds = (events: readonly { event: string; data: object }[]) =>
  events.map(({ event, data }) => [event, data]);

describe("a command on a review task", () => {
  test.each([claim, release])("$type requires a key with a reviewer, even for an unknown task", (command) => {
    expect(() => decide(command, undefined, { reviewer: undefined })).toThrow(
      "requires an API key of a reviewer",
    );
  });

  test.each([claim, release, cancel, reassign("rvr_ada")])("$type refuses an unknown task", (command) => {
    expect(() => decide(command, undefined)).toThrow('Review task "task_1" not found');
  });

  test.each([claim, release, reassign("rvr_ada")])("$type refuses a task in a final state", (command) => {
    expect(() => decide(command, task({ status: "cancelled" }))).toThrow('Review task "task_1" is cancelled');
  });
});

describe("a claim", () => {
  test("takes an open slot, and expires", () => {
    const { record, active, events } = decide(claim, task({ declined: ["rvr_ada"] }));
    expect(record).toMatchObject({
      status: "assigned",
      declined: [],
      assignments: [assigned("rvr_ada", { assignedAt: now, claimedAt: now, expiresAt: expiry })],
    });
    expect(active).toEqual(["rvr_ada"]);
    expect(kinds(events)).toEqual([
      [
        "review_task.assigned",
        { task: id, project: "proj_1", reviewer: "rvr_ada", priority: "normal", due_at: null },
      ],
    ]);
  });

  test("does not expire for a slot that a manual task reserves for the reviewer", () => {
    const { record } = decide(claim, task({ assignment: manual("rvr_ada") }));
    expect(record.assignments).toEqual([assigned("rvr_ada", { assignedAt: now, claimedAt: now })]);
  });

  test("does not expire for an assigned slot; repeating an expiring claim extends it", () => {
    const given = decide(claim, task({ status: "assigned", assignments: [assigned("rvr_ada")] }));
    expect(given.record.assignments).toEqual([assigned("rvr_ada", { claimedAt: now })]);
    expect(given.events).toEqual([]);
    const claimed = assigned("rvr_ada", { claimedAt: 5, expiresAt: now + 1 });
    const renewed = decide(claim, task({ status: "assigned", assignments: [claimed] }));
    expect(renewed.record.assignments).toEqual([{ ...claimed, expiresAt: expiry }]);
  });

  test("is refused to a reviewer who does not qualify or is not available", () => {
    const needs = { ...auto, mode: "pool" as const, required_credentials: ["RN" as const] };
    expect(() => decide(claim, task({ assignment: needs }))).toThrow("holds MD; the task requires RN");
    const away = reviewer("rvr_ada", { available: false });
    expect(() => decide(claim, task(), { reviewer: away })).toThrow("is not available");
  });

  test("is refused if no slot is open, or if the open slot is reserved for another reviewer", () => {
    const taken = task({ assignments: [assigned("rvr_ben")] });
    expect(() => decide(claim, taken)).toThrow("has no open slot");
    expect(() => decide(claim, task({ assignment: manual("rvr_ben") }))).toThrow("is not assigned to you");
  });
});

describe("a release", () => {
  test("is refused to a reviewer who is not assigned to the task", () => {
    expect(() => decide(release, task())).toThrow("is not assigned to you");
  });

  test("removes the assignment, excludes the reviewer from new assignments, and in mode auto assigns another reviewer", () => {
    const held = task({ assignment: auto, status: "assigned", assignments: [assigned("rvr_ada")] });
    const candidates = [candidate("rvr_ada", { pending: 2 }), candidate("rvr_ben", { pending: 9 })];
    const { record, events } = decide(release, held, { candidates });
    expect(record).toMatchObject({ status: "assigned", declined: ["rvr_ada"] });
    expect(record.assignments).toEqual([assigned("rvr_ben", { assignedAt: now })]);
    expect(events.map(({ event }) => event)).toEqual(["review_task.unassigned", "review_task.assigned"]);
  });

  test("of a fully reviewed task changes nothing", () => {
    const done = task({
      status: "in_progress",
      assignments: [assigned("rvr_ada")],
      reviewed: { rvr_ada: 2 },
    });
    expect(decide(release, done)).toEqual({ record: done, update: [], active: [], events: [] });
  });
});

describe("a cancellation", () => {
  test("cancels the task, whose claims then no longer expire", () => {
    const held = task({ status: "assigned", assignments: [assigned("rvr_ada", { expiresAt: expiry })] });
    expect(decide(cancel, held).record).toEqual({
      ...held,
      status: "cancelled",
      cancelledAt: now,
      assignments: [assigned("rvr_ada")],
    });
  });

  test("changes nothing if it is repeated, and is refused for a completed task", () => {
    expect(decide(cancel, task({ status: "cancelled" })).update).toEqual([]);
    expect(() => decide(cancel, task({ status: "completed" }))).toThrow("is completed");
  });
});

describe("a reassignment", () => {
  const held = (...ids: string[]) =>
    task({ status: "assigned", assignments: ids.map((one) => assigned(one)) });

  test("is refused for a reviewer who is unknown, unqualified or already assigned", () => {
    const to = reassign("rvr_ada");
    expect(() => decide(to, task(), { reviewer: undefined })).toThrow('Reviewer "rvr_ada" not found');
    const away = reviewer("rvr_ada", { available: false });
    expect(() => decide(to, task(), { reviewer: away })).toThrow("is not available");
    expect(() => decide(to, held("rvr_ada"))).toThrow("already");
  });

  test("is refused if `from` is not assigned, or if `from` is missing and several reviewers are assigned", () => {
    expect(() => decide(reassign("rvr_ada", "rvr_cleo"), held("rvr_ben"))).toThrow('from is "rvr_cleo"');
    const full = { ...held("rvr_ben", "rvr_cleo"), reviewsRequired: 2 };
    expect(() => decide(reassign("rvr_ada"), full)).toThrow("from is required");
  });

  test("fills an open slot, or replaces the only reviewer", () => {
    const open = decide(reassign("rvr_ada"), { ...held("rvr_ben"), reviewsRequired: 2 });
    expect(open.record.assignments.map((one) => one.reviewer)).toEqual(["rvr_ben", "rvr_ada"]);
    const taken = decide(reassign("rvr_ada"), held("rvr_ben"));
    expect(taken.record.assignments).toEqual([assigned("rvr_ada", { assignedAt: now })]);
    expect(taken.events[0]?.data).toMatchObject({ reviewer: "rvr_ben", reason: "reassigned" });
  });

  test("of a reserved slot reserves the slot for the new reviewer; of another slot, it reserves nothing", () => {
    const reserved = { ...held("rvr_ben", "rvr_cleo"), reviewsRequired: 2, assignment: manual("rvr_ben") };
    const moved = decide(reassign("rvr_ada", "rvr_ben"), reserved);
    expect(moved.record.assignment.reviewer_id).toBe("rvr_ada");
    const other = decide(reassign("rvr_ada", "rvr_cleo"), reserved);
    expect(other.record.assignment.reviewer_id).toBe("rvr_ben");
  });
});
