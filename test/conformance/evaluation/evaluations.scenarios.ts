import { evaluationFinished } from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import { notFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import {
  absent,
  all,
  calls,
  callSamples,
  evaluated,
  filledDataset,
  newProject,
  nightly,
} from "../harness/arrange.ts";
import { anInstant, expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

export const evaluationScenarios = [
  engineScenario(
    "getEvaluation",
    200,
    "completes in the background, and reports its progress",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const { id } = await context.assay.evaluations.create(nightly(dataset));
      const seen: string[] = [];
      const done = await context.assay.evaluations.wait(id, {
        pollIntervalMs: 5,
        onProgress: ({ status, completed, total }) => {
          seen.push(status);
          expect(completed).toBeLessThanOrEqual(total);
        },
      });
      expect(done).toMatchObject({ status: "completed", progress: { total: 4, completed: 4, failed: 0 } });
      expect(seen.at(-1)).toBe("completed");
    },
  ),
  engineScenario("getEvaluation", 200, "uses the version of the dataset at its creation", async (context) => {
    const { assay, target } = context;
    const { dataset } = await filledDataset(context);
    await target.hold();
    const { id } = await assay.evaluations.create(nightly(dataset));
    const rows = callSamples.map(({ external_id: externalId }) => ({ id: externalId, input: "changed" }));
    await assay.datasets.importFile(dataset.id, [...rows, { id: "call-9", input: 1 }], { mode: "update" });
    target.resume();
    const done = await assay.evaluations.wait(id, { pollIntervalMs: 5 });
    expect(done).toMatchObject({
      dataset_version: 1,
      progress: { total: 4 },
      results: { sample_count: 4 },
    });
    const answered = (await all(assay.evaluations.results(id))).map(({ output }) => output);
    expect(answered).toEqual(Object.values(calls).map(([, level]) => ({ triage_level: level })));
  }),
  scenario(
    "getEvaluation",
    404,
    "returns 404 for an unknown id, and for a project that the key cannot access",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const { id } = await evaluated(context, dataset);
      const mine = await newProject(context);
      const restricted = context.client(await context.newKey({ preset: "viewer", projects: [mine.id] }));
      const other = await context.otherWorkspace();
      for (const client of [restricted, other.assay]) {
        await expectRejected(client.evaluations.get(id), notFound("evaluation", id));
      }
    },
  ),
  engineScenario(
    "listEvaluations",
    200,
    "lists newest first, and filters by project, dataset and state",
    async (context) => {
      const { assay } = context;
      const [first, second] = [await filledDataset(context), await filledDataset(context)];
      const done = await evaluated(context, first.dataset);
      await context.target.hold();
      const held = await assay.evaluations.create(nightly(second.dataset));
      const ids = async (query: Parameters<typeof assay.evaluations.list>[0]) =>
        (await all(assay.evaluations.list(query))).map(({ id }) => id);
      expect(await ids({})).toEqual([held.id, done.id]);
      expect(await ids({ limit: 1 })).toEqual([held.id, done.id]);
      expect(await ids({ status: "completed" })).toEqual([done.id]);
      expect(await ids({ status: "pending" })).toEqual([held.id]);
      expect(await ids({ project: first.dataset.project })).toEqual([done.id]);
      expect(await ids({ dataset: second.dataset.id })).toEqual([held.id]);
      expect(await ids({ dataset: first.dataset.id, status: "pending" })).toEqual([]);
      expect(await ids({ project: absent.project })).toEqual([]);
      expect(await ids({ dataset: "nonsense" })).toEqual([]);
    },
  ),
  scenario(
    "listEvaluations",
    200,
    "lists only evaluations in the projects of a restricted key",
    async (context) => {
      const [first, second] = [await filledDataset(context), await filledDataset(context)];
      const mine = await evaluated(context, first.dataset);
      await evaluated(context, second.dataset);
      const key = await context.newKey({ preset: "viewer", projects: [first.dataset.project] });
      expect((await all(context.client(key).evaluations.list())).map(({ id }) => id)).toEqual([mine.id]);
    },
  ),
  scenario("listEvaluations", 400, "refuses an unknown state", async ({ request }) => {
    const message = 'status is "done"; it must be one of pending, running, completed, failed, cancelled.';
    expectFaults(await request("GET", "/v1/evaluations?status=done"), [
      "query/status",
      "invalid_value",
      message,
    ]);
  }),
  engineScenario(
    "cancelEvaluation",
    200,
    "cancels an evaluation permanently, and a repetition returns the same",
    async (context) => {
      const { assay, target } = context;
      const { dataset } = await filledDataset(context);
      await target.hold();
      const { id } = await assay.evaluations.create(nightly(dataset));
      const cancelled = await assay.evaluations.cancel(id);
      const progress = { total: 4, completed: 0, failed: 0 };
      expect(cancelled).toEqual({
        id,
        object: "evaluation",
        status: "cancelled",
        progress,
        cancelled_at: anInstant,
      });
      target.resume();
      expect(await assay.evaluations.cancel(id)).toEqual(cancelled);
      const record = await assay.evaluations.get(id);
      expect(record).toMatchObject({
        status: "cancelled",
        cancelled_at: cancelled.cancelled_at,
        completed_at: null,
      });
      expect(record).not.toHaveProperty("results");
    },
  ),
  scenario("cancelEvaluation", 404, "returns 404 for an unknown id", async ({ assay }) => {
    await expectRejected(
      assay.evaluations.cancel(absent.evaluation),
      notFound("evaluation", absent.evaluation),
    );
  }),
  scenario("cancelEvaluation", 409, "refuses a completed or failed evaluation", async (context) => {
    const { dataset } = await filledDataset(context);
    const completed = await evaluated(context, dataset);
    await expectRejected(
      context.assay.evaluations.cancel(completed.id),
      evaluationFinished(completed.id, "completed"),
    );
    const { dataset: unanswered } = await filledDataset(context, [{ input: 1 }]);
    const failed = await evaluated(context, unanswered);
    await expectRejected(
      context.assay.evaluations.cancel(failed.id),
      evaluationFinished(failed.id, "failed"),
    );
  }),
];
