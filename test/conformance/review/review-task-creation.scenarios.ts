import { expect } from "vitest";
import { all, evaluated, newProject } from "../harness/arrange.ts";
import { newReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { anId, anInstant, expectBody } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const path = "/v1/reviews/tasks";

/** Scenarios for new tasks and their assignment. */
export const reviewTaskCreationScenarios = [
  scenario(
    "createReviewTask",
    201,
    "stores a task with the defaults: a pool without an assignee",
    async (context) => {
      const setup = await createReviewSetup(context);
      const body = expectBody(await context.request("POST", path, { body: setup.task }), 201);
      expect(body).toEqual({
        id: anId("task"),
        object: "review_task",
        origin: "review",
        project: setup.project,
        samples: setup.samples,
        sample_count: 4,
        rubric: setup.rubric,
        evaluation: null,
        evaluator: null,
        status: "pending",
        priority: "normal",
        assignment: { mode: "pool", reviewer_id: null, required_credentials: [], specialty: null },
        reviews_required: 1,
        adjudicator_credentials: [],
        blind: false,
        shown_metadata: null,
        shown_fields: null,
        reveal: "after_submit",
        assignee: null,
        assignments: [],
        unassigned_reason: null,
        progress: { completed: 0, total: 4 },
        due_at: null,
        metadata: {},
        created_at: anInstant,
        completed_at: null,
        cancelled_at: null,
      });
      expect(await context.assay.reviews.tasks.get(String(body["id"]))).toEqual(body);
    },
  ),
  scenario(
    "createReviewTask",
    201,
    "stores all fields, with samples in order; several reviews are blind",
    async (context) => {
      const setup = await createReviewSetup(context);
      const evaluation = await evaluated(context, setup.dataset);
      const samples = setup.samples.toReversed();
      const sent = {
        samples,
        priority: "urgent" as const,
        due_at: "2030-01-02T03:04:05.678+01:00",
        evaluation: evaluation.id,
        evaluator: "triage_accuracy",
        reviews_required: 2,
        metadata: { batch: "monday" },
      };
      expect(await newTask(context, setup, sent)).toMatchObject({
        ...sent,
        due_at: "2030-01-02T02:04:05.678Z",
        blind: true,
      });
      expect(await newTask(context, setup, { reviews_required: 2, blind: false })).toMatchObject({
        blind: false,
      });
      expect(await newTask(context, setup, { blind: true })).toMatchObject({ blind: true });
    },
  ),
  scenario(
    "createReviewTask",
    201,
    "auto mode assigns the task to the available reviewer with the fewest pending samples",
    async (context) => {
      const setup = await createReviewSetup(context);
      const ada = await newReviewer(context, { specialty: "emergency_medicine" });
      const ben = await newReviewer(context, { name: "Ben Okoro" });
      await newReviewer(context, { name: "Away", available: false });
      const auto = { assignment: { mode: "auto" as const } };
      const [one = "", two = ""] = setup.samples;
      // Neither reviewer has samples or was ever active, so the one who was created first is assigned.
      // Afterwards, Ben has fewer samples.
      const first = await newTask(context, setup, { ...auto, samples: [one, two] });
      const holder = {
        id: ada.id,
        name: "Dr Ada Moreau",
        credentials: ["MD"],
        specialty: "emergency_medicine",
      };
      expect(first).toMatchObject({
        status: "assigned",
        assignee: holder,
        assignments: [{ reviewer: holder, status: "assigned", claimed_at: null }],
        unassigned_reason: null,
      });
      const second = await newTask(context, setup, { ...auto, samples: [one] });
      expect(second.assignee?.id).toBe(ben.id);
      // Ben now has 1 sample, and Ada has 2.
      const third = await newTask(context, setup, { ...auto, samples: [one] });
      expect(third.assignee?.id).toBe(ben.id);
      const counts = await all(context.assay.reviews.reviewers.list());
      expect(counts.map(({ name, pending_count: count }) => [name, count])).toEqual([
        ["Away", 0],
        ["Ben Okoro", 2],
        ["Dr Ada Moreau", 2],
      ]);
    },
  ),
  scenario(
    "createReviewTask",
    201,
    "auto mode assigns each slot to a different reviewer with a credential and the specialty",
    async (context) => {
      const setup = await createReviewSetup(context);
      const specialty = "paediatrics";
      const nurse = await newReviewer(context, { credentials: ["RN"], specialty });
      await newReviewer(context, { credentials: ["MD"], specialty });
      await newReviewer(context, { credentials: ["NP"], specialty: "cardiology" });
      const practitioner = await newReviewer(context, { credentials: ["MD", "NP"], specialty });
      const task = await newTask(context, setup, {
        reviews_required: 3,
        assignment: { mode: "auto", required_credentials: ["RN", "NP"], specialty },
      });
      expect(task.assignments.map(({ reviewer }) => reviewer.id).toSorted()).toEqual(
        [nurse.id, practitioner.id].toSorted(),
      );
      expect(task).toMatchObject({ status: "assigned", unassigned_reason: "no_matching_reviewer" });
    },
  ),
  scenario(
    "createReviewTask",
    201,
    "auto mode waits if no reviewer is qualified, and returns the reason",
    async (context) => {
      const setup = await createReviewSetup(context);
      await newReviewer(context, { credentials: ["RN"] });
      const elsewhere = await newProject(context, "Elsewhere");
      await newReviewer(context, { projects: [elsewhere.id] });
      await newReviewer(context, { credential_expires_at: "2020-01-01T00:00:00Z" });
      const assignment = { mode: "auto" as const, required_credentials: ["MD" as const] };
      expect(await newTask(context, setup, { assignment })).toMatchObject({
        status: "pending",
        assignee: null,
        assignments: [],
        unassigned_reason: "no_matching_reviewer",
        assignment: { ...assignment, reviewer_id: null, specialty: null },
      });
    },
  ),
  scenario(
    "createReviewTask",
    201,
    "manual mode assigns the task to the named reviewer; the other slots form a pool",
    async (context) => {
      const setup = await createReviewSetup(context);
      const ada = await newReviewer(context);
      await newReviewer(context, { name: "Ben Okoro" });
      const assignment = { mode: "manual" as const, reviewer_id: ada.id };
      const task = await newTask(context, setup, { assignment, reviews_required: 2 });
      expect(task).toMatchObject({ status: "assigned", unassigned_reason: null, assignment });
      expect(task.assignments.map(({ reviewer }) => reviewer.id)).toEqual([ada.id]);
    },
  ),
];
