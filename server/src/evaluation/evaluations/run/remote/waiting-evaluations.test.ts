import { contract } from "@assay/contract/openapi/apis";
import { formatId } from "@assay/contract/platform/ids";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startReceiver } from "../../../../../../test/support/receiver.ts";
import { Circuits } from "../../../../platform/outbound/circuits/circuits.ts";
import { engines, type JobHarness, useJobHarness } from "../../../../platform/jobs/job-harness.fixture.ts";
import { EvaluationHarness } from "../../evaluation-harness.fixture.ts";
import { requestsOf } from "../../harness-requests.fixture.ts";
import { evaluator, triaged } from "../../harness-samples.fixture.ts";

const start = Date.parse("2026-02-11T08:00:00.000Z");

/** Sets the clock of the services and the clock of the circuits. */
function setClock(jobs: JobHarness, now: number): void {
  jobs.instant = new Date(now);
  vi.setSystemTime(now);
}

/** Starts an endpoint that returns a status until another one is set. */
async function startEndpoint(first: number) {
  let status = first;
  const receiver = await startReceiver((_call, response) =>
    status === 200 ? { score: 75 } : void response.writeHead(status).end(),
  );
  onTestFinished(() => receiver.close());
  const { origin } = new URL(receiver.url);
  return { ...receiver, origin, answer: (next: number) => void (status = next) };
}

describe.each(engines)("an evaluation whose endpoint fails on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    onTestFinished(() => void vi.useRealTimers());
    setClock(theHarness(), start);
    theHarness().deps.circuits = new Circuits();
  });

  /** Runs an evaluation of 60 samples, which are three chunks, until nothing is ready. The endpoint returns 503. */
  async function open({ retries = 3, builtIn = false, failOnError = 0.1 } = {}) {
    const harness = await EvaluationHarness.open(theHarness());
    const endpoint = await startEndpoint(503);
    await harness.addSamples(Array.from({ length: 60 }, () => triaged("urgent", "urgent")));
    const config = { webhook_url: endpoint.url, retry_count: retries };
    const custom = evaluator({ type: "custom", config });
    const evaluators = builtIn ? [evaluator(), custom] : [custom];
    const { id } = await harness.create({ evaluators, fail_on_error: failOnError });
    await harness.work();
    const read = async () =>
      contract.evaluations.get.responses[200].parse(
        await requestsOf(harness).get(formatId("evaluation", id)),
      );
    return { harness, endpoint, id, read };
  }

  /** Advances the clocks, ends the waits of jobs, and runs the jobs. */
  async function passSeconds(harness: EvaluationHarness, seconds: number): Promise<void> {
    setClock(harness.jobs, harness.jobs.instant.getTime() + seconds * 1000);
    await harness.jobs.endWaits();
    await harness.work();
  }

  /** Returns how long the jobs that are not done wait (seconds). */
  async function waitsOf(harness: EvaluationHarness): Promise<number[]> {
    const { rows } = await harness.jobs.database.knex.raw<{ rows: { seconds: number }[] }>(
      "select ceil(extract(epoch from run_at - now()) / 10)::int * 10 as seconds from jobs where state = 'ready'",
    );
    return rows.map(({ seconds }) => seconds);
  }

  test("waits until the endpoint may be called again, with all of its chunks, and uses no attempts", async () => {
    const { harness, endpoint, read } = await open();
    // The fifth failure opens the circuit. Up to seven further calls have started before.
    expect(endpoint.calls.length).toBeLessThanOrEqual(12);
    expect(await read()).toMatchObject({
      status: "running",
      progress: { total: 60, completed: 0, failed: 0 },
      waiting_for: { origin: endpoint.origin, since: "2026-02-11T08:00:00.000Z" },
    });
    expect(await waitsOf(harness)).toEqual([30, 30, 30]);
    const chunks = (await harness.jobs.jobs()).filter(({ state }) => state === "ready");
    expect(chunks.map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    expect(harness.deps.circuits.countOpen()).toBe(1);
  });

  test("makes one call when the time is over, and waits for twice as long if this call fails", async () => {
    const { harness, endpoint, read } = await open({ retries: 0 });
    const before = endpoint.calls.length;
    await passSeconds(harness, 30);
    expect(endpoint.calls).toHaveLength(before + 1);
    expect(await waitsOf(harness)).toEqual([60, 60, 60]);
    // The four calls that failed before the circuit opened had no retries.
    expect(await read()).toMatchObject({
      status: "running",
      progress: { completed: 0, failed: 4 },
      waiting_for: { since: "2026-02-11T08:00:00.000Z" },
    });
  });

  test("completes when the endpoint answers again", async () => {
    const { harness, endpoint, id, read } = await open();
    await passSeconds(harness, 30);
    endpoint.answer(200);
    await passSeconds(harness, 60);
    const ended = await read();
    expect(ended).toMatchObject({ status: "completed", progress: { completed: 60, failed: 0 } });
    expect(ended).not.toHaveProperty("waiting_for");
    expect(await harness.read(id)).toMatchObject({ waiting_origin: null, waited_ms: 90_000 });
    expect(harness.deps.circuits.countOpen()).toBe(0);
  });

  test("ends after 15 minutes in total, with the reason for each remaining sample", async () => {
    const { harness, endpoint, read } = await open({ retries: 0 });
    for (const seconds of [30, 60, 120, 240]) await passSeconds(harness, seconds);
    // The circuit would be open for 480 s, but 450 s are left.
    expect(await waitsOf(harness)).toEqual([450, 450, 450]);
    const before = endpoint.calls.length;
    await passSeconds(harness, 450);
    expect(endpoint.calls).toHaveLength(before);
    const reason = `The endpoint ${endpoint.origin} has not answered since 2026-02-11T08:00:00.000Z.`;
    const ended = await read();
    expect(ended).toMatchObject({
      status: "failed",
      progress: { completed: 0, failed: 60 },
      error_reasons: [{ reason, count: 56 }, { count: 4 }],
    });
    expect(ended).not.toHaveProperty("waiting_for");
  });

  test("keeps the results of its built-in evaluators", async () => {
    const { harness, read } = await open({ retries: 0, builtIn: true, failOnError: 1 });
    for (const seconds of [30, 60, 120, 240, 450]) await passSeconds(harness, seconds);
    expect(await read()).toMatchObject({
      status: "completed",
      progress: { completed: 0, failed: 60 },
      results: { distributions: { triage_accuracy: { correct: 60 } } },
    });
  });

  test("adds up the times of its waits", async () => {
    const { harness, endpoint, id, read } = await open({ retries: 10 });
    await harness.jobs.database.knex("evaluations").where({ id }).update({ waited_ms: 880_000 });
    await passSeconds(harness, 10);
    expect(await waitsOf(harness)).toEqual([10, 10, 10]);
    await passSeconds(harness, 10);
    expect(await read()).toMatchObject({ status: "failed", progress: { completed: 0, failed: 60 } });
    expect(endpoint.calls.length).toBeLessThanOrEqual(12);
  });

  test("does not hide the jobs of other evaluations of its workspace", async () => {
    const { harness } = await open();
    const other = await startEndpoint(200);
    const config = { webhook_url: other.url };
    const { id } = await harness.create({ evaluators: [evaluator({ type: "custom", config })] });
    await harness.work();
    expect(await harness.read(id)).toMatchObject({ status: "completed", completed: 60 });
    expect(await waitsOf(harness)).toEqual([30, 30, 30]);
  });

  test("waits in another process, too, and that process finds out for itself that the endpoint fails", async () => {
    const { harness, endpoint, read } = await open();
    const before = endpoint.calls.length;
    harness.deps.circuits = new Circuits();
    await passSeconds(harness, 10);
    expect(endpoint.calls.length).toBeGreaterThanOrEqual(before + 5);
    expect(await read()).toMatchObject({ waiting_for: { since: "2026-02-11T08:00:00.000Z" } });
    harness.deps.circuits = new Circuits();
    endpoint.answer(200);
    await passSeconds(harness, 10);
    expect(await read()).toMatchObject({ status: "completed", progress: { completed: 60 } });
  });
});
