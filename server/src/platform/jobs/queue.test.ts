import { describe, expect, test } from "vitest";
import { inTransaction } from "../db/transaction.ts";
import { engines, useJobLab } from "./job-lab.fixture.ts";
import { type Job, LeaseLost } from "./queue.ts";

describe.each(engines)("the job queue on %s", (engine) => {
  const theLab = useJobLab(engine);

  test("gives a job to one worker only", async () => {
    const lab = theLab();
    const other = await lab.another();
    await lab.enqueue(...Array.from({ length: 20 }, (_, index) => ({ payload: { index } })));

    const claims = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [lab.deps, other].map(({ jobs }) => jobs.claim(["test"], 3))),
    );

    const taken = claims.flat().map(({ id }) => id);
    expect(new Set(taken).size).toBe(taken.length);
    const rest = await lab.deps.jobs.claim(["test"], 100);
    expect(taken.length + rest.length).toBe(20);
    expect([...claims.flat(), ...rest].every(({ attempts }) => attempts === 1)).toBe(true);
  });

  test("takes the smaller priority first, then the older job, and only kinds that are asked for", async () => {
    const lab = theLab();
    await lab.enqueue({ payload: "later", priority: 7 });
    await lab.enqueue(
      { payload: "first", priority: 1 },
      { payload: "second", priority: 1 },
      { kind: "foreign" },
    );
    const order = [];
    for (let taken = 0; taken < 3; taken += 1) order.push((await lab.claimOne()).payload);
    expect(order).toEqual(["first", "second", "later"]);
    expect(await lab.deps.jobs.claim(["test"], 1)).toEqual([]);
  });

  test("refuses the completion of a worker whose lease ran out and whose job another has taken", async () => {
    const lab = theLab();
    await lab.enqueue({});
    const zombie = await lab.claimOne();
    await lab.expireLeases();
    await inTransaction(lab.database, (tx) => lab.deps.jobs.reap(tx));
    const owner = await lab.claimOne();
    expect(owner.id).toBe(zombie.id);

    const completion = (job: Job) => inTransaction(lab.database, (tx) => lab.deps.jobs.complete(tx, job));
    await expect(completion(zombie)).rejects.toThrow(LeaseLost);
    await completion(owner);
    await expect(completion(owner)).rejects.toThrow(LeaseLost);
    expect(await lab.jobs()).toMatchObject([{ state: "done", attempts: 2, lease_token: null }]);
  });

  test("refuses the failure of a worker whose lease is lost", async () => {
    const lab = theLab();
    await lab.enqueue({});
    const zombie = await lab.claimOne();
    await lab.expireLeases();
    await inTransaction(lab.database, (tx) => lab.deps.jobs.reap(tx));
    const failure = inTransaction(lab.database, (tx) => lab.deps.jobs.fail(tx, zombie, "late"));
    await expect(failure).rejects.toThrow(LeaseLost);
    expect(await lab.jobs()).toMatchObject([{ state: "ready", last_error: "The worker stopped answering." }]);
  });

  test("takes a completion back with the effect that could not be written", async () => {
    const lab = theLab();
    await lab.enqueue({});
    const job = await lab.claimOne();
    const effect = inTransaction(lab.database, async (tx) => {
      await lab.deps.jobs.complete(tx, job);
      throw new Error("disk full");
    });
    await expect(effect).rejects.toThrow("disk full");
    expect(await lab.jobs()).toMatchObject([{ state: "running", lease_token: job.token }]);
  });

  test("gives a job at once: it is ready from its own transaction on, to the microsecond", async () => {
    const lab = theLab();
    for (let round = 0; round < 20; round += 1)
      await inTransaction(lab.database, async (tx) => {
        const job = { workspaceId: lab.workspaceId, kind: "test", payload: {} };
        await lab.deps.jobs.enqueue(tx, [job]);
        const { rows } = await tx.raw("select count(*)::integer as later from jobs where run_at > now()");
        expect(rows).toEqual([{ later: 0 }]);
      });
  });

  test("lets a failed job wait 2 s give or take a half, then 4 s, and is dead after its last attempt", async () => {
    const lab = theLab();
    await lab.enqueue({ maxAttempts: 3 });
    // In one transaction, in which the database's clock stands still.
    const failed = (job: Job) =>
      inTransaction(lab.database, async (tx) => {
        const state = await lab.deps.jobs.fail(tx, job, `attempt ${job.attempts}`);
        const { rows } = await tx.raw("select extract(epoch from run_at - now())::float8 as wait from jobs");
        return { state, seconds: Number(rows[0].wait) };
      });
    const states = [];
    // 2^1 and 2^2 seconds, each times 0.5 to 1.5.
    for (const [least, most] of [
      [1, 3],
      [2, 6],
    ] as const) {
      const { state, seconds } = await failed(await lab.claimOne());
      states.push(state);
      expect(seconds).toBeGreaterThanOrEqual(least);
      expect(seconds).toBeLessThanOrEqual(most);
      // However long the test takes: a job that waits is not given.
      await lab.database.knex("jobs").update({ run_at: lab.database.knex.raw("run_at + interval '1 hour'") });
      expect(await lab.deps.jobs.claim(["test"], 1)).toEqual([]);
      await lab.endWaits();
    }
    states.push((await failed(await lab.claimOne())).state);
    expect(states).toEqual(["ready", "ready", "dead"]);
    expect(await lab.jobs()).toMatchObject([{ state: "dead", attempts: 3, last_error: "attempt 3" }]);
  });

  test("prolongs the leases that are still held, and tells which those are", async () => {
    const lab = theLab();
    await lab.enqueue({}, {});
    const [held, lost] = await lab.deps.jobs.claim(["test"], 2);
    if (!held || !lost) throw new Error("Two jobs were enqueued.");
    await lab.expireLeases();
    await lab.database.knex("jobs").where({ id: lost.id }).update({ lease_token: lab.deps.newId() });

    expect(await lab.deps.jobs.heartbeat([held, lost])).toEqual(new Set([held.id]));
    expect(await inTransaction(lab.database, (tx) => lab.deps.jobs.reap(tx))).toBe(1);
    expect((await lab.jobs()).map(({ id, state }) => `${id} ${state}`).sort()).toEqual(
      [`${held.id} running`, `${lost.id} ready`].sort(),
    );
  });

  test("hands a job back at once and does not count the attempt", async () => {
    const lab = theLab();
    await lab.enqueue({});
    const job = await lab.claimOne();
    await inTransaction(lab.database, (tx) => lab.deps.jobs.release(tx, [job]));
    expect(await lab.jobs()).toMatchObject([{ state: "ready", attempts: 0, lease_token: null }]);
    expect((await lab.claimOne()).attempts).toBe(1);
  });

  test("reaps a job whose worker died as often as it has attempts, then gives it up once", async () => {
    const lab = theLab();
    await lab.enqueue({ maxAttempts: 2 });
    const reap = () => inTransaction(lab.database, (tx) => lab.deps.jobs.reap(tx));
    const exhausted = () => inTransaction(lab.database, (tx) => lab.deps.jobs.claimExhausted(tx, 0));
    await lab.claimOne();
    expect(await reap()).toBe(0);
    await lab.expireLeases();
    expect(await exhausted()).toBeUndefined();
    expect(await reap()).toBe(1);
    const last = await lab.claimOne();
    await lab.expireLeases();
    expect(await reap()).toBe(0);
    expect(await exhausted()).toMatchObject({ id: last.id, attempts: 2, kind: "test" });
    expect(await exhausted()).toBeUndefined();
    expect(await lab.jobs()).toMatchObject([{ state: "dead" }]);
  });

  test("gives a job again at once when its worker died, and later each time that happens again", async () => {
    const lab = theLab();
    await lab.enqueue({ maxAttempts: 5 });
    const waits: number[] = [];
    for (let death = 1; death < 5; death += 1) {
      await lab.endWaits();
      await lab.claimOne();
      await lab.expireLeases();
      await inTransaction(lab.database, async (tx) => {
        await lab.deps.jobs.reap(tx);
        const { rows } = await tx.raw("select extract(epoch from run_at - now())::float8 as wait from jobs");
        waits.push(Math.round(Math.max(0, Number(rows[0].wait))));
      });
    }
    expect(waits).toEqual([0, 2, 4, 8]);
  });

  test("cancels what is ready or running of a group, and nothing else", async () => {
    const lab = theLab();
    const [group, other] = [lab.deps.newId(), lab.deps.newId()];
    await lab.enqueue({ groupId: group, payload: "done" });
    const done = await lab.claimOne();
    await inTransaction(lab.database, (tx) => lab.deps.jobs.complete(tx, done));
    await lab.enqueue({ groupId: group, payload: "running" });
    const running = await lab.claimOne();
    await lab.enqueue({ groupId: group, payload: "ready" }, { groupId: other });

    const cancel = (workspaceId: string) =>
      inTransaction(lab.database, (tx) => lab.deps.jobs.cancelGroup(tx, workspaceId, group));
    expect(await cancel(lab.deps.newId())).toBe(0);
    expect(await cancel(lab.workspaceId)).toBe(2);
    expect(await cancel(lab.workspaceId)).toBe(0);
    expect((await lab.jobs()).map(({ state }) => state)).toEqual(["done", "cancelled", "cancelled", "ready"]);
    expect(await lab.deps.jobs.heartbeat([running])).toEqual(new Set());
  });

  test("wakes workers when the transaction that enqueued commits, and not when it is undone", async () => {
    const lab = theLab();
    const woken: string[] = [];
    let wake: (() => void) | undefined;
    const stop = await lab.deps.jobs.onReady(() => wake?.());
    const undone = inTransaction(lab.database, async (tx) => {
      wake = () => woken.push("undone");
      await lab.deps.jobs.enqueue(tx, [{ workspaceId: lab.workspaceId, kind: "test", payload: {} }]);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    await new Promise<void>((resolve) => {
      wake = () => {
        woken.push("committed");
        resolve();
      };
      void lab.enqueue({});
    });
    expect(woken).toEqual(["committed"]);
    await stop();
  });

  test("deletes ended jobs after their time, dead ones after thirty times that", async () => {
    const lab = theLab();
    await lab.enqueue({ maxAttempts: 1 }, {}, {});
    const [dead, done] = await lab.deps.jobs.claim(["test"], 2);
    if (!dead || !done) throw new Error("Jobs were enqueued.");
    await inTransaction(lab.database, (tx) => lab.deps.jobs.fail(tx, dead, "no"));
    await inTransaction(lab.database, (tx) => lab.deps.jobs.complete(tx, done));
    const age = (hours: number) =>
      lab.database
        .knex("jobs")
        .whereNotNull("finished_at")
        .update({
          finished_at: lab.database.knex.raw("now() - make_interval(hours => ?)", [hours]),
        });
    await age(23);
    expect(await lab.deps.jobs.purge(24)).toBe(0);
    await age(25);
    expect(await lab.deps.jobs.purge(24)).toBe(1);
    expect((await lab.jobs()).map(({ state }) => state)).toEqual(["dead", "ready"]);
    await age(24 * 30 + 1);
    expect(await lab.deps.jobs.purge(24)).toBe(1);
  });
});
