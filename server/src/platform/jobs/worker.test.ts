import { describe, expect, test } from "vitest";
import { inTransaction } from "../db/transaction.ts";
import { engines, useJobHarness } from "./job-harness.fixture.ts";
import { reapJobs } from "./run-job.ts";
import type { Worker } from "./worker.ts";
import { Gate, kindsOf, started } from "./worker-harness.fixture.ts";

describe.each(engines)("a worker on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  test("runs jobs enqueued before and after its start, and is then idle", async () => {
    const harness = theHarness();
    const done: unknown[] = [];
    await harness.enqueue({ payload: { name: "before" } });
    const kinds = kindsOf({
      run:
        async (_deps, { payload }) =>
        async () =>
          void done.push(payload.name),
    });
    const worker = started(harness.deps, kinds);
    await worker.idle();
    await harness.enqueue(...["a", "b", "c", "d", "e"].map((name) => ({ payload: { name } })));
    await worker.idle();
    expect(done.map(String).sort()).toEqual(["a", "b", "before", "c", "d", "e"]);
    expect((await harness.jobs()).every(({ state }) => state === "done")).toBe(true);
  });

  test("is notified by a commit without waiting for its next poll", async () => {
    const harness = theHarness();
    const ran = new Gate();
    const worker = started(harness.deps, kindsOf({ run: async () => async () => ran.open() }));
    await worker.idle();
    await harness.enqueue({});
    await expect(ran.passed).resolves.toBeUndefined();
  });

  test("retries a failed job, and writes no effect of the failed attempt", async () => {
    const harness = theHarness();
    const attempts: number[] = [];
    const kinds = kindsOf({
      run: async (_deps, { attempts: attempt }) => {
        attempts.push(attempt);
        // The worker is paused, so the result does not depend on the duration of the test.
        worker.pause();
        return async (tx) => {
          await tx("workspaces").insert({
            id: harness.deps.newId(),
            name: `effect ${harness.workspaceId}`,
            created_at: harness.instant,
          });
          if (attempt === 1) throw new Error("the disk is full");
        };
      },
    });
    const worker: Worker = started(harness.deps, kinds);
    await harness.enqueue({});
    await worker.idle();
    expect(await harness.jobs()).toMatchObject([
      { state: "ready", attempts: 1, last_error: "the disk is full" },
    ]);
    await harness.endWaits();
    worker.resume();
    await worker.idle();
    expect(attempts).toEqual([1, 2]);
    const effects = await harness.database
      .knex("workspaces")
      .where({ name: `effect ${harness.workspaceId}` });
    expect(effects).toHaveLength(1);
  });

  test("uses up no attempts while a disk is full", async () => {
    const harness = theHarness();
    let room = false;
    const kinds = kindsOf({
      run: async () => {
        worker.pause();
        if (!room) throw Object.assign(new Error("could not extend file"), { code: "53100" });
        return async () => {};
      },
    });
    const worker: Worker = started(harness.deps, kinds);
    await harness.enqueue({ maxAttempts: 1 });
    await worker.idle();
    for (let round = 0; round < 3; round += 1) {
      expect(await harness.jobs()).toMatchObject([
        { state: "ready", attempts: 0, last_error: "could not extend file" },
      ]);
      room = round === 2;
      await harness.endWaits();
      worker.resume();
      await worker.idle();
    }
    expect(await harness.jobs()).toMatchObject([{ state: "done" }]);
  });

  test("writes the consequences of a dead job together with its state, without the error message", async () => {
    const harness = theHarness();
    const kinds = kindsOf({
      run: async () => {
        throw new Error("cannot be done");
      },
      onDead: async (tx, job, { reason }) => {
        const [row] = await tx("jobs").where({ id: job.id }).select("state");
        await tx("workspaces")
          .where({ id: job.workspaceId })
          .update({ name: `${row.state}: ${reason}` });
      },
    });
    const worker = started(harness.deps, kinds);
    await harness.enqueue({ maxAttempts: 1 });
    await worker.idle();
    const [job] = await harness.jobs();
    expect(job).toMatchObject({ state: "dead", last_error: "cannot be done" });
    const [workspace] = await harness.database.knex("workspaces").where({ id: harness.workspaceId });
    expect(workspace.name).toBe(`dead: an internal error (see job ${job?.id} in the log)`);
  });

  test("fails a job with an invalid payload, and reports the validation error", async () => {
    const harness = theHarness();
    const worker = started(harness.deps, kindsOf({ run: async () => async () => {} }));
    await harness.enqueue({ payload: { name: 7 } });
    await worker.idle();
    const [job] = await harness.jobs();
    expect(job?.state).toBe("ready");
    expect(job?.last_error).toContain("expected string");
  });

  test("writes no effect of a job that was cancelled while it was running", async () => {
    const harness = theHarness();
    const [working, goOn] = [new Gate(), new Gate()];
    const effects: string[] = [];
    const kinds = kindsOf({
      run: async () => {
        working.open();
        await goOn.passed;
        return async () => void effects.push("written");
      },
    });
    const worker = started(harness.deps, kinds);
    const group = harness.deps.newId();
    await harness.enqueue({ groupId: group });
    void worker.idle();
    await working.passed;
    await inTransaction(harness.database, (tx) =>
      harness.deps.jobs.cancelGroup(tx, harness.workspaceId, group),
    );
    goOn.open();
    await worker.idle();
    expect(effects).toEqual([]);
    expect(await harness.jobs()).toMatchObject([{ state: "cancelled" }]);
  });

  test("aborts a handler when its lease is lost", async () => {
    const harness = theHarness();
    const working = new Gate();
    const aborted = new Gate<unknown>();
    const kinds = kindsOf({
      run: async (_deps, _job, signal) => {
        signal.addEventListener("abort", () => aborted.open(signal.reason));
        working.open();
        await aborted.passed;
        return async () => {};
      },
    });
    const worker = started(harness.deps, kinds, { heartbeatMs: 1 });
    await harness.enqueue({});
    void worker.idle();
    await working.passed;
    await harness.database.knex("jobs").update({ lease_token: harness.deps.newId() });
    expect(await aborted.passed).toMatchObject({ name: "LeaseLost" });
  });

  test("marks a job dead if its workers died, and skips a job whose end cannot be written", async () => {
    const harness = theHarness();
    const buried: unknown[] = [];
    await harness.enqueue(
      { maxAttempts: 1, payload: { name: "stuck" } },
      { maxAttempts: 1, payload: { name: "dead" } },
    );
    await harness.deps.jobs.claim(["test"], { compute: 2 });
    await harness.expireLeases();
    const kinds = kindsOf({
      run: async () => async () => {},
      onDead: async (_tx, { payload }, { reason }) => {
        if (payload.name === "stuck") throw new Error("cannot be written");
        buried.push(payload.name, reason);
      },
    });
    expect(await reapJobs(harness.deps, kinds)).toEqual({ ready: 0, dead: 1 });
    expect(buried).toEqual(["dead", "its worker stopped responding"]);
    expect((await harness.jobs()).map(({ state }) => state).sort()).toEqual(["dead", "running"]);
  });

  test("shares jobs with workers of other processes: each runs once", async () => {
    const harness = theHarness();
    const done: unknown[] = [];
    const kinds = kindsOf({
      run:
        async (_deps, { payload }) =>
        async () =>
          void done.push(payload.name),
    });
    const names = Array.from({ length: 40 }, (_, index) => `job ${index}`);
    await harness.enqueue(...names.map((name) => ({ payload: { name } })));
    const workers = [started(harness.deps, kinds), started(await harness.another(), kinds)];
    await Promise.all(workers.map((worker) => worker.idle()));
    await Promise.all(workers.map((worker) => worker.idle()));
    expect(done.map(String).sort()).toEqual(names.sort());
  });
});
