import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../job-harness.fixture.ts";
import { kindsOf, started } from "../worker-harness.fixture.ts";

describe.each(engines)("three workspaces with equal queues on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  test("have completed equal numbers of jobs, ± 10 %, whenever one of two processes completes a job", async () => {
    const harness = theHarness();
    const each = 334;
    const workspaces = [harness.workspaceId, await harness.addWorkspace(), await harness.addWorkspace()];
    for (const workspaceId of workspaces)
      await harness.enqueue(...Array.from({ length: each }, () => ({ workspaceId })));
    const completed = new Map(workspaces.map((id) => [id, 0]));
    let maxDifference = 0;
    const kinds = kindsOf({
      run: async (_deps, { workspaceId }) => {
        completed.set(workspaceId, (completed.get(workspaceId) ?? 0) + 1);
        const counts = [...completed.values()];
        maxDifference = Math.max(maxDifference, Math.max(...counts) - Math.min(...counts));
        return async () => {};
      },
    });
    const workers = [harness.deps, await harness.another()].map((deps) => started(deps, kinds));
    const rest = async () => harness.database.knex("jobs").whereNot({ state: "done" }).count();
    await expect.poll(async () => Number((await rest())[0]?.["count"]), { timeout: 110_000 }).toBe(0);
    await Promise.all(workers.map((worker) => worker.idle()));
    expect([...completed.values()]).toEqual([each, each, each]);
    expect(maxDifference).toBeLessThanOrEqual(each / 10);
  }, 120_000);
});
