import { describe, expect, test } from "vitest";
import { inTransaction } from "../../db/transaction.ts";
import { engines, type JobHarness, useJobHarness } from "../job-harness.fixture.ts";
import type { Job } from "../queue.ts";
import { kindsOf, started } from "../worker-harness.fixture.ts";
import { postponeJobs } from "../postpone-jobs.ts";
import { type JobLane, WrongLane } from "./lanes.ts";

/** Enqueues ready jobs of a workspace in a lane. */
const enqueue = (
  harness: JobHarness,
  workspaceId: string,
  { count, lane = "compute" }: { count: number; lane?: JobLane },
): Promise<void> => harness.enqueue(...Array.from({ length: count }, () => ({ workspaceId, lane })));

const complete = (harness: JobHarness, job: Job): Promise<void> =>
  inTransaction(harness.database, (tx) => harness.deps.jobs.complete(tx, job));

/** Returns the number of jobs of each workspace. */
function countsOf(jobs: readonly Job[], workspaces: readonly string[]): number[] {
  return workspaces.map((workspaceId) => jobs.filter((job) => job.workspaceId === workspaceId).length);
}

describe.each(engines)("a claim on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  test("takes at most as many jobs as a lane has free slots, and none of other lanes", async () => {
    const harness = theHarness();
    await enqueue(harness, harness.workspaceId, { count: 3 });
    await enqueue(harness, harness.workspaceId, { count: 3, lane: "remote" });
    await enqueue(harness, harness.workspaceId, { count: 3, lane: "export" });
    const jobs = await harness.deps.jobs.claim(["test"], { compute: 2, remote: 1 });
    expect(jobs.map(({ lane }) => lane).sort()).toEqual(["compute", "compute", "remote"]);
  });

  test("prefers the workspace with the fewest running jobs, however many jobs others have queued", async () => {
    const harness = theHarness();
    const [first, second] = [harness.workspaceId, await harness.addWorkspace()];
    await enqueue(harness, first, { count: 150 });
    await harness.deps.jobs.claim(["test"], { compute: 2 });
    await enqueue(harness, second, { count: 3 });
    const next = await harness.deps.jobs.claim(["test"], { compute: 3 });
    expect(countsOf(next, [first, second])).toEqual([1, 2]);
    expect(next[0]?.workspaceId).toBe(second);
  });

  test("serves workspaces with equal queues in turn, over two processes", async () => {
    const harness = theHarness();
    const processes = [harness.deps, await harness.another()];
    const workspaces = [harness.workspaceId, await harness.addWorkspace(), await harness.addWorkspace()];
    for (const workspace of workspaces) await enqueue(harness, workspace, { count: 10 });
    const served: Job[] = [];
    for (let turn = 0; turn < 18; turn += 1) {
      const jobs = (await processes[turn % 2]?.jobs.claim(["test"], { compute: 1 })) ?? [];
      for (const job of jobs) await complete(harness, job);
      served.push(...jobs);
      const counts = countsOf(served, workspaces);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
    expect(countsOf(served, workspaces)).toEqual([6, 6, 6]);
  });

  test("never exceeds the maximum of a workspace, even if two processes claim at the same time", async () => {
    const harness = theHarness();
    const processes = [harness.deps, await harness.another()];
    const workspaces = [harness.workspaceId, await harness.addWorkspace()];
    for (const workspace of workspaces) {
      await enqueue(harness, workspace, { count: 12, lane: "remote" });
      await enqueue(harness, workspace, { count: 3, lane: "export" });
    }
    const claims = [...processes, ...processes].map(({ jobs }) =>
      jobs.claim(["test"], { remote: 7, export: 2 }),
    );
    const jobs = (await Promise.all(claims)).flat();
    const inLane = (lane: JobLane) => jobs.filter((job) => job.lane === lane);
    expect(countsOf(inLane("remote"), workspaces)).toEqual([8, 8]);
    expect(countsOf(inLane("export"), workspaces)).toEqual([1, 1]);
  });

  test("passes over jobs that wait for a later time or have another kind", async () => {
    const harness = theHarness();
    const other = await harness.addWorkspace();
    await enqueue(harness, harness.workspaceId, { count: 2 });
    const later = harness.database.knex.raw("now() + interval '1 hour'");
    await harness.database.knex("jobs").update({ run_at: later });
    await harness.enqueue({ workspaceId: other, kind: "foreign" }, { workspaceId: other });
    const jobs = await harness.deps.jobs.claim(["test"], { compute: 5 });
    expect(jobs.map(({ workspaceId, kind }) => [workspaceId, kind])).toEqual([[other, "test"]]);
  });

  test("passes over the postponed jobs of a group, which do not hide other jobs of their workspace", async () => {
    const harness = theHarness();
    const { workspaceId } = harness;
    const [group, longer] = [harness.deps.newId(), harness.deps.newId()];
    const inGroup = Array.from({ length: 3 }, () => ({ workspaceId, groupId: group }));
    await harness.enqueue(
      ...inGroup,
      { workspaceId, groupId: longer, delayMs: 3_600_000 },
      { workspaceId, priority: 9 },
    );
    const postponeGroup = (groupId: string, delayMs: number) =>
      postponeJobs(harness.database.knex, { workspaceId, groupId, kind: "test" }, delayMs);
    await postponeGroup(group, 60_000);
    await postponeGroup(longer, 60_000);
    const jobs = await harness.deps.jobs.claim(["test"], { compute: 5 });
    expect(jobs.map(({ groupId }) => groupId)).toEqual([null]);
    const waits = await harness.database
      .knex("jobs")
      .where({ state: "ready" })
      .orderBy("run_at")
      .select(harness.database.knex.raw("round(extract(epoch from run_at - now()) / 60)::int as minutes"));
    expect(waits.map(({ minutes }) => minutes)).toEqual([1, 1, 1, 60]);
  });

  test("runs a job that is in the wrong lane in its own lane, without counting the attempt", async () => {
    const harness = theHarness();
    const lanes: string[] = [];
    const kinds = kindsOf({
      run: async (_deps, { lane }) => {
        lanes.push(lane);
        if (lane !== "remote") throw new WrongLane("remote");
        return async () => {};
      },
    });
    await harness.enqueue({ maxAttempts: 1 });
    const worker = started(harness.deps, kinds, { slots: { compute: 1, remote: 1 } });
    await expect.poll(async () => (await harness.jobs())[0]?.state).toBe("done");
    await worker.idle();
    expect(lanes).toEqual(["compute", "remote"]);
    expect(await harness.jobs()).toMatchObject([{ state: "done", lane: "remote", attempts: 1 }]);
  });
});
