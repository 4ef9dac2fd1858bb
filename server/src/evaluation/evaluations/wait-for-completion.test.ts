import { describe, expect, test } from "vitest";
import { engines, useJobLab } from "../../platform/jobs/job-lab.fixture.ts";
import { jobKinds } from "../../app/job-kinds.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { EvaluationLab } from "./evaluation-lab.fixture.ts";
import { mixed } from "./lab-samples.fixture.ts";
import { waitForCompletion } from "./wait-for-completion.ts";

const patient = { signal: new AbortController().signal, timeoutMs: 2 ** 30, pollMs: 2 ** 30 };

describe.each(engines)("waiting for an evaluation on %s", (engine) => {
  const theLab = useJobLab(engine);
  const open = async () => {
    const lab = await EvaluationLab.open(theLab());
    await lab.addSamples(mixed(14));
    const { id } = await lab.create({ fail_on_error: 1 });
    return { lab, key: { workspaceId: lab.jobs.workspaceId, evaluationId: id } };
  };

  test("ends with the announcement of a worker of another process", async () => {
    const { lab, key } = await open();
    const waiting = waitForCompletion(lab.deps, key, patient);
    const worker = startWorker(await lab.jobs.another(), jobKinds, { concurrency: 1 });
    expect(await waiting).toMatchObject({ status: "completed", completed: 12, failed: 2 });
    await worker.stop();
  });

  test("ends without an announcement, by looking now and then", async () => {
    const { lab, key } = await open();
    const waiting = waitForCompletion(lab.deps, key, { ...patient, pollMs: 1 });
    await lab.jobs.database.knex("evaluations").where({ id: key.evaluationId }).update({ status: "failed" });
    expect((await waiting).status).toBe("failed");
  });

  test("gives at once what has ended already", async () => {
    const { lab, key } = await open();
    await lab.work();
    expect((await waitForCompletion(lab.deps, key, patient)).status).toBe("completed");
  });

  test("gives the state reached when the time is over", async () => {
    const { lab, key } = await open();
    expect((await waitForCompletion(lab.deps, key, { ...patient, timeoutMs: 1 })).status).toBe("pending");
  });

  test("ends when the caller goes away", async () => {
    const { lab, key } = await open();
    const gone = new AbortController();
    const waiting = waitForCompletion(lab.deps, key, { ...patient, signal: gone.signal });
    gone.abort();
    expect((await waiting).status).toBe("pending");
  });
});
