import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { jobKinds } from "../../app/job-kinds.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { mixed } from "./harness-samples.fixture.ts";
import { waitForCompletion } from "./wait-for-completion.ts";

const patient = { signal: new AbortController().signal, timeoutMs: 2 ** 30, pollMs: 2 ** 30 };

describe.each(engines)("waiting for an evaluation on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = async () => {
    const harness = await EvaluationHarness.open(theHarness());
    await harness.addSamples(mixed(14));
    const { id } = await harness.create({ fail_on_error: 1 });
    return { harness, key: { workspaceId: harness.jobs.workspaceId, evaluationId: id } };
  };

  test("ends with the notification of a worker of another process", async () => {
    const { harness, key } = await open();
    const waiting = waitForCompletion(harness.deps, key, patient);
    const worker = startWorker(await harness.jobs.another(), jobKinds, { slots: { compute: 1 } });
    expect(await waiting).toMatchObject({ status: "completed", completed: 12, failed: 2 });
    await worker.stop();
  });

  test("ends without a notification, by polling", async () => {
    const { harness, key } = await open();
    const waiting = waitForCompletion(harness.deps, key, { ...patient, pollMs: 1 });
    await harness.jobs.database
      .knex("evaluations")
      .where({ id: key.evaluationId })
      .update({ status: "failed" });
    expect((await waiting).status).toBe("failed");
  });

  test("returns an ended evaluation immediately", async () => {
    const { harness, key } = await open();
    await harness.work();
    expect((await waitForCompletion(harness.deps, key, patient)).status).toBe("completed");
  });

  test("returns the current state after the timeout", async () => {
    const { harness, key } = await open();
    expect((await waitForCompletion(harness.deps, key, { ...patient, timeoutMs: 1 })).status).toBe("pending");
  });

  test("ends when the caller disconnects", async () => {
    const { harness, key } = await open();
    const gone = new AbortController();
    const waiting = waitForCompletion(harness.deps, key, { ...patient, signal: gone.signal });
    gone.abort();
    expect((await waiting).status).toBe("pending");
  });
});
