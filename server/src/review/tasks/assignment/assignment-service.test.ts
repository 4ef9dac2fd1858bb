import { formatId } from "@assay/contract/platform/ids";
import { slotRefusal } from "@assay/contract/review/tasks/review-task-rules";
import { findAssignment } from "@assay/contract/review/tasks/task-record";
import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../../platform/jobs/job-harness.fixture.ts";
import { findReviewer } from "../../reviewers/reviewer-queries.ts";
import { assignment, ReviewHarness } from "../review-harness.fixture.ts";
import { expireAssignments } from "./expire-assignments.ts";
import { sweepReviews } from "./sweep-reviews.ts";
import { listTasks } from "../task-list-query.ts";
import { openTasks, waitingTasks } from "../task-queries.ts";
import { uuidOf } from "../../../platform/db/record-columns.ts";

const named = (id: string) => formatId("reviewer", id);

describe.each(engines)("assignment on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = (samples?: number) => ReviewHarness.open(theHarness(), samples);

  test("emits events for the assigned and unassigned reviewers of a task, with the reason", async () => {
    const harness = await open();
    const auto = { assignment: assignment("auto") };
    const task = await harness.task(auto);
    const ada = await harness.reviewer();
    const ben = await harness.reviewer();
    await harness.command({ type: "release", id: task.id }, ada);
    await harness.change(ben, { available: false });
    await harness.command({ type: "claim", id: task.id }, ada);
    harness.wait(31);
    await expireAssignments(harness.deps, harness.workspaceId);
    const cleo = await harness.reviewer();
    await harness.command({ type: "reassign", id: task.id, to: named(cleo), from: undefined });
    await harness.change(cleo, {
      projects: [harness.evaluations.project],
      credential_expires_at: "2020-01-01T00:00:00Z",
    });
    expect(await harness.taskEvents()).toEqual([
      "unassigned null no_matching_reviewer",
      `assigned ${named(ada)}`,
      `unassigned ${named(ada)} released`,
      `assigned ${named(ben)}`,
      `unassigned ${named(ben)} unavailable`,
      // Ada claims the task and lets the claim expire; no other reviewer exists, so Ada is assigned the task
      // again.
      `assigned ${named(ada)}`,
      `unassigned ${named(ada)} lapsed`,
      `assigned ${named(ada)}`,
      `unassigned ${named(ada)} reassigned`,
      `assigned ${named(cleo)}`,
      `unassigned ${named(cleo)} not_qualified`,
      `assigned ${named(ada)}`,
    ]);
    const events = await harness.evaluations.events();
    expect(events.find(({ event }) => event === "review_task.assigned")?.data).toEqual({
      task: task.id,
      project: harness.evaluations.project,
      reviewer: named(ada),
      priority: "normal",
      due_at: null,
    });
  });

  test("emits one overdue event per task, and none for completed tasks", async () => {
    const harness = await open();
    const due = new Date(harness.deps.now().getTime() + 60_000).toISOString();
    const task = await harness.task({ due_at: due, priority: "high" });
    const cancelled = await harness.task({ due_at: due });
    await harness.command({ type: "cancel", id: cancelled.id });
    harness.wait(1);
    await sweepReviews(harness.deps);
    expect(await harness.taskEvents()).toEqual([]);
    harness.wait(1);
    await Promise.all([sweepReviews(harness.deps), sweepReviews(harness.deps)]);
    await sweepReviews(harness.deps);
    const events = await harness.evaluations.events();
    expect(events.map(({ event, data }) => ({ event, data }))).toEqual([
      {
        event: "review_task.overdue",
        data: {
          task: task.id,
          project: harness.evaluations.project,
          priority: "high",
          due_at: due,
        },
      },
    ]);
  });

  test("expires claims, and assignments of reviewers with expired credentials, in every workspace without a request", async () => {
    const harness = await open();
    const expiry = new Date(harness.deps.now().getTime() + 20 * 60_000).toISOString();
    const ada = await harness.reviewer({ credential_expires_at: expiry });
    const given = await harness.task({ assignment: assignment("manual", ada) });
    const ben = await harness.reviewer();
    const pool = await harness.task();
    await harness.command({ type: "claim", id: pool.id }, ben);
    harness.wait(19);
    await sweepReviews(harness.deps);
    expect([await harness.holders(given), await harness.holders(pool)]).toEqual([[ada], [ben]]);
    harness.wait(11);
    await sweepReviews(harness.deps);
    expect([await harness.holders(given), await harness.holders(pool)]).toEqual([[], []]);
    expect([await harness.read(given), await harness.read(pool)]).toMatchObject([
      { status: "pending" },
      { status: "pending" },
    ]);
    expect(await waitingTasks(harness.deps.database.knex, harness.workspaceId)).toMatchObject([
      { id: given.id },
    ]);
  });

  test("lists exactly the tasks that the rules allow a reviewer to claim, for every kind of task and reviewer", async () => {
    const harness = await open();
    const project = harness.evaluations.project;
    const kinds = [
      {},
      { credentials: ["RN" as const], specialty: "a" },
      { credentials: ["MD" as const, "NP" as const], specialty: "b", projects: [project] },
      { projects: [project], available: false },
      { credential_expires_at: "2020-01-01T00:00:00Z" },
    ];
    const reviewers: string[] = [];
    for (const kind of kinds) reviewers.push(await harness.reviewer(kind));
    const [first = "", , third = ""] = reviewers;
    for (const required of [undefined, ["RN" as const], ["MD" as const, "DO" as const]])
      for (const specialty of [undefined, "a", "b"])
        for (const mode of ["pool", "auto"] as const)
          for (const reviews_required of [1, 3])
            await harness.task({
              reviews_required,
              assignment: { ...assignment(mode), required_credentials: required, specialty },
            });
    for (const reviewerId of [first, third]) {
      const task = await harness.task({ assignment: assignment("manual", reviewerId), reviews_required: 2 });
      await harness.command({ type: "release", id: task.id }, reviewerId);
      await harness.task({ assignment: assignment("manual", reviewerId), reviews_required: 2 });
    }
    const { knex } = harness.deps.database;
    const at = harness.deps.now();
    const page = { limit: 1000, position: undefined };
    const nothingElse = {
      projectId: undefined,
      status: undefined,
      priority: undefined,
      assigneeId: undefined,
    };
    const allTasks = await listTasks(knex, harness.caller, {
      ...page,
      filter: { ...nothingElse, claimable: undefined },
    });
    const ids = allTasks.map(({ id }) => uuidOf("review_task", id));
    const tasks = await openTasks(knex, harness.workspaceId, ids);
    for (const id of reviewers) {
      const reviewer = await findReviewer(knex, harness.caller, id);
      if (!reviewer) throw new Error("Reviewer not found.");
      const may = tasks.filter(
        (task) =>
          !findAssignment(task, reviewer.id) && slotRefusal(task, reviewer, at.getTime()) === undefined,
      );
      const listed = async (wanted: boolean) =>
        (
          await listTasks(knex, harness.caller, {
            ...page,
            filter: { ...nothingElse, claimable: { reviewer, at, wanted } },
          })
        ).map((task) => task.id);
      const expected = new Set(may.map((task) => task.id));
      expect(new Set(await listed(true))).toEqual(expected);
      expect(await listed(false)).toHaveLength(allTasks.length - expected.size);
    }
  });
});
