import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { AbortError, TimeoutError } from "../errors/errors.ts";
import { EvaluationFailedError } from "../errors/evaluation-failed.ts";
import type { Evaluation } from "../generated/types.ts";
import type { RequestOptions } from "../client/options.ts";
import { fakeClock, limitMs } from "../client/transport/transport-fixture.ts";
import { pollUntil } from "./wait.ts";
import { waitForEvaluation, type EvaluationSource } from "./wait-for-evaluation.ts";

const evaluation = (status: Evaluation["status"], completed = 0, failed = 0): Evaluation => ({
  id: "eval_1",
  object: "evaluation",
  name: "nightly",
  project: "proj_1",
  dataset: "ds_1",
  dataset_version: 1,
  model: null,
  status,
  evaluators: [],
  sample_filter: null,
  fail_on_error: 0.1,
  missing_output: "fail",
  runs: 1,
  progress: { total: 10, completed, failed },
  as_of: null,
  routing: null,
  manifest_hash: "",
  metadata: {},
  created_at: "2026-01-01T00:00:00.000Z",
  started_at: null,
  completed_at: null,
  cancelled_at: null,
  error: status === "failed" ? "4 of 10 samples errored." : null,
});

/** Returns the states one after another, then repeats the last one, and records each request's options. */
function server(...states: Evaluation[]) {
  const requests: RequestOptions[] = [];
  const get = async (_: string, options: RequestOptions): Promise<Evaluation> => {
    const state = states[Math.min(requests.push(options), states.length) - 1];
    if (!state) throw new Error("no state");
    return state;
  };
  return { requests, get };
}

const source = (get: EvaluationSource["get"]): EvaluationSource => ({
  get,
  pollUntil,
  EvaluationFailedError,
});

const breakDown = (): never => {
  throw new Error("display gone");
};

describe("waitForEvaluation", () => {
  test("returns the completed evaluation, and reports each change once", async () => {
    const { get } = server(
      evaluation("pending"),
      evaluation("running", 3),
      evaluation("running", 3),
      evaluation("running", 6, 1),
      evaluation("completed", 9, 1),
    );
    const reports: object[] = [];
    const clock = fakeClock();
    const onProgress = (progress: object): void => void reports.push(progress);
    await expect(waitForEvaluation(source(get), "eval_1", { clock, onProgress })).resolves.toMatchObject({
      status: "completed",
    });
    expect(reports).toEqual([
      { completed: 0, failed: 0, total: 10, status: "pending" },
      { completed: 3, failed: 0, total: 10, status: "running" },
      { completed: 6, failed: 1, total: 10, status: "running" },
      { completed: 9, failed: 1, total: 10, status: "completed" },
    ]);
    // The interval starts at 250 ms and grows by half each time.
    expect(clock.waits).toEqual([250, 375, 562.5, 843.75]);
  });

  test("polls at most every two seconds, or at the given interval", async () => {
    const states = [...Array<Evaluation>(8).fill(evaluation("running")), evaluation("completed")];
    const growing = fakeClock();
    await waitForEvaluation(source(server(...states).get), "eval_1", { clock: growing });
    expect(growing.waits.slice(-3)).toEqual([1898.4375, 2000, 2000]);
    const fixed = fakeClock();
    await waitForEvaluation(source(server(...states).get), "eval_1", { clock: fixed, pollIntervalMs: 100 });
    expect(fixed.waits).toEqual(Array(8).fill(100));
  });

  test("throws the error of a failed evaluation, with the evaluation", async () => {
    const failed = waitForEvaluation(source(server(evaluation("failed", 6, 4)).get), "eval_1");
    await expect(failed).rejects.toBeInstanceOf(EvaluationFailedError);
    await expect(failed).rejects.toMatchObject({
      message: "Evaluation eval_1 ended as failed after sample 10 of 10: 4 of 10 samples errored.",
      evaluation: { status: "failed" },
    });
  });

  test("throws for a cancelled evaluation", async () => {
    const cancelled = waitForEvaluation(source(server(evaluation("cancelled", 2)).get), "eval_1");
    await expect(cancelled).rejects.toThrow("Evaluation eval_1 ended as cancelled after sample 2 of 10.");
  });

  test.each(["failed", "cancelled"] as const)(
    "returns an evaluation in the state %s if throwOnFailure is false",
    async (status) => {
      const { get } = server(evaluation(status));
      await expect(
        waitForEvaluation(source(get), "eval_1", { throwOnFailure: false }),
      ).resolves.toMatchObject({
        status,
      });
    },
  );

  test("continues to wait in an unknown state", async () => {
    const { get } = server(evaluation("queued_elsewhere"), evaluation("completed"));
    await expect(waitForEvaluation(source(get), "eval_1", { clock: fakeClock() })).resolves.toMatchObject({
      status: "completed",
    });
  });

  test("polls with enough retries to outlast a restart of the server, or with the given number", async () => {
    const { get, requests } = server(evaluation("completed"));
    await waitForEvaluation(source(get), "eval_1");
    await waitForEvaluation(source(get), "eval_1", { maxRetries: 0 });
    expect(requests.map(({ maxRetries }) => maxRetries)).toEqual([5, 0]);
  });

  test("reports the progress at the time limit, and cleans up", async () => {
    const clock = fakeClock();
    const { get } = server(evaluation("running", 3, 1));
    const waiting = waitForEvaluation(source(get), "eval_1", {
      clock,
      timeoutMs: limitMs,
      onProgress: () => setImmediate(() => clock.expire()),
    });
    await expect(waiting).rejects.toEqual(
      new TimeoutError("Evaluation eval_1 is not done after 60001 ms (sample 4 of 10); it continues."),
    );
    expect(clock.running()).toBe(0);
  });

  test("rejects when onProgress throws", async () => {
    await expect(
      waitForEvaluation(source(server(evaluation("running")).get), "eval_1", { onProgress: breakDown }),
    ).rejects.toThrow("display gone");
  });
});

describe("pollUntil", () => {
  test("ends during a delay when the caller aborts", async () => {
    const controller = new AbortController();
    const clock = fakeClock(() => controller.abort());
    const polling = pollUntil(
      async () => 1,
      () => false,
      { clock, signal: controller.signal },
    );
    await expect(polling).rejects.toBeInstanceOf(AbortError);
    expect([getEventListeners(controller.signal, "abort").length, clock.running()]).toEqual([0, 0]);
  });

  test("aborts the running poll at the time limit", async () => {
    const clock = fakeClock();
    let own: AbortSignal | undefined;
    const look = (signal: AbortSignal): Promise<never> => {
      own = signal;
      return new Promise(() => setImmediate(() => clock.expire()));
    };
    await expect(pollUntil(look, () => true, { clock, timeoutMs: limitMs })).rejects.toThrow(
      "Not done after 60001 ms.",
    );
    expect(own?.aborted).toBe(true);
  });

  test("has one listener, however often it polls", async () => {
    const { signal } = new AbortController();
    let maxListeners = 0;
    let looks = 0;
    const look = async (): Promise<number> => {
      maxListeners = Math.max(maxListeners, getEventListeners(signal, "abort").length);
      return (looks += 1);
    };
    await expect(pollUntil(look, (count) => count === 50, { clock: fakeClock(), signal })).resolves.toBe(50);
    expect([maxListeners, getEventListeners(signal, "abort").length]).toEqual([1, 0]);
  });
});
