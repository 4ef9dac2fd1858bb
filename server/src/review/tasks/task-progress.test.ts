import { formatId } from "@assay/contract/platform/ids";
import type { TaskRecord } from "@assay/contract/review/tasks/task-record";
import { describe, expect, test } from "vitest";
import { engines, useJobLab } from "../../platform/jobs/job-lab.fixture.ts";
import { findReviewer } from "../reviewers/reviewer-queries.ts";
import { waitingTasks } from "./task-queries.ts";
import { assignment, ReviewLab } from "./review-lab.fixture.ts";
import { expireAssignments } from "./assignment/expire-assignments.ts";

describe.each(engines)("a review moves its task on, on %s", (engine) => {
  const theLab = useJobLab(engine);
  const open = (samples?: number) => ReviewLab.open(theLab(), samples);
  const claim = (lab: ReviewLab, { id }: TaskRecord, reviewer: string) =>
    lab.command({ type: "claim", id }, reviewer);
  const release = (lab: ReviewLab, { id }: TaskRecord, reviewer: string) =>
    lab.command({ type: "release", id }, reviewer);
  const pending = async (lab: ReviewLab, id: string) =>
    (await findReviewer(lab.deps.database.knex, lab.caller, id))?.pendingCount;

  test("to in progress with the first, and to completed with the last", async () => {
    const lab = await open();
    const ada = await lab.reviewer();
    const task = await lab.task({ assignment: assignment("auto") });
    expect(await lab.review(task, ada, 1)).toMatchObject({
      status: "in_progress",
      completed: 1,
      completedAt: null,
    });
    // Another revision of the same review counts no more.
    expect(await lab.review(task, ada, 1)).toMatchObject({ status: "in_progress", completed: 1 });
    expect(await pending(lab, ada)).toBe(1);
    lab.wait(5);
    expect(await lab.review(task, ada, 0)).toMatchObject({
      status: "completed",
      completed: 2,
      completedAt: lab.deps.now().getTime(),
    });
    expect(await pending(lab, ada)).toBe(0);
    expect(await lab.holders(task)).toEqual([ada]);
    const reviewer = formatId("reviewer", ada);
    expect(await lab.told()).toEqual([`assigned ${reviewer}`, "completed"]);
  });

  test("to completed only when each sample has its reviews of as many reviewers", async () => {
    const lab = await open();
    const [ada, ben] = [await lab.reviewer(), await lab.reviewer()];
    const task = await lab.task({ assignment: assignment("auto"), reviews_required: 2 });
    await lab.review(task, ada, 0);
    expect(await lab.review(task, ada, 1)).toMatchObject({ status: "in_progress", completed: 0 });
    expect(await lab.review(task, ben, 1)).toMatchObject({ status: "in_progress", completed: 1 });
    expect(await lab.review(task, ben, 0)).toMatchObject({ status: "completed", completed: 2 });
  });

  test("a claim lapses 30 minutes after the last review under it, and never once all is reviewed", async () => {
    const lab = await open();
    const [ada, ben] = [await lab.reviewer(), await lab.reviewer()];
    const task = await lab.task({ reviews_required: 2 });
    await claim(lab, task, ada);
    await claim(lab, task, ben);
    lab.wait(20);
    await lab.review(task, ada, 0);
    await lab.review(task, ben, 0);
    await lab.review(task, ben, 1);
    lab.wait(29);
    await expireAssignments(lab.deps, lab.workspaceId);
    expect(await lab.holders(task)).toEqual([ada, ben]);
    lab.wait(1);
    await expireAssignments(lab.deps, lab.workspaceId);
    // Ada has reviewed one of two: what she did stays, her place is open. Ben has done all of it.
    expect(await lab.holders(task)).toEqual([ben]);
    expect(await lab.read(task)).toMatchObject({ status: "in_progress", completed: 1 });
    const cleo = await lab.reviewer();
    await claim(lab, task, cleo);
    expect(await lab.review(task, cleo, 1)).toMatchObject({ status: "completed", completed: 2 });
  });

  test("who gets a task again that they had has still only the rest before them", async () => {
    const lab = await open(3);
    const ada = await lab.reviewer();
    const task = await lab.task({ assignment: assignment("auto") });
    await lab.review(task, ada, 0);
    await lab.change(ada, { available: false });
    expect(await lab.holders(task)).toEqual([]);
    expect(await lab.read(task)).toMatchObject({ status: "in_progress", completed: 1 });
    expect(await waitingTasks(lab.deps.database.knex, lab.workspaceId)).toMatchObject([{ id: task.id }]);
    await lab.change(ada, { available: true });
    expect(await lab.holders(task)).toEqual([ada]);
    expect((await lab.read(task)).reviewed).toEqual({ [formatId("reviewer", ada)]: 1 });
    expect(await pending(lab, ada)).toBe(2);
  });

  test("who has reviewed all of a task keeps the place, whatever comes", async () => {
    const lab = await open();
    const ada = await lab.reviewer();
    const task = await lab.task({ assignment: assignment("auto"), reviews_required: 2 });
    await lab.review(task, ada, 0);
    await lab.review(task, ada, 1);
    await release(lab, task, ada);
    await lab.change(ada, { available: false, credential_expires_at: "2020-01-01T00:00:00Z" });
    await expireAssignments(lab.deps, lab.workspaceId);
    const [ben, cleo] = [await lab.reviewer(), await lab.reviewer()];
    // One place was left: not two.
    expect(await lab.holders(task)).toEqual([ada, ben]);
    expect(await lab.holders(task)).not.toContain(cleo);
  });
});
