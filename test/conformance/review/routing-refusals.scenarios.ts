import { routedEvaluatorsUnknown } from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import { inOtherProject, reviewerNotQualified } from "@assay/contract/review/review-refusals";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { newProject, nightly } from "../harness/arrange.ts";
import { absentOfReviews, newReviewer, createReviewSetup } from "../harness/arrange-reviews.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

import { createRoutingSetup } from "./routing.scenarios.ts";

/** Scenarios for routing that could not create a task. */
export const routingRefusalScenarios = [
  scenario("createEvaluation", 422, "refuses routing to an invalid rubric or reviewer", async (context) => {
    const setup = await createRoutingSetup(context);
    const other = await createReviewSetup(context);
    const { rubric, reviewer } = absentOfReviews;
    const send = (routing: object) =>
      context.assay.evaluations.create({
        ...nightly(setup.dataset),
        routing: { rubric: setup.rubric, flagged: true, ...routing },
      });
    await expectRejected(send({ rubric }), referenceNotFound("rubric", rubric, "/routing/rubric"));
    await expectRejected(
      send({ rubric: other.rubric }),
      inOtherProject("/routing/rubric", `Rubric "${other.rubric}"`, setup.dataset.project),
    );
    const path = "/routing/assignment/reviewer_id";
    await expectRejected(
      send({ assignment: { mode: "manual", reviewer_id: reviewer } }),
      referenceNotFound("reviewer", reviewer, path),
    );
    const elsewhere = await newProject(context, "Elsewhere");
    const stranger = await newReviewer(context, { projects: [elsewhere.id] });
    await expectRejected(
      send({ assignment: { mode: "manual", reviewer_id: stranger.id } }),
      reviewerNotQualified(stranger.id, `does not review in project "${setup.dataset.project}"`, path),
    );
    const nurse = await newReviewer(context, { credentials: ["RN"] });
    await expectRejected(
      send({ assignment: { mode: "manual", reviewer_id: nurse.id, required_credentials: ["MD"] } }),
      reviewerNotQualified(nurse.id, "holds RN; the task requires MD", path),
    );
    expect((await context.assay.evaluations.list()).data).toEqual([]);
  }),
  scenario(
    "createEvaluation",
    400,
    "refuses routing by unused evaluators, and routing without a condition",
    async (context) => {
      const setup = await createRoutingSetup(context);
      const body = nightly(setup.dataset);
      const send = (routing: object) =>
        context.request("POST", "/v1/evaluations", {
          body: { ...body, routing: { rubric: setup.rubric, ...routing } },
        });
      const named = ["binary", "triage_accuracy", "custom"];
      const refused = routedEvaluatorsUnknown(named, ["triage_accuracy"]);
      expect((await send({ flagged: true, evaluators: named })).body).toMatchObject({
        status: 400,
        errors: refused?.errors,
      });
      expectFaults(await send({}), [
        "/routing",
        "invalid_value",
        `routing is {"rubric":"${setup.rubric}"}; it must have score_below, or flagged true.`,
      ]);
      expectFaults(
        await send({ score_below: 0, max_samples: 1001, due_in_hours: 0 }),
        ["/routing/score_below", "too_small", "score_below is 0; it must be more than 0."],
        ["/routing/max_samples", "too_big", "max_samples is 1001; it must be at most 1000."],
        ["/routing/due_in_hours", "too_small", "due_in_hours is 0; it must be more than 0."],
      );
    },
  ),
];
