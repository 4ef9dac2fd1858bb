import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, onTestFinished, test } from "vitest";
import { startReceiver } from "../../../../test/support/receiver.ts";
import { lanes } from "../../platform/db/migrations/0028-lanes.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { jobKinds } from "../../app/job-kinds.ts";
import { runJob } from "../../platform/jobs/run-job.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { exportJob } from "../exports/run-export-job.ts";
import { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { cancelEvaluation } from "./evaluation-service.ts";
import { evaluator, triaged } from "./harness-samples.fixture.ts";

describe.each(engines)("an endpoint that never answers on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const custom = (url: string) => evaluator({ type: "custom", config: { webhook_url: url } });

  /** Runs evaluations whose calls hang, with one slot in each lane. */
  async function hanging(count: number) {
    const harness = await EvaluationHarness.open(theHarness());
    await harness.addSamples([triaged("urgent", "urgent")]);
    const receiver = await startReceiver(() => undefined);
    onTestFinished(() => receiver.close());
    const evaluations = [];
    for (let created = 0; created < count; created += 1)
      evaluations.push(await harness.create({ evaluators: [custom(receiver.url)] }));
    const worker = startWorker(harness.deps, jobKinds, {
      slots: { compute: 1, remote: 1, export: 1 },
      heartbeatMs: 2 ** 30,
      stopGraceMs: 0,
    });
    onTestFinished(() => worker.stop());
    await expect.poll(() => receiver.calls.length).toBe(1);
    return { harness, evaluations };
  }

  test("does not delay evaluations with built-in evaluators", async () => {
    const { harness } = await hanging(3);
    const { id } = await harness.create({ evaluators: [evaluator({ type: "triage_accuracy" })] });
    await expect.poll(async () => (await harness.read(id)).status).toBe("completed");
  });

  test("occupies no slot after its evaluation was cancelled", async () => {
    const { harness, evaluations } = await hanging(1);
    const answering = await startReceiver(() => ({ score: 75 }));
    onTestFinished(() => answering.close());
    const { id } = await harness.create({ evaluators: [custom(answering.url)] });
    await inTransaction(harness.jobs.database, async (tx) => {
      for (const evaluation of evaluations)
        await cancelEvaluation(tx, harness.deps, harness.caller, formatId("evaluation", evaluation.id));
    });
    await expect.poll(async () => (await harness.read(id)).status).toBe("completed");
  });
});

describe.each(engines)("the lane of an evaluation's jobs on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const builtIn = evaluator({ type: "triage_accuracy" });
  const custom = (url: string) => evaluator({ type: "custom", config: { webhook_url: url } });

  /** Opens a harness with two samples, and creates and plans evaluations with the given evaluators. */
  async function planned(...evaluations: ReturnType<typeof evaluator>[][]) {
    const harness = await EvaluationHarness.open(theHarness());
    await harness.addSamples([triaged("urgent", "urgent"), triaged("routine", "urgent")]);
    for (const evaluators of evaluations) {
      await harness.create({ evaluators });
      const plan = await harness.jobs.claimOne("evaluation.plan");
      await runJob(harness.deps, jobKinds, plan, new AbortController().signal);
    }
    return harness;
  }

  const lanesOf = async (harness: EvaluationHarness) =>
    (await harness.jobs.jobs()).filter(({ state }) => state !== "done").map(({ kind, lane }) => [kind, lane]);

  test("is remote for all chunks if one evaluator is remote, and otherwise compute", async () => {
    const harness = await planned([builtIn], [builtIn, custom("http://127.0.0.1:9/")]);
    expect(await lanesOf(harness)).toEqual([
      ["evaluation.chunk", "compute"],
      ["evaluation.chunk", "remote"],
    ]);
  });

  test("is set by the migration for jobs that the previous release enqueued", async () => {
    const harness = await planned([builtIn], [builtIn, custom("http://127.0.0.1:9/")]);
    const { database } = harness.jobs;
    const job = exportJob(harness.jobs.workspaceId, harness.deps.newId());
    await inTransaction(database, (tx) => harness.deps.jobs.enqueue(tx, [job]));
    await harness.jobs.claimOne("evaluation.chunk");
    await lanes.down(database.knex);
    await lanes.up(database.knex);
    expect(await lanesOf(harness)).toEqual([
      ["evaluation.chunk", "compute"],
      ["evaluation.chunk", "remote"],
      ["export.write", "export"],
    ]);
  });

  test("is corrected when a chunk of the previous release runs", async () => {
    const receiver = await startReceiver(() => ({ score: 75 }));
    try {
      const harness = await planned([custom(receiver.url)]);
      await harness.jobs.database.knex("jobs").update({ lane: "compute" });
      await harness.work();
      await harness.work();
      expect(await harness.jobs.jobs()).toMatchObject([
        { kind: "evaluation.plan", state: "done" },
        { kind: "evaluation.chunk", lane: "remote", state: "done", attempts: 1 },
      ]);
      expect(receiver.calls).toHaveLength(2);
    } finally {
      await receiver.close();
    }
  });
});
