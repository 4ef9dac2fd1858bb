import {
  evaluatorNotInEvaluation,
  inOtherProject,
  reviewerNotQualified,
  samplesNotFound,
} from "@assay/contract/review/review-refusals";
import { insufficientScope, referenceNotFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent, evaluated, newProject } from "../harness/arrange.ts";
import { absentOfReviews, newReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const path = "/v1/reviews/tasks";

/** Scenarios for invalid new tasks. */
export const reviewTaskRefusalScenarios = [
  scenario(
    "createReviewTask",
    422,
    "refuses an unknown project, rubric, evaluation or reviewer",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { reviewer, rubric } = absentOfReviews;
      await expectRejected(
        newTask(context, setup, { project: absent.project }),
        referenceNotFound("project", absent.project, "/project"),
      );
      await expectRejected(
        newTask(context, setup, { rubric }),
        referenceNotFound("rubric", rubric, "/rubric"),
      );
      await expectRejected(
        newTask(context, setup, { evaluation: absent.evaluation }),
        referenceNotFound("evaluation", absent.evaluation, "/evaluation"),
      );
      await expectRejected(
        newTask(context, setup, { assignment: { mode: "manual", reviewer_id: reviewer } }),
        referenceNotFound("reviewer", reviewer, "/assignment/reviewer_id"),
      );
    },
  ),
  scenario("createReviewTask", 422, "names each sample outside the project", async (context) => {
    const setup = await createReviewSetup(context);
    const other = await createReviewSetup(context);
    const [foreign = ""] = other.samples;
    const [own = ""] = setup.samples;
    const missing = [
      { id: absent.sample, path: "/samples/0" },
      { id: foreign, path: "/samples/2" },
      { id: "none", path: "/samples/3" },
    ];
    await expectRejected(
      newTask(context, setup, { samples: [absent.sample, own, foreign, "none"] }),
      samplesNotFound(missing, setup.project),
    );
  }),
  scenario(
    "createReviewTask",
    422,
    "refuses a rubric or evaluation of another project, and an unused evaluator",
    async (context) => {
      const setup = await createReviewSetup(context);
      const other = await createReviewSetup(context);
      await expectRejected(
        newTask(context, setup, { rubric: other.rubric }),
        inOtherProject("/rubric", `Rubric "${other.rubric}"`, setup.project),
      );
      const foreign = await evaluated(context, other.dataset);
      await expectRejected(
        newTask(context, setup, { evaluation: foreign.id }),
        inOtherProject("/evaluation", `Evaluation "${foreign.id}"`, setup.project),
      );
      const own = await evaluated(context, setup.dataset);
      await expectRejected(
        newTask(context, setup, { evaluation: own.id, evaluator: "custom" }),
        evaluatorNotInEvaluation("custom", ["triage_accuracy"], "/evaluator"),
      );
    },
  ),
  scenario(
    "createReviewTask",
    422,
    "refuses an unqualified or unavailable reviewer, with the reason",
    async (context) => {
      const setup = await createReviewSetup(context);
      const elsewhere = await newProject(context, "Elsewhere");
      const expired = "2020-01-01T00:00:00.000Z";
      const cases = [
        [{ credentials: ["RN", "NP"] }, "holds RN and NP; the task requires MD or DO"],
        [{ specialty: null }, 'has no specialty; the task requires "cardiology"'],
        [{ specialty: "oncology" }, 'has the specialty "oncology"; the task requires "cardiology"'],
        [{ projects: [elsewhere.id] }, `does not review in project "${setup.project}"`],
        [{ credential_expires_at: expired }, `has credentials that expired at ${expired}`],
        [{ available: false }, "is not available"],
      ] as const;
      for (const [given, reason] of cases) {
        const further = { specialty: "cardiology", ...given } as Parameters<typeof newReviewer>[1];
        const { id } = await newReviewer(context, further);
        await expectRejected(
          newTask(context, setup, {
            assignment: {
              mode: "manual",
              reviewer_id: id,
              required_credentials: ["MD", "DO"],
              specialty: "cardiology",
            },
          }),
          reviewerNotQualified(id, reason, "/assignment/reviewer_id"),
        );
      }
      expect((await context.assay.reviews.tasks.list()).data).toEqual([]);
    },
  ),
  scenario(
    "createReviewTask",
    400,
    "refuses duplicate or missing samples, and a mode that conflicts with its reviewer",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [one = ""] = setup.samples;
      const send = (body: object) => context.request("POST", path, { body: { ...setup.task, ...body } });
      expectFaults(
        await send({ samples: [one, one], assignment: { mode: "manual" } }),
        ["/samples/1", "invalid_value", `samples[1] is "${one}"; it must be unique in the list.`],
        ["/assignment/reviewer_id", "required", "reviewer_id is required: the mode is manual."],
      );
      expectFaults(
        await send({ samples: [], reviews_required: 0 }),
        ["/samples", "too_small", "samples is []; it must have at least 1 item."],
        ["/reviews_required", "too_small", "reviews_required is 0; it must be at least 1."],
      );
    },
  ),
  scenario("createReviewTask", 422, "limits a restricted key to its projects", async (context) => {
    const setup = await createReviewSetup(context);
    const other = await createReviewSetup(context);
    const key = await context.newKey({ preset: "admin", projects: [other.project] });
    const restricted = context.client(key);
    await expectRejected(
      restricted.reviews.tasks.create(setup.task),
      referenceNotFound("project", setup.project, "/project"),
    );
    await expectRejected(
      restricted.reviews.tasks.create({ ...other.task, rubric: setup.rubric }),
      referenceNotFound("rubric", setup.rubric, "/rubric"),
    );
    const { id } = await newReviewer(context, { projects: [setup.project] });
    await expectRejected(
      restricted.reviews.tasks.create({ ...other.task, assignment: { mode: "manual", reviewer_id: id } }),
      referenceNotFound("reviewer", id, "/assignment/reviewer_id"),
    );
    expect(await restricted.reviews.tasks.create(other.task)).toMatchObject({ project: other.project });
  }),
  scenario(
    "createReviewTask",
    403,
    "refuses a read-only key, and a key that can only submit reviews",
    async (context) => {
      const setup = await createReviewSetup(context);
      for (const preset of ["viewer", "reviewer"] as const) {
        const key = await context.newKey({ preset });
        const answer = await context.request("POST", path, { key, body: setup.task });
        expectRefusal(answer, insufficientScope("reviews:write"));
      }
    },
  ),
];
