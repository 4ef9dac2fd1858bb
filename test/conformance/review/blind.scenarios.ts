import { blindPending } from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { all, evaluated } from "../harness/arrange.ts";
import { actingReviewer, goodGrades, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { grading, overriding, createScoreSetup, taskOf } from "../harness/arrange-scored-reviews.ts";
import { blindWorld, allVisibleText, reviewersOperations } from "../harness/blind-world.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectRejected } from "../harness/expectations.ts";
import { longScenario, scenario } from "../harness/scenario.ts";

type World = Awaited<ReturnType<typeof blindWorld>>;

/** The canaries that the holder of a key finds anywhere in the API. */
async function found(context: Context, world: World, key: string): Promise<Record<string, string[]>> {
  const visible = await allVisibleText(context, world, key);
  expect(new Set(visible.map(({ operationId }) => operationId)).size).toBe(reviewersOperations.length);
  expect(visible.filter(({ answer }) => answer.status >= 500)).toEqual([]);
  return Object.fromEntries(
    Object.entries(world.canaries).map(([name, canary]) => [
      name,
      [...new Set(visible.filter(({ text }) => text.includes(canary)).map(({ operationId }) => operationId))],
    ]),
  );
}

const namesOf = (tables: Record<string, string[]>) =>
  Object.entries(tables).flatMap(([name, operations]) => (operations.length > 0 ? [name] : []));

/** Data that a blind reviewer must not see before the review. */
export const blindScenarios = [
  longScenario(
    "getReviewQueue",
    200,
    "no operation reveals hidden data to a blind reviewer before the review, but every one does afterwards",
    async (context) => {
      const world = await blindWorld(context);
      const every = Object.keys(world.canaries);
      expect(namesOf(await found(context, world, context.key))).toEqual(every);
      const nothing = Object.fromEntries(every.map((name) => [name, []]));
      expect(await found(context, world, world.waiting.key)).toEqual(nothing);
      const { assay } = world.waiting;
      const review = await assay.reviews.submit(world.task, grading(world.sample));
      expect(review).toMatchObject({ original_ai_score: 58.8433 });
      expect(namesOf(await found(context, world, world.waiting.key))).toEqual(every);
    },
  ),
  scenario("getEvaluation", 403, "is refused while a sample of it is reviewed blind", async (context) => {
    const world = await blindWorld(context);
    const { assay } = world.waiting;
    await expectRejected(assay.evaluations.get(world.evaluation), blindPending());
    const listed = await all(assay.evaluations.list());
    expect(listed.map(({ id }) => id).toSorted()).toEqual([world.evaluation, world.candidate].toSorted());
    for (const evaluation of listed) expect(evaluation).not.toHaveProperty("results");
    await assay.reviews.submit(world.task, grading(world.sample));
    expect((await assay.evaluations.get(world.evaluation)).results).toBeDefined();
  }),
  scenario(
    "getEvaluation",
    200,
    "is shown to a blind reviewer without results, or without such a sample",
    async (context) => {
      const world = await blindWorld(context);
      const scored = await createScoreSetup(context);
      const { assay } = world.waiting;
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
    const world = await blindWorld(context);
    const { evaluations } = world.waiting.assay;
    const samples = async (query: Parameters<typeof evaluations.results>[1]) =>
      (await all(evaluations.results(world.evaluation, query))).map(({ sample_id: id }) => id);
    expect(await samples({})).toEqual([world.other]);
    expect(await samples({ limit: 1 })).toEqual([world.other]);
    expect(await samples({ flagged: true })).toEqual([]);
    await world.waiting.assay.reviews.submit(world.task, grading(world.sample));
    expect(await samples({})).toEqual([world.sample, world.other]);
  }),
  scenario(
    "measureReliability",
    403,
    "is refused while a sample of the project is reviewed blind",
    async (context) => {
      const world = await blindWorld(context);
      const { project } = await context.assay.datasets.get(world.dataset);
      const body = { project, dimension: "accuracy" };
      await expectRejected(world.waiting.assay.reviews.reliability(body), blindPending());
    },
  ),
  scenario(
    "compareEvaluations",
    403,
    "is refused while a sample of one is reviewed blind",
    async (context) => {
      const world = await blindWorld(context);
      const body = { evaluations: [world.evaluation, world.candidate] };
      await expectRejected(world.waiting.assay.evaluations.compare(body), blindPending());
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "returns no results to a blind reviewer who waits for it",
    async (context) => {
      const world = await blindWorld(context);
      const scopes = ["evaluations:write" as const, "evaluations:read" as const];
      const key = await context.newKey({ scopes, reviewer: world.waiting.id });
      const dataset = await context.assay.datasets.get(world.dataset);
      const evaluators = [{ type: "triage_accuracy" as const, config: { require_expected: false } }];
      const acting = { ...context, assay: context.client(key) };
      const done = await evaluated(acting, dataset, { evaluators });
      expect(done).not.toHaveProperty("results");
    },
  ),
  scenario(
    "getSample",
    200,
    "hides the expectation and its hashes from a blind reviewer",
    async (context) => {
      const world = await blindWorld(context);
      const { samples } = world.waiting.assay;
      const shown = await context.assay.samples.get(world.sample);
      const hidden = { ...shown, expected: null, content_hash: null, case_hash: null };
      const other = await context.assay.samples.get(world.other);
      expect(await samples.get(world.sample)).toEqual(hidden);
      expect(await all(samples.list(world.dataset))).toEqual([hidden, other]);
      await world.waiting.assay.reviews.submit(world.task, grading(world.sample));
      expect(await samples.get(world.sample)).toEqual(shown);
    },
  ),
  scenario(
    "getReview",
    403,
    "is refused while its sample is reviewed blind, also its revisions",
    async (context) => {
      const world = await blindWorld(context);
      const { reviews } = world.waiting.assay;
      expect(await all(reviews.list())).toEqual([]);
      await expectRejected(reviews.get(world.review), blindPending());
      await expectRejected(reviews.revisions(world.review), blindPending());
      const own = await reviews.submit(world.task, grading(world.sample));
      expect((await all(reviews.list())).map(({ id }) => id)).toEqual([own.id, world.review]);
    },
  ),
  scenario("listReviewRevisions", 403, "is refused while the sample is reviewed blind", async (context) => {
    const world = await blindWorld(context);
    await expectRejected(world.waiting.assay.reviews.revisions(world.review), blindPending());
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
    "hides nothing from keys without a reviewer, and nothing of ended tasks",
    async (context) => {
      const world = await blindWorld(context);
      expect((await context.assay.evaluations.get(world.evaluation)).results).toBeDefined();
      await context.assay.reviews.tasks.cancel(world.task);
      expect((await world.waiting.assay.evaluations.get(world.evaluation)).results).toBeDefined();
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
