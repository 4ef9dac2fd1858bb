import { describe, expect, test } from "vitest";
import { ApiError } from "../../platform/errors.ts";
import type { Scope } from "../../platform/scopes.ts";
import {
  calledAddresses,
  checkSettings,
  checkReferences,
  checkRoutingScope,
  newEvaluation,
  newEvaluators,
} from "./evaluation-creation-rules.ts";
import { evaluationRoutes } from "./evaluations.ts";

const now = Date.parse("2026-03-02T09:30:00Z");
const ids = { project: "proj_1", dataset: "ds_1", rubric: "rub_1" };
const context = { now, newId: () => "eval_1" };
const dataset = { id: "ds_1", project: "proj_1", version: 3 };

const bodyOf = (given: object = {}) =>
  evaluationRoutes.create.body.parse({
    name: "Nightly",
    project: ids.project,
    dataset: ids.dataset,
    evaluators: [{ type: "triage_accuracy" }],
    ...given,
  });
const routing = { score_below: 70, rubric: ids.rubric };

function refusalOf(work: () => unknown): [string, string[]] {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.errors.map(({ path }) => path)];
    throw error;
  }
  throw new Error("Nothing was refused.");
}

describe("a new evaluation is refused", () => {
  test("if it has routing and the key cannot create review tasks", () => {
    const scopes = new Set<Scope>(["evaluations:write"]);
    expect(refusalOf(() => checkRoutingScope(bodyOf({ routing }), scopes))[0]).toBe("insufficient_scope");
    expect(() => checkRoutingScope(bodyOf(), scopes)).not.toThrow();
    expect(() => checkRoutingScope(bodyOf({ routing }), new Set<Scope>(["reviews:write"]))).not.toThrow();
  });

  test("if its evaluators cannot run together", () => {
    const body = bodyOf({ evaluators: [{ type: "triage_accuracy" }, { type: "triage_accuracy" }] });
    expect(refusalOf(() => newEvaluators(body))).toEqual(["validation_failed", ["/evaluators/1/name"]]);
  });

  test("if its date is in the future, before the check of its routing", () => {
    const evaluators = newEvaluators(bodyOf());
    const body = bodyOf({ as_of: "2026-03-02T09:30:01Z", routing: { ...routing, evaluators: ["other"] } });
    expect(refusalOf(() => checkSettings(body, evaluators, now))[1]).toEqual(["/as_of"]);
    const past = bodyOf({ as_of: "2026-03-02T09:30:00Z", routing: { ...routing, evaluators: ["other"] } });
    expect(refusalOf(() => checkSettings(past, evaluators, now))[1]).toEqual(["/routing/evaluators/0"]);
  });

  test("if a reference is invalid, in the order project, dataset, project of the dataset, model", () => {
    const body = bodyOf({ model: "mdl_1" });
    const all = { project: { id: "proj_1" }, dataset, model: { id: "mdl_1" } };
    const paths = [
      { project: undefined, dataset: undefined, model: undefined },
      { ...all, dataset: undefined, model: undefined },
      { ...all, dataset: { ...dataset, project: "proj_2" }, model: undefined },
      { ...all, model: undefined },
    ].map((found) => refusalOf(() => checkReferences(body, found))[1]);
    expect(paths).toEqual([["/project"], ["/dataset"], ["/dataset"], ["/model"]]);
    expect(checkReferences(body, all)).toEqual({ dataset, model: "mdl_1" });
    expect(checkReferences(bodyOf(), { ...all, model: undefined }).model).toBeNull();
  });

  test("if a guideline set does not exist, then if no sample matches", () => {
    const body = bodyOf({ evaluators: [{ type: "guideline_compliance", config: { guideline_set: "own" } }] });
    const parts = { evaluators: newEvaluators(body), dataset, model: null, guidelineSets: [], total: 0 };
    expect(refusalOf(() => newEvaluation(body, parts, context))[0]).toBe("reference_not_found");
    const plain = { ...parts, evaluators: newEvaluators(bodyOf()) };
    expect(refusalOf(() => newEvaluation(bodyOf(), plain, context))[0]).toBe("no_samples");
  });
});

test("a new evaluation stores its conditions, and equal conditions have equal manifest hashes", () => {
  const body = bodyOf({
    as_of: "2026-03-01T00:00:00Z",
    routing,
    sample_filter: { split: "test", seed: null },
  });
  const parts = { evaluators: newEvaluators(body), dataset, model: "mdl_1", guidelineSets: [], total: 7 };
  const evaluation = newEvaluation(body, parts, context);
  expect(evaluation).toMatchObject({
    id: "eval_1",
    project: "proj_1",
    dataset: "ds_1",
    datasetVersion: 3,
    model: "mdl_1",
    evaluators: [{ type: "triage_accuracy", weight: 1 }],
    asOf: Date.parse("2026-03-01T00:00:00Z"),
    routing: { ...routing, priority: "normal", evaluators: null },
    metadata: {},
    total: 7,
    createdAt: now,
  });
  expect(evaluation.sampleFilter).toStrictEqual({ split: "test" });
  expect(evaluation.manifestHash).toMatch(/^[0-9a-f]{64}$/);
  expect(newEvaluation({ ...body, name: "Other" }, parts, context).manifestHash).toBe(
    evaluation.manifestHash,
  );
  expect(newEvaluation(body, { ...parts, model: null }, context).manifestHash).not.toBe(
    evaluation.manifestHash,
  );
});

test("the addresses of custom evaluators are listed with their paths", () => {
  const url = "https://evaluator.example.org/score";
  const body = bodyOf({
    evaluators: [{ type: "triage_accuracy" }, { type: "custom", config: { webhook_url: url } }],
  });
  expect(calledAddresses(body)).toEqual([{ path: "/evaluators/1/config/webhook_url", url }]);
});
