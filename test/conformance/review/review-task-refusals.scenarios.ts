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

/** What a new task may not be. */
export const reviewTaskRefusalScenarios = [
  scenario(
    "createReviewTask",
    422,
    "refuses a project, rubric, evaluation or reviewer that there is not",
    async (context) => {
      const room = await createReviewSetup(context);
      const { reviewer, rubric } = absentOfReviews;
      await expectRejected(
        newTask(context, room, { project: absent.project }),
        referenceNotFound("project", absent.project, "/project"),
      );
      await expectRejected(
        newTask(context, room, { rubric }),
        referenceNotFound("rubric", rubric, "/rubric"),
      );
      await expectRejected(
        newTask(context, room, { evaluation: absent.evaluation }),
        referenceNotFound("evaluation", absent.evaluation, "/evaluation"),
      );
      await expectRejected(
        newTask(context, room, { assignment: { mode: "manual", reviewer_id: reviewer } }),
        referenceNotFound("reviewer", reviewer, "/assignment/reviewer_id"),
      );
    },
  ),
  scenario("createReviewTask", 422, "names each sample that is not in the project", async (context) => {
    const room = await createReviewSetup(context);
    const other = await createReviewSetup(context);
    const [foreign = ""] = other.samples;
    const [own = ""] = room.samples;
    const missing = [
      { id: absent.sample, path: "/samples/0" },
      { id: foreign, path: "/samples/2" },
      { id: "none", path: "/samples/3" },
    ];
    await expectRejected(
      newTask(context, room, { samples: [absent.sample, own, foreign, "none"] }),
      samplesNotFound(missing, room.project),
    );
  }),
  scenario(
    "createReviewTask",
    422,
    "refuses a rubric or evaluation of another project, and an evaluator that was not run",
    async (context) => {
      const room = await createReviewSetup(context);
      const other = await createReviewSetup(context);
      await expectRejected(
        newTask(context, room, { rubric: other.rubric }),
        inOtherProject("/rubric", `Rubric "${other.rubric}"`, room.project),
      );
      const foreign = await evaluated(context, other.dataset);
      await expectRejected(
        newTask(context, room, { evaluation: foreign.id }),
        inOtherProject("/evaluation", `Evaluation "${foreign.id}"`, room.project),
      );
      const own = await evaluated(context, room.dataset);
      await expectRejected(
        newTask(context, room, { evaluation: own.id, evaluator: "custom" }),
        evaluatorNotInEvaluation("custom", ["triage_accuracy"], "/evaluator"),
      );
    },
  ),
  scenario(
    "createReviewTask",
    422,
    "refuses a named reviewer who does not qualify or is not available, and says why",
    async (context) => {
      const room = await createReviewSetup(context);
      const elsewhere = await newProject(context, "Elsewhere");
      const expired = "2020-01-01T00:00:00.000Z";
      const cases = [
        [{ credentials: ["RN", "NP"] }, "holds RN and NP; the task requires MD or DO"],
        [{ specialty: null }, 'has no specialty; the task requires "cardiology"'],
        [{ specialty: "oncology" }, 'has the specialty "oncology"; the task requires "cardiology"'],
        [{ projects: [elsewhere.id] }, `does not review in project "${room.project}"`],
        [{ credential_expires_at: expired }, `has credentials that expired at ${expired}`],
        [{ available: false }, "is not available"],
      ] as const;
      for (const [given, reason] of cases) {
        const further = { specialty: "cardiology", ...given } as Parameters<typeof newReviewer>[1];
        const { id } = await newReviewer(context, further);
        await expectRejected(
          newTask(context, room, {
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
    "refuses samples twice, none at all, and a mode that does not go with its reviewer",
    async (context) => {
      const room = await createReviewSetup(context);
      const [one = ""] = room.samples;
      const send = (body: object) => context.request("POST", path, { body: { ...room.task, ...body } });
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
  scenario("createReviewTask", 422, "keeps a restricted key to its projects", async (context) => {
    const room = await createReviewSetup(context);
    const other = await createReviewSetup(context);
    const key = await context.newKey({ preset: "admin", projects: [other.project] });
    const restricted = context.client(key);
    await expectRejected(
      restricted.reviews.tasks.create(room.task),
      referenceNotFound("project", room.project, "/project"),
    );
    await expectRejected(
      restricted.reviews.tasks.create({ ...other.task, rubric: room.rubric }),
      referenceNotFound("rubric", room.rubric, "/rubric"),
    );
    const { id } = await newReviewer(context, { projects: [room.project] });
    await expectRejected(
      restricted.reviews.tasks.create({ ...other.task, assignment: { mode: "manual", reviewer_id: id } }),
      referenceNotFound("reviewer", id, "/assignment/reviewer_id"),
    );
    expect(await restricted.reviews.tasks.create(other.task)).toMatchObject({ project: other.project });
  }),
  scenario(
    "createReviewTask",
    403,
    "refuses a key that only reads, and one that only submits",
    async (context) => {
      const room = await createReviewSetup(context);
      for (const preset of ["viewer", "reviewer"] as const) {
        const key = await context.newKey({ preset });
        const answer = await context.request("POST", path, { key, body: room.task });
        expectRefusal(answer, insufficientScope("reviews:write"));
      }
    },
  ),
];
