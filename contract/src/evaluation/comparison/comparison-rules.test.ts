import { expect, test } from "vitest";
import { finish, type ScoredSample } from "../../domain/index.ts";
import { ApiError } from "../../platform/errors.ts";
import { resolveEvaluators, weighEvaluators } from "../evaluations/evaluation-rules.ts";
import { evaluatorInput } from "../evaluators/evaluators.ts";
import {
  candidateIds,
  checkCompleted,
  comparedIds,
  type ComparedSide,
  compareScores,
  comparisonSetToWire,
  comparisonSetup,
} from "./comparison-rules.ts";
import { compareSamples, onlyComparison } from "./comparison-figures.ts";
import { compareCandidatesRoute, compareRoute } from "./evaluation-comparison.ts";

const bodyOf = (given: object = {}) =>
  compareRoute.body.parse({ evaluations: ["eval_1", "eval_2"], ...given });

function sideOf(id: string, types: readonly string[]): ComparedSide {
  const evaluators = weighEvaluators(types.map((type) => evaluatorInput.parse({ type })));
  const resolved = resolveEvaluators(evaluators, [], "fail");
  return {
    id,
    name: id,
    dataset: "ds_1",
    evaluators,
    resolved,
    runs: 1,
    total: 10,
    status: "completed",
    failed: 0,
    results: null,
  };
}
const sides = {
  baseline: sideOf("eval_1", ["triage_accuracy", "symptom_extraction"]),
  candidates: [sideOf("eval_2", ["symptom_extraction"])],
};
const sampleOf = (sampleId: string, scores: (number | null)[]): ScoredSample => ({
  sampleId,
  externalId: null,
  caseHash: "h",
  cluster: null,
  automated: scores.at(-1) ?? null,
  effective: scores.at(-1) ?? null,
  passed: scores.at(-1) === undefined ? null : (scores.at(-1) ?? 0) >= 70,
  scores,
  passes: scores.map((score) => (score === null ? null : score >= 70)),
  safety: [],
});

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

test("the baseline is the evaluation in `baseline`, or else the first of two different evaluations", () => {
  expect(comparedIds(bodyOf())).toEqual({
    baseline: { id: "eval_1", path: "/evaluations/0" },
    candidate: { id: "eval_2", path: "/evaluations/1" },
  });
  expect(comparedIds(bodyOf({ evaluations: ["eval_2"], baseline: "eval_1" })).baseline.path).toBe(
    "/baseline",
  );
  expect(refusalOf(() => comparedIds(bodyOf({ evaluations: ["eval_1", "eval_1"] })))).toBe(
    "validation_failed",
  );
});

test("only completed evaluations are compared, by their shared metrics and shared scored samples", () => {
  const all = [sides.baseline, ...sides.candidates];
  expect(refusalOf(() => checkCompleted([...all, { id: "eval_3", status: "running" }]))).toBe(
    "invalid_state",
  );
  expect(() => checkCompleted(all)).not.toThrow();
  expect(refusalOf(() => comparisonSetup(bodyOf({ metrics: ["triage_accuracy"] }), sides))).toBe(
    "reference_not_found",
  );
  const setup = comparisonSetup(bodyOf(), sides);
  const samples = { baseline: [sampleOf("a", [0, 50])], candidates: [[sampleOf("b", [80])]] };
  expect(refusalOf(() => finish(compareSamples(setup, samples)))).toBe("not_comparable");
});

test("the scores of an evaluator are found at its index on each side", () => {
  const samples = { baseline: [sampleOf("a", [0, 50])], candidates: [[sampleOf("a", [80])]] };
  const comparison = onlyComparison(finish(compareSamples(comparisonSetup(bodyOf(), sides), samples)));
  expect(Object.keys(comparison.by_metric)).toEqual(["symptom_extraction"]);
  expect(comparison).toMatchObject({
    baseline: { id: "eval_1", aggregate_score: 50 },
    candidate: { id: "eval_2", aggregate_score: 80 },
    comparable: false,
    by_metric: { symptom_extraction: { baseline: 50, candidate: 80, change: 30, n_paired: 1 } },
    equivalence_margin: 2,
  });
});

test("a comparison of scores has the same figures for either baseline, apart from their signs", () => {
  const of = (id: string, scores: number[]) => ({
    id,
    keys: ["k"],
    samples: scores.map((score, index) => sampleOf(`s${index}`, [score])),
  });
  const [one, other] = [of("eval_1", [10, 20, 30]), of("eval_2", [20, 40, 30])];
  const there = finish(compareScores({ baseline: one, candidate: other }, "k"));
  const back = finish(compareScores({ baseline: other, candidate: one }, "k"));
  expect(there).toMatchObject({ change: 10, better: 2, worse: 0 });
  expect(back).toMatchObject({ change: -10, better: 0, worse: 2, p_value: there.p_value });
});

test("a comparison of several candidates names each evaluation once", () => {
  const bodyWith = (candidates: string[]) =>
    compareCandidatesRoute.body.parse({ baseline: "eval_1", candidates });
  expect(candidateIds(bodyWith(["eval_2", "eval_3"]))).toEqual({
    baseline: { id: "eval_1", path: "/baseline" },
    candidates: [
      { id: "eval_2", path: "/candidates/0" },
      { id: "eval_3", path: "/candidates/1" },
    ],
  });
  for (const repeated of [["eval_2", "eval_2"], ["eval_1"]])
    expect(refusalOf(() => candidateIds(bodyWith(repeated)))).toBe("validation_failed");
  expect(() => bodyWith(Array.from({ length: 21 }, (_, index) => `eval_${index + 2}`))).toThrow();
});

test("candidates are compared by the evaluators that each shares with the baseline, and ranked by change", () => {
  const candidates = [sideOf("eval_2", ["symptom_extraction"]), sideOf("eval_3", ["triage_accuracy"])];
  const three = { baseline: sides.baseline, candidates };
  const samples = {
    baseline: [sampleOf("a", [0, 50]), sampleOf("b", [10, 60])],
    candidates: [[sampleOf("a", [40])], [sampleOf("a", [80]), sampleOf("b", [20])]],
  };
  const compared = finish(compareSamples(comparisonSetup(bodyOf(), three), samples));
  expect(compared).toMatchObject([
    { change: -10, n_paired: 1, n_not_common: 0, by_metric: { symptom_extraction: { change: -10 } } },
    // Sample "b" has no score in the first candidate. Only this candidate has triage_accuracy.
    { change: 30, n_paired: 1, n_not_common: 1, by_metric: { triage_accuracy: { change: 45, n_paired: 2 } } },
  ]);
  expect(comparisonSetToWire("eval_1", compared)).toMatchObject({
    object: "comparison_set",
    baseline: "eval_1",
    candidates: [{ candidate: { id: "eval_2" } }, { candidate: { id: "eval_3" } }],
    family_size: 2,
    ranking: [
      { evaluation: "eval_3", change: 30 },
      { evaluation: "eval_2", change: -10 },
    ],
  });
  expect(refusalOf(() => comparisonSetup(bodyOf({ metrics: ["triage_accuracy"] }), three))).toBe(
    "reference_not_found",
  );
});

test("candidates without a sample that all of them scored are refused", () => {
  const candidates = ["eval_2", "eval_3"].map((id) => sideOf(id, ["symptom_extraction"]));
  const setup = comparisonSetup(bodyOf(), { baseline: sides.baseline, candidates });
  const baseline = [sampleOf("a", [0, 50]), sampleOf("b", [10, 60])];
  const compare =
    (...others: ScoredSample[][]) =>
    () =>
      finish(compareSamples(setup, { baseline, candidates: others }));
  expect(compare([sampleOf("a", [1])], [sampleOf("b", [1])])).toThrow(
    "at least one sample must be scored in the baseline and in all of them.",
  );
  expect(compare([sampleOf("a", [1])], [sampleOf("c", [1])])).toThrow(
    'No sample was scored in both "eval_1" and "eval_3".',
  );
});
