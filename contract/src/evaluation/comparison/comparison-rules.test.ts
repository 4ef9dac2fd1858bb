import { expect, test } from "vitest";
import { finish, type ScoredSample } from "../../domain/index.ts";
import { ApiError } from "../../platform/errors.ts";
import { resolveEvaluators, weighEvaluators } from "../evaluations/evaluation-rules.ts";
import { evaluatorInput } from "../evaluators/evaluators.ts";
import {
  checkCompleted,
  comparedIds,
  type ComparedSide,
  compareSamples,
  compareScores,
  comparisonSetup,
} from "./comparison-rules.ts";
import { compareRoute } from "./evaluation-comparison.ts";

const bodyOf = (given: object = {}) =>
  compareRoute.body.parse({ evaluations: ["eval_1", "eval_2"], ...given });

function sideOf(id: string, types: readonly string[]): ComparedSide {
  const evaluators = weighEvaluators(types.map((type) => evaluatorInput.parse({ type })));
  const resolved = resolveEvaluators(evaluators, []);
  return { id, name: id, dataset: "ds_1", evaluators, resolved, status: "completed", failed: 0 };
}
const sides = {
  baseline: sideOf("eval_1", ["triage_accuracy", "symptom_extraction"]),
  candidate: sideOf("eval_2", ["symptom_extraction"]),
};
const sampleOf = (sampleId: string, scores: (number | null)[]): ScoredSample => ({
  sampleId,
  externalId: null,
  caseHash: "h",
  cluster: null,
  automated: scores.at(-1) ?? null,
  effective: scores.at(-1) ?? null,
  scores,
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
  const running = { ...sides, candidate: { ...sides.candidate, status: "running" } };
  expect(refusalOf(() => checkCompleted(running))).toBe("invalid_state");
  expect(() => checkCompleted(sides)).not.toThrow();
  expect(refusalOf(() => comparisonSetup(bodyOf({ metrics: ["triage_accuracy"] }), sides))).toBe(
    "reference_not_found",
  );
  const setup = comparisonSetup(bodyOf(), sides);
  const samples = { baseline: [sampleOf("a", [0, 50])], candidate: [sampleOf("b", [80])] };
  expect(refusalOf(() => finish(compareSamples(setup, samples)))).toBe("not_comparable");
});

test("the scores of an evaluator are found at its index on each side", () => {
  const samples = { baseline: [sampleOf("a", [0, 50])], candidate: [sampleOf("a", [80])] };
  const comparison = finish(compareSamples(comparisonSetup(bodyOf(), sides), samples));
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
  const pairsOf = (baseline: typeof one, candidate: typeof one) => ({
    pairs: baseline.samples.flatMap((sample, index) => {
      const partner = candidate.samples[index];
      return partner ? [{ baseline: sample, candidate: partner }] : [];
    }),
  });
  const there = finish(compareScores({ baseline: one, candidate: other }, pairsOf(one, other), "k"));
  const back = finish(compareScores({ baseline: other, candidate: one }, pairsOf(other, one), "k"));
  expect(there).toMatchObject({ change: 10, better: 2, worse: 0 });
  expect(back).toMatchObject({ change: -10, better: 0, worse: 2, p_value: there.p_value });
});
