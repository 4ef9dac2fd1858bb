import {
  ambiguousDimension,
  blindPending,
  dimensionNotFound,
  notEnoughReviews,
} from "@assay/contract/review/review-refusals";
import { insufficientScope, referenceNotFound } from "@assay/contract/platform/refusals";
import type { MeasureReliability } from "@assay/sdk";
import { expect } from "vitest";
import { absent } from "../harness/arrange.ts";
import { accuracyOf, grade, graded } from "../harness/arrange-reliability.ts";
import {
  absentOfReviews,
  actingReviewer,
  newRubric,
  newTask,
  createReviewSetup,
} from "../harness/arrange-reviews.ts";
import { expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const path = "/v1/reviews/reliability";
const dayMs = 86_400_000;

export const reliabilityRefusalScenarios = [
  scenario(
    "measureReliability",
    422,
    "requires two samples in the period with two grades each",
    async (context) => {
      const { setup } = await graded(context);
      const { assay, target } = context;
      target.advance(8 * dayMs);
      await expectRejected(
        assay.reviews.reliability({ ...accuracyOf(setup), period: "7d" }),
        notEnoughReviews(0),
      );
      expect(await assay.reviews.reliability({ ...accuracyOf(setup), period: "9d" })).toMatchObject({
        period: "9d",
      });
      const other = await createReviewSetup(context);
      const ada = await actingReviewer(context);
      const ben = await actingReviewer(context);
      const task = await newTask(context, other, { reviews_required: 2 });
      await grade(ada, task, "cc--");
      await grade(ben, task, "c---");
      await expectRejected(assay.reviews.reliability(accuracyOf(other)), notEnoughReviews(1));
    },
  ),
  scenario(
    "measureReliability",
    422,
    "refuses unknown ids, and a dimension of several rubrics",
    async (context) => {
      const { setup } = await graded(context);
      const reliability = (body: MeasureReliability) => context.assay.reviews.reliability(body);
      await expectRejected(
        reliability({ ...accuracyOf(setup), project: absent.project }),
        referenceNotFound("project", absent.project, "/project"),
      );
      await expectRejected(
        reliability({ ...accuracyOf(setup), rubric: absentOfReviews.rubric }),
        referenceNotFound("rubric", absentOfReviews.rubric, "/rubric"),
      );
      await expectRejected(
        reliability({ ...accuracyOf(setup), dimension: "tone" }),
        dimensionNotFound("tone", ["accuracy", "clarity"]),
      );
      const { id } = await newRubric(context, setup.project);
      await expectRejected(
        reliability(accuracyOf(setup)),
        ambiguousDimension("accuracy", [id, setup.rubric]),
      );
      expect(await reliability({ ...accuracyOf(setup), rubric: setup.rubric })).toMatchObject({
        rubric: setup.rubric,
      });
    },
  ),
  scenario(
    "measureReliability",
    403,
    "is refused to a reviewer with a pending blind review in the project",
    async (context) => {
      const { setup } = await graded(context);
      const cem = await actingReviewer(context);
      const { id, samples } = await newTask(context, setup, {
        blind: true,
        samples: setup.samples.slice(0, 1),
      });
      await cem.assay.reviews.tasks.claim(id);
      await expectRejected(cem.assay.reviews.reliability(accuracyOf(setup)), blindPending());
      await cem.assay.reviews.submit(id, {
        sample: samples[0] ?? "",
        grades: { accuracy: { value: "correct" } },
      });
      expect(await cem.assay.reviews.reliability(accuracyOf(setup))).toMatchObject({ n_samples: 4 });
    },
  ),
  scenario(
    "measureReliability",
    400,
    "refuses a period that is not a number of days",
    async ({ request }) => {
      for (const period of ["30", "0d", "3651d", "1y"]) {
        expectFaults(await request("POST", path, { body: { project: "p", dimension: "d", period } }), [
          "/period",
          "invalid_value",
          `period is "${period}"; it must be a number of days from 1 to 3650 followed by d, like "30d".`,
        ]);
      }
    },
  ),
  scenario("measureReliability", 403, "requires the scope", async (context) => {
    const key = await context.newKey({ scopes: ["projects:read"] });
    const answer = await context.request("POST", path, { key, body: { project: "p", dimension: "d" } });
    expectRefusal(answer, insufficientScope("reviews:read"));
  }),
];
