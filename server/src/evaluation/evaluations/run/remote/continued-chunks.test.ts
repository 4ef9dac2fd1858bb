import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ReceivedCall, type Responder, startReceiver } from "../../../../../../test/support/receiver.ts";
import { jobKinds } from "../../../../app/job-kinds.ts";
import { inTransaction } from "../../../../platform/db/transaction.ts";
import { engines, type JobHarness, useJobHarness } from "../../../../platform/jobs/job-harness.fixture.ts";
import { runJob } from "../../../../platform/jobs/run-job.ts";
import { startWorker } from "../../../../platform/jobs/worker.ts";
import { Gate } from "../../../../platform/jobs/worker-harness.fixture.ts";
import { EvaluationHarness } from "../../evaluation-harness.fixture.ts";
import { cancelEvaluation } from "../../evaluation-service.ts";
import { evaluator } from "../../harness-samples.fixture.ts";

const samples = (count: number) => Array.from({ length: count }, (_, index) => ({ output: index }));

const custom = (webhook_url: string, retry_count = 3) =>
  evaluator({ type: "custom", config: { webhook_url, retry_count, timeout_seconds: 120 } });

async function receive(answering: Responder) {
  const receiver = await startReceiver(answering);
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Replaces the pauses: the returned functions end the time for the calls of a chunk, and the delays of retries. */
function replacePauses({ deps }: JobHarness) {
  const before = deps.pause;
  onTestFinished(() => void (deps.pause = before));
  const limits: number[] = [];
  const [limit, retry] = [new Gate(), new Gate()];
  deps.pause = (ms, signal) => {
    const aborted = new Promise<void>((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    if (ms <= 60_000) return Promise.race([retry.passed, aborted]);
    limits.push(ms);
    return Promise.race([limit.passed, aborted]);
  };
  return { limits, endTime: () => limit.open(), endDelays: () => retry.open() };
}

describe.each(engines)("a chunk that has called endpoints for long on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  /** Creates and plans an evaluation. @returns functions that run its next chunk. */
  async function planned(url: string, { count, retries }: { count: number; retries?: number }) {
    const harness = await EvaluationHarness.open(theHarness());
    const ids = await harness.addSamples(samples(count));
    const { id } = await harness.create({ evaluators: [custom(url, retries)], fail_on_error: 1 });
    const run = async (kind: string) =>
      runJob(harness.deps, jobKinds, await harness.jobs.claimOne(kind), new AbortController().signal);
    await run("evaluation.plan");
    return { harness, id, ids, runChunk: () => run("evaluation.chunk") };
  }

  const payloads = async ({ jobs }: EvaluationHarness) =>
    jobs.database.knex("jobs").where({ state: "ready" }).select("payload", "attempts", "lane");

  test("records the samples whose calls have started, and another job evaluates the rest", async () => {
    const open: (() => void)[] = [];
    const started = new Gate();
    const pauses = replacePauses(theHarness());
    const receiver = await receive((_call, response) => {
      open.push(() => response.end('{"score":75}'));
      if (open.length === 8) started.open();
      if (open.length > 8) return { score: 75 };
    });
    const { harness, id, ids, runChunk } = await planned(receiver.url, { count: 20 });
    const chunk = runChunk();
    await started.passed;
    pauses.endTime();
    for (const end of open) end();
    await chunk;
    // Ten minutes, less the time limit of a call.
    expect(pauses.limits).toEqual([480_000]);
    expect(await harness.read(id)).toMatchObject({ status: "running", completed: 8, failed: 0 });
    expect(await payloads(harness)).toEqual([
      { payload: { evaluation: id, samples: ids.slice(8), failedTries: {} }, attempts: 0, lane: "remote" },
    ]);
    replacePauses(theHarness());
    await runChunk();
    expect(await harness.read(id)).toMatchObject({ status: "completed", completed: 20 });
    expect(receiver.calls).toHaveLength(20);
  });

  test("hands over the attempts that its calls have used", async () => {
    const failed = new Gate();
    const pauses = replacePauses(theHarness());
    const receiver = await receive((_call, response) => {
      response.writeHead(503).end();
      failed.open();
    });
    const { harness, id, ids, runChunk } = await planned(receiver.url, { count: 1, retries: 1 });
    const chunk = runChunk();
    await failed.passed;
    pauses.endTime();
    await chunk;
    const key = `${ids[0]} 1 0`;
    expect(await payloads(harness)).toMatchObject([{ payload: { failedTries: { [key]: 1 } }, attempts: 0 }]);
    replacePauses(theHarness());
    await runChunk();
    expect(await harness.read(id)).toMatchObject({ status: "failed", failed: 1 });
    expect(receiver.calls.map(({ body }) => body.attempt)).toEqual([1, 2]);
    const [result] = await harness.results(id);
    expect(result?.reason).toMatch(/returned status 503; it must return 200, in 2 attempts\.$/);
  });

  test("keeps the number of its own attempts", async () => {
    const pauses = replacePauses(theHarness());
    pauses.endTime();
    const receiver = await receive(() => ({ score: 75 }));
    const { harness, runChunk } = await planned(receiver.url, { count: 20 });
    await harness.jobs.database.knex("jobs").where({ state: "ready" }).update({ attempts: 3 });
    await runChunk();
    expect(await payloads(harness)).toMatchObject([{ attempts: 3 }]);
  });
});

describe.each(engines)("cancelling an evaluation on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  test("closes its calls, and other evaluations use the slots of calls to the same endpoint", async () => {
    const harness = await EvaluationHarness.open(theHarness());
    await harness.addSamples(samples(20));
    const closed: ReceivedCall[] = [];
    const hanging = new Gate();
    let cancelled = "";
    const receiver = await receive((call, response) => {
      if (call.body.evaluation !== cancelled) return { score: 75 };
      response.on("close", () => closed.push(call));
      if (receiver.calls.length === 8) hanging.open();
    });
    const first = await harness.create({ evaluators: [custom(receiver.url)] });
    cancelled = formatId("evaluation", first.id);
    const worker = startWorker(harness.deps, jobKinds, {
      slots: { compute: 1, remote: 2 },
      heartbeatMs: 2 ** 30,
    });
    onTestFinished(() => worker.stop());
    await hanging.passed;
    const second = await harness.create({ evaluators: [custom(receiver.url)] });
    await inTransaction(harness.jobs.database, (tx) =>
      cancelEvaluation(tx, harness.deps, harness.caller, cancelled),
    );
    await expect.poll(async () => (await harness.read(second.id)).status).toBe("completed");
    expect(closed).toHaveLength(8);
    expect(await harness.read(first.id)).toMatchObject({ status: "cancelled", completed: 0 });
  });
});
