import {
  candidateIsBaseline,
  evaluationNotCompleted,
  evaluatorNotShared,
} from "@assay/contract/evaluation/comparison/comparison-refusals";
import { notFound } from "@assay/contract/platform/refusals";
import type { ComparedPair, Evaluation } from "@assay/sdk";
import { expect } from "vitest";
import { absent, answered, binary, evaluated, filledDataset, level, newProject } from "../harness/arrange.ts";
import { evaluateSystems } from "../harness/arrange-systems.ts";
import type { Context } from "../harness/context.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const close = (value: number): unknown => expect.closeTo(value, 9);
const graded = { evaluators: [{ type: "triage_accuracy" as const }] };

/**
 * 36 samples that are expected to be urgent. A level that is too high costs 33⅓ points, the first level that is
 * too low 66⅔ points, and the second 100 points, and many changes are equal.
 */
const answers = ["uuuuuuuuuuuuuuuuuuuuuuuuuuuussssrrree", "ssssssreeeeeeerrrrrsuuuuuuuuuuusrueuu"].map(
  (row) => row.slice(0, 36),
);

async function twoSystems(
  context: Context,
  of: readonly string[] = answers,
): Promise<[Evaluation, Evaluation]> {
  const [baseline, candidate] = await evaluateSystems(context, { answers: of }, graded);
  if (!baseline || !candidate) throw new Error("There are two systems.");
  return [baseline, candidate];
}

/** Lists all pairs, ten per page. */
async function allPairs(
  { assay }: Context,
  [baseline, candidate]: Evaluation[],
  change?: "worse" | "better" | "same",
) {
  const query = { baseline: baseline?.id ?? "", candidate: candidate?.id ?? "", ...(change && { change }) };
  const pairs: ComparedPair[] = [];
  for await (const pair of assay.evaluations.comparePairs({ ...query, limit: 10 })) pairs.push(pair);
  return pairs;
}

const orderOf = (pairs: readonly ComparedPair[], sign = 1) =>
  pairs.toSorted(
    (one, other) =>
      sign * (one.change - other.change) || (one.sample.baseline < other.sample.baseline ? -1 : 1),
  );

/** Scenarios for the list of compared pairs. */
export const comparedPairScenarios = [
  engineScenario(
    "listComparedPairs",
    200,
    "lists every worse pair once, over several pages",
    async (context) => {
      const systems = await twoSystems(context);
      const comparison = await context.assay.evaluations.compare({
        evaluations: systems.map(({ id }) => id),
      });
      const worse = await allPairs(context, systems, "worse");
      expect(comparison.worse).toBeGreaterThan(15);
      expect(worse).toHaveLength(comparison.worse);
      expect(new Set(worse.map(({ sample }) => sample.baseline)).size).toBe(comparison.worse);
      expect(worse.every(({ change }) => change < 0)).toBe(true);
      expect(worse).toEqual(orderOf(worse));
    },
  ),
  scenario("listComparedPairs", 200, "orders better, equal and all pairs", async (context) => {
    const systems = await twoSystems(context);
    const comparison = await context.assay.evaluations.compare({ evaluations: systems.map(({ id }) => id) });
    const [better, same, all] = [
      await allPairs(context, systems, "better"),
      await allPairs(context, systems, "same"),
      await allPairs(context, systems),
    ];
    expect([better.length, same.length, all.length]).toEqual([comparison.better, comparison.ties, 36]);
    expect(better).toEqual(orderOf(better, -1));
    expect(same).toEqual(orderOf(same));
    expect(all).toEqual(orderOf(all));
    expect(all[0]?.change).toBe(-100);
    expect(better[0]?.change).toBe(100);
  }),
  scenario("listComparedPairs", 200, "shows both outputs, for one evaluator or combined", async (context) => {
    const evaluators = [
      { ...binary, name: "strict" },
      { ...binary, name: "lenient", weight: 0 },
    ];
    const systems = { answers: ["uu", "ur"], clusterOf: () => "patient 1" };
    const [one, two] = await evaluateSystems(context, systems, { evaluators });
    const query = { baseline: one?.id ?? "", candidate: two?.id ?? "" };
    const sample = expect.stringMatching(/^smp_/);
    const shared = {
      object: "compared_pair",
      sample: { baseline: sample, candidate: sample },
      external_id: "call-1",
      cluster_id: "patient 1",
      expected: level("urgent"),
      change: -100,
    };
    const right = { score: 100, passed: true, flagged: false, output: level("urgent") };
    const wrong = { score: 0, passed: false, flagged: true, output: level("routine") };
    const { data } = await context.assay.evaluations.comparePairs({ ...query, change: "worse" });
    expect(data).toEqual([
      {
        ...shared,
        baseline: { ...right, classification: null },
        candidate: { ...wrong, classification: null },
      },
    ]);
    expect(data[0]?.sample.baseline).toBe(data[0]?.sample.candidate);
    const strict = await context.assay.evaluations.comparePairs({
      ...query,
      evaluator: "strict",
      change: "worse",
    });
    expect(strict.data).toEqual([
      {
        ...shared,
        baseline: { ...right, classification: "correct" },
        candidate: { ...wrong, classification: "under_triage" },
      },
    ]);
  }),
  scenario(
    "listComparedPairs",
    200,
    "pairs samples of two datasets, as a comparison does",
    async (context) => {
      const { dataset: first } = await filledDataset(context, answered("uuu"));
      const others = answered("eee").map((sample, index) => ({
        ...sample,
        ...(index === 1 && { input: "worded differently" }),
        ...(index === 2 && { external_id: "call-99" }),
      }));
      const { dataset: second } = await filledDataset(context, others);
      const [baseline, candidate] = [await evaluated(context, first), await evaluated(context, second)];
      const { data } = await context.assay.evaluations.comparePairs({
        baseline: baseline.id,
        candidate: candidate.id,
      });
      expect(data).toMatchObject([{ external_id: "call-0", change: close(-100 / 3) }]);
      expect(data[0]?.sample.baseline).not.toBe(data[0]?.sample.candidate);
    },
  ),
  scenario(
    "listComparedPairs",
    400,
    "requires two different evaluations and valid filters",
    async (context) => {
      const [a, b] = [absent.evaluation, `${absent.evaluation.slice(0, -1)}b`];
      const list = (query: string) => context.request("GET", `/v1/evaluations/compare/pairs?${query}`);
      expectFaults(
        await list("limit=10"),
        ["query/baseline", "required", "baseline is required: it must be a string."],
        ["query/candidate", "required", "candidate is required: it must be a string."],
      );
      await expectRejected(
        context.assay.evaluations.comparePairs({ baseline: a, candidate: a }),
        candidateIsBaseline(a),
      );
      const { body } = await list(`baseline=${a}&candidate=${b}&change=lower&metric=x`);
      expect(body).toMatchObject({
        status: 400,
        errors: [{ path: "query/change" }, { path: "query/metric", code: "unknown_field" }],
      });
    },
  ),
  scenario("listComparedPairs", 400, "rejects a cursor of another list of pairs", async (context) => {
    const [baseline, candidate] = await twoSystems(context, ["uuu", "rrr"]);
    const query = { baseline: baseline.id, candidate: candidate.id, limit: 1 };
    const { next_cursor: after } = await context.assay.evaluations.comparePairs({
      ...query,
      change: "worse",
    });
    expect(after).toBeTypeOf("string");
    await expect(
      context.assay.evaluations.comparePairs({ ...query, after: after ?? "" }),
    ).rejects.toMatchObject({ status: 400, errors: [{ path: "query/after", code: "invalid_cursor" }] });
  }),
  scenario("listComparedPairs", 404, "hides evaluations that the key cannot access", async (context) => {
    const [baseline, candidate] = await twoSystems(context, ["uu", "ur"]);
    const query = { baseline: baseline.id, candidate: candidate.id };
    await expectRejected(
      context.assay.evaluations.comparePairs({ ...query, candidate: absent.evaluation }),
      notFound("evaluation", absent.evaluation),
    );
    const other = await context.otherWorkspace();
    await expectRejected(other.assay.evaluations.comparePairs(query), notFound("evaluation", baseline.id));
    const elsewhere = await newProject(context);
    const key = await context.newKey({ preset: "admin", projects: [elsewhere.id] });
    await expectRejected(
      context.client(key).evaluations.comparePairs(query),
      notFound("evaluation", baseline.id),
    );
  }),
  scenario("listComparedPairs", 409, "requires completed evaluations", async (context) => {
    const { dataset } = await filledDataset(context, answered("uu"));
    const completed = await evaluated(context, dataset);
    const { dataset: unanswered } = await filledDataset(context, [{ input: 1, expected: level("urgent") }]);
    const failed = await evaluated(context, unanswered);
    await expectRejected(
      context.assay.evaluations.comparePairs({ baseline: completed.id, candidate: failed.id }),
      evaluationNotCompleted(failed.id, "failed"),
    );
  }),
  scenario("listComparedPairs", 422, "requires an evaluator of both evaluations", async (context) => {
    const { dataset } = await filledDataset(context, answered("uu"));
    const one = await evaluated(context, dataset);
    const two = await evaluated(context, dataset, { evaluators: [{ type: "triage_accuracy" }, binary] });
    await expectRejected(
      context.assay.evaluations.comparePairs({ baseline: one.id, candidate: two.id, evaluator: "binary" }),
      evaluatorNotShared("binary", ["triage_accuracy"]),
    );
  }),
];
