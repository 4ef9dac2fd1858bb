import { describe, expect, test } from "vitest";
import { decideAssignments, decideExpiry, decideNewAssignments, decideUnfit } from "./assignment-rules.ts";
import type { TaskDecision } from "./task-changes.ts";
import { assigned, auto, candidate, context, now, reviewer, task } from "./task-records.fixture.ts";

const holders = ({ update }: TaskDecision) =>
  update.map(({ id, assignments }) => [id, assignments.map((one) => one.reviewer)]);

const reasons = ({ events }: TaskDecision) =>
  events.map(({ event, data }) => [event, "reason" in data ? data.reason : undefined]);

describe("open slots", () => {
  test("are assigned by urgency of the task, then by its age, to the reviewer with the fewest samples", () => {
    const tasks = [
      task({ id: "task_2", assignment: auto }),
      task({ id: "task_1", assignment: auto }),
      task({ id: "task_3", assignment: auto, priority: "urgent" }),
    ];
    const candidates = [candidate("rvr_ada", { pending: 3 }), candidate("rvr_ben")];
    expect(holders(decideAssignments({ tasks, candidates }, context))).toEqual([
      ["task_3", ["rvr_ben"]],
      ["task_1", ["rvr_ben"]],
      ["task_2", ["rvr_ada"]],
    ]);
  });

  test("of tasks in pools and of tasks in a final state are not assigned", () => {
    const tasks = [task(), task({ id: "task_2", assignment: auto, status: "cancelled" })];
    const decision = decideAssignments({ tasks, candidates: [candidate("rvr_ada")] }, context);
    expect(decision).toEqual({ update: [], active: [], events: [] });
  });

  test("of new tasks without a qualified reviewer emit an event, except in a pool", () => {
    const tasks = [task({ assignment: auto }), task({ id: "task_2" })];
    const decision = decideNewAssignments({ tasks, candidates: [] }, context);
    expect(decision.update).toEqual([]);
    expect(decision.events).toEqual([
      {
        event: "review_task.unassigned",
        at: now,
        data: { task: "task_1", project: "proj_1", reviewer: null, reason: "no_matching_reviewer" },
      },
    ]);
  });
});

describe("a check whether a reviewer still qualifies and is available", () => {
  const held = (given = {}) =>
    task({ assignment: auto, status: "assigned", assignments: [assigned("rvr_ada")], ...given });

  test("reassigns the unfinished tasks of an unavailable reviewer, and keeps fully reviewed tasks", () => {
    const tasks = [held(), held({ id: "task_2", status: "in_progress", reviewed: { rvr_ada: 2 } })];
    const state = { tasks, candidates: [candidate("rvr_ben")] };
    const decision = decideUnfit(state, reviewer("rvr_ada", { available: false }), context);
    expect(holders(decision)).toEqual([["task_1", ["rvr_ben"]]]);
    expect(reasons(decision)).toEqual([
      ["review_task.unassigned", "unavailable"],
      ["review_task.assigned", undefined],
    ]);
  });

  test("emits the reason not_qualified for an available reviewer who does not qualify", () => {
    const state = { tasks: [held()], candidates: [] };
    const decision = decideUnfit(state, reviewer("rvr_ada", { projects: ["proj_2"] }), context);
    expect(reasons(decision)).toEqual([["review_task.unassigned", "not_qualified"]]);
    expect(decision.update).toMatchObject([{ status: "pending", assignments: [] }]);
  });

  test("keeps the tasks of a qualified and available reviewer", () => {
    const state = { tasks: [held()], candidates: [] };
    expect(decideUnfit(state, reviewer("rvr_ada"), context).update).toEqual([]);
  });
});

describe("expiry", () => {
  const claimed = (expiresAt: number, given = {}) =>
    task({ status: "assigned", assignments: [assigned("rvr_ada", { claimedAt: 0, expiresAt })], ...given });

  test("removes a claim at its expiry time, unless all samples are reviewed", () => {
    const tasks = [
      claimed(now),
      claimed(now + 1, { id: "task_2" }),
      claimed(now, { id: "task_3", status: "in_progress", reviewed: { rvr_ada: 2 } }),
    ];
    const decision = decideExpiry({ tasks, candidates: [] }, [], context);
    expect(holders(decision)).toEqual([["task_1", []]]);
    expect(reasons(decision)).toEqual([["review_task.unassigned", "lapsed"]]);
  });

  test("frees a reviewer whose claim expired: the released samples no longer count as pending", () => {
    const tasks = [claimed(now, { assignment: auto })];
    const candidates = [candidate("rvr_ada", { pending: 2 }), candidate("rvr_ben", { pending: 1 })];
    expect(holders(decideExpiry({ tasks, candidates }, [], context))).toEqual([["task_1", ["rvr_ada"]]]);
  });

  test("removes only assignments of reviewers with expired credentials", () => {
    const held = (id: string, by: string) => task({ id, status: "assigned", assignments: [assigned(by)] });
    const tasks = [held("task_1", "rvr_ada"), held("task_2", "rvr_ben")];
    const reviewers = [
      reviewer("rvr_ada", { credentialExpiresAt: now }),
      reviewer("rvr_ben", { credentialExpiresAt: now + 1 }),
    ];
    const decision = decideExpiry({ tasks, candidates: [] }, reviewers, context);
    expect(holders(decision)).toEqual([["task_1", []]]);
    expect(reasons(decision)).toEqual([["review_task.unassigned", "not_qualified"]]);
  });
});
