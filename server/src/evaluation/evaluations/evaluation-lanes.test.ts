import { describe, expect, test } from "vitest";
import { startReceiver } from "../../../../test/support/receiver.ts";
import { lanes } from "../../platform/db/migrations/0028-lanes.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { jobKinds } from "../../app/job-kinds.ts";
import { runJob } from "../../platform/jobs/run-job.ts";
import { exportJob } from "../exports/run-export-job.ts";
import { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { evaluator, triaged } from "./harness-samples.fixture.ts";

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
