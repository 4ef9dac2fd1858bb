import { alphaMetricMeaningless } from "@assay/contract/review/review-refusals";
import type { CreateRubric, MeasureReliability } from "@assay/sdk";
import { expect } from "vitest";
import { filledDataset } from "../harness/arrange.ts";
import { actingReviewer, newRubric } from "../harness/arrange-reviews.ts";
import type { Context } from "../harness/context.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const levels = ["low", "medium", "high"].map((value) => ({ value, label: value }));
const dimensions: CreateRubric["dimensions"] = [
  { id: "points", name: "Points", type: "scale", min: 0, max: 100 },
  { id: "severity", name: "Severity", type: "categorical", options: levels, ordered: true },
  { id: "kind", name: "Kind", type: "categorical", options: levels },
];

/** One reviewer's grades for the samples. */
interface Grades {
  points: number[];
  severity: string[];
}

/** Creates a rubric with ordered grades, and lets each reviewer grade all four samples. */
async function gradedBy(context: Context, byReviewer: readonly Grades[]) {
  const { dataset, samples } = await filledDataset(context);
  const { project } = dataset;
  const rubric = (await newRubric(context, project, { dimensions })).id;
  const ids = samples.map(({ id }) => id);
  const task = await context.assay.reviews.tasks.create({
    project,
    samples: ids,
    rubric,
    reviews_required: byReviewer.length,
  });
  const reviewers: string[] = [];
  for (const [index, { points, severity }] of byReviewer.entries()) {
    const { id, assay } = await actingReviewer(context, { name: `Reviewer ${index}` });
    reviewers.push(id);
    for (const [place, sample] of ids.entries()) {
      const level = severity[place] ?? "low";
      const grades = { points: { value: points[place] }, severity: { value: level }, kind: { value: level } };
      await assay.reviews.submit(task.id, { sample, grades });
    }
  }
  const reliability = (dimension: string, further: Partial<MeasureReliability> = {}) =>
    context.assay.reviews.reliability({ project, dimension, ...further });
  return { reviewers, reliability };
}

const first: Grades = { points: [10, 20, 30, 50], severity: ["low", "low", "medium", "high"] };
const second: Grades = { points: [12, 21, 33, 54], severity: ["low", "medium", "medium", "high"] };
const third: Grades = { points: [9, 25, 31, 48], severity: ["low", "low", "high", "high"] };
const close = (value: number): unknown => expect.closeTo(value, 9);

/** Scenarios for agreement on scales and on options whose order has a meaning. */
export const gradedScaleScenarios = [
  engineScenario(
    "measureReliability",
    200,
    "interprets alpha on a scale, with its limits",
    async (context) => {
      const { reviewers, reliability } = await gradedBy(context, [first, second]);
      const report = await reliability("points");
      // The differences are 2, 1, 3 and 4: their mean is 2.5, and their squared deviations are 0.25, 2.25, 0.25
      // and 2.25, so sd = √(5/3).
      const sd = Math.sqrt(5 / 3);
      expect(report).toMatchObject({
        alpha_metric: "interval",
        interpretation: "almost_perfect_agreement",
        interpretation_of: "krippendorff_alpha",
        cohens_kappa: 0,
        resamples: 1000,
        // Row means 11, 20.5, 31.5, 52: MSR = 2·(17.75² + 8.25² + 2.75² + 23.25²)/3 = 931.25/1.5; the bias
        // gives MSC = 2·2.5² = 12.5; the differences' deviations give MSE = (5/2)/3.
        icc_a1: {
          value: close((931.25 / 1.5 - 2.5 / 3) / (931.25 / 1.5 + 2.5 / 3 + (12.5 - 2.5 / 3) / 2)),
          ci95: [expect.any(Number), expect.any(Number)],
          n_samples: 4,
          n_raters: 2,
          reason: null,
        },
        by_pair: [
          {
            reviewers,
            bland_altman: {
              n: 4,
              bias: 2.5,
              sd: close(sd),
              lower: close(2.5 - 1.96 * sd),
              upper: close(2.5 + 1.96 * sd),
            },
          },
        ],
      });
      expect(await reliability("points")).toEqual(report);
    },
  ),
  scenario(
    "measureReliability",
    200,
    "does not interpret another distance than the default",
    async (context) => {
      const { reliability } = await gradedBy(context, [first, second]);
      const standard = await reliability("points");
      for (const metric of ["nominal", "ordinal"] as const) {
        const report = await reliability("points", { alpha_metric: metric });
        expect(report).toMatchObject({
          alpha_metric: metric,
          interpretation: standard.interpretation,
          interpretation_of: "krippendorff_alpha",
          icc_a1: standard.icc_a1,
        });
        expect(report.krippendorff_alpha).not.toBe(standard.krippendorff_alpha);
      }
      expect(await reliability("points", { alpha_metric: "interval" })).toEqual(standard);
    },
  ),
  scenario(
    "measureReliability",
    200,
    "interprets weighted kappa for two ordered gradings",
    async (context) => {
      const { reliability } = await gradedBy(context, [first, second]);
      expect(await reliability("severity")).toMatchObject({
        alpha_metric: "ordinal",
        interpretation_of: "weighted_kappa",
        // Positions 0 0 1 2 and 0 1 1 2: Σ d² = 1; Σ_ij d² = (0+1+1+4)·2 + (1+0+0+1) + (4+1+1+0) = 20; κ = 1 −
        // 4·1/20.
        weighted_kappa: close(0.8),
        interpretation: "substantial_agreement",
        icc_a1: null,
        by_pair: [{ bland_altman: null }],
      });
      // The mean ranks are 2 (low, three grades), 5 (medium, three) and 7.5 (high, two). One sample of four has
      // low and medium: O = 2·3². All pairs: 2·(9·3² + 6·5.5² + 6·2.5²) = 600. α = 1 − 7·18/600.
      expect((await reliability("severity")).krippendorff_alpha).toBeCloseTo(1 - 126 / 600, 12);
      expect(await reliability("kind")).toMatchObject({
        alpha_metric: "nominal",
        interpretation_of: "cohens_kappa",
      });
    },
  ),
  scenario(
    "measureReliability",
    200,
    "interprets alpha and Fleiss' kappa for three raters",
    async (context) => {
      const { reliability } = await gradedBy(context, [first, second, third]);
      expect(await reliability("severity")).toMatchObject({ interpretation_of: "krippendorff_alpha" });
      expect(await reliability("kind")).toMatchObject({ interpretation_of: "fleiss_kappa" });
      expect(await reliability("points")).toMatchObject({ icc_a1: { n_samples: 4, n_raters: 3 } });
    },
  ),
  scenario("measureReliability", 400, "refuses a distance that has no meaning", async (context) => {
    const { reliability } = await gradedBy(context, [first, second]);
    for (const metric of ["ordinal", "interval"] as const)
      await expectRejected(
        reliability("kind", { alpha_metric: metric }),
        alphaMetricMeaningless(metric, ["nominal"], { id: "kind", type: "categorical" }),
      );
    await expectRejected(
      reliability("severity", { alpha_metric: "interval" }),
      alphaMetricMeaningless("interval", ["nominal", "ordinal"], { id: "severity", type: "categorical" }),
    );
    const body = { project: "p", dimension: "d", alpha_metric: "ratio" };
    expectFaults(await context.request("POST", "/v1/reviews/reliability", { body }), [
      "/alpha_metric",
      "invalid_value",
      'alpha_metric is "ratio"; it must be one of nominal, ordinal, interval.',
    ]);
  }),
];
