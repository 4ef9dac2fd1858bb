import { notFound } from "@assay/contract/platform/refusals";
import { reviewerRequired } from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { absent, all, newProject } from "../harness/arrange.ts";
import { actingReviewer, newReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { close, grading, heldTask, overriding, createScoreSetup } from "../harness/arrange-scored-reviews.ts";
import { anId, anInstant, expectBody, expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const absentReview = "rev_01jd0vr1m3f4hb3x2nj8q9w5za";

/** Scenarios for reviews and how they are read. */
export const reviewScenarios = [
  scenario("submitReview", 201, "stores a review and updates the progress of the task", async (context) => {
    const setup = await createScoreSetup(context);
    const { two } = setup.calls;
    const { task, doctor } = await heldTask(context, setup, { samples: [two, setup.calls.one] });
    const body = {
      sample: two,
      grades: { accuracy: { value: "too_low", correct_level: "emergent", confidence: "high" } },
      notes: "Chest pain with sweating is emergent.",
      flags: ["safety"],
    };
    const answer = await context.request("POST", `/v1/reviews/tasks/${task}/reviews`, {
      body,
      key: doctor.key,
    });
    const review = expectBody(answer, 201);
    expect(review).toEqual({
      id: anId("rev"),
      object: "review",
      project: setup.project,
      task,
      sample: two,
      rubric: setup.rubric,
      evaluation: setup.evaluation.id,
      reviewer: { id: doctor.id, name: "Dr Ada Moreau", credentials: ["MD"] },
      grades: body.grades,
      override_ai_score: false,
      override_value: null,
      evaluator: null,
      notes: body.notes,
      flags: ["safety"],
      active_seconds: null,
      after_reveal: false,
      submitted_at: anInstant,
      original_ai_score: close(25),
      override_conflict: false,
      revision: 1,
      first_submitted_at: review["submitted_at"],
    });
    expect(await context.assay.reviews.get(String(review["id"]))).toEqual(review);
    expect(await context.assay.reviews.tasks.get(task)).toMatchObject({
      status: "in_progress",
      progress: { completed: 1, total: 2 },
    });
    await doctor.assay.reviews.submit(task, grading(setup.calls.one));
    expect(await context.assay.reviews.tasks.get(task)).toMatchObject({ status: "completed" });
  }),
  scenario(
    "submitReview",
    201,
    "stores additional keys of a grade unchanged, and values that cannot be assessed",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { task, doctor } = await heldTask(context, setup);
      const grades = {
        accuracy: {
          value: "correct",
          spans: [{ from: 0, to: 12, nested: { deep: [null, true, 1.5, "ü\u2028"] } }],
          constructor: "a key like another",
          "": "",
        },
        clarity: { value: null, not_assessable: true, why: "The call was cut." },
      };
      const [sample = ""] = setup.samples;
      const review = await doctor.assay.reviews.submit(task, grading(sample, { grades }));
      expect(review.grades).toEqual(grades);
      expect((await context.assay.reviews.get(review.id)).grades).toEqual(grades);
      expect(review).toMatchObject({ evaluation: null, original_ai_score: null, notes: null, flags: [] });
    },
  ),
  scenario("submitReview", 201, "claims an open slot of a pool task", async (context) => {
    const setup = await createReviewSetup(context);
    const { id } = await newTask(context, setup);
    const doctor = await actingReviewer(context);
    const [sample = ""] = setup.samples;
    await doctor.assay.reviews.submit(id, grading(sample));
    expect(await context.assay.reviews.tasks.get(id)).toMatchObject({
      status: "in_progress",
      assignee: { id: doctor.id },
    });
  }),
  scenario(
    "submitReview",
    201,
    "is accepted after the claim has expired, while a slot is open",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { id } = await newTask(context, setup);
      const doctor = await actingReviewer(context);
      await doctor.assay.reviews.tasks.claim(id);
      context.target.advance(31 * 60_000);
      const [sample = ""] = setup.samples;
      expect(await doctor.assay.reviews.submit(id, grading(sample))).toMatchObject({ revision: 1 });
    },
  ),
  engineScenario(
    "listReviewRevisions",
    200,
    "returns every revision as submitted, newest first",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { two } = setup.calls;
      const { task, doctor } = await heldTask(context, setup);
      const { reviews } = doctor.assay;
      const first = await reviews.submit(task, overriding(two, 90, { notes: "first", flags: ["a"] }));
      context.target.advance(5);
      const second = await reviews.submit(task, grading(two, { notes: "second" }));
      context.target.advance(5);
      const third = await reviews.submit(task, overriding(two, 10, { evaluator: "binary" }));
      expect([first, second, third].map(({ id, revision }) => [id, revision])).toEqual([
        [first.id, 1],
        [first.id, 2],
        [first.id, 3],
      ]);
      expect(third).toMatchObject({ first_submitted_at: first.first_submitted_at, notes: null, flags: [] });
      const contentsOf = (review: typeof first) => ({
        object: "review_revision",
        review: review.id,
        revision: review.revision,
        grades: review.grades,
        override_ai_score: review.override_ai_score,
        override_value: review.override_value,
        evaluator: review.evaluator,
        notes: review.notes,
        flags: review.flags,
        active_seconds: review.active_seconds,
        after_reveal: review.after_reveal,
        submitted_at: review.submitted_at,
      });
      const expected = [third, second, first].map(contentsOf);
      expect(await all(context.assay.reviews.revisions(first.id))).toEqual(expected);
      expect(await all(context.assay.reviews.revisions(first.id, { limit: 1 }))).toEqual(expected);
      expect(await context.assay.reviews.tasks.get(task)).toMatchObject({ progress: { completed: 1 } });
    },
  ),
  engineScenario(
    "listReviews",
    200,
    "lists newest first, and filters by every id that a review refers to",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { one, two } = setup.calls;
      const ada = await heldTask(context, setup);
      const ben = await heldTask(context, setup);
      const submitted = [];
      for (const [{ task, doctor }, body] of [
        [ada, overriding(one, 50, { flags: ["unsafe", "unclear"] })],
        [ada, grading(two, { flags: ["unclear"] })],
        [ben, grading(one, { flags: ["great"] })],
      ] as const) {
        submitted.push(await doctor.assay.reviews.submit(task, body));
        context.target.advance(2);
      }
      const [first, second, third] = submitted.map(({ id }) => id);
      const { reviews } = context.assay;
      const ids = async (query: Parameters<typeof reviews.list>[0]) =>
        (await all(reviews.list(query))).map(({ id }) => id);
      expect(await all(reviews.list({ limit: 1 }))).toEqual([
        { ...submitted[2] },
        { ...submitted[1] },
        { ...submitted[0] },
      ]);
      expect(await ids({ has_override: true })).toEqual([first]);
      expect(await ids({ has_override: false })).toEqual([third, second]);
      expect(await ids({ flags: ["unsafe", "great"] })).toEqual([third, first]);
      expect(await ids({ flags: ["none such"] })).toEqual([]);
      expect(await ids({ task: ada.task })).toEqual([second, first]);
      expect(await ids({ reviewer: ben.doctor.id })).toEqual([third]);
      expect(await ids({ sample: one })).toEqual([third, first]);
      expect(await ids({ sample: one, flags: ["unclear"], project: setup.project })).toEqual([first]);
      expect(await ids({ project: absent.project })).toEqual([]);
      expect(await ids({ task: "nonsense" })).toEqual([]);
      // A revision does not move a review in the list, which is sorted by creation.
      await ada.doctor.assay.reviews.submit(ada.task, grading(one, { flags: ["later"] }));
      expect(await ids({})).toEqual([third, second, first]);
      expect(await ids({ flags: ["unsafe"] })).toEqual([]);
    },
  ),
  scenario("listReviews", 200, "lists only reviews in the projects of a restricted key", async (context) => {
    const setup = await createReviewSetup(context);
    const { task, doctor } = await heldTask(context, setup);
    const review = await doctor.assay.reviews.submit(task, grading(setup.samples[0] ?? ""));
    const mine = await newProject(context);
    const elsewhere = context.client(await context.newKey({ preset: "viewer", projects: [mine.id] }));
    expect(await all(elsewhere.reviews.list())).toEqual([]);
    await expectRejected(elsewhere.reviews.get(review.id), notFound("review", review.id));
    await expectRejected(elsewhere.reviews.revisions(review.id), notFound("review", review.id));
    const here = context.client(await context.newKey({ preset: "viewer", projects: [setup.project] }));
    expect((await all(here.reviews.list())).map(({ id }) => id)).toEqual([review.id]);
  }),
  scenario("listReviews", 400, "refuses invalid flags and numbers", async ({ request }) => {
    expectFaults(
      await request("GET", "/v1/reviews?has_override=maybe&limit=0"),
      ["query/has_override", "invalid_type", 'has_override is "maybe"; it must be true or false.'],
      ["query/limit", "too_small", "limit is 0; it must be at least 1."],
    );
  }),
  scenario("getReview", 200, "returns the credentials at the time of submission", async (context) => {
    const setup = await createReviewSetup(context);
    const { task, doctor } = await heldTask(context, setup);
    const review = await doctor.assay.reviews.submit(task, grading(setup.samples[0] ?? ""));
    await context.assay.reviews.reviewers.update(doctor.id, {
      credentials: ["NP", "RN"],
      name: "Ada Moreau",
    });
    expect((await context.assay.reviews.get(review.id)).reviewer).toEqual({
      id: doctor.id,
      name: "Ada Moreau",
      credentials: ["MD"],
    });
  }),
  scenario(
    "getReview",
    404,
    "returns 404 for an unknown id, and for a project that the key cannot access",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { task, doctor } = await heldTask(context, setup);
      const { id } = await doctor.assay.reviews.submit(task, grading(setup.samples[0] ?? ""));
      const other = await context.otherWorkspace();
      await expectRejected(other.assay.reviews.get(id), notFound("review", id));
      for (const unknown of [absentReview, "nonsense"])
        await expectRejected(context.assay.reviews.get(unknown), notFound("review", unknown));
    },
  ),
  scenario(
    "listReviewRevisions",
    404,
    "returns 404 for an unknown id, and for a project that the key cannot access",
    async ({ assay }) => {
      await expectRejected(assay.reviews.revisions(absentReview), notFound("review", absentReview));
    },
  ),
  scenario("submitReview", 403, "requires a key of a reviewer", async (context) => {
    const setup = await createReviewSetup(context);
    await newReviewer(context);
    const { id } = await newTask(context, setup);
    await expectRejected(
      context.assay.reviews.submit(id, grading(setup.samples[0] ?? "")),
      reviewerRequired(),
    );
  }),
];
