import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/db/transaction.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { jobKinds } from "../../app/job-kinds.ts";
import { LeaseLost } from "../../platform/jobs/queue.ts";
import { reapJobs, runJob } from "../../platform/jobs/run-job.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { interrupted } from "./interrupted-kinds.fixture.ts";
import { mixed, triaged } from "./harness-samples.fixture.ts";
import { cancelEvaluation } from "./evaluation-service.ts";
import { chunkKind } from "./run/plan-evaluation-job.ts";

const signal = new AbortController().signal;

const cancel = (harness: EvaluationHarness, id: string) =>
  inTransaction(harness.jobs.database, (tx) =>
    cancelEvaluation(tx, harness.deps, harness.caller, formatId("evaluation", id)),
  );

describe.each(engines)("an evaluation on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = () => EvaluationHarness.open(theHarness());

  test("discards the running chunk when it is cancelled, and keeps the earlier chunks", async () => {
    const harness = await open();
    await harness.addSamples(mixed(1100));
    const { id } = await harness.create({ fail_on_error: 1 });
    await harness.work(
      interrupted({ onceEvaluated: async (chunk) => void (chunk === 2 && (await cancel(harness, id))) }),
    );
    // The first chunk of 500 samples was written. One of every seven samples errored: floor(500 / 7) = 71.
    expect(await harness.read(id)).toMatchObject({
      status: "cancelled",
      total: 1100,
      completed: 429,
      failed: 71,
      completed_at: null,
      results: null,
      cancelled_at: harness.jobs.instant,
    });
    expect(await harness.results(id)).toHaveLength(500);
    expect(await harness.rows("sample_scores", id)).toHaveLength(500);
    expect((await harness.jobs.jobs()).map(({ state }) => state)).toEqual([
      "done",
      "done",
      "cancelled",
      "cancelled",
    ]);
    expect((await harness.events()).map(({ event }) => event)).toEqual(["evaluation.cancelled"]);
  });

  test("can be cancelled before it starts", async () => {
    const harness = await open();
    await harness.addSamples(mixed(3));
    const { id } = await harness.create();
    await cancel(harness, id);
    await harness.work();
    expect(await harness.read(id)).toMatchObject({
      status: "cancelled",
      started_at: null,
      completed: 0,
      failed: 0,
    });
  });

  test("discards a chunk whose jobs the cancellation missed", async () => {
    const harness = await open();
    await harness.addSamples(mixed(3));
    const { id } = await harness.create();
    const { knex } = harness.jobs.database;
    await harness.work(
      interrupted({
        onceEvaluated: async () =>
          void (await knex("evaluations").where({ id }).update({ status: "cancelled" })),
      }),
    );
    expect(await harness.results(id)).toEqual([]);
    await harness.jobs.endWaits();
    await harness.work();
    expect(await harness.read(id)).toMatchObject({ status: "cancelled", completed: 0, failed: 0 });
    expect((await harness.jobs.jobs()).map(({ state }) => state)).toEqual(["done", "done"]);
  });

  test("has every result once if a worker dies between writing and committing a chunk", async () => {
    const harness = await open();
    const ids = await harness.addSamples(mixed(1001));
    const { id } = await harness.create({ fail_on_error: 1 });
    await harness.work(
      interrupted({
        onceWritten: async (chunk) => {
          if (chunk === 2) throw new Error("the process is gone");
        },
      }),
    );
    // 1,001 samples form chunks of 500, 500 and 1 samples; the second chunk is retried.
    expect(await harness.results(id)).toHaveLength(501);
    await harness.jobs.endWaits();
    await harness.work();
    expect((await harness.results(id)).map(({ sample_id: sample }) => sample)).toEqual(ids);
    expect(await harness.rows("sample_scores", id)).toHaveLength(1001);
    // One of every seven samples errored: 1,001 / 7 = 143.
    expect(await harness.read(id)).toMatchObject({
      status: "completed",
      completed: 858,
      failed: 143,
      total: 1001,
    });
  });

  test("counts a chunk once if a worker continues after its lease has expired", async () => {
    const harness = await open();
    await harness.addSamples(mixed(7));
    const { id } = await harness.create({ fail_on_error: 1 });
    const plan = await harness.jobs.claimOne("evaluation.plan");
    await runJob(harness.deps, jobKinds, plan, signal);
    const zombie = await harness.jobs.claimOne(chunkKind);
    await harness.jobs.expireLeases();
    await reapJobs(harness.deps, jobKinds);
    const owner = await harness.jobs.claimOne(chunkKind);
    await runJob(harness.deps, jobKinds, owner, signal);
    await expect(runJob(harness.deps, jobKinds, zombie, signal)).rejects.toThrow(LeaseLost);
    expect(await harness.read(id)).toMatchObject({ status: "completed", completed: 6, failed: 1 });
    expect(await harness.results(id)).toHaveLength(7);
  });

  test("completes with errored results and their reason for a chunk whose workers keep dying", async () => {
    const harness = await open();
    await harness.addSamples(Array.from({ length: 520 }, () => triaged("emergent", "emergent")));
    const { id } = await harness.create({ fail_on_error: 0.5 });
    await runJob(harness.deps, jobKinds, await harness.jobs.claimOne("evaluation.plan"), signal);
    await runJob(harness.deps, jobKinds, await harness.jobs.claimOne(chunkKind), signal);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await harness.jobs.endWaits();
      await harness.jobs.claimOne(chunkKind);
      await harness.jobs.expireLeases();
      await reapJobs(harness.deps, jobKinds);
    }
    const ended = await harness.read(id);
    expect(ended).toMatchObject({ status: "completed", completed: 500, failed: 20 });
    expect(ended.results).toMatchObject({
      coverage: { scored: 500, errored: 20, skipped: 0, total: 520 },
      // Samples that are expected to be emergent but have no result count as not caught.
      triage: { errored: 20, emergent_not_caught: { numerator: 20, denominator: 520 } },
    });
    const last = (await harness.results(id)).at(-1);
    expect(last).toMatchObject({ status: "errored", score: null });
    expect(last?.reason).toBe(
      "The sample could not be evaluated in 5 attempts. Last error: its worker stopped responding.",
    );
    expect(last?.details["reason"]).toBe(last?.reason);
  });

  test("fails if it cannot be started", async () => {
    const harness = await open();
    await harness.addSamples(mixed(3));
    const { id } = await harness.create();
    await harness.jobs.database.knex("jobs").update({ max_attempts: 1 });
    await harness.jobs.claimOne("evaluation.plan");
    await harness.jobs.expireLeases();
    await reapJobs(harness.deps, jobKinds);
    const failed = await harness.read(id);
    expect(failed.status).toBe("failed");
    expect(failed.error).toBe("The evaluation could not be started: its worker stopped responding.");
  });

  test("fails without internal details if its results cannot be computed", async () => {
    const harness = await open();
    await harness.addSamples(Array.from({ length: 501 }, () => triaged("urgent", "urgent")));
    const { id } = await harness.create();
    const { knex } = harness.jobs.database;
    await runJob(harness.deps, jobKinds, await harness.jobs.claimOne("evaluation.plan"), signal);
    await knex("jobs").where({ kind: chunkKind }).update({ max_attempts: 1 });
    // No release writes such a row. It makes every attempt to compute the results fail while it counts this
    // row.
    await knex("results").insert({
      workspace_id: harness.jobs.workspaceId,
      evaluation_id: id,
      sample_id: harness.deps.newId(),
      position: 0,
      status: "scored",
      score: 1,
      passed: false,
      flagged: false,
      tally: "no tally",
      details: "{}",
      sample_version: 1,
      created_at: harness.jobs.instant,
    });
    await harness.work();
    const [, , last] = await harness.jobs.jobs();
    expect(last).toMatchObject({ state: "dead", last_error: expect.stringContaining("no tally") });
    const failed = await harness.read(id);
    expect(failed.status).toBe("failed");
    expect(failed.error).toBe(
      `The evaluation failed with an internal error. The server log contains it under job ${last?.id}.`,
    );
  });

  test("is processed by the workers of two processes, each sample once", async () => {
    const harness = await open();
    const ids = await harness.addSamples(mixed(3500));
    const { id } = await harness.create({ fail_on_error: 1 });
    const other = await harness.jobs.another();
    const workers = [harness.deps, other].map((deps) =>
      startWorker(deps, jobKinds, { slots: { compute: 2 } }),
    );
    while ((await harness.read(id)).status !== "completed")
      await Promise.all(workers.map((worker) => worker.idle()));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await harness.read(id)).toMatchObject({ completed: 3000, failed: 500, total: 3500 });
    expect((await harness.results(id)).map(({ sample_id: sample }) => sample)).toEqual(ids);
    expect(await harness.rows("evaluation_scores", id)).toHaveLength(2);
    expect((await harness.events()).map(({ event }) => event)).toEqual(["evaluation.completed"]);
  });
});
