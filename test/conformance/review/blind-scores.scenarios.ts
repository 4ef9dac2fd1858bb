import { blindPending } from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { absent } from "../harness/arrange.ts";
import { actingReviewer } from "../harness/arrange-reviews.ts";
import {
  grading,
  overridden,
  overriding,
  createScoreSetup,
  taskOf,
} from "../harness/arrange-scored-reviews.ts";
import { createBlindFixture } from "../harness/blind-fixture.ts";
import type { Context } from "../harness/context.ts";
import { expectRejected } from "../harness/expectations.ts";
import { cellsOf, exported } from "../harness/arrange-exports.ts";
import { scenario } from "../harness/scenario.ts";

type Fixture = Awaited<ReturnType<typeof createBlindFixture>>;
type Scores = Context["assay"]["scores"];

/** A read of scores in a fixture. */
type ScoreRead = (scores: Scores, fixture: Fixture, project: string) => PromiseLike<unknown>;

/** Checks that the blind reviewer cannot read the scores until submitting the review, while others can. */
const refusedUntilReviewed = (readScores: ScoreRead) => async (context: Context) => {
  const fixture = await createBlindFixture(context);
  const { project } = await context.assay.datasets.get(fixture.dataset);
  const { assay } = fixture.waiting;
  await expectRejected(readScores(assay.scores, fixture, project), blindPending());
  const shown = await readScores(context.assay.scores, fixture, project);
  await assay.reviews.submit(fixture.task, grading(fixture.sample));
  expect(await readScores(assay.scores, fixture, project)).toEqual(shown);
};

const evaluator = "custom";

/** Scenarios for scores and exports that include samples under blind review. */
export const blindScoreScenarios = [
  scenario(
    "getSampleScores",
    403,
    "is refused while the sample is reviewed blind",
    refusedUntilReviewed((scores, { sample }) => scores.sample(sample)),
  ),
  scenario("getSampleScores", 200, "shows a blind reviewer the scores of another sample", async (context) => {
    const { waiting, other } = await createBlindFixture(context);
    expect((await waiting.assay.scores.sample(other)).scores).toHaveLength(2);
  }),
  scenario(
    "getEvaluationScores",
    403,
    "is refused while a sample of the evaluation is reviewed blind",
    refusedUntilReviewed((scores, { evaluation }) => scores.evaluation(evaluation)),
  ),
  scenario(
    "getProjectMetrics",
    403,
    "is refused while a sample of the project is reviewed blind",
    refusedUntilReviewed((scores, _world, project) =>
      scores.metrics(project, { end_date: "2050-01-01", start_date: "2049-01-01" }),
    ),
  ),
  scenario(
    "getScoreTrends",
    403,
    "is refused while a sample of the project is reviewed blind",
    refusedUntilReviewed((scores, _world, project) => scores.trends({ project, period: "7d" })),
  ),
  scenario(
    "analyzeThresholds",
    403,
    "is refused while a sample of the project is reviewed blind",
    refusedUntilReviewed((scores, { evaluation }, project) =>
      scores.thresholdAnalysis({
        project,
        evaluation,
        thresholds: { [evaluator]: { critical: 20, warning: 30, target: 40 } },
      }),
    ),
  ),
  scenario(
    "createExport",
    403,
    "is refused while a sample in the export is reviewed blind",
    async (context) => {
      const { key, fixture, project } = await exportingReviewer(context);
      const { exports } = context.client(key);
      const body = { project, format: "csv" as const };
      await expectRejected(exports.create(body), blindPending());
      await expectRejected(exports.create({ ...body, evaluations: [fixture.candidate] }), blindPending());
      await fixture.waiting.assay.reviews.submit(fixture.task, grading(fixture.sample));
      expect(await exports.create(body)).toMatchObject({ project });
    },
  ),
  scenario(
    "getExportContent",
    403,
    "is refused while a sample in the file is reviewed blind",
    async (context) => {
      const { key, fixture, project } = await exportingReviewer(context);
      const { id } = await exported(context, { project });
      const { exports } = context.client(key);
      await expectRejected(exports.content(id), blindPending());
      // The size and the digest are hidden too, because a reader could guess the file's contents from them.
      const hidden = { status: "completed", size_bytes: null, sha256: null };
      expect(await exports.get(id)).toMatchObject(hidden);
      expect((await exports.list()).data).toMatchObject([hidden]);
      const whole = await context.assay.exports.get(id);
      expect(whole.sha256).toMatch(/^[0-9a-f]{64}$/);
      await fixture.waiting.assay.reviews.submit(fixture.task, grading(fixture.sample));
      expect((await exports.content(id)).status).toBe(200);
      expect(await exports.get(id)).toEqual(whole);
    },
  ),
  scenario(
    "getExportContent",
    200,
    "names the credentials of overriding reviewers at the time of the override",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { one, two } = setup.calls;
      const ofEvaluator = await overridden(context, setup, overriding(two, 90, { evaluator: "binary" }));
      const nurse = await actingReviewer(context, { credentials: ["RN", "NP"] });
      const task = await taskOf(context, setup, { doctor: nurse });
      const ofWhole = await nurse.assay.reviews.submit(task, overriding(one, 10));
      await context.assay.reviews.reviewers.update(nurse.id, { credentials: ["MD"] });
      const { id } = await exported(context, { project: setup.project });
      const rows = await cellsOf(context, id);
      const credentials = (sample: string, key: string) =>
        rows
          .filter((row) => row["sample"] === sample && row["evaluator"] === key)
          .map((row) => [
            row["overridden_by"],
            row["reviewer_credentials"],
            row["combined_overridden_by"],
            row["combined_reviewer_credentials"],
          ]);
      expect(credentials(two, "binary")).toEqual([[ofEvaluator.id, "MD", ofEvaluator.id, "MD"]]);
      expect(credentials(two, "triage_accuracy")).toEqual([["", "", ofEvaluator.id, "MD"]]);
      expect(credentials(one, "binary")).toEqual([["", "", ofWhole.id, "RN, NP"]]);
      expect(credentials(setup.calls.three, "binary")).toEqual([["", "", "", ""]]);
    },
  ),
  scenario(
    "listWebhookDeliveries",
    403,
    "is refused to a reviewer with a pending blind review",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { two } = setup.calls;
      const ada = await actingReviewer(context);
      const key = await context.newKey({ preset: "admin", reviewer: ada.id });
      const { id } = await context.assay.webhooks.create({
        event_types: ["score.overridden"],
        url: "https://receiver.example/hook",
      });
      const task = await taskOf(context, setup, { doctor: ada, samples: [two], blind: true });
      const { webhooks } = context.client(key);
      await expectRejected(webhooks.deliveries(id), blindPending());
      await expectRejected(webhooks.redeliver(id, absent.delivery), blindPending());
      await ada.assay.reviews.submit(task, grading(two));
      expect((await webhooks.deliveries(id)).data).toEqual([]);
    },
  ),
];

/** Creates a blind fixture in which the waiting reviewer's key may also export. */
async function exportingReviewer(context: Context) {
  const fixture = await createBlindFixture(context);
  const { project } = await context.assay.datasets.get(fixture.dataset);
  const scopes = ["exports:read" as const, "exports:write" as const];
  const key = await context.newKey({ scopes, reviewer: fixture.waiting.id });
  return { fixture, project, key };
}
