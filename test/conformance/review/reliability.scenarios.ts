import { notEnoughReviews } from "@assay/contract/review/review-refusals";
import type { MeasureReliability } from "@assay/sdk";
import { expect } from "vitest";
import { accuracyOf, grade, graded } from "../harness/arrange-reliability.ts";
import { actingReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

// Ada grades c c t c and Ben grades c t t c, so they agree on 3/4. Ada uses c for 3/4 and Ben for 2/4, so
// chance agreement is 3/4·1/2 + 1/4·1/2 = 1/2 and Cohen's kappa is (0.75 − 0.5)/0.5 = 0.5. With two options,
// weights change nothing. The shares of c and t are 5/8 and 3/8. Fleiss' chance agreement is 34/64, so
// Fleiss' kappa is (0.75 − 0.53125)/0.46875 = 7/15. AC1's chance agreement is 2·(5/8)(3/8) = 0.46875, so AC1
// is 0.28125/0.53125 = 9/17. For alpha, the observed disagreement is 2/8 and the expected one is 2·5·3/(8·7),
// so alpha is 1 − 0.25·56/30 = 8/15.
const figures = {
  percent_agreement: 75,
  percent_agreement_all: 75,
  cohens_kappa: 0.5,
  weighted_kappa: 0.5,
  fleiss_kappa: 7 / 15,
  gwet_ac1: 9 / 17,
  krippendorff_alpha: 8 / 15,
};

export const reliabilityScenarios = [
  engineScenario("measureReliability", 200, "measures the agreement of two reviewers", async (context) => {
    const { setup, ada, ben } = await graded(context);
    const report = await context.assay.reviews.reliability(accuracyOf(setup));
    const {
      percent_agreement,
      percent_agreement_all,
      cohens_kappa,
      weighted_kappa,
      fleiss_kappa,
      gwet_ac1,
      krippendorff_alpha,
      ...rest
    } = report;
    const computed = {
      percent_agreement,
      percent_agreement_all,
      cohens_kappa,
      weighted_kappa,
      fleiss_kappa,
      gwet_ac1,
      krippendorff_alpha,
    };
    for (const [name, value] of Object.entries(figures))
      expect([name, Reflect.get(computed, name)]).toEqual([name, expect.closeTo(value, 12)]);
    expect(rest).toMatchObject({
      object: "reliability",
      project: setup.project,
      rubric: setup.rubric,
      dimension: "accuracy",
      period: "30d",
      include_unblinded: false,
      alpha_metric: "nominal",
      interpretation: "moderate_agreement",
      n_samples: 4,
      review_count: 8,
      reviewer_count: 2,
      pair_count: 1,
      undefined_pairs: 0,
      by_category: {
        // Of the ordered pairs of grades, 2 + 1 + 2 = 5 start with `correct`. The four pairs on the first and
        // last sample agree.
        correct: { numerator: 4, denominator: 5, agreement: 0.8 },
        too_low: { numerator: 2, denominator: 3, agreement: 2 / 3 },
      },
      by_pair: [
        { reviewers: [ada.id, ben.id], n_samples: 4, percent_agreement: 75, cohens_kappa: 0.5, reason: null },
      ],
      // Ada is the only doctor and Ben the only nurse, so neither can be compared within a credential.
      by_credential: {},
    });
    expect(report.ci95.percent_agreement).toEqual([expect.any(Number), expect.any(Number)]);
    expect(await context.assay.reviews.reliability(accuracyOf(setup))).toEqual(report);
  }),
  scenario(
    "measureReliability",
    200,
    "returns the reason of an undefined statistic, and agreement by credential",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [ada, cem] = [
        await actingReviewer(context, { name: "Ada" }),
        await actingReviewer(context, { name: "Cem" }),
      ];
      const task = await newTask(context, setup, { reviews_required: 2 });
      await grade(ada, task, "cccc");
      await grade(cem, task, "cccc");
      const report = await context.assay.reviews.reliability(accuracyOf(setup));
      expect(report).toMatchObject({
        percent_agreement: 100,
        cohens_kappa: null,
        fleiss_kappa: null,
        interpretation: null,
        pair_count: 1,
        undefined_pairs: 1,
        by_category: { correct: { agreement: 1 }, too_low: { agreement: null, denominator: 0 } },
        by_credential: {
          MD: { n_samples: 4, reviewer_count: 2, percent_agreement: 100, cohens_kappa: null },
        },
      });
      expect(report.reasons.cohens_kappa).toContain("one category");
      expect(report.reasons.percent_agreement).toBeNull();
    },
  ),
  scenario("measureReliability", 200, "uses the blind revisions, not later ones", async (context) => {
    const setup = await createReviewSetup(context);
    const ada = await actingReviewer(context, { name: "Ada" });
    const ben = await actingReviewer(context, { name: "Ben" });
    const task = await newTask(context, setup, { reviews_required: 2 });
    await grade(ada, task, "cctc");
    await grade(ben, task, "ctt-");
    // Ben has seen Ada's grade for the second sample and adopts it.
    const sample = task.samples[1] ?? "";
    await ben.assay.reviews.submit(task.id, { sample, grades: { accuracy: { value: "correct" } } });
    await grade(ben, task, "---c");
    expect(await context.assay.reviews.reliability(accuracyOf(setup))).toMatchObject({
      percent_agreement: 75,
    });
  }),
  scenario(
    "measureReliability",
    200,
    "uses the first blind review of a sample, not that of a second task",
    async (context) => {
      const { setup, ada, ben } = await graded(context);
      // Everything in the first task is now visible. In a second task, Ben repeats Ada's earlier grades.
      const task = await newTask(context, setup, { reviews_required: 2 });
      await grade(ben, task, "cctc");
      await grade(ada, task, "cctc");
      expect(await context.assay.reviews.reliability(accuracyOf(setup))).toMatchObject({
        percent_agreement: 75,
      });
    },
  ),
  scenario("measureReliability", 200, "includes unblinded reviews on request", async (context) => {
    const { setup } = await graded(context, { blind: false });
    const reliability = (body: MeasureReliability) => context.assay.reviews.reliability(body);
    await expectRejected(reliability(accuracyOf(setup)), notEnoughReviews(0));
    const report = await reliability({ ...accuracyOf(setup), include_unblinded: true });
    expect(report).toMatchObject({ include_unblinded: true, n_samples: 4, cohens_kappa: 0.5 });
  }),
];
