import type { RemoteEvaluatorResponse } from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { overdueCall, uncallable } from "@assay/contract/evaluation/evaluators/remote-failures";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createMetrics } from "../../metrics/metrics.ts";
import { Gate } from "../../jobs/worker-harness.fixture.ts";
import { Circuits, watchCircuits } from "./circuits.ts";

const target = { workspaceId: "first", url: "https://evaluator.example.org/score" };
const signal = new AbortController().signal;
const answer = (status: number): RemoteEvaluatorResponse => ({
  status,
  retryAfter: null,
  body: new Uint8Array(),
});
const failures: Record<string, () => RemoteEvaluatorResponse> = {
  "a timeout": () => overdueCall({ timeoutMs: 30_000 }),
  "a refused connection": () => uncallable("the connection was refused"),
  "status 500": () => answer(500),
};

let circuits: Circuits;
beforeEach(() => {
  circuits = new Circuits();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-02-11T08:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
});

/** Makes a call that returns a response. */
const call = (response: RemoteEvaluatorResponse, of = target) => circuits.run(of, async () => response);
const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const refusedFor = (retryInMs: number) =>
  expect.objectContaining({ name: "CircuitOpen", origin: "https://evaluator.example.org", retryInMs });

/** Makes calls that fail until the circuit opens. @returns the number of calls. */
async function open(of = target): Promise<number> {
  for (let calls = 1; ; calls += 1) {
    const response = await call(answer(503), of).catch(() => undefined);
    if (!response) return calls;
  }
}

describe("a circuit", () => {
  test.each(Object.entries(failures))(
    "opens at the fifth call within a minute after %s",
    async (_name, failure) => {
      for (let calls = 1; calls <= 4; calls += 1) {
        expect(await call(failure())).toMatchObject(failure());
        passSeconds(14);
      }
      await expect(call(failure())).rejects.toEqual(refusedFor(30_000));
      await expect(circuits.admit(target, signal)).rejects.toEqual(refusedFor(30_000));
    },
  );

  test("stays closed if the failures are older than a minute", async () => {
    for (let calls = 1; calls <= 20; calls += 1) {
      await call(answer(503));
      passSeconds(15);
    }
    expect(circuits.countOpen()).toBe(0);
  });

  test.each([200, 302, 404, 408, 429])("stays closed while calls return status %d", async (status) => {
    for (let calls = 1; calls <= 20; calls += 1) await call(answer(status));
    expect(circuits.countOpen()).toBe(0);
  });

  test("opens when 80 % of the calls failed, and not before", async () => {
    for (const status of [200, 200, 503, 503, 503, 503, 503, 503, 503]) await call(answer(status));
    // 7 of 9 calls failed. With the next failure, 8 of 10 did.
    expect(circuits.countOpen()).toBe(0);
    await expect(call(answer(503))).rejects.toEqual(refusedFor(30_000));
  });

  test("does not count aborted calls", async () => {
    const aborted = () => circuits.run(target, () => Promise.reject(new Error("The evaluation has ended.")));
    for (let calls = 1; calls <= 20; calls += 1) await expect(aborted()).rejects.toThrow("has ended");
    expect(circuits.countOpen()).toBe(0);
  });

  test("of one workspace and origin does not affect others", async () => {
    await open();
    await expect(call(answer(200))).rejects.toEqual(refusedFor(30_000));
    const others = [
      { ...target, workspaceId: "second" },
      { ...target, url: "https://evaluator.example.org:8443/score" },
    ];
    for (const other of others) expect(await call(answer(200), other)).toMatchObject({ status: 200 });
    const samePath = { ...target, url: "https://evaluator.example.org/other" };
    await expect(circuits.admit(samePath, signal)).rejects.toThrow("is not called");
  });

  test("is counted in the metrics while it is open", async () => {
    const metrics = createMetrics();
    watchCircuits(metrics, circuits);
    const count = async () => /^assay_circuits_open (\d+)$/m.exec(await metrics.registry.metrics())?.[1];
    expect(await count()).toBe("0");
    await open();
    await open({ ...target, workspaceId: "second" });
    expect(await count()).toBe("2");
    passSeconds(901);
    expect(await count()).toBe("0");
  });
});

describe("an open circuit", () => {
  test("admits one call after 30 s, and closes if it succeeds", async () => {
    expect(await open()).toBe(5);
    passSeconds(29.999);
    await expect(call(answer(200))).rejects.toEqual(refusedFor(1));
    passSeconds(0.001);
    expect(await call(answer(200))).toMatchObject({ status: 200 });
    expect(circuits.countOpen()).toBe(0);
    // Of the probe and four failed calls, 80 % failed.
    expect(await open()).toBe(4);
  });

  test("doubles the time after each failed probe, up to 10 minutes", async () => {
    await open();
    const times: number[] = [];
    for (const wait of [30, 60, 120, 240, 480, 600, 600]) {
      passSeconds(wait);
      await call(answer(503)).catch(({ retryInMs }) => times.push(retryInMs / 1000));
    }
    expect(times).toEqual([60, 120, 240, 480, 600, 600, 600]);
    passSeconds(600);
    await call(answer(200));
    await open();
    await expect(call(answer(200))).rejects.toEqual(refusedFor(30_000));
  });

  test("makes other calls wait for the result of the probe", async () => {
    await open();
    passSeconds(30);
    const probe = new Gate<RemoteEvaluatorResponse>();
    const probing = circuits.run(target, () => probe.passed);
    expect(await call(answer(200))).toBeUndefined();
    const admitted = circuits.admit(target, signal);
    const leaving = new AbortController();
    const left = circuits.admit(target, leaving.signal);
    leaving.abort(new Error("The evaluation has ended."));
    await expect(left).rejects.toThrow("has ended");
    expect(circuits.countOpen()).toBe(1);
    probe.open(answer(200));
    expect(await probing).toMatchObject({ status: 200 });
    await admitted;
    expect(circuits.countOpen()).toBe(0);
  });

  test("refuses the calls that waited for a failed probe", async () => {
    await open();
    passSeconds(30);
    const probe = new Gate<RemoteEvaluatorResponse>();
    const probing = circuits.run(target, () => probe.passed);
    const admitted = circuits.admit(target, signal);
    probe.open(answer(503));
    await expect(probing).rejects.toEqual(refusedFor(60_000));
    await expect(admitted).rejects.toEqual(refusedFor(60_000));
  });

  test("probes again at once if a probe was aborted, and does not double the time", async () => {
    await open();
    passSeconds(30);
    const reason = new Error("The evaluation has ended.");
    await expect(circuits.run(target, () => Promise.reject(reason))).rejects.toBe(reason);
    expect(circuits.countOpen()).toBe(1);
    await expect(call(answer(503))).rejects.toEqual(refusedFor(60_000));
  });

  test("ignores the results of calls that started before it opened", async () => {
    const late = new Gate<RemoteEvaluatorResponse>();
    const early = circuits.run(target, () => late.passed);
    await open();
    passSeconds(30);
    const probe = new Gate<RemoteEvaluatorResponse>();
    const probing = circuits.run(target, () => probe.passed);
    late.open(answer(503));
    expect(await early).toBeUndefined();
    probe.open(answer(200));
    await probing;
    expect(circuits.countOpen()).toBe(0);
  });
});
