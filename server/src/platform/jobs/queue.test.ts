import { describe, expect, test } from "vitest";
import { inTransaction } from "../db/transaction.ts";
import { engines, useJobHarness } from "./job-harness.fixture.ts";
import { type Job, LeaseLost } from "./queue.ts";

describe.each(engines)("the job queue on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  test("assigns a job to only one worker", async () => {
    const harness = theHarness();
    const other = await harness.another();
    await harness.enqueue(...Array.from({ length: 20 }, (_, index) => ({ payload: { index } })));

    const claims = await Promise.all(
      [1, 2, 3, 4].flatMap(() =>
        [harness.deps, other].map(({ jobs }) => jobs.claim(["test"], { compute: 3 })),
      ),
    );

    const taken = claims.flat().map(({ id }) => id);
    expect(new Set(taken).size).toBe(taken.length);
    const others = await harness.deps.jobs.claim(["test"], { compute: 100 });
    expect(taken.length + others.length).toBe(20);
    expect([...claims.flat(), ...others].every(({ attempts }) => attempts === 1)).toBe(true);
  });

  test("claims jobs with a smaller priority first, then older jobs, and only of the requested kinds", async () => {
    const harness = theHarness();
    await harness.enqueue({ payload: "later", priority: 7 });
    await harness.enqueue(
      { payload: "first", priority: 1 },
      { payload: "second", priority: 1 },
      { kind: "foreign" },
    );
    const order = [];
    for (let taken = 0; taken < 3; taken += 1) order.push((await harness.claimOne()).payload);
    expect(order).toEqual(["first", "second", "later"]);
    expect(await harness.deps.jobs.claim(["test"], { compute: 1 })).toEqual([]);
  });

  test("refuses completion by a worker whose lease expired and whose job was claimed again", async () => {
    const harness = theHarness();
    await harness.enqueue({});
    const zombie = await harness.claimOne();
    await harness.expireLeases();
    await inTransaction(harness.database, (tx) => harness.deps.jobs.reap(tx));
    const owner = await harness.claimOne();
    expect(owner.id).toBe(zombie.id);

    const completion = (job: Job) =>
      inTransaction(harness.database, (tx) => harness.deps.jobs.complete(tx, job));
    await expect(completion(zombie)).rejects.toThrow(LeaseLost);
    await completion(owner);
    await expect(completion(owner)).rejects.toThrow(LeaseLost);
    expect(await harness.jobs()).toMatchObject([{ state: "done", attempts: 2, lease_token: null }]);
  });

  test("refuses the failure of a worker whose lease is lost", async () => {
    const harness = theHarness();
    await harness.enqueue({});
    const zombie = await harness.claimOne();
    await harness.expireLeases();
    await inTransaction(harness.database, (tx) => harness.deps.jobs.reap(tx));
    const failure = inTransaction(harness.database, (tx) => harness.deps.jobs.fail(tx, zombie, "late"));
    await expect(failure).rejects.toThrow(LeaseLost);
    expect(await harness.jobs()).toMatchObject([
      { state: "ready", last_error: "The worker stopped responding." },
    ]);
  });

  test("rolls a completion back together with a failed effect", async () => {
    const harness = theHarness();
    await harness.enqueue({});
    const job = await harness.claimOne();
    const effect = inTransaction(harness.database, async (tx) => {
      await harness.deps.jobs.complete(tx, job);
      throw new Error("disk full");
    });
    await expect(effect).rejects.toThrow("disk full");
    expect(await harness.jobs()).toMatchObject([{ state: "running", lease_token: job.token }]);
  });

  test("makes a job ready immediately, to the microsecond of its transaction", async () => {
    const harness = theHarness();
    for (let round = 0; round < 20; round += 1)
      await inTransaction(harness.database, async (tx) => {
        const job = { workspaceId: harness.workspaceId, kind: "test", payload: {} };
        await harness.deps.jobs.enqueue(tx, [job]);
        const { rows } = await tx.raw("select count(*)::integer as later from jobs where run_at > now()");
        expect(rows).toEqual([{ later: 0 }]);
      });
  });

  test("delays a failed job by 2 s and 4 s with jitter, and marks it dead after the last attempt", async () => {
    const harness = theHarness();
    await harness.enqueue({ maxAttempts: 3 });
    // Within a transaction, the database's clock does not advance.
    const failed = (job: Job) =>
      inTransaction(harness.database, async (tx) => {
        const state = await harness.deps.jobs.fail(tx, job, `attempt ${job.attempts}`);
        const { rows } = await tx.raw("select extract(epoch from run_at - now())::float8 as wait from jobs");
        return { state, seconds: Number(rows[0].wait) };
      });
    const states = [];
    // The delays are 2^1 and 2^2 seconds, multiplied by a factor from 0.5 to 1.5.
    for (const [min, max] of [
      [1, 3],
      [2, 6],
    ] as const) {
      const { state, seconds } = await failed(await harness.claimOne());
      states.push(state);
      expect(seconds).toBeGreaterThanOrEqual(min);
      expect(seconds).toBeLessThanOrEqual(max);
      // The added hour makes the result independent of the duration of the test.
      await harness.database
        .knex("jobs")
        .update({ run_at: harness.database.knex.raw("run_at + interval '1 hour'") });
      expect(await harness.deps.jobs.claim(["test"], { compute: 1 })).toEqual([]);
      await harness.endWaits();
    }
    states.push((await failed(await harness.claimOne())).state);
    expect(states).toEqual(["ready", "ready", "dead"]);
    expect(await harness.jobs()).toMatchObject([{ state: "dead", attempts: 3, last_error: "attempt 3" }]);
  });

  test("extends the leases that are still held, and returns their ids", async () => {
    const harness = theHarness();
    await harness.enqueue({}, {});
    const [held, lost] = await harness.deps.jobs.claim(["test"], { compute: 2 });
    if (!held || !lost) throw new Error("Two jobs were enqueued.");
    await harness.expireLeases();
    await harness.database.knex("jobs").where({ id: lost.id }).update({ lease_token: harness.deps.newId() });

    expect(await harness.deps.jobs.heartbeat([held, lost])).toEqual(new Set([held.id]));
    expect(await inTransaction(harness.database, (tx) => harness.deps.jobs.reap(tx))).toBe(1);
    expect((await harness.jobs()).map(({ id, state }) => `${id} ${state}`).sort()).toEqual(
      [`${held.id} running`, `${lost.id} ready`].sort(),
    );
  });

  test("releases a job immediately without counting the attempt", async () => {
    const harness = theHarness();
    await harness.enqueue({});
    const job = await harness.claimOne();
    await inTransaction(harness.database, (tx) => harness.deps.jobs.release(tx, [job]));
    expect(await harness.jobs()).toMatchObject([{ state: "ready", attempts: 0, lease_token: null }]);
    expect((await harness.claimOne()).attempts).toBe(1);
  });

  test("reaps a job until its attempts are used up, then marks it dead once", async () => {
    const harness = theHarness();
    await harness.enqueue({ maxAttempts: 2 });
    const reap = () => inTransaction(harness.database, (tx) => harness.deps.jobs.reap(tx));
    const exhausted = () => inTransaction(harness.database, (tx) => harness.deps.jobs.claimExhausted(tx, 0));
    await harness.claimOne();
    expect(await reap()).toBe(0);
    await harness.expireLeases();
    expect(await exhausted()).toBeUndefined();
    expect(await reap()).toBe(1);
    const last = await harness.claimOne();
    await harness.expireLeases();
    expect(await reap()).toBe(0);
    expect(await exhausted()).toMatchObject({ id: last.id, attempts: 2, kind: "test" });
    expect(await exhausted()).toBeUndefined();
    expect(await harness.jobs()).toMatchObject([{ state: "dead" }]);
  });

  test("retries a job immediately after its worker died, and with longer delays after each further death", async () => {
    const harness = theHarness();
    await harness.enqueue({ maxAttempts: 5 });
    const waits: number[] = [];
    for (let death = 1; death < 5; death += 1) {
      await harness.endWaits();
      await harness.claimOne();
      await harness.expireLeases();
      await inTransaction(harness.database, async (tx) => {
        await harness.deps.jobs.reap(tx);
        const { rows } = await tx.raw("select extract(epoch from run_at - now())::float8 as wait from jobs");
        waits.push(Math.round(Math.max(0, Number(rows[0].wait))));
      });
    }
    expect(waits).toEqual([0, 2, 4, 8]);
  });

  test("cancels only ready and running jobs of a group", async () => {
    const harness = theHarness();
    const [group, other] = [harness.deps.newId(), harness.deps.newId()];
    await harness.enqueue({ groupId: group, payload: "done" });
    const done = await harness.claimOne();
    await inTransaction(harness.database, (tx) => harness.deps.jobs.complete(tx, done));
    await harness.enqueue({ groupId: group, payload: "running" });
    const running = await harness.claimOne();
    await harness.enqueue({ groupId: group, payload: "ready" }, { groupId: other });

    const cancel = (workspaceId: string) =>
      inTransaction(harness.database, (tx) => harness.deps.jobs.cancelGroup(tx, workspaceId, group));
    expect(await cancel(harness.deps.newId())).toBe(0);
    expect(await cancel(harness.workspaceId)).toBe(2);
    expect(await cancel(harness.workspaceId)).toBe(0);
    expect((await harness.jobs()).map(({ state }) => state)).toEqual([
      "done",
      "cancelled",
      "cancelled",
      "ready",
    ]);
    expect(await harness.deps.jobs.heartbeat([running])).toEqual(new Set());
  });

  test("notifies workers when the enqueuing transaction commits, and not when it rolls back", async () => {
    const harness = theHarness();
    const woken: string[] = [];
    let wake: (() => void) | undefined;
    const stop = await harness.deps.jobs.onReady(() => wake?.());
    const undone = inTransaction(harness.database, async (tx) => {
      wake = () => woken.push("undone");
      await harness.deps.jobs.enqueue(tx, [{ workspaceId: harness.workspaceId, kind: "test", payload: {} }]);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    await new Promise<void>((resolve) => {
      wake = () => {
        woken.push("committed");
        resolve();
      };
      void harness.enqueue({});
    });
    expect(woken).toEqual(["committed"]);
    await stop();
  });

  test("deletes completed jobs after the retention period, and dead jobs after thirty times this period", async () => {
    const harness = theHarness();
    await harness.enqueue({ maxAttempts: 1 }, {}, {});
    const [dead, done] = await harness.deps.jobs.claim(["test"], { compute: 2 });
    if (!dead || !done) throw new Error("Jobs were enqueued.");
    await inTransaction(harness.database, (tx) => harness.deps.jobs.fail(tx, dead, "no"));
    await inTransaction(harness.database, (tx) => harness.deps.jobs.complete(tx, done));
    const age = (hours: number) =>
      harness.database
        .knex("jobs")
        .whereNotNull("finished_at")
        .update({
          finished_at: harness.database.knex.raw("now() - make_interval(hours => ?)", [hours]),
        });
    await age(23);
    expect(await harness.deps.jobs.purge(24)).toBe(0);
    await age(25);
    expect(await harness.deps.jobs.purge(24)).toBe(1);
    expect((await harness.jobs()).map(({ state }) => state)).toEqual(["dead", "ready"]);
    await age(24 * 30 + 1);
    expect(await harness.deps.jobs.purge(24)).toBe(1);
  });
});
