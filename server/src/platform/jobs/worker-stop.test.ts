import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "./job-harness.fixture.ts";
import { Gate, kindsOf, started } from "./worker-harness.fixture.ts";

describe.each(engines)("starting and stopping a worker on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  test("finishes running jobs when the worker stops, and claims no further jobs", async () => {
    const harness = theHarness();
    const [working, goOn] = [new Gate(), new Gate()];
    const kinds = kindsOf({
      run: async () => {
        working.open();
        await goOn.passed;
        return async () => {};
      },
    });
    const worker = started(harness.deps, kinds, { slots: { compute: 1 } });
    await harness.enqueue({}, {});
    void worker.idle();
    await working.passed;
    const stopped = worker.stop();
    goOn.open();
    await stopped;
    expect((await harness.jobs()).map(({ state }) => state)).toEqual(["done", "ready"]);
  });

  test("releases jobs that do not finish in time, and discards their later effects", async () => {
    const harness = theHarness();
    const [working, goOn, ended] = [new Gate(), new Gate(), new Gate()];
    const effects: string[] = [];
    const kinds = kindsOf({
      run: async (_deps, _job, signal) => {
        working.open();
        await goOn.passed;
        expect(signal.aborted).toBe(true);
        ended.open();
        return async () => void effects.push("written");
      },
    });
    const worker = started(harness.deps, kinds, { stopGraceMs: 0 });
    await harness.enqueue({});
    void worker.idle();
    await working.passed;
    await worker.stop();
    expect(await harness.jobs()).toMatchObject([{ state: "ready", attempts: 0, lease_token: null }]);
    goOn.open();
    await ended.passed;
    expect(await harness.claimOne()).toMatchObject({ attempts: 1 });
    expect(effects).toEqual([]);
  });

  test("claims nothing while paused", async () => {
    const harness = theHarness();
    const worker = started(harness.deps, kindsOf({ run: async () => async () => {} }));
    worker.pause();
    await harness.enqueue({});
    await worker.idle();
    expect(await harness.jobs()).toMatchObject([{ state: "ready" }]);
    worker.resume();
    await worker.idle();
    expect(await harness.jobs()).toMatchObject([{ state: "done" }]);
  });

  test("claims jobs of a dead process at its start if no other process uses the database", async () => {
    const harness = theHarness();
    await harness.enqueue({});
    await harness.claimOne();
    const worker = started(harness.deps, kindsOf({ run: async () => async () => {} }), { alone: true });
    await worker.idle();
    expect(await harness.jobs()).toMatchObject([{ state: "done", attempts: 2 }]);
  });
});
