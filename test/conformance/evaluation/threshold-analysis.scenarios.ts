import {
  evaluationInOtherProject,
  nothingCompleted,
  scoresNotReady,
  thresholdsNotRun,
} from "@assay/contract/evaluation/scores/score-refusals";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent, answered, binary, evaluated, nightly } from "../harness/arrange.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { scoredProject } from "../harness/arrange-scores.ts";

const close = (value: number, digits = 9): unknown => expect.closeTo(value, digits);
const marks = (critical: number, warning: number, target: number) => ({ critical, warning, target });

/** Scenarios for threshold analysis. */
export const thresholdAnalysisScenarios = [
  scenario(
    "analyzeThresholds",
    200,
    "returns the status of an evaluation and recommendations",
    async (context) => {
      const { project, dataset } = await scoredProject(context);
      const samples = await dataset("uuuuuuuree");
      const evaluation = await evaluated(context, samples);
      const { data } = await context.assay.samples.list(samples.id);
      const id = (index: number) => data[index]?.id ?? "";
      // Seven samples score 100, one scores 0 and two score 66⅔, so the mean is 250/3. The deviations are
      // 50/3 (seven times), −250/3 (once) and −50/3 (twice), so Σ² = 9 · 2500/9 + 62500/9.
      const deviation = Math.sqrt((2500 + 62_500 / 9) / 9);
      // The t quantile t₀.₉₇₅ with 9 degrees of freedom is 2.262157.
      const reach = (2.2621571628 * deviation) / Math.sqrt(10);
      const thresholds = marks(50, 85, 95);
      const analysis = await context.assay.scores.thresholdAnalysis({
        project,
        thresholds: { triage_accuracy: thresholds },
      });
      expect(analysis).toEqual({
        object: "threshold_analysis",
        project_id: project,
        evaluation_id: evaluation.id,
        overall_status: "warning",
        results: {
          triage_accuracy: {
            current: close(250 / 3),
            status: "warning",
            thresholds,
            gap_to_target: close(95 - 250 / 3),
            gap_to_warning: close(85 - 250 / 3),
            percentile_rank: null,
            percentile_n: 0,
            ci95: [close(250 / 3 - reach, 6), 100],
            n_clusters: 10,
            effective_n: 10,
            confident: false,
            sample_count: 10,
            coverage: {
              scored: 10,
              errored: 0,
              skipped: 0,
              total: 10,
              missing_output: 0,
              not_applicable: 0,
            },
            worst_samples: [
              { sample: id(7), external_id: "call-7", score: 0 },
              { sample: id(8), external_id: "call-8", score: close(200 / 3) },
              { sample: id(9), external_id: "call-9", score: close(200 / 3) },
            ],
          },
        },
        recommendations: [
          `triage_accuracy is warning: its mean of 83.3 over 10 samples is 1.7 points below its warning mark of 85 and 11.7 points below its target of 95. Begin with the lowest scores: call-7 (${id(7)}, 0.0), call-8 (${id(8)}, 66.7), call-9 (${id(9)}, 66.7). The 95 % interval, ${(250 / 3 - reach).toFixed(1)} to 100.0, extends beyond the status warning: more samples are needed.`,
        ],
      });
    },
  ),
  scenario("analyzeThresholds", 200, "treats a score at a threshold as reaching it", async (context) => {
    const { project, dataset } = await scoredProject(context);
    const { id: evaluation } = await evaluated(context, await dataset("uuee"), { evaluators: [binary] });
    const status = async (thresholds: ReturnType<typeof marks>) => {
      const analysis = await context.assay.scores.thresholdAnalysis({
        project,
        evaluation,
        thresholds: { binary: thresholds },
      });
      const { status: own, gap_to_target: gap, gap_to_warning: toWarning } = analysis.results["binary"] ?? {};
      expect(analysis.overall_status).toBe(own);
      return [own, gap, toWarning];
    };
    // The mean is 50 in all of these cases; only the thresholds differ.
    expect(await status(marks(50.1, 60, 70))).toEqual(["critical", 20, 10]);
    expect(await status(marks(50, 60, 70))).toEqual(["warning", 20, 10]);
    expect(await status(marks(40, 50, 70))).toEqual(["passing", 20, undefined]);
    expect(await status(marks(40, 50, 50))).toEqual(["exceeding", 0, undefined]);
    expect(await status(marks(0, 0, 0))).toEqual(["exceeding", 0, undefined]);
  }),
  scenario("analyzeThresholds", 200, "has the status of the worst evaluator", async (context) => {
    const { project, dataset } = await scoredProject(context);
    const evaluators = [{ type: "triage_accuracy" as const }, binary];
    await evaluated(context, await dataset("uuee"), { evaluators });
    const analysis = await context.assay.scores.thresholdAnalysis({
      project,
      thresholds: { triage_accuracy: marks(10, 20, 30), binary: marks(60, 70, 80) },
    });
    expect(analysis.overall_status).toBe("critical");
    expect(analysis.recommendations).toEqual([
      expect.stringMatching(/^binary is critical: its mean of 50\.0/),
    ]);
  }),
  engineScenario(
    "analyzeThresholds",
    200,
    "ranks a mean among the earlier ones, and counts an equal mean as half below",
    async (context) => {
      const { project, dataset } = await scoredProject(context);
      const rank = async (answers: string) => {
        const { id: evaluation } = await evaluated(context, await dataset(answers), { evaluators: [binary] });
        const thresholds = { binary: marks(0, 0, 0) };
        const { results } = await context.assay.scores.thresholdAnalysis({ project, evaluation, thresholds });
        const { percentile_rank: percentile, percentile_n: n } = results["binary"] ?? {};
        return [percentile, n];
      };
      expect(await rank("ue")).toEqual([null, 0]);
      expect(await rank("uuue")).toEqual([100, 1]);
      // An evaluation with another evaluator is not counted.
      await evaluated(context, await dataset("u"));
      // The earlier means are 50 and 75. One is below the new mean, and one is equal to it.
      expect(await rank("uuue")).toEqual([75, 2]);
      // The earlier means are 50, 75 and 75. None is below the new mean, and one is equal to it.
      expect(await rank("ue")).toEqual([close(50 / 3), 3]);
    },
  ),
  engineScenario("analyzeThresholds", 200, "uses the evaluation that completed last", async (context) => {
    const { project, score } = await scoredProject(context);
    await score("u", "2024-03-01T00:00:00Z");
    const last = await score("e", "2024-01-01T00:00:00Z");
    const analysis = await context.assay.scores.thresholdAnalysis({
      project,
      thresholds: { binary: marks(10, 20, 30) },
    });
    expect(analysis).toMatchObject({ evaluation_id: last.id, overall_status: "critical" });
  }),
  scenario("analyzeThresholds", 200, "returns unknown without scores", async (context) => {
    const { project, dataset } = await scoredProject(context);
    const evaluators = [{ type: "triage_accuracy" as const }, { type: "red_flag_detection" as const }];
    await evaluated(context, await dataset("u"), { evaluators });
    const analyze = (low: ReturnType<typeof marks>) =>
      context.assay.scores.thresholdAnalysis({
        project,
        thresholds: { red_flag_detection: marks(10, 20, 30), triage_accuracy: low },
      });
    const unknown = await analyze(marks(10, 20, 30));
    expect(unknown).toMatchObject({
      overall_status: null,
      results: {
        red_flag_detection: {
          current: null,
          status: null,
          gap_to_target: null,
          percentile_rank: null,
          ci95: null,
          n_clusters: 0,
          effective_n: null,
          confident: false,
          sample_count: 0,
          coverage: { scored: 0, skipped: 1, total: 1 },
          worst_samples: [],
        },
        // Wilson's interval of 1 of 1.
        triage_accuracy: { current: 100, status: "exceeding", ci95: [close(20.654931, 5), 100] },
      },
    });
    expect(unknown.recommendations).toEqual([
      "red_flag_detection scored no sample, so it cannot be compared with its thresholds: see why the samples were skipped or errored.",
    ]);
  }),
  scenario("analyzeThresholds", 200, "counts samples of one cluster as dependent", async (context) => {
    const { project, dataset } = await scoredProject(context);
    const samples = answered("u".repeat(40));
    const analyze = async (clusterOf: (index: number) => string | null) => {
      const described = samples.map((sample, index) => ({ ...sample, cluster_id: clusterOf(index) }));
      await evaluated(context, await dataset(described), { evaluators: [binary] });
      const thresholds = { binary: marks(50, 70, 90) };
      return (await context.assay.scores.thresholdAnalysis({ project, thresholds })).results["binary"];
    };
    // Wilson's lower limits for 40 of 40 and for 4 of 4.
    const alone = { current: 100, ci95: [close(91.23784, 4), 100], n_clusters: 40, effective_n: 40 };
    expect(await analyze(() => null)).toMatchObject({ ...alone, confident: true });
    expect(await analyze((index) => `case-${index}`)).toMatchObject({ ...alone, confident: true });
    expect(await analyze((index) => `case-${index % 4}`)).toMatchObject({
      current: 100,
      ci95: [close(51.0109, 4), 100],
      n_clusters: 4,
      effective_n: 4,
      confident: false,
    });
  }),
  scenario("analyzeThresholds", 200, "is not confident if unscored samples could fail", async (context) => {
    const { project, dataset } = await scoredProject(context);
    const missing = answered("u".repeat(20)).map((sample, index) => ({
      ...sample,
      external_id: `blank-${index}`,
      output: null,
    }));
    const samples = await dataset([...answered("u".repeat(60)), ...missing]);
    await evaluated(context, samples, { evaluators: [binary], missing_output: "skip" });
    const analysis = await context.assay.scores.thresholdAnalysis({
      project,
      thresholds: { binary: marks(50, 70, 80) },
    });
    expect(analysis.results["binary"]).toMatchObject({
      current: 100,
      status: "exceeding",
      ci95: [close(93.9828, 4), 100],
      confident: false,
      sample_count: 60,
      coverage: { scored: 60, skipped: 20, total: 80, missing_output: 20 },
    });
    expect(analysis.recommendations).toEqual([
      "binary is exceeding: its mean of 100.0 over 60 samples reaches its target of 80. 20 of 80 samples in scope have no score (0 errored, 20 skipped); if they scored 0, the mean would be 75.0.",
    ]);
  }),
  scenario("analyzeThresholds", 400, "requires three thresholds in order, 0 to 100", async ({ request }) => {
    const thresholds = {
      a: marks(60, 50, 70),
      b: marks(1, 3, 2),
      c: { critical: 1, warning: 101, goal: 3 },
    };
    expectFaults(
      await request("POST", "/v1/scores/threshold-analysis", { body: { project: "x", thresholds } }),
      ["/thresholds/a/warning", "invalid_value", "warning is 50; it must be at least the value of critical."],
      ["/thresholds/b/target", "invalid_value", "target is 2; it must be at least the value of warning."],
      ["/thresholds/c/warning", "too_big", "warning is 101; it must be at most 100."],
      ["/thresholds/c/target", "required", "target is required: it must be a number."],
      [
        "/thresholds/c/goal",
        "unknown_field",
        "goal is not a field that this object accepts; accepted: critical, warning, target.",
      ],
    );
    expectFaults(
      await request("POST", "/v1/scores/threshold-analysis", { body: { project: "x", thresholds: {} } }),
      ["/thresholds", "invalid_value", "thresholds is {}; it must name 1 to 50 evaluators."],
    );
  }),
  scenario(
    "analyzeThresholds",
    422,
    "requires a completed evaluation with the evaluators",
    async (context) => {
      const { project, dataset } = await scoredProject(context);
      const analyze = (keys: string[], further: object = {}) =>
        context.assay.scores.thresholdAnalysis({
          project,
          thresholds: Object.fromEntries(keys.map((key) => [key, marks(1, 2, 3)])),
          ...further,
        });
      await expectRejected(analyze(["binary"]), nothingCompleted(project));
      await evaluated(context, await dataset(answered("u")));
      await expectRejected(
        analyze(["triage_accuracy", "a/b~"]),
        thresholdsNotRun(["a/b~"], ["triage_accuracy"]),
      );
      const { evaluation, project: unknown } = absent;
      await expectRejected(
        analyze(["binary"], { evaluation }),
        referenceNotFound("evaluation", evaluation, "/evaluation"),
      );
      await expectRejected(
        analyze(["binary"], { project: unknown }),
        referenceNotFound("project", unknown, "/project"),
      );
      const other = await scoredProject(context);
      const foreign = await evaluated(context, await other.dataset("u"));
      await expectRejected(
        analyze(["binary"], { evaluation: foreign.id }),
        evaluationInOtherProject(foreign.id, other.project),
      );
    },
  ),
  scenario("analyzeThresholds", 409, "refuses an evaluation that has not completed", async (context) => {
    const { project, dataset } = await scoredProject(context);
    const samples = await dataset("u");
    await context.target.hold();
    const { id } = await context.assay.evaluations.create(nightly(samples));
    const thresholds = { triage_accuracy: marks(1, 2, 3) };
    await expectRejected(
      context.assay.scores.thresholdAnalysis({ project, evaluation: id, thresholds }),
      scoresNotReady(id, "pending"),
    );
  }),
];
