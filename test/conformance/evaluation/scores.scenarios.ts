import { evaluatorNotRun } from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import { insufficientScope, notFound } from "@assay/contract/platform/refusals";
import { scoresNotReady } from "@assay/contract/evaluation/scores/score-refusals";
import { expect } from "vitest";
import { absent, answered, binary, evaluated, filledDataset, level, nightly } from "../harness/arrange.ts";
import { anInstant, expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const close = (value: number): unknown => expect.closeTo(value, 9);
const counts = (given: Record<number, number>) =>
  Array.from({ length: 10 }, (_, bucket) => ({
    range: `${bucket * 10}-${bucket * 10 + 10}`,
    count: given[bucket] ?? 0,
  }));

/** Scenarios for the scores of single samples. */
export const sampleScoreScenarios = [
  engineScenario(
    "getSampleScores",
    200,
    "returns the scores of each evaluator of each evaluation",
    async (context) => {
      const { dataset, samples } = await filledDataset(context, answered("eu"));
      const { id } = samples[0] ?? { id: "" };
      const first = await evaluated(context, dataset);
      const evaluators = [{ type: "triage_accuracy" as const, weight: 3 }, binary];
      const second = await evaluated(context, dataset, { evaluators });
      const shared = { status: "scored", overridden_by: null, created_at: anInstant };
      // On a scale of four levels, the output is one level too high: 100 · (1 − 1/3). By `binary`, it scores
      // 100 · (1 − 3/3).
      const two = { value: close(200 / 3), original_value: close(200 / 3), passed: false, ...shared };
      const details: unknown = expect.objectContaining({
        predicted: "emergent",
        expected: "urgent",
        classification: "over_triage",
      });
      expect(await context.assay.scores.sample(id)).toEqual({
        object: "sample_scores",
        sample_id: id,
        scores: [
          { evaluation: second.id, evaluator: "triage_accuracy", ...two, details },
          {
            evaluation: second.id,
            evaluator: "binary",
            ...shared,
            value: 0,
            original_value: 0,
            passed: false,
            details,
          },
          { evaluation: first.id, evaluator: "triage_accuracy", ...two, details },
        ],
        // The combined score is (3 · 66⅔ + 1 · 0) / 4 = 50.
        combined: [
          {
            evaluation: second.id,
            value: close(50),
            original_value: close(50),
            passed: false,
            overridden_by: null,
          },
          {
            evaluation: first.id,
            value: close(200 / 3),
            original_value: close(200 / 3),
            passed: false,
            overridden_by: null,
          },
        ],
        has_more: false,
      });
    },
  ),
  scenario("getSampleScores", 200, "filters by one evaluation or one evaluator", async (context) => {
    const { dataset, samples } = await filledDataset(context, answered("u"));
    const { id } = samples[0] ?? { id: "" };
    const first = await evaluated(context, dataset);
    const second = await evaluated(context, dataset, { evaluators: [{ type: "triage_accuracy" }, binary] });
    const found = async (query: Record<string, string>) =>
      (await context.assay.scores.sample(id, query)).scores.map((score) => [
        score.evaluation,
        score.evaluator,
      ]);
    expect(await found({ evaluation: first.id })).toEqual([[first.id, "triage_accuracy"]]);
    expect(await found({ evaluator: "binary" })).toEqual([[second.id, "binary"]]);
    expect(await found({ evaluation: second.id, evaluator: "binary" })).toEqual([[second.id, "binary"]]);
    expect(await found({ evaluator: "unheard_of" })).toEqual([]);
  }),
  engineScenario(
    "getSampleScores",
    200,
    "returns no score for a skipped or errored sample",
    async (context) => {
      const { dataset, samples } = await filledDataset(context, [
        ...answered("u"),
        { input: 1, expected: level("urgent") },
      ]);
      await evaluated(context, dataset, { missing_output: "skip" });
      expect(await context.assay.scores.sample(samples[1]?.id ?? "")).toMatchObject({
        scores: [{ status: "skipped", value: null, original_value: null, passed: null }],
        combined: [{ value: null, original_value: null, passed: null }],
      });
    },
  ),
  scenario("getSampleScores", 200, "returns an empty list for a sample without scores", async (context) => {
    const { samples } = await filledDataset(context, answered("u"));
    const scores = await context.assay.scores.sample(samples[0]?.id ?? "");
    expect([scores.scores, scores.combined]).toEqual([[], []]);
  }),
  scenario(
    "getSampleScores",
    404,
    "returns 404 for a sample of another workspace, or an unknown evaluation",
    async (context) => {
      const { samples } = await filledDataset(context, answered("u"));
      const id = samples[0]?.id ?? "";
      await expectRejected(context.assay.scores.sample(absent.sample), notFound("sample", absent.sample));
      const other = await context.otherWorkspace();
      await expectRejected(other.assay.scores.sample(id), notFound("sample", id));
      await expectRejected(context.assay.scores.sample(id, { evaluation: "x" }), notFound("evaluation", "x"));
    },
  ),
  scenario("getSampleScores", 400, "names the existing evaluators for an unknown one", async (context) => {
    const { dataset, samples } = await filledDataset(context, answered("u"));
    const { id } = await evaluated(context, dataset);
    await expectRejected(
      context.assay.scores.sample(samples[0]?.id ?? "", { evaluation: id, evaluator: "binary" }),
      evaluatorNotRun("binary", ["triage_accuracy"]),
    );
  }),
  engineScenario("getSampleScores", 409, "refuses an evaluation that has not completed", async (context) => {
    const { dataset, samples } = await filledDataset(context, answered("u"));
    await context.target.hold();
    const { id } = await context.assay.evaluations.create(nightly(dataset));
    const sample = samples[0]?.id ?? "";
    await expectRejected(
      context.assay.scores.sample(sample, { evaluation: id }),
      scoresNotReady(id, "pending"),
    );
    expect((await context.assay.scores.sample(sample)).scores).toEqual([]);
  }),
];

/** Scenarios for the scores of whole evaluations. */
export const evaluationScoreScenarios = [
  engineScenario(
    "getEvaluationScores",
    200,
    "returns aggregates with their denominators",
    async (context) => {
      const { dataset } = await filledDataset(context, [
        ...answered("uuer"),
        { input: 9, expected: level("urgent") },
      ]);
      const evaluators = [{ type: "triage_accuracy" as const, weight: 3 }, binary];
      const { id, results } = await evaluated(context, dataset, { evaluators, missing_output: "skip" });
      // The triage scores are 100, 100, 66⅔ and 0; the binary scores are 100, 100, 0 and 0. The combined
      // scores are 100, 100, 50 and 0 with weights 3 and 1, and 100, 100, 33⅓ and 0 with equal weights.
      const coverage = {
        scored: 4,
        errored: 0,
        skipped: 1,
        total: 5,
        missing_output: 1,
        not_applicable: 0,
      };
      expect(await context.assay.scores.evaluation(id)).toEqual({
        object: "evaluation_scores",
        evaluation_id: id,
        weighted_aggregate: close(62.5),
        aggregate: close(700 / 12),
        sample_count: 4,
        pass_rate: 50,
        coverage,
      });
      expect(results).toMatchObject({ weighted_aggregate: close(62.5), sample_count: 4, coverage });
    },
  ),
  scenario("getEvaluationScores", 200, "breaks down by evaluator and bucket on request", async (context) => {
    const { dataset } = await filledDataset(context, answered("uuer"));
    const evaluators = [{ type: "triage_accuracy" as const, weight: 3 }, binary];
    const { id } = await evaluated(context, dataset, { evaluators });
    const query = { include_breakdown: true, include_distribution: true };
    const { breakdown, distribution } = await context.assay.scores.evaluation(id, query);
    const coverage = { scored: 4, errored: 0, skipped: 0, total: 4, missing_output: 0, not_applicable: 0 };
    // For triage, the mean is 800/12 and the deviations are 33⅓, 33⅓, 0 and −66⅔. So Σ² = 6666⅔ and
    // s = √(6666⅔/3). For binary, the mean is 50 and s = √(10000/3).
    expect(breakdown).toEqual({
      triage_accuracy: {
        mean: close(200 / 3),
        median: close((100 + 200 / 3) / 2),
        std_dev: close(Math.sqrt(20_000 / 9)),
        min: 0,
        max: 100,
        pass_rate: 50,
        weight: 3,
        coverage,
      },
      binary: {
        mean: 50,
        median: 50,
        std_dev: close(Math.sqrt(10_000 / 3)),
        min: 0,
        max: 100,
        pass_rate: 50,
        weight: 1,
        coverage,
      },
    });
    // The combined scores are 100, 100, 50, 0. A bucket includes its lower end; the last one also includes
    // 100.
    expect(distribution).toEqual({ buckets: counts({ 0: 1, 5: 1, 9: 2 }) });
  }),
  engineScenario(
    "getEvaluationScores",
    200,
    "returns null figures for an evaluator without scores",
    async (context) => {
      const { dataset } = await filledDataset(context, answered("u"));
      const evaluators = [{ type: "triage_accuracy" as const }, { type: "red_flag_detection" as const }];
      const { id } = await evaluated(context, dataset, { evaluators });
      const { breakdown } = await context.assay.scores.evaluation(id, { include_breakdown: true });
      expect(breakdown?.["red_flag_detection"]).toEqual({
        mean: null,
        median: null,
        std_dev: null,
        min: null,
        max: null,
        pass_rate: null,
        weight: 1,
        coverage: { scored: 0, errored: 0, skipped: 1, total: 1, missing_output: 0, not_applicable: 0 },
      });
      expect(breakdown?.["triage_accuracy"]).toMatchObject({ mean: 100, std_dev: null });
    },
  ),
  scenario(
    "getEvaluationScores",
    409,
    "refuses an evaluation that has not completed or has failed",
    async (context) => {
      const { dataset } = await filledDataset(context, [{ input: 1, output: level("urgent") }]);
      const failed = await evaluated(context, dataset);
      await expectRejected(context.assay.scores.evaluation(failed.id), scoresNotReady(failed.id, "failed"));
      await context.target.hold();
      const { id } = await context.assay.evaluations.create(nightly(dataset));
      await expectRejected(context.assay.scores.evaluation(id), scoresNotReady(id, "pending"));
    },
  ),
  scenario(
    "getEvaluationScores",
    404,
    "returns 404 for evaluations that the key cannot access",
    async (context) => {
      const { dataset } = await filledDataset(context, answered("u"));
      const { id } = await evaluated(context, dataset);
      const other = await context.assay.projects.create({ name: "Other" });
      const restricted = context.client(
        await context.newKey({ scopes: ["scores:read"], projects: [other.id] }),
      );
      await expectRejected(restricted.scores.evaluation(id), notFound("evaluation", id));
    },
  ),
  scenario("getEvaluationScores", 400, "accepts only true and false", async ({ request }) => {
    expectFaults(
      await request("GET", `/v1/scores/evaluations/${absent.evaluation}?include_breakdown=yes&breakdown=1`),
      ["query/include_breakdown", "invalid_type", 'include_breakdown is "yes"; it must be true or false.'],
      [
        "query/breakdown",
        "unknown_field",
        "breakdown is not a parameter that this query accepts; accepted: include_distribution, include_breakdown, group_by, evaluator.",
      ],
    );
  }),
  scenario("getEvaluationScores", 403, "requires the scope scores:read", async ({ request, newKey }) => {
    const key = await newKey({ scopes: ["evaluations:read"] });
    expectRefusal(
      await request("GET", `/v1/scores/evaluations/${absent.evaluation}`, { key }),
      insufficientScope("scores:read"),
    );
  }),
];
