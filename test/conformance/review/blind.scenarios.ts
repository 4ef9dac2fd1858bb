import { blindPending } from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { all, evaluated } from "../harness/arrange.ts";
import { actingReviewer, goodGrades, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { grading, overriding, createScoreSetup, taskOf } from "../harness/arrange-scored-reviews.ts";
import { createBlindFixture, allVisibleText, reviewersOperations } from "../harness/blind-fixture.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectRejected } from "../harness/expectations.ts";
import { longScenario, scenario } from "../harness/scenario.ts";

type Fixture = Awaited<ReturnType<typeof createBlindFixture>>;

/** Searches the whole API as a key holder. @returns the canaries that the responses contain. */
async function found(context: Context, fixture: Fixture, key: string): Promise<Record<string, string[]>> {
  const visible = await allVisibleText(context, fixture, key);
  expect(new Set(visible.map(({ operationId }) => operationId)).size).toBe(reviewersOperations.length);
  expect(visible.filter(({ answer }) => answer.status >= 500)).toEqual([]);
  return Object.fromEntries(
    Object.entries(fixture.canaries).map(([name, canary]) => [
      name,
      [...new Set(visible.filter(({ text }) => text.includes(canary)).map(({ operationId }) => operationId))],
    ]),
  );
}

const namesOf = (tables: Record<string, string[]>) =>
  Object.entries(tables).flatMap(([name, operations]) => (operations.length > 0 ? [name] : []));

/** Scenarios for data that a blind reviewer must not see before the review. */
export const blindScenarios = [
  longScenario(
    "getReviewQueue",
    200,
    "no operation reveals hidden data to a blind reviewer before the review, but every one does afterwards",
    async (context) => {
      const fixture = await createBlindFixture(context);
      const every = Object.keys(fixture.canaries);
      expect(namesOf(await found(context, fixture, context.key))).toEqual(every);
      const nothing = Object.fromEntries(every.map((name) => [name, []]));
      expect(await found(context, fixture, fixture.waiting.key)).toEqual(nothing);
      const { assay } = fixture.waiting;
      const review = await assay.reviews.submit(fixture.task, grading(fixture.sample));
      expect(review).toMatchObject({ original_ai_score: 58.8433 });
      expect(namesOf(await found(context, fixture, fixture.waiting.key))).toEqual(every);
    },
  ),
  scenario(
    "getEvaluation",
    403,
    "is refused while a sample of the evaluation is reviewed blind",
    async (context) => {
      const fixture = await createBlindFixture(context);
      const { assay } = fixture.waiting;
      await expectRejected(assay.evaluations.get(fixture.evaluation), blindPending());
      const listed = await all(assay.evaluations.list());
      expect(listed.map(({ id }) => id).toSorted()).toEqual(
        [fixture.evaluation, fixture.candidate].toSorted(),
      );
      for (const evaluation of listed) expect(evaluation).not.toHaveProperty("results");
      await assay.reviews.submit(fixture.task, grading(fixture.sample));
      expect((await assay.evaluations.get(fixture.evaluation)).results).toBeDefined();
    },
  ),
  scenario(
    "getEvaluation",
    200,
    "returns an evaluation to a blind reviewer if it has no results, or contains no sample under blind review",
    async (context) => {
      const fixture = await createBlindFixture(context);
      const scored = await createScoreSetup(context);
      const { assay } = fixture.waiting;
      expect((await assay.evaluations.get(scored.evaluation.id)).results).toBeDefined();
      await context.target.hold();
      const body = { name: "Held", project: scored.project, dataset: scored.dataset.id };
      const held = await context.assay.evaluations.create({
        ...body,
        evaluators: [{ type: "triage_accuracy" }],
      });
      expect(await assay.evaluations.get(held.id)).toMatchObject({ status: "pending" });
    },
  ),
  scenario("listEvaluationResults", 200, "excludes only samples that are reviewed blind", async (context) => {
    const fixture = await createBlindFixture(context);
    const { evaluations } = fixture.waiting.assay;
    const samples = async (query: Parameters<typeof evaluations.results>[1]) =>
      (await all(evaluations.results(fixture.evaluation, query))).map(({ sample_id: id }) => id);
    expect(await samples({})).toEqual([fixture.other]);
    expect(await samples({ limit: 1 })).toEqual([fixture.other]);
    expect(await samples({ flagged: true })).toEqual([]);
    await fixture.waiting.assay.reviews.submit(fixture.task, grading(fixture.sample));
    expect(await samples({})).toEqual([fixture.sample, fixture.other]);
  }),
  scenario(
    "measureReliability",
    403,
    "is refused while a sample of the project is reviewed blind",
    async (context) => {
      const fixture = await createBlindFixture(context);
      const { project } = await context.assay.datasets.get(fixture.dataset);
      const body = { project, dimension: "accuracy" };
      await expectRejected(fixture.waiting.assay.reviews.reliability(body), blindPending());
    },
  ),
  scenario(
    "compareEvaluations",
    403,
    "is refused while a sample of one of the evaluations is reviewed blind",
    async (context) => {
      const fixture = await createBlindFixture(context);
      const body = { evaluations: [fixture.evaluation, fixture.candidate] };
      await expectRejected(fixture.waiting.assay.evaluations.compare(body), blindPending());
    },
  ),
  scenario(
    "compareCandidates",
    403,
    "is refused while a sample of one of the evaluations is reviewed blind",
    async (context) => {
      const fixture = await createBlindFixture(context);
      const body = { baseline: fixture.evaluation, candidates: [fixture.candidate] };
      await expectRejected(fixture.waiting.assay.evaluations.compareCandidates(body), blindPending());
    },
  ),
  scenario(
    "listComparedPairs",
    403,
    "is refused while a sample of one of the evaluations is reviewed blind",
    async (context) => {
      const fixture = await createBlindFixture(context);
      const query = { baseline: fixture.evaluation, candidate: fixture.candidate };
      await expectRejected(fixture.waiting.assay.evaluations.comparePairs(query), blindPending());
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "returns no results to a blind reviewer who waits for the evaluation",
    async (context) => {
      const fixture = await createBlindFixture(context);
      const scopes = ["evaluations:write" as const, "evaluations:read" as const];
      const key = await context.newKey({ scopes, reviewer: fixture.waiting.id });
      const dataset = await context.assay.datasets.get(fixture.dataset);
      const evaluators = [{ type: "triage_accuracy" as const, config: { require_expected: false } }];
      const acting = { ...context, assay: context.client(key) };
      const done = await evaluated(acting, dataset, { evaluators });
      expect(done).not.toHaveProperty("results");
    },
  ),
  scenario(
    "getSample",
    200,
    "hides the expectation, its hashes and the members that the task does not name from a blind reviewer",
    async (context) => {
      const fixture = await createBlindFixture(context);
      const { samples } = fixture.waiting.assay;
      const shown = await context.assay.samples.get(fixture.sample);
      const hidden = {
        ...shown,
        expected: null,
        content_hash: null,
        case_hash: null,
        external_id: null,
        metadata: {},
      };
      const other = await context.assay.samples.get(fixture.other);
      expect(await samples.get(fixture.sample)).toEqual(hidden);
      expect(await all(samples.list(fixture.dataset))).toEqual([hidden, other]);
      await fixture.waiting.assay.reviews.submit(fixture.task, grading(fixture.sample));
      expect(await samples.get(fixture.sample)).toEqual(shown);
    },
  ),
  scenario(
    "getReview",
    403,
    "is refused while the sample of the review is reviewed blind, and so are the review's revisions",
    async (context) => {
      const fixture = await createBlindFixture(context);
      const { reviews } = fixture.waiting.assay;
      expect(await all(reviews.list())).toEqual([]);
      await expectRejected(reviews.get(fixture.review), blindPending());
      await expectRejected(reviews.revisions(fixture.review), blindPending());
      const own = await reviews.submit(fixture.task, grading(fixture.sample));
      expect((await all(reviews.list())).map(({ id }) => id)).toEqual([own.id, fixture.review]);
    },
  ),
  scenario("listReviewRevisions", 403, "is refused while the sample is reviewed blind", async (context) => {
    const fixture = await createBlindFixture(context);
    await expectRejected(fixture.waiting.assay.reviews.revisions(fixture.review), blindPending());
  }),
  scenario(
    "submitReview",
    201,
    "returns no score while the sample is reviewed blind in another task",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { two } = setup.calls;
      const doctor = await actingReviewer(context);
      const samples = [two];
      const blind = await taskOf(context, setup, { doctor, samples, blind: true });
      const open = await taskOf(context, setup, { doctor, samples });
      const path = `/v1/reviews/tasks/${open}/reviews`;
      const first = await context.request("POST", path, { key: doctor.key, body: grading(two) });
      expect(expectBody(first, 201)).toMatchObject({ original_ai_score: null, override_conflict: false });
      expect(await doctor.assay.reviews.submit(blind, overriding(two, 50))).toMatchObject({
        original_ai_score: 25,
      });
    },
  ),
  scenario(
    "getEvaluation",
    200,
    "hides nothing from keys without a reviewer, and nothing after the task has ended",
    async (context) => {
      const fixture = await createBlindFixture(context);
      expect((await context.assay.evaluations.get(fixture.evaluation)).results).toBeDefined();
      await context.assay.reviews.tasks.cancel(fixture.task);
      expect((await fixture.waiting.assay.evaluations.get(fixture.evaluation)).results).toBeDefined();
    },
  ),
  scenario(
    "getReviewTask",
    200,
    "a blind task completes after the required number of reviews",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [sample = ""] = setup.samples;
      const { id } = await newTask(context, setup, { samples: [sample], reviews_required: 2 });
      for (const status of ["in_progress", "completed"]) {
        const doctor = await actingReviewer(context);
        await doctor.assay.reviews.submit(id, { sample, grades: goodGrades });
        expect(await context.assay.reviews.tasks.get(id)).toMatchObject({ status });
      }
    },
  ),
];
