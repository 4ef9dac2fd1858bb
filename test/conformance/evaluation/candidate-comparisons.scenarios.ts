import {
  candidatesRepeated,
  evaluationNotCompleted,
  metricNotShared,
  noCommonSamples,
  notComparable,
} from "@assay/contract/evaluation/comparison/comparison-refusals";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent, answered, binary, evaluated, filledDataset, level } from "../harness/arrange.ts";
import { evaluateSystems } from "../harness/arrange-systems.ts";
import type { Context } from "../harness/context.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const close = (value: number): unknown => expect.closeTo(value, 9);
const triage = { evaluators: [{ ...binary, name: "triage" }] };

/** Compares the evaluations of systems with the first one. */
async function compareAll(context: Context, answers: readonly string[], further: object = {}) {
  const [baseline, ...candidates] = await evaluateSystems(context, { answers }, triage);
  const ids = candidates.map(({ id }) => id);
  const body = { baseline: baseline?.id ?? "", candidates: ids, ...further };
  return { ids, set: await context.assay.evaluations.compareCandidates(body) };
}

/** Scenarios for the safety checks in comparisons. */
export const safetyComparisonScenarios = [
  engineScenario(
    "compareEvaluations",
    200,
    "reports missed emergencies that the mean score hides",
    async (context) => {
      // 60 samples are emergencies. The candidate misses 8 of them, and is right on 8 other samples instead.
      const systems = {
        expected: "e".repeat(60) + "u".repeat(8),
        answers: ["e".repeat(60) + "r".repeat(8), "u".repeat(8) + "e".repeat(52) + "u".repeat(8)],
      };
      const [baseline, candidate] = await evaluateSystems(context, systems, triage);
      const evaluations = [baseline?.id ?? "", candidate?.id ?? ""];
      const comparison = await context.assay.evaluations.compare({ evaluations });
      expect(comparison).toMatchObject({
        change: 0,
        verdict: "inconclusive",
        regressions: [],
        passed: { better: 8, worse: 8, change: 0, p_value: 1 },
        safety: {
          emergent_not_caught: {
            baseline: { numerator: 0, denominator: 60 },
            candidate: { numerator: 8, denominator: 60 },
            change: close(800 / 60),
            n_paired: 60,
            better: 0,
            worse: 8,
            // 2/2⁸
            p_value: 0.0078125,
            p_adjusted: 0.0078125,
            verdict: "regressed",
          },
        },
      });
      const swapped = await context.assay.evaluations.compare({ evaluations: evaluations.toReversed() });
      expect(swapped.safety.emergent_not_caught).toMatchObject({ verdict: "improved", better: 8, worse: 0 });
    },
  ),
  scenario(
    "compareEvaluations",
    200,
    "compares safety for all evaluators, whatever metrics are requested",
    async (context) => {
      const evaluators = [
        { ...binary, name: "first" },
        { ...binary, name: "second" },
      ];
      const systems = { expected: "eeeeeeee", answers: ["eeeeeeee", "uuuuuuuu"] };
      const [one, two] = await evaluateSystems(context, systems, { evaluators });
      const evaluations = [one?.id ?? "", two?.id ?? ""];
      const { by_metric: byMetric, safety } = await context.assay.evaluations.compare({
        evaluations,
        metrics: ["second"],
      });
      expect(Object.keys(byMetric)).toEqual(["second"]);
      expect(safety).toMatchObject({ emergent_not_caught: { worse: 8, verdict: "regressed" } });
    },
  ),
];

/** Scenarios for comparisons of several candidates. */
export const candidateScenarios = [
  engineScenario("compareCandidates", 200, "corrects p-values and ranks candidates", async (context) => {
    // Of 20 samples, 8, 6 and 0 become wrong: p = 2/2⁸, 2/2⁶ and 1. Holm multiplies them by 3, 2 and 1.
    const right = "u".repeat(20);
    const wrong = (count: number) => "r".repeat(count) + "u".repeat(20 - count);
    const { ids, set } = await compareAll(context, [right, wrong(6), wrong(8), right]);
    expect(set).toMatchObject({
      object: "comparison_set",
      candidates: [
        { candidate: { id: ids[0] }, p_value: 0.03125, p_adjusted: 0.0625, verdict: "inconclusive" },
        { candidate: { id: ids[1] }, p_value: 0.0078125, p_adjusted: 0.0234375, verdict: "regressed" },
        { candidate: { id: ids[2] }, p_value: 1, p_adjusted: 1, verdict: "no_difference" },
      ],
      family_size: 3,
      ranking: [
        { evaluation: ids[2], change: 0, verdict: "no_difference" },
        { evaluation: ids[0], change: -30, verdict: "inconclusive" },
        { evaluation: ids[1], change: -40, verdict: "regressed" },
      ],
    });
    expect(set.candidates[1]).toMatchObject({
      is_significant: true,
      by_metric: { triage: { p_adjusted: 0.0234375 } },
      passed: { p_adjusted: 0.0234375, worse: 8 },
    });
    expect(set.ranking.map(({ ci95 }) => ci95)).toEqual(
      [2, 0, 1].map((index) => set.candidates[index]?.ci95),
    );
  }),
  scenario("compareCandidates", 200, "equals a comparison of two for one candidate", async (context) => {
    const { ids, set } = await compareAll(context, ["uuuuuuuuuu", "uuueeeeeee"]);
    const evaluations = [set.baseline, ...ids];
    expect(set.candidates).toEqual([await context.assay.evaluations.compare({ evaluations })]);
  }),
  scenario("compareCandidates", 200, "uses the samples that all evaluations scored", async (context) => {
    const skip = { ...triage.evaluators[0], name: "triage" };
    const { dataset, samples } = await filledDataset(context, answered("uuuuuu"));
    const create = (wanted: readonly number[]) =>
      evaluated(context, dataset, {
        evaluators: [{ ...skip, type: "triage_accuracy" as const }],
        sample_filter: { ids: wanted.map((index) => samples[index]?.id ?? "") },
      });
    const [baseline, one, two] = [
      await create([0, 1, 2, 3, 4]),
      await create([1, 2, 3, 4, 5]),
      await create([2, 3, 4]),
    ];
    const candidates = [one.id, two.id];
    const set = await context.assay.evaluations.compareCandidates({ baseline: baseline.id, candidates });
    expect(set.candidates).toMatchObject([
      {
        n_paired: 3,
        n_not_common: 1,
        n_unpaired: { baseline: 1, candidate: 1 },
        reasons: ["unpaired", "too_few", "no_variation"],
      },
      { n_paired: 3, n_not_common: 0, n_unpaired: { baseline: 2, candidate: 0 } },
    ]);
  }),
  scenario("compareCandidates", 400, "requires distinct evaluations", async (context) => {
    const { evaluations } = context.assay;
    const [a, b] = [absent.evaluation, `${absent.evaluation.slice(0, -1)}b`];
    await expectRejected(
      evaluations.compareCandidates({ baseline: a, candidates: [b, b] }),
      candidatesRepeated([{ id: b, index: 1 }]),
    );
    await expectRejected(
      evaluations.compareCandidates({ baseline: a, candidates: [a] }),
      candidatesRepeated([{ id: a, index: 0 }]),
    );
    const body = { baseline: a, candidates: [], equivalence_margin: -1, evaluations: [b] };
    expectFaults(
      await context.request("POST", "/v1/evaluations/compare/candidates", { body }),
      ["/candidates", "too_small", "candidates is []; it must have at least 1 item."],
      ["/equivalence_margin", "too_small", "equivalence_margin is -1; it must be at least 0."],
      [
        "/evaluations",
        "unknown_field",
        "evaluations is not a field that this object accepts; accepted: baseline, candidates, metrics, equivalence_margin.",
      ],
    );
    const many = { baseline: a, candidates: Array.from({ length: 21 }, (_, index) => `eval_${index}`) };
    const { body: refused } = await context.request("POST", "/v1/evaluations/compare/candidates", {
      body: many,
    });
    expect(refused).toMatchObject({ status: 400, errors: [{ path: "/candidates", code: "too_big" }] });
  }),
  scenario("compareCandidates", 409, "requires completed evaluations", async (context) => {
    const { dataset } = await filledDataset(context, answered("uu"));
    const completed = await evaluated(context, dataset);
    const { dataset: unanswered } = await filledDataset(context, [{ input: 1, expected: level("urgent") }]);
    const failed = await evaluated(context, unanswered);
    const body = { baseline: completed.id, candidates: [failed.id] };
    await expectRejected(
      context.assay.evaluations.compareCandidates(body),
      evaluationNotCompleted(failed.id, "failed"),
    );
  }),
  scenario(
    "compareCandidates",
    422,
    "names the unknown evaluation or metric, and its path",
    async (context) => {
      const { dataset } = await filledDataset(context, answered("uu"));
      const { id: baseline } = await evaluated(context, dataset);
      const { id: other } = await evaluated(context, dataset);
      const { evaluations } = context.assay;
      const gone = (path: string) => referenceNotFound("evaluation", absent.evaluation, path);
      const candidates = [other, absent.evaluation];
      await expectRejected(evaluations.compareCandidates({ baseline, candidates }), gone("/candidates/1"));
      await expectRejected(
        evaluations.compareCandidates({ baseline: absent.evaluation, candidates: [other] }),
        gone("/baseline"),
      );
      await expectRejected(
        evaluations.compareCandidates({ baseline, candidates: [other], metrics: ["sentiment"] }),
        metricNotShared(["sentiment"], ["sentiment"], ["triage_accuracy"]),
      );
    },
  ),
  scenario("compareCandidates", 422, "refuses candidates without common samples", async (context) => {
    const { dataset, samples } = await filledDataset(context, answered("uuuu"));
    const create = (...wanted: number[]) =>
      evaluated(context, dataset, {
        sample_filter: { ids: wanted.map((index) => samples[index]?.id ?? "") },
      });
    const [{ id: baseline }, one, two, alone] = [
      await create(0, 1),
      await create(0, 2),
      await create(1, 2),
      await create(2, 3),
    ];
    const compare = (...candidates: string[]) =>
      context.assay.evaluations.compareCandidates({ baseline, candidates });
    await expectRejected(compare(one.id, two.id), noCommonSamples(2));
    const pair = { baseline, candidate: alone.id, caseChanged: 0, path: "/candidates/1" };
    await expectRejected(compare(one.id, alone.id), notComparable(pair));
  }),
];
