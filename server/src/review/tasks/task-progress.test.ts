import { formatId } from "@assay/contract/platform/ids";
import type { TaskRecord } from "@assay/contract/review/tasks/task-record";
import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { findReviewer } from "../reviewers/reviewer-queries.ts";
import { waitingTasks } from "./task-queries.ts";
import { assignment, ReviewHarness } from "./review-harness.fixture.ts";
import { expireAssignments } from "./assignment/expire-assignments.ts";

describe.each(engines)("the progress of a task on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = (samples?: number) => ReviewHarness.open(theHarness(), samples);
  const claim = (harness: ReviewHarness, { id }: TaskRecord, reviewer: string) =>
    harness.command({ type: "claim", id }, reviewer);
  const release = (harness: ReviewHarness, { id }: TaskRecord, reviewer: string) =>
    harness.command({ type: "release", id }, reviewer);
  const pending = async (harness: ReviewHarness, id: string) =>
    (await findReviewer(harness.deps.database.knex, harness.caller, id))?.pendingCount;

  test("is in_progress after the first review, and completed after the last review", async () => {
    const harness = await open();
    const ada = await harness.reviewer();
    const task = await harness.task({ assignment: assignment("auto") });
    expect(await harness.review(task, ada, 1)).toMatchObject({
      status: "in_progress",
      completed: 1,
      completedAt: null,
    });
    // Another revision of the same review does not increase the count.
    expect(await harness.review(task, ada, 1)).toMatchObject({ status: "in_progress", completed: 1 });
    expect(await pending(harness, ada)).toBe(1);
    harness.wait(5);
    expect(await harness.review(task, ada, 0)).toMatchObject({
      status: "completed",
      completed: 2,
      completedAt: harness.deps.now().getTime(),
    });
    expect(await pending(harness, ada)).toBe(0);
    expect(await harness.holders(task)).toEqual([ada]);
    const reviewer = formatId("reviewer", ada);
    expect(await harness.taskEvents()).toEqual([`assigned ${reviewer}`, "completed"]);
  });

  test("is completed only when each sample has its required number of reviews", async () => {
    const harness = await open();
    const [ada, ben] = [await harness.reviewer(), await harness.reviewer()];
    const task = await harness.task({ assignment: assignment("auto"), reviews_required: 2 });
    await harness.review(task, ada, 0);
    expect(await harness.review(task, ada, 1)).toMatchObject({ status: "in_progress", completed: 0 });
    expect(await harness.review(task, ben, 1)).toMatchObject({ status: "in_progress", completed: 1 });
    expect(await harness.review(task, ben, 0)).toMatchObject({ status: "completed", completed: 2 });
  });

  test("a claim expires 30 minutes after its last review, and never after all samples are reviewed", async () => {
    const harness = await open();
    const [ada, ben] = [await harness.reviewer(), await harness.reviewer()];
    const task = await harness.task({ reviews_required: 2 });
    await claim(harness, task, ada);
    await claim(harness, task, ben);
    harness.wait(20);
    await harness.review(task, ada, 0);
    await harness.review(task, ben, 0);
    await harness.review(task, ben, 1);
    harness.wait(29);
    await expireAssignments(harness.deps, harness.workspaceId);
    expect(await harness.holders(task)).toEqual([ada, ben]);
    harness.wait(1);
    await expireAssignments(harness.deps, harness.workspaceId);
    // Ada reviewed one of two samples: her review is retained, and her slot is open. Ben reviewed both
    // samples.
    expect(await harness.holders(task)).toEqual([ben]);
    expect(await harness.read(task)).toMatchObject({ status: "in_progress", completed: 1 });
    const cleo = await harness.reviewer();
    await claim(harness, task, cleo);
    expect(await harness.review(task, cleo, 1)).toMatchObject({ status: "completed", completed: 2 });
  });

  test("a reviewer to whom a task is assigned again gets only the remaining samples", async () => {
    const harness = await open(3);
    const ada = await harness.reviewer();
    const task = await harness.task({ assignment: assignment("auto") });
    await harness.review(task, ada, 0);
    await harness.change(ada, { available: false });
    expect(await harness.holders(task)).toEqual([]);
    expect(await harness.read(task)).toMatchObject({ status: "in_progress", completed: 1 });
    expect(await waitingTasks(harness.deps.database.knex, harness.workspaceId)).toMatchObject([
      { id: task.id },
    ]);
    await harness.change(ada, { available: true });
    expect(await harness.holders(task)).toEqual([ada]);
    expect((await harness.read(task)).reviewed).toEqual({ [formatId("reviewer", ada)]: 1 });
    expect(await pending(harness, ada)).toBe(2);
  });

  test("a reviewer who reviewed all samples keeps the slot", async () => {
    const harness = await open();
    const ada = await harness.reviewer();
    const task = await harness.task({ assignment: assignment("auto"), reviews_required: 2 });
    await harness.review(task, ada, 0);
    await harness.review(task, ada, 1);
    await release(harness, task, ada);
    await harness.change(ada, { available: false, credential_expires_at: "2020-01-01T00:00:00Z" });
    await expireAssignments(harness.deps, harness.workspaceId);
    const [ben, cleo] = [await harness.reviewer(), await harness.reviewer()];
    // Only one slot was open, not two.
    expect(await harness.holders(task)).toEqual([ada, ben]);
    expect(await harness.holders(task)).not.toContain(cleo);
  });
});
