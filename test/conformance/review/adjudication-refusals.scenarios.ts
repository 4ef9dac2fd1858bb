import {
  adjudicationConflict,
  reviewsNotOfSample,
  reviewsMissing,
  taskCancelled,
  tooFewReviewers,
} from "@assay/contract/review/adjudication/adjudication-refusals";
import {
  blindPending,
  invalidGrades,
  reviewerNotQualified,
  reviewerRequired,
  sampleNotInTask,
} from "@assay/contract/review/review-refusals";
import { insufficientScope, notFound, referenceNotFound } from "@assay/contract/platform/refusals";
import type { CreateAdjudication } from "@assay/sdk";
import { expect } from "vitest";
import { disputed, newAdjudicator, rate, ratedTask } from "../harness/arrange-adjudication.ts";
import { absentOfReviews, actingReviewer, newReviewer } from "../harness/arrange-reviews.ts";
import { expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/v1/reviews/adjudications";
const correct = { accuracy: { value: "correct" } };
const absentAdjudication = "adj_01jd0vr1m3f4hb3x2nj8q9w5za";

/** Scenarios for adjudications that are refused. */
export const adjudicationRefusalScenarios = [
  scenario("createAdjudication", 403, "requires the scope, and a key of a reviewer", async (context) => {
    const { task, sample, reviewers } = await disputed(context);
    const body = { task, sample, grades: correct };
    await expectRejected(context.assay.reviews.adjudications.create(body), reviewerRequired());
    const rater = reviewers[0]?.assay ?? context.assay;
    await expectRejected(rater.reviews.adjudications.create(body), insufficientScope("reviews:adjudicate"));
  }),
  scenario("createAdjudication", 422, "refuses a rater of the sample", async (context) => {
    const { task, sample, reviewers } = await disputed(context);
    const reviewer = reviewers[0]?.id ?? "";
    const { client, newKey } = context;
    const lead = client(await newKey({ preset: "lead", reviewer }));
    await expectRejected(
      lead.reviews.adjudications.create({ task, sample, grades: correct }),
      reviewerNotQualified(reviewer, "has reviewed the sample with the rubric", "/sample"),
    );
  }),
  scenario(
    "createAdjudication",
    422,
    "requires a credential for adjudicators, the specialty and the project",
    async (context) => {
      const specialty = "cardiology";
      const { task, sample, project } = await disputed(context, { adjudicator_credentials: ["MD", "DO"] });
      const body = { task, sample, grades: correct };
      expect(await context.assay.reviews.tasks.get(task)).toMatchObject({
        adjudicator_credentials: ["MD", "DO"],
        assignment: { required_credentials: [] },
      });
      const refused = async (
        further: Parameters<typeof newAdjudicator>[1],
        reason: string,
        wanted = body,
      ) => {
        const { id, assay } = await newAdjudicator(context, further);
        await expectRejected(
          assay.reviews.adjudications.create(wanted),
          reviewerNotQualified(id, reason, "/task"),
        );
      };
      await refused({ credentials: ["RN"] }, "holds RN; the task requires MD or DO");
      const other = await context.assay.projects.create({ name: "Other" });
      await refused({ projects: [other.id] }, `does not review in project ${JSON.stringify(project)}`);
      await refused(
        { credential_expires_at: "2020-01-01T00:00:00.000Z" },
        "has credentials that expired at 2020-01-01T00:00:00.000Z",
      );
      const needing = await ratedTask(context, 2, {
        assignment: { required_credentials: ["MD"], specialty },
        adjudicator_credentials: null,
      });
      expect(await context.assay.reviews.tasks.get(needing.task)).toMatchObject({
        adjudicator_credentials: ["MD"],
      });
      const [first = ""] = needing.setup.samples;
      const wanted = { task: needing.task, sample: first, grades: correct };
      await refused({}, `has no specialty; the task requires ${JSON.stringify(specialty)}`, wanted);
      await refused({ credentials: ["RN"], specialty }, "holds RN; the task requires MD", wanted);
    },
  ),
  scenario(
    "createAdjudication",
    409,
    "refuses a sample that lacks required reviews, and a cancelled task",
    async (context) => {
      const rated = await ratedTask(context, 2);
      const { task, setup } = rated;
      const [sample = ""] = setup.samples;
      await rate(context, rated, { sample, dimension: "accuracy", values: ["correct"] });
      const { assay } = await newAdjudicator(context);
      const create = () => assay.reviews.adjudications.create({ task, sample, grades: correct });
      await expectRejected(create(), reviewsMissing(sample, { task, reviews: 1, required: 2 }));
      await rate(context, rated, { sample, dimension: "accuracy", values: [undefined, "too_low"] });
      await context.assay.reviews.tasks.cancel(task);
      await expectRejected(create(), taskCancelled(task));
    },
  ),
  scenario("createAdjudication", 422, "requires reviews of two reviewers", async (context) => {
    const rated = await ratedTask(context, 1);
    const { task, setup } = rated;
    const [sample = ""] = setup.samples;
    await rate(context, rated, { sample, dimension: "accuracy", values: ["correct"] });
    const { assay } = await newAdjudicator(context);
    const create = () => assay.reviews.adjudications.create({ task, sample, grades: correct });
    await expectRejected(create(), tooFewReviewers(sample, 1));
    // The same reviewer in another task is still one reviewer; a second reviewer there suffices.
    const { project, rubric } = setup;
    const other = await context.assay.reviews.tasks.create({ project, rubric, samples: [sample] });
    const second = await actingReviewer(context);
    await second.assay.reviews.submit(other.id, { sample, grades: correct });
    expect(await create()).toMatchObject({ basis: [{ revision: 1 }, { revision: 1 }] });
  }),
  scenario("createAdjudication", 422, "refuses named reviews of other samples", async (context) => {
    const { task, sample, reviews, setup, reviewers } = await disputed(context);
    const [, other = ""] = setup.samples;
    const { assay } = await newAdjudicator(context);
    const elsewhere = await reviewers[0]?.assay.reviews.submit(task, { sample: other, grades: correct });
    const named = [reviews[0] ?? "", elsewhere?.id ?? "", "nonsense"];
    await expectRejected(
      assay.reviews.adjudications.create({ task, sample, grades: correct, basis: named }),
      reviewsNotOfSample(
        [
          { index: 1, review: elsewhere?.id ?? "" },
          { index: 2, review: "nonsense" },
        ],
        sample,
      ),
    );
  }),
  scenario("createAdjudication", 409, "requires the present adjudication in supersedes", async (context) => {
    const { task, sample } = await disputed(context);
    const { assay } = await newAdjudicator(context);
    const create = (further: Partial<CreateAdjudication> = {}) =>
      assay.reviews.adjudications.create({ task, sample, grades: correct, ...further });
    await expectRejected(
      create({ supersedes: absentAdjudication }),
      adjudicationConflict(sample, { present: undefined, given: absentAdjudication }),
    );
    const first = await create();
    await expectRejected(create(), adjudicationConflict(sample, { present: first.id, given: undefined }));
    const second = await create({ supersedes: first.id });
    await expectRejected(
      create({ supersedes: first.id }),
      adjudicationConflict(sample, { present: second.id, given: first.id }),
    );
  }),
  engineScenario(
    "createAdjudication",
    409,
    "accepts only one of several adjudications at the same time",
    async (context) => {
      const { task, sample } = await disputed(context);
      const keys: string[] = [];
      for (let index = 0; index < 4; index += 1) keys.push((await newAdjudicator(context)).key);
      const body = { task, sample, grades: correct };
      const statusesOf = async (further: object): Promise<number[]> => {
        const answers = await Promise.all(
          keys.map((key) => context.request("POST", path, { body: { ...body, ...further }, key })),
        );
        return answers.map(({ status }) => status).toSorted((one, other) => one - other);
      };
      expect(await statusesOf({})).toEqual([201, 409, 409, 409]);
      const [present] = (await context.assay.reviews.adjudications.list()).data;
      expect(await statusesOf({ supersedes: present?.id })).toEqual([201, 409, 409, 409]);
    },
  ),
  scenario("createAdjudication", 422, "checks the grades against the rubric", async (context) => {
    const { task, sample } = await disputed(context);
    const { assay } = await newAdjudicator(context);
    const grades = { clarity: { value: 7 }, tone: { value: 1 } };
    await expectRejected(
      assay.reviews.adjudications.create({ task, sample, grades }),
      invalidGrades([
        {
          path: "/grades/clarity/value",
          code: "too_big",
          message: 'Grade for "clarity" is 7; it must be from 1 to 5.',
        },
        {
          path: "/grades/tone",
          code: "unknown_dimension",
          message:
            '"tone" is not a dimension of the rubric; it must be one of "accuracy", "clarity", "safe", "harms".',
        },
      ]),
    );
  }),
  scenario(
    "createAdjudication",
    422,
    "refuses an unknown task, and a sample outside of it",
    async (context) => {
      const { task, sample, setup } = await disputed(context);
      const { assay } = await newAdjudicator(context);
      const create = (further: Partial<CreateAdjudication>) =>
        assay.reviews.adjudications.create({ task, sample, grades: correct, ...further });
      await expectRejected(
        create({ task: absentOfReviews.task }),
        referenceNotFound("review_task", absentOfReviews.task, "/task"),
      );
      const { project, rubric, samples } = setup;
      const other = await context.assay.reviews.tasks.create({ project, rubric, samples: samples.slice(1) });
      await expectRejected(create({ task: other.id }), sampleNotInTask(sample, other.id));
    },
  ),
  scenario(
    "createAdjudication",
    400,
    "requires at least one grade, and distinct reviews",
    async (context) => {
      const body = { task: "t", sample: "s", grades: {}, basis: ["r", "r"] };
      expectFaults(
        await context.request("POST", path, { body }),
        ["/grades", "invalid_value", "grades is {}; it must have at least one member."],
        ["/basis", "invalid_value", 'basis is ["r","r"]; it must be distinct.'],
      );
    },
  ),
  scenario("submitReview", 422, "refuses a sample that the reviewer has adjudicated", async (context) => {
    const { task, sample, setup, project, rubric } = await disputed(context);
    const cleo = await newAdjudicator(context);
    await cleo.assay.reviews.adjudications.create({ task, sample, grades: correct });
    const other = await context.assay.reviews.tasks.create({ project, rubric, samples: setup.samples });
    await expectRejected(
      cleo.assay.reviews.submit(other.id, { sample, grades: correct }),
      reviewerNotQualified(cleo.id, "has adjudicated the sample", "/sample"),
    );
    await expectRejected(
      cleo.assay.reviews.tasks.claim(other.id),
      reviewerNotQualified(cleo.id, "has adjudicated a sample of the task"),
    );
    await expectRejected(
      context.assay.reviews.tasks.reassign(other.id, { reviewer_id: cleo.id }),
      reviewerNotQualified(cleo.id, "has adjudicated a sample of the task", "/reviewer_id"),
    );
    const assignment = { mode: "manual" as const, reviewer_id: cleo.id };
    await expectRejected(
      context.assay.reviews.tasks.create({ project, rubric, samples: [sample], assignment }),
      reviewerNotQualified(cleo.id, "has adjudicated a sample of the task", "/assignment/reviewer_id"),
    );
  }),
  scenario("getAdjudication", 403, "hides adjudications of samples to review blind", async (context) => {
    const { task, sample, project } = await disputed(context);
    const cleo = await newAdjudicator(context);
    const { id } = await cleo.assay.reviews.adjudications.create({ task, sample, grades: correct });
    const { id: rubric } = await context.assay.reviews.rubrics.create({
      name: "Tone",
      project,
      dimensions: [{ id: "tone", name: "Tone", type: "boolean" }],
    });
    const other = await context.assay.reviews.tasks.create({
      project,
      rubric,
      samples: [sample],
      blind: true,
    });
    const { id: reviewer } = await newReviewer(context);
    const blind = context.client(await context.newKey({ preset: "lead", reviewer }));
    await blind.reviews.tasks.claim(other.id);
    await expectRejected(blind.reviews.adjudications.get(id), blindPending());
    expect((await blind.reviews.adjudications.list()).data).toEqual([]);
    await expectRejected(
      blind.reviews.adjudications.create({ task, sample, grades: correct, supersedes: id }),
      blindPending(),
    );
  }),
  scenario("getAdjudication", 404, "refuses unknown ids, and ids of other projects", async (context) => {
    const { task, sample } = await disputed(context);
    const cleo = await newAdjudicator(context);
    const { id } = await cleo.assay.reviews.adjudications.create({ task, sample, grades: correct });
    const other = await context.assay.projects.create({ name: "Other" });
    const key = await context.newKey({ preset: "admin", projects: [other.id] });
    expectRefusal(await context.request("GET", `${path}/${id}`, { key }), notFound("adjudication", id));
    await expectRejected(
      context.assay.reviews.adjudications.get(absentAdjudication),
      notFound("adjudication", absentAdjudication),
    );
  }),
];
