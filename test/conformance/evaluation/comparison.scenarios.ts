import type { CreateEvaluation, Evaluation } from "@assay/sdk";
import { expect } from "vitest";
import { answered, binary, evaluated, filledDataset, level } from "../harness/arrange.ts";
import { evaluateSystems } from "../harness/arrange-systems.ts";
import type { Context } from "../harness/context.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const close = (value: number): unknown => expect.closeTo(value, 9);
const triage = { evaluators: [{ ...binary, name: "triage" }] };

/** Evaluates two systems on the same samples; see {@link evaluateSystems}. */
async function twoSystems(
  context: Context,
  answers: [string, string],
  {
    clusterOf = () => null,
    ...settings
  }: Partial<CreateEvaluation> & { clusterOf?: (index: number) => string | null } = triage,
): Promise<[Evaluation, Evaluation]> {
  const [first, second] = await evaluateSystems(context, { answers, clusterOf }, settings);
  if (!first || !second) throw new Error("There are two systems.");
  return [first, second];
}

const ids = (evaluations: readonly Evaluation[]): string[] => evaluations.map(({ id }) => id);

/** First, all ten outputs are correct; then, seven of them are one level too high. */
const worse: [string, string] = ["uuuuuuuuuu", "uuueeeeeee"];

/** Scenarios for the results of a comparison. */
export const comparisonScenarios = [
  engineScenario("compareEvaluations", 200, "compares the same samples pair by pair", async (context) => {
    const [baseline, candidate] = await twoSystems(context, worse);
    // Seven of ten pairs are worse, so p = 2/2⁷. The differences are −100 (seven times) and 0 (three times),
    // so s² = (7·30² + 3·70²)/9 = 7000/3.
    const deviation = Math.sqrt(7000 / 3);
    const figures = {
      change: -70,
      improvement_pct: -70,
      test: "mcnemar_exact",
      n_paired: 10,
      n_unpaired: { baseline: 0, candidate: 0 },
      n_not_common: 0,
      n_clusters: 10,
      ties: 3,
      discordant: 7,
      better: 0,
      worse: 7,
      p_value: 0.015625,
      p_adjusted: 0.015625,
      // Newcombe's interval. The Wilson intervals are [0.1078, 0.6032] for 3/10 and [0.7225, 1] for 10/10,
      // and φ = 0. The limits are −0.7 − √(0.1922² + 0²) and −0.7 + √(0.2775² + 0.3032²).
      ci95: [expect.closeTo(-89.22, 1), expect.closeTo(-28.9, 1)],
      interval_excludes_zero: true,
      differing_upper95: null,
      effect_size: close(-70 / deviation),
      minimum_detectable_effect: close((2.802 * deviation) / Math.sqrt(10)),
      verdict: "regressed",
      reasons: [],
      // Each score is 100 if the sample passed and otherwise 0, so the share of passed samples has the same test.
      passed: {
        baseline: expect.objectContaining({ numerator: 10, denominator: 10, n_clusters: 10, rate: 1 }),
        candidate: expect.objectContaining({ numerator: 3, denominator: 10, n_clusters: 10, rate: 0.3 }),
        change: -70,
        n_paired: 10,
        better: 0,
        worse: 7,
        test: "mcnemar_exact",
        p_value: 0.015625,
        p_adjusted: 0.015625,
        ci95: [expect.closeTo(-89.22, 1), expect.closeTo(-28.9, 1)],
        verdict: "regressed",
      },
    };
    // No sample expects the most urgent level.
    const nobody = expect.objectContaining({ numerator: 0, denominator: 0, rate: null });
    const safety = {
      emergent_not_caught: {
        baseline: nobody,
        candidate: nobody,
        change: null,
        n_paired: 0,
        better: 0,
        worse: 0,
        test: null,
        p_value: null,
        p_adjusted: null,
        ci95: null,
        verdict: "inconclusive",
      },
    };
    expect(await context.assay.evaluations.compare({ evaluations: [baseline.id, candidate.id] })).toEqual({
      object: "comparison",
      baseline: { id: baseline.id, name: "nightingale-1.0", aggregate_score: 100, effective_score: 100 },
      candidate: { id: candidate.id, name: "mercury-0.9", aggregate_score: 30, effective_score: 30 },
      is_significant: true,
      ...figures,
      equivalence_margin: 2,
      comparable: true,
      n_case_changed: 0,
      n_missing_output: { baseline: 0, candidate: 0 },
      safety,
      by_metric: { triage: { baseline: 100, candidate: 30, significant: true, ...figures } },
      regressions: ["triage"],
      improvements: [],
    });
  }),
  scenario("compareEvaluations", 200, "tests graded outputs with sign flips", async (context) => {
    const pair = await twoSystems(context, ["uuuuuur", "eeeeeer"], {
      evaluators: [{ type: "triage_accuracy" }],
    });
    // Six samples fall from 100 to 66⅔, so p = 2/2⁶ and the mean change is −200/7. No pair is correct on one
    // side and wrong on the other.
    expect(await context.assay.evaluations.compare({ evaluations: ids(pair) })).toMatchObject({
      test: "sign_flip_exact",
      p_value: 0.03125,
      change: close(-200 / 7),
      verdict: "regressed",
      by_metric: { triage_accuracy: { test: "sign_flip_exact" } },
    });
  }),
  scenario("compareEvaluations", 200, "counts samples of one cluster as one", async (context) => {
    const clusterOf = (index: number) => `patient ${index % 5}`;
    const pair = await twoSystems(context, worse, { ...triage, clusterOf });
    expect(await context.assay.evaluations.compare({ evaluations: ids(pair) })).toMatchObject({
      test: "sign_flip_exact",
      n_paired: 10,
      n_clusters: 5,
      // All five clusters are worse, so p is 2/2⁵, the minimum for five clusters.
      p_value: 0.0625,
      verdict: "inconclusive",
      // The interval excludes 0, because the test cannot be significant with five clusters.
      reasons: ["too_few", "p_interval_disagree"],
    });
  }),
  scenario("compareEvaluations", 200, "uses the named baseline, listed or not", async (context) => {
    const [first, second] = await twoSystems(context, worse);
    const { evaluations } = context.assay;
    const wanted = {
      baseline: { id: second.id },
      candidate: { id: first.id },
      change: 70,
      verdict: "improved",
    };
    for (const listed of [[first.id, second.id], [first.id]])
      expect(await evaluations.compare({ evaluations: listed, baseline: second.id })).toMatchObject(wanted);
  }),
  scenario(
    "compareEvaluations",
    200,
    "returns equal bytes for equal requests, and mirrored figures for swapped sides",
    async (context) => {
      const pair = await twoSystems(context, ["uueeeuruuueeruuuueeu", "eeuuuueeeuurreuuuuue"], {
        evaluators: [{ type: "triage_accuracy" }],
      });
      const compare = async (evaluations: string[]) => {
        const { body } = await context.request("POST", "/v1/evaluations/compare", { body: { evaluations } });
        return JSON.stringify(body);
      };
      const once = await compare(ids(pair));
      expect(await compare(ids(pair))).toBe(once);
      const [one, other] = [JSON.parse(once), JSON.parse(await compare(ids(pair).toReversed()))];
      expect(other).toMatchObject({
        p_value: one.p_value,
        change: 0 - one.change,
        ci95: [0 - one.ci95[1], 0 - one.ci95[0]],
        better: one.worse,
        effect_size: 0 - one.effect_size,
      });
    },
  ),
  scenario(
    "compareEvaluations",
    200,
    "pairs samples of two datasets by external id and case",
    async (context) => {
      const { dataset: one } = await filledDataset(context, answered("uuuu"));
      const others = answered("eeee").map((sample, index) => ({
        ...sample,
        ...(index === 1 && { input: "worded differently" }),
        ...(index === 2 && { external_id: "call-99" }),
        ...(index === 3 && { external_id: null }),
      }));
      const { dataset: two } = await filledDataset(context, others);
      const evaluations = [(await evaluated(context, one)).id, (await evaluated(context, two)).id];
      expect(await context.assay.evaluations.compare({ evaluations })).toMatchObject({
        n_paired: 1,
        n_unpaired: { baseline: 3, candidate: 3 },
        n_case_changed: 1,
        comparable: true,
        reasons: ["datasets_differ", "case_changed", "unpaired", "too_few", "single_cluster"],
        ci95: null,
        effect_size: null,
        minimum_detectable_effect: null,
        verdict: "inconclusive",
      });
    },
  ),
  scenario(
    "compareEvaluations",
    200,
    "excludes samples whose expectation changed in between",
    async (context) => {
      const { dataset } = await filledDataset(context, answered("uuu"));
      const before = await evaluated(context, dataset);
      const rows = [{ external_id: "call-1", input: 1, expected: level("routine"), output: level("urgent") }];
      await context.assay.datasets.importFile(dataset.id, rows, { mode: "update" });
      const after = await evaluated(context, dataset);
      expect(await context.assay.evaluations.compare({ evaluations: [before.id, after.id] })).toMatchObject({
        n_paired: 2,
        n_unpaired: { baseline: 1, candidate: 1 },
        n_case_changed: 1,
        change: 0,
        p_value: 1,
        verdict: "no_difference",
        // 1 − 0.05^(1/2)
        differing_upper95: close(1 - Math.sqrt(0.05)),
        reasons: ["case_changed", "unpaired", "too_few", "no_variation"],
      });
    },
  ),
  scenario(
    "compareEvaluations",
    200,
    "corrects the p values for the requested metrics only",
    async (context) => {
      const evaluators = ["one", "two", "three"].map((name) => ({ ...binary, name }));
      const pair = await twoSystems(context, ["uuuuuuuuuu", "uuuueeeeee"], { evaluators });
      const { evaluations } = context.assay;
      // Six pairs are worse, so p = 2/2⁶ = 0.03125. The correction multiplies each metric's p value by the
      // number of metrics (three, then one).
      const three = await evaluations.compare({ evaluations: ids(pair) });
      expect(three).toMatchObject({ is_significant: true, p_adjusted: 0.03125, regressions: [] });
      expect(three.by_metric["two"]).toMatchObject({
        p_value: 0.03125,
        p_adjusted: 0.09375,
        significant: false,
      });
      const one = await evaluations.compare({ evaluations: ids(pair), metrics: ["two"] });
      expect(Object.keys(one.by_metric)).toEqual(["two"]);
      expect(one).toMatchObject({ regressions: ["two"], by_metric: { two: { p_adjusted: 0.03125 } } });
    },
  ),
  scenario("compareEvaluations", 200, "reports differences between the two sides", async (context) => {
    const { dataset } = await filledDataset(context, [
      ...answered("uuu"),
      { input: 9, expected: 7, output: level("urgent") },
    ]);
    const create = (evaluators: CreateEvaluation["evaluators"], limit?: number) =>
      evaluated(context, dataset, {
        evaluators,
        fail_on_error: 0.5,
        ...(limit !== undefined && { sample_filter: { external_ids: ["call-0", "call-1", "call-2"] } }),
      });
    const shared = { type: "triage_accuracy" as const };
    const baseline = await create([shared]);
    const candidate = await create(
      [{ ...shared, weight: 2, config: { severity_weights: { under_triage: 1 } } }, binary],
      3,
    );
    expect(
      await context.assay.evaluations.compare({ evaluations: [baseline.id, candidate.id] }),
    ).toMatchObject({
      comparable: false,
      reasons: [
        "evaluators_differ",
        "evaluator_settings_differ",
        "weights_differ",
        "errors_differ",
        "too_few",
        "no_variation",
      ],
      by_metric: { triage_accuracy: { n_paired: 3 } },
    });
  }),
  scenario(
    "compareEvaluations",
    200,
    "reports equivalence if the interval is within the margin",
    async (context) => {
      const pair = await twoSystems(context, ["uuuuuuuuuuuuuuuuuuuu", "euuuuuuuuuuuuuuuuuuu"]);
      const compare = (margin: number) =>
        context.assay.evaluations.compare({ evaluations: ids(pair), equivalence_margin: margin });
      expect(await compare(2)).toMatchObject({ verdict: "inconclusive", equivalence_margin: 2 });
      expect(await compare(40)).toMatchObject({ verdict: "no_difference", equivalence_margin: 40 });
    },
  ),
];
