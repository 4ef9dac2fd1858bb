import { randomUUID } from "node:crypto";
import { formatWebhookSecret } from "@assay/contract/wire";
import { afterEach, describe, expect, test } from "vitest";
import { type Responder, type Receiver, startReceiver } from "../../../../test/support/receiver.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { EvaluationHarness } from "../evaluations/evaluation-harness.fixture.ts";
import { evaluator } from "../evaluations/harness-samples.fixture.ts";
import { interrupted } from "../evaluations/interrupted-kinds.fixture.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { jobKinds } from "../../app/job-kinds.ts";
import { LeaseLost } from "../../platform/jobs/queue.ts";
import { runJob } from "../../platform/jobs/run-job.ts";
import { Gate } from "../../platform/jobs/worker-harness.fixture.ts";
import { rotateSecret, secretsOf } from "./custom-evaluator-secret-service.ts";

const ownSecret = formatWebhookSecret(new Uint8Array(32).fill(9));
const samples = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ input: index, output: index }));

const custom = (
  webhook_url: string,
  { secret, retry_count }: { secret?: string; retry_count?: number } = {},
) => evaluator({ type: "custom", config: { webhook_url, secret, retry_count } });

describe.each(engines)("custom evaluators on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  let receiver: Receiver | undefined;
  afterEach(() => receiver?.close());

  async function open(answering: Responder): Promise<{ harness: EvaluationHarness; receiver: Receiver }> {
    receiver = await startReceiver(answering);
    return { harness: await EvaluationHarness.open(theHarness()), receiver };
  }

  test("have no plain secrets in the database", async () => {
    const { harness, receiver: at } = await open(() => ({ score: 75 }));
    await harness.addSamples(samples(1));
    const evaluators = [custom(at.url, { secret: ownSecret }), { ...custom(at.url), name: "shared" }];
    const { id } = await harness.evaluate({ evaluators });
    const key = { workspaceId: harness.jobs.workspaceId, evaluationId: id };
    const secretAt = await secretsOf(harness.deps, key);
    expect(secretAt(0)).toEqual([ownSecret]);
    const [shared = ""] = secretAt(1);
    expect(shared).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { knex } = harness.jobs.database;
    const { rows: tables } = await knex.raw<{ rows: { name: string }[] }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables) {
      const { rows } = await knex.raw<{ rows: { text: string }[] }>(`select t::text as text from ${name} t`);
      const hex = (text: string) => Buffer.from(text).toString("hex");
      for (const { text } of rows)
        for (const secret of [ownSecret, shared]) {
          expect(text).not.toContain(secret.slice("whsec_".length));
          expect(text).not.toContain(hex(secret));
        }
    }
  });

  test("share one workspace secret when concurrent evaluations first require it", async () => {
    const { harness, receiver: at } = await open(() => ({ score: 75 }));
    await harness.addSamples(samples(1));
    const rows = await Promise.all([1, 2, 3].map(() => harness.create({ evaluators: [custom(at.url)] })));
    const secrets = await Promise.all(
      rows.map(async ({ id }) => {
        const key = { workspaceId: harness.jobs.workspaceId, evaluationId: id };
        return (await secretsOf(harness.deps, key))(0);
      }),
    );
    expect(new Set(secrets.flat()).size).toBe(1);
  });

  test("have calls signed with the old secret until its grace period ends, even after another rotation", async () => {
    const { harness, receiver: at } = await open(() => ({ score: 75 }));
    await harness.addSamples(samples(1));
    const { id } = await harness.create({ evaluators: [custom(at.url)] });
    const { workspaceId } = harness.jobs;
    const now = async () => (await secretsOf(harness.deps, { workspaceId, evaluationId: id }))(0);
    const rotate = (graceSeconds: number) =>
      inTransaction(harness.jobs.database, (tx) =>
        rotateSecret(tx, harness.deps, { workspaceId, graceSeconds }),
      );
    const [first] = await now();
    const start = harness.jobs.instant.getTime();
    const second = await rotate(60);
    const third = await rotate(3600);
    expect(await now()).toEqual([third.secret, second.secret, first]);
    harness.jobs.instant = new Date(start + 60_000);
    expect(await now()).toEqual([third.secret, second.secret]);
    harness.jobs.instant = new Date(start + 3_600_000);
    expect(await now()).toEqual([third.secret]);
    await rotate(0);
    expect(await now()).toHaveLength(1);
    harness.jobs.instant = new Date(start);
  });

  test("are called in chunks of 25 samples, eight concurrently", async () => {
    let now = 0;
    let max = 0;
    const together = new Gate();
    const { harness, receiver: at } = await open((_call, response) => {
      now += 1;
      max = Math.max(max, now);
      // The first call waits for the eighth, so sequential calls would never finish.
      if (now === 8) together.open();
      void together.passed.then(() => {
        now -= 1;
        return response.end('{"score":75}');
      });
    });
    await harness.addSamples(samples(60));
    const { id } = await harness.create({ evaluators: [custom(at.url)] });
    // Three chunks run at the same time.
    await harness.work(jobKinds, 3);
    expect(await harness.read(id)).toMatchObject({ status: "completed", completed: 60 });
    expect(max).toBe(8);
    const chunks = (await harness.jobs.jobs()).filter(({ kind }) => kind === "evaluation.chunk");
    expect(chunks).toHaveLength(3);
  });

  test("are called with the same id and a later attempt when a chunk is retried", async () => {
    const { harness, receiver: at } = await open(() => ({ score: 75 }));
    await harness.addSamples(samples(1));
    const { id } = await harness.create({ evaluators: [custom(at.url, { retry_count: 2 })] });
    await harness.work(
      interrupted({
        onceEvaluated: async (chunk) => {
          if (chunk === 1) throw new Error("the process is gone");
        },
      }),
    );
    await harness.jobs.endWaits();
    await harness.work();
    expect(await harness.read(id)).toMatchObject({ status: "completed", completed: 1 });
    // Each attempt of the chunk makes up to three calls, so the calls of the second attempt are numbered from
    // 4.
    expect(at.calls.map(({ body }) => body.attempt)).toEqual([1, 4]);
    expect(new Set(at.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("are not called after the evaluation has ended or the worker stops", async () => {
    let stop: () => Promise<void> = async () => {};
    const { harness, receiver: at } = await open(() => void stop());
    await harness.addSamples(samples(20));
    const { id } = await harness.create({ evaluators: [custom(at.url)] });
    const never = new AbortController().signal;
    await runJob(harness.deps, jobKinds, await harness.jobs.claimOne("evaluation.plan"), never);
    const job = await harness.jobs.claimOne("evaluation.chunk");
    const stopping = new AbortController();
    stop = async () => stopping.abort(new Error("The worker stops."));
    await expect(runJob(harness.deps, jobKinds, job, stopping.signal)).rejects.toThrow("The worker stops.");
    stop = () =>
      harness.jobs.database.knex.transaction((tx) =>
        harness.jobs.database.notify(tx, "assay_evaluation_ended", id),
      );
    await expect(runJob(harness.deps, jobKinds, job, never)).rejects.toThrow(LeaseLost);
    // In each of the two attempts, at most eight calls were open.
    expect(at.calls.length).toBeLessThanOrEqual(16);
    expect(await harness.results(id)).toEqual([]);
  });

  test("of another evaluation continue when one evaluation ends", async () => {
    const { harness, receiver: at } = await open((_call, response) => {
      const { database } = harness.jobs;
      void database.knex
        .transaction((tx) => database.notify(tx, "assay_evaluation_ended", randomUUID()))
        .then(() => response.end('{"score":75}'));
    });
    await harness.addSamples(samples(2));
    const { id } = await harness.evaluate({ evaluators: [custom(at.url)] });
    expect(await harness.read(id)).toMatchObject({ status: "completed", completed: 2 });
  });
});
