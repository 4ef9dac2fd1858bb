import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/db/transaction.ts";
import { engines, useJobLab } from "../../platform/jobs/job-lab.fixture.ts";
import { jobKinds } from "../../app/job-kinds.ts";
import { LeaseLost } from "../../platform/jobs/queue.ts";
import { reapJobs, runJob } from "../../platform/jobs/run-job.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { EvaluationLab } from "./evaluation-lab.fixture.ts";
import { interrupted } from "./interrupted-kinds.fixture.ts";
import { mixed, triaged } from "./lab-samples.fixture.ts";
import { cancelEvaluation } from "./evaluation-service.ts";
import { chunkKind } from "./run/plan-evaluation-job.ts";

const signal = new AbortController().signal;

const cancel = (lab: EvaluationLab, id: string) =>
  inTransaction(lab.jobs.database, (tx) =>
    cancelEvaluation(tx, lab.deps, lab.caller, formatId("evaluation", id)),
  );

describe.each(engines)("an evaluation on %s", (engine) => {
  const theLab = useJobLab(engine);
  const open = () => EvaluationLab.open(theLab());

  test("is cancelled while a chunk is judged: that chunk is discarded, what came before is kept", async () => {
    const lab = await open();
    await lab.addSamples(mixed(1100));
    const { id } = await lab.create({ fail_on_error: 1 });
    await lab.work(
      interrupted({ onceJudged: async (chunk) => void (chunk === 2 && (await cancel(lab, id))) }),
    );
    // The first chunk of 500 was written; of every seven samples one errored: floor(500 / 7) = 71.
    expect(await lab.read(id)).toMatchObject({
      status: "cancelled",
      total: 1100,
      completed: 429,
      failed: 71,
      completed_at: null,
      results: null,
      cancelled_at: lab.jobs.instant,
    });
    expect(await lab.results(id)).toHaveLength(500);
    expect(await lab.rows("sample_scores", id)).toHaveLength(500);
    expect((await lab.jobs.jobs()).map(({ state }) => state)).toEqual([
      "done",
      "done",
      "cancelled",
      "cancelled",
    ]);
    expect((await lab.events()).map(({ event }) => event)).toEqual(["evaluation.cancelled"]);
  });

  test("is cancelled before it starts", async () => {
    const lab = await open();
    await lab.addSamples(mixed(3));
    const { id } = await lab.create();
    await cancel(lab, id);
    await lab.work();
    expect(await lab.read(id)).toMatchObject({
      status: "cancelled",
      started_at: null,
      completed: 0,
      failed: 0,
    });
  });

  test("keeps nothing of a chunk whose jobs the cancellation did not see", async () => {
    const lab = await open();
    await lab.addSamples(mixed(3));
    const { id } = await lab.create();
    const { knex } = lab.jobs.database;
    await lab.work(
      interrupted({
        onceJudged: async () =>
          void (await knex("evaluations").where({ id }).update({ status: "cancelled" })),
      }),
    );
    expect(await lab.results(id)).toEqual([]);
    await lab.jobs.endWaits();
    await lab.work();
    expect(await lab.read(id)).toMatchObject({ status: "cancelled", completed: 0, failed: 0 });
    expect((await lab.jobs.jobs()).map(({ state }) => state)).toEqual(["done", "done"]);
  });

  test("has no result double and none missing when a worker dies between writing a chunk and committing it", async () => {
    const lab = await open();
    const ids = await lab.addSamples(mixed(1001));
    const { id } = await lab.create({ fail_on_error: 1 });
    await lab.work(
      interrupted({
        onceWritten: async (chunk) => {
          if (chunk === 2) throw new Error("the process is gone");
        },
      }),
    );
    // 1,001 samples are chunks of 500, 500 and 1; the second is to be done again.
    expect(await lab.results(id)).toHaveLength(501);
    await lab.jobs.endWaits();
    await lab.work();
    expect((await lab.results(id)).map(({ sample_id: sample }) => sample)).toEqual(ids);
    expect(await lab.rows("sample_scores", id)).toHaveLength(1001);
    // 1,001 / 7 = 143 errored.
    expect(await lab.read(id)).toMatchObject({
      status: "completed",
      completed: 858,
      failed: 143,
      total: 1001,
    });
  });

  test("counts a chunk once when a worker that was taken for dead comes back", async () => {
    const lab = await open();
    await lab.addSamples(mixed(7));
    const { id } = await lab.create({ fail_on_error: 1 });
    const plan = await lab.jobs.claimOne("evaluation.plan");
    await runJob(lab.deps, jobKinds, plan, signal);
    const zombie = await lab.jobs.claimOne(chunkKind);
    await lab.jobs.expireLeases();
    await reapJobs(lab.deps, jobKinds);
    const owner = await lab.jobs.claimOne(chunkKind);
    await runJob(lab.deps, jobKinds, owner, signal);
    await expect(runJob(lab.deps, jobKinds, zombie, signal)).rejects.toThrow(LeaseLost);
    expect(await lab.read(id)).toMatchObject({ status: "completed", completed: 6, failed: 1 });
    expect(await lab.results(id)).toHaveLength(7);
  });

  test("ends with errored results, and their reason, for a chunk on which workers keep dying", async () => {
    const lab = await open();
    await lab.addSamples(Array.from({ length: 520 }, () => triaged("emergent", "emergent")));
    const { id } = await lab.create({ fail_on_error: 0.5 });
    await runJob(lab.deps, jobKinds, await lab.jobs.claimOne("evaluation.plan"), signal);
    await runJob(lab.deps, jobKinds, await lab.jobs.claimOne(chunkKind), signal);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await lab.jobs.endWaits();
      await lab.jobs.claimOne(chunkKind);
      await lab.jobs.expireLeases();
      await reapJobs(lab.deps, jobKinds);
    }
    const ended = await lab.read(id);
    expect(ended).toMatchObject({ status: "completed", completed: 500, failed: 20 });
    expect(ended.results).toMatchObject({
      coverage: { scored: 500, errored: 20, skipped: 0, total: 520 },
      // Whatever was expected to be emergent and was not judged counts as not caught.
      triage: { errored: 20, emergent_not_caught: { numerator: 20, denominator: 520 } },
    });
    const last = (await lab.results(id)).at(-1);
    expect(last).toMatchObject({ status: "errored", score: null });
    expect(last?.reason).toBe(
      "The sample could not be evaluated in 5 attempts; the last one failed: its worker stopped answering.",
    );
    expect(last?.details["reason"]).toBe(last?.reason);
  });

  test("fails when it cannot be started", async () => {
    const lab = await open();
    await lab.addSamples(mixed(3));
    const { id } = await lab.create();
    await lab.jobs.database.knex("jobs").update({ max_attempts: 1 });
    await lab.jobs.claimOne("evaluation.plan");
    await lab.jobs.expireLeases();
    await reapJobs(lab.deps, jobKinds);
    const failed = await lab.read(id);
    expect(failed.status).toBe("failed");
    expect(failed.error).toBe("The evaluation could not be started: its worker stopped answering.");
  });

  test("fails rather than run for ever when its end cannot be worked out, and shows nothing of why", async () => {
    const lab = await open();
    await lab.addSamples(Array.from({ length: 501 }, () => triaged("urgent", "urgent")));
    const { id } = await lab.create();
    const { knex } = lab.jobs.database;
    await runJob(lab.deps, jobKinds, await lab.jobs.claimOne("evaluation.plan"), signal);
    await knex("jobs").where({ kind: chunkKind }).update({ max_attempts: 1 });
    // A row that no release of ours writes: summing up throws at its tally, however often it is tried.
    await knex("results").insert({
      workspace_id: lab.jobs.workspaceId,
      evaluation_id: id,
      sample_id: lab.deps.newId(),
      position: 0,
      status: "scored",
      score: 1,
      passed: false,
      flagged: false,
      tally: "no tally",
      details: "{}",
      sample_version: 1,
      created_at: lab.jobs.instant,
    });
    await lab.work();
    const [, , last] = await lab.jobs.jobs();
    expect(last).toMatchObject({ state: "dead", last_error: expect.stringContaining("no tally") });
    const failed = await lab.read(id);
    expect(failed.status).toBe("failed");
    expect(failed.error).toBe(
      `The evaluation could not be finished for an internal error, which the log has under job ${last?.id}.`,
    );
  });

  test("is shared by the workers of two processes, exactly", async () => {
    const lab = await open();
    const ids = await lab.addSamples(mixed(3500));
    const { id } = await lab.create({ fail_on_error: 1 });
    const other = await lab.jobs.another();
    const workers = [lab.deps, other].map((deps) => startWorker(deps, jobKinds, { concurrency: 2 }));
    while ((await lab.read(id)).status !== "completed")
      await Promise.all(workers.map((worker) => worker.idle()));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await lab.read(id)).toMatchObject({ completed: 3000, failed: 500, total: 3500 });
    expect((await lab.results(id)).map(({ sample_id: sample }) => sample)).toEqual(ids);
    expect(await lab.rows("evaluation_scores", id)).toHaveLength(2);
    expect((await lab.events()).map(({ event }) => event)).toEqual(["evaluation.completed"]);
  });
});
