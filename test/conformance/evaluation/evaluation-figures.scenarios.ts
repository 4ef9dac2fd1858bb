import { expect } from "vitest";
import { all, binary, evaluated, filledDataset } from "../harness/arrange.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const close = (value: number): unknown => expect.closeTo(value, 9);
const level = (id: string, triageLevel: string) => ({
  external_id: id,
  output: { triage_level: triageLevel },
});

/** Scenarios for the figures of a whole evaluation. */
export const evaluationFigureScenarios = [
  engineScenario(
    "createEvaluation",
    201,
    "scores triage with all counts and denominators",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const { results } = await evaluated(context, dataset);
      const coverage = {
        scored: 4,
        errored: 0,
        skipped: 0,
        total: 4,
        missing_output: 0,
        not_applicable: 0,
      };
      // call-1 and call-4 are exact and score 100. call-2 is one level too low: 100·(1 − 2·1/3). call-3 is
      // two levels too high: 100·(1 − 1·2/3).
      expect(results).toMatchObject({
        aggregate_score: close(200 / 3),
        weighted_aggregate: close(200 / 3),
        aggregate: close(200 / 3),
        pass_rate: 50,
        sample_count: 4,
        by_evaluator: { triage_accuracy: close(200 / 3) },
        coverage,
        coverage_by_evaluator: { triage_accuracy: coverage },
        distributions: { triage_accuracy: { correct: 2, under_triage: 1, over_triage: 1 } },
        flagged_samples: 1,
      });
      expect(results?.triage).toMatchObject({
        levels: ["emergent", "urgent", "semi_urgent", "routine"],
        total: 4,
        answered: 4,
        confusion: {
          emergent: { emergent: 1, urgent: 1, routine: 0 },
          routine: { urgent: 1 },
          urgent: { urgent: 1 },
        },
        recall: {
          emergent: { numerator: 1, denominator: 2 },
          semi_urgent: { numerator: 0, denominator: 0, rate: null },
        },
        // The Wilson interval is 0.5 ± 0.349961… (z = 1.959964). The one-sided Clopper-Pearson bound for 1 of
        // 2 is √0.95.
        exact: {
          all: {
            numerator: 2,
            denominator: 4,
            rate: 0.5,
            ci95: [close(0.150038989152), close(0.849961010848)],
          },
        },
        under_triage: { all: { numerator: 1, denominator: 4, rate: 0.25 } },
        over_triage: { answered: { numerator: 1, denominator: 4, rate: 0.25 } },
        emergent_not_caught: { numerator: 1, denominator: 2, rate: 0.5, upper95: close(Math.sqrt(0.95)) },
        kappa_n: 4,
      });
    },
  ),
  engineScenario(
    "createEvaluation",
    201,
    "counts samples of one cluster as dependent in intervals and bounds",
    async (context) => {
      // 10 clusters of 2 with 2, 1, 1 and 0 failures. The linearized variance is 11/900, the effective size
      // 0.16 / (11/900) · (t(.975; 19) / t(.975; 9))² = 11.20657.
      const failures = [2, 1, 1, 0, 0, 0, 0, 0, 0, 0];
      const samples = failures.flatMap((count, cluster) =>
        [0, 1].map((member) => ({
          external_id: `${cluster}-${member}`,
          input: { text: "The same vignette in other words." },
          expected: { triage_level: "emergent" },
          output: { triage_level: member < count ? "routine" : "emergent" },
          cluster_id: `vignette ${cluster}`,
        })),
      );
      const { dataset } = await filledDataset(context, samples);
      const { results } = await evaluated(context, dataset);
      const rounded = (value: number): unknown => expect.closeTo(value, 6);
      expect(results?.triage?.emergent_not_caught).toEqual({
        numerator: 4,
        denominator: 20,
        n_clusters: 10,
        effective_n: rounded(11.20657),
        rate: 0.2,
        ci95: [rounded(0.060459), rounded(0.492709)],
        upper95: rounded(0.486475),
      });
      expect(results?.triage?.exact.answered).toMatchObject({ numerator: 16, n_clusters: 10 });
      expect(results?.triage?.recall["urgent"]).toMatchObject({ n_clusters: 0, effective_n: null });
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "weights several evaluators, and also returns figures with equal weights",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const evaluators = [{ type: "triage_accuracy" as const, weight: 3 }, binary];
      const { results } = await evaluated(context, dataset, { evaluators });
      // call-2 and call-3 score (3·33⅓ + 1·0)/4 = 25 with weights and 16⅔ with equal weights. call-1 and
      // call-4 score 100.
      expect(results).toMatchObject({
        weighted_aggregate: close(62.5),
        aggregate: close(175 / 3),
        by_evaluator: { triage_accuracy: close(200 / 3), binary: 50 },
        distributions: { binary: { correct: 2, under_triage: 1, over_triage: 1 } },
      });
      expect(Object.keys(results?.triage_by_evaluator ?? {})).toEqual(["triage_accuracy", "binary"]);
      expect(results?.triage).toEqual(results?.triage_by_evaluator?.["triage_accuracy"]);
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "excludes an evaluator of weight 0 from the weighted figures only",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const evaluators = [{ type: "triage_accuracy" as const }, { ...binary, weight: 0 }];
      const { results } = await evaluated(context, dataset, { evaluators });
      expect(results).toMatchObject({
        weighted_aggregate: close(200 / 3),
        aggregate: close(175 / 3),
        sample_count: 4,
      });
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "scores the stored outputs of a model instead of those of the samples",
    async (context) => {
      const { assay } = context;
      const { dataset } = await filledDataset(context);
      const model = await assay.models.create({ name: "mercury", version: "0.9" });
      const outputs = [level("call-1", "routine"), level("call-2", "emergent"), level("call-3", "panic")];
      await assay.samples.createOutputs(dataset.id, { model: model.id, outputs });
      const done = await evaluated(context, dataset, { model: model.id });
      expect(done).toMatchObject({ model: model.id, dataset_version: 2, status: "completed" });
      // call-1 is three levels too low and scores 0. call-2 is exact and scores 100. call-3 is not a level on
      // the scale and scores 0. call-4 has no output and scores 0.
      const distribution = { correct: 1, under_triage: 1, over_triage: 0, invalid_level: 1, no_answer: 1 };
      expect(done.results).toMatchObject({
        aggregate_score: 25,
        sample_count: 4,
        missing_output: 1,
        coverage: { scored: 4, errored: 0, skipped: 0, total: 4, missing_output: 1 },
        distributions: { triage_accuracy: distribution },
        flagged_samples: 3,
        triage: { no_answer: 0, missing_output: 1 },
      });
      const stored = await all(assay.evaluations.results(done.id));
      expect(stored.map(({ status, flag_reason: reason }) => [status, reason])).toEqual([
        ["scored", "under_triage"],
        ["scored", undefined],
        ["scored", "invalid_level"],
        ["scored", "no_answer"],
      ]);
      expect(stored[3]).toMatchObject({
        output: null,
        score: 0,
        passed: false,
        expected: { triage_level: "urgent" },
        details: { classification: "no_answer", missing_output: true },
      });
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "uses a custom scale, and reports samples outside it",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const config = { levels: ["emergent", "urgent"], require_expected: false };
      const evaluators = [{ type: "triage_accuracy" as const, config }];
      const done = await evaluated(context, dataset, { evaluators, fail_on_error: 0.25 });
      // call-3 expects routine, which is not a level on this scale, so it fails with an error. call-2 is one
      // level too low on a scale of two levels, so it scores 0.
      expect(done).toMatchObject({
        progress: { total: 4, completed: 3, failed: 1 },
        results: {
          aggregate_score: close(200 / 3),
          coverage: { scored: 3, errored: 1, skipped: 0, total: 4 },
        },
      });
    },
  ),
  scenario(
    "getEvaluation",
    200,
    "fails when too many samples are errored, with the reason",
    async (context) => {
      const expected = [
        { triage_level: "urgent" },
        null,
        { triage_level: "soon" },
        { triage_level: "urgent" },
      ];
      const output = { triage_level: "urgent" };
      const { dataset, samples } = await filledDataset(
        context,
        expected.map((answer, index) => ({ input: index, output, expected: answer })),
      );
      const { id } = await evaluated(context, dataset);
      const failed = await context.assay.evaluations.get(id);
      expect(failed).toMatchObject({
        status: "failed",
        error: expect.stringMatching(
          /^2 of 4 samples errored \(50 %\); fail_on_error allows 10 %\. Most frequent reasons: .+ \(1 result, for example smp_\w+\); .+ \(1 result, for example smp_\w+\)\.$/,
        ),
        progress: { total: 4, completed: 2, failed: 2 },
        completed_at: null,
      });
      const reason = { evaluator: "triage_accuracy", status: "errored", count: 1, external_id: null };
      const reasons = failed.error_reasons?.toSorted((one, other) => (one.sample < other.sample ? -1 : 1));
      expect(reasons).toMatchObject([
        { ...reason, sample: samples[1]?.id },
        { ...reason, sample: samples[2]?.id, reason: expect.stringContaining("soon") },
      ]);
      expect(failed).not.toHaveProperty("results");
      expect(failed).not.toHaveProperty("duration_seconds");
      const statuses = (await all(context.assay.evaluations.results(failed.id))).map(({ status }) => status);
      expect(statuses).toEqual(["scored", "errored", "errored", "scored"]);
      const lenient = await evaluated(context, dataset, { fail_on_error: 0.5 });
      expect(lenient).toMatchObject({
        status: "completed",
        results: { aggregate_score: 100, sample_count: 2, unscored_reasons: failed.error_reasons },
      });
    },
  ),
  engineScenario("getEvaluation", 200, "fails when nothing could be scored", async (context) => {
    const { dataset, samples } = await filledDataset(context, [{ input: 1, output: "urgent" }, { input: 2 }]);
    const evaluators = [{ type: "triage_accuracy" as const, config: { require_expected: false } }];
    const { id } = await evaluated(context, dataset, { evaluators });
    expect(await context.assay.evaluations.get(id)).toMatchObject({
      status: "failed",
      error: `None of 2 samples was scored: 0 errored, 2 skipped. Reason: missing_expected (2 results, for example ${samples[0]?.id}).`,
    });
  }),
];
