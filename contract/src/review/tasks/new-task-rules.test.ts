import { describe, expect, test } from "vitest";
import { limits } from "../../platform/limits.ts";
import { checkRoutingTargets, newTask, type NewTaskState, routedTasks } from "./new-task-rules.ts";
import { auto, now, reviewer } from "./task-records.fixture.ts";

const rubric = {
  id: "rub_1",
  project: "proj_1",
  name: "Triage",
  version: 1,
  description: null,
  dimensions: [],
  createdAt: 0,
};

const body = {
  project: "proj_1",
  samples: ["smp_1", "smp_2"],
  rubric: "rub_1",
  priority: "normal" as const,
  reviews_required: 1,
};
const bodyOf = (given: Partial<Parameters<typeof newTask>[1]> = {}): Parameters<typeof newTask>[1] => ({
  assignment: undefined,
  due_at: undefined,
  evaluation: undefined,
  evaluator: undefined,
  blind: undefined,
  adjudicator_credentials: undefined,
  reveal: undefined,
  metadata: undefined,
  ...body,
  ...given,
});
const needing = (...required: "RN"[]) => ({
  mode: "manual" as const,
  reviewer_id: "rvr_ada",
  required_credentials: required.length > 0 ? required : undefined,
  specialty: undefined,
});

const state: NewTaskState = {
  project: "proj_1",
  samples: new Set(["smp_1", "smp_2"]),
  rubric,
  evaluation: { id: "eval_1", project: "proj_1", evaluators: [{ type: "triage_accuracy" }] },
  reviewer: reviewer("rvr_ada"),
  adjudicators: [],
};
const context = { now, actor: "key_1", newId: (kind: string) => `${kind}_new`, limits };
const create = (given: Partial<NewTaskState>, wanted = bodyOf()) =>
  newTask({ ...state, ...given }, wanted, context);

describe("a new task", () => {
  test("is in a pool with default settings if the request contains no assignment", () => {
    expect(create({ evaluation: undefined })).toEqual({
      id: "review_task_new",
      project: "proj_1",
      rubric: "rub_1",
      evaluation: null,
      evaluator: null,
      origin: "review",
      status: "pending",
      priority: "normal",
      assignment: { mode: "pool", reviewer_id: null, required_credentials: [], specialty: null },
      reviewsRequired: 1,
      blind: false,
      shown: { metadata: null, fields: null },
      reveal: "after_submit",
      samples: ["smp_1", "smp_2"],
      sampleCount: 2,
      completed: 0,
      assignments: [],
      adjudicatorCredentials: [],
      declined: [],
      excluded: [],
      reviewed: {},
      dueAt: null,
      metadata: {},
      createdAt: now,
      completedAt: null,
      cancelledAt: null,
    });
  });

  test("is blind by default if it requires several reviews", () => {
    expect(create({}, bodyOf({ reviews_required: 2 })).blind).toBe(true);
    expect(create({}, bodyOf({ reviews_required: 2, blind: false })).blind).toBe(false);
  });

  test("is refused for samples outside the project, and the refusal names each of them", () => {
    expect(() => create({ samples: new Set(["smp_1"]), rubric: undefined })).toThrow('"smp_2"');
  });

  test("is refused for a rubric that is inaccessible, or of another project", () => {
    expect(() => create({ rubric: undefined })).toThrow('Rubric "rub_1" not found');
    expect(() => create({ rubric: { ...rubric, project: "proj_2" } })).toThrow("does not belong to project");
  });

  test("is refused for an evaluation that is inaccessible or of another project, and for an unknown evaluator", () => {
    const named = bodyOf({ evaluation: "eval_1", evaluator: "tone" });
    expect(() => create({ evaluation: undefined }, named)).toThrow('Evaluation "eval_1" not found');
    const other = { id: "eval_1", project: "proj_2", evaluators: [] };
    expect(() => create({ evaluation: other }, named)).toThrow("does not belong to project");
    expect(() => create({}, named)).toThrow(
      'evaluator is "tone"; it must be one of the evaluators of the evaluation',
    );
  });

  test("is refused for a named reviewer who is inaccessible, does not qualify or is not available", () => {
    const named = bodyOf({ assignment: needing() });
    expect(() => create({ reviewer: undefined }, named)).toThrow('Reviewer "rvr_ada" not found');
    expect(() => create({}, bodyOf({ assignment: needing("RN") }))).toThrow("the task requires RN");
    const away = reviewer("rvr_ada", { available: false });
    expect(() => create({ reviewer: away }, named)).toThrow("is not available");
  });
});

describe("routing", () => {
  const routing = {
    score_below: 50,
    flagged: false,
    evaluators: undefined,
    rubric: "rub_1",
    priority: "high" as const,
    assignment: needing("RN"),
    reviews_required: 1,
    max_samples: 10,
    due_in_hours: undefined,
    reveal: undefined,
  };

  test("is refused for a rubric of another project and a reviewer who does not qualify", () => {
    const targets = { ...state, rubric: { ...rubric, project: "proj_2" } };
    expect(() => checkRoutingTargets(targets, routing, context)).toThrow("does not belong to project");
    expect(() => checkRoutingTargets(state, routing, context)).toThrow("the task requires RN");
    expect(() => checkRoutingTargets({ ...state, reviewer: undefined }, routing, context)).toThrow(
      'Reviewer "rvr_ada" not found',
    );
  });

  test("to an unavailable reviewer is accepted: availability matters when the evaluation completes", () => {
    const away = { ...state, reviewer: reviewer("rvr_ada", { available: false }) };
    expect(() => checkRoutingTargets(away, { ...routing, assignment: needing() }, context)).not.toThrow();
  });

  test("creates a task for each sample in input order, due after its hours", () => {
    const resolved = {
      ...routing,
      evaluators: null,
      assignment: auto,
      due_in_hours: 1.5,
      reviews_required: 2,
      shown_metadata: ["site"],
      shown_fields: [],
      reveal: "after_task" as const,
    };
    const evaluation = { id: "eval_1", project: "proj_1", routing: resolved, completedAt: now };
    const tasks = routedTasks(evaluation, ["smp_2", "smp_1"], {
      ...context,
      adjudicatorsOf: (sample) => (sample === "smp_1" ? ["rvr_ada"] : []),
    });
    expect(tasks.map(({ excluded }) => excluded)).toEqual([[], ["rvr_ada"]]);
    expect(tasks.map(({ samples, dueAt, blind }) => [samples, dueAt, blind])).toEqual([
      [["smp_2"], now + 5_400_000, true],
      [["smp_1"], now + 5_400_000, true],
    ]);
    expect(tasks[0]).toMatchObject({
      evaluation: "eval_1",
      priority: "high",
      assignment: auto,
      reveal: "after_task",
      shown: { metadata: ["site"], fields: [] },
    });
  });
});
