import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createLogger, standardError } from "../log.ts";
import { serveMetrics } from "./metrics-server.ts";

/** Serves the metrics and probes of a process. */
async function serveOf(state: { ready: boolean; accepting: boolean }) {
  const watched = {
    registry: new Registry(),
    isReady: async () => state.ready,
    isAccepting: () => state.accepting,
    log: createLogger("silent", standardError()),
  };
  const served = await serveMetrics(watched, { port: 0, host: "127.0.0.1" });
  const get = async (path: string): Promise<[number, string]> => {
    const response = await fetch(`http://127.0.0.1:${served.port}${path}`);
    return [response.status, await response.text()];
  };
  return { ...served, watched, get };
}

test("the port of the metrics serves probes and metrics, and names the variable if it is in use", async () => {
  const { get, port, watched, close } = await serveOf({ ready: true, accepting: true });
  expect(await get("/healthz")).toEqual([200, '{"status":"ok"}']);
  expect(await get("/readyz?verbose")).toEqual([200, '{"status":"ready"}']);
  expect((await get("/metrics"))[0]).toBe(200);
  expect((await get("/v1/projects"))[0]).toBe(404);
  await expect(serveMetrics(watched, { port, host: "127.0.0.1" })).rejects.toThrow("METRICS_PORT");
  await close();
});

test("a process that is not ready or stops is reported as unavailable", async () => {
  for (const state of [
    { ready: false, accepting: true },
    { ready: true, accepting: false },
  ]) {
    const { get, close } = await serveOf(state);
    expect(await get("/readyz")).toEqual([503, '{"status":"unavailable"}']);
    expect((await get("/healthz"))[0]).toBe(200);
    await close();
  }
});

/** Requests both probes from another thread, and then wakes the thread that waits. */
const client = `
  const { workerData: { port, memory }, parentPort } = require("node:worker_threads");
  const flags = new Int32Array(memory);
  parentPort.once("message", async () => {
    for (const [index, path] of ["/healthz", "/readyz"].entries())
      flags[index + 1] = (await fetch("http://127.0.0.1:" + port + path)).status;
    Atomics.store(flags, 0, 1);
    Atomics.notify(flags, 0);
  });
`;

test("the probes respond while the main thread is blocked", async () => {
  const { port, close } = await serveOf({ ready: true, accepting: true });
  const memory = new SharedArrayBuffer(12);
  const flags = new Int32Array(memory);
  const other = new Worker(client, { eval: true, workerData: { port, memory } });
  await once(other, "online");
  other.postMessage("start", []);
  // Blocks this thread until the other one has both responses, or for 20 seconds if it receives none.
  expect(Atomics.wait(flags, 0, 0, 20_000)).not.toBe("timed-out");
  expect([flags[1], flags[2]]).toEqual([200, 200]);
  await other.terminate();
  await close();
});
