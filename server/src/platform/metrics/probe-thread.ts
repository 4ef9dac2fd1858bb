import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import type { FromProbeThread, PlainResponse, ProbeSettings, ToProbeThread } from "./metrics-server.ts";
import { ProbeState, secondsNow } from "./probe-state.ts";

// The entry module of the thread that responds to probes, also while the main thread is blocked. The main thread
// has the metrics, so that requests for them wait for it.

if (!parentPort) throw new Error("probe-thread runs in a worker thread only.");
const main = parentPort;
// Worker data is untyped, but only serveMetrics starts this thread, always with these settings.
const { memory, port, host }: ProbeSettings = workerData;
const state = new ProbeState(memory, secondsNow);
const post = (message: FromProbeThread): void => main.postMessage(message, []);

/** Time for which a request for metrics waits for the main thread (milliseconds). */
const metricsTimeoutMs = 10_000;

const noMetrics: PlainResponse = [503, "text/plain", "Metrics are not available.\n"];
const waiting = new Map<number, (response: PlainResponse) => void>();
let requests = 0;

function readMetrics(): Promise<PlainResponse> {
  return new Promise((resolve) => {
    const id = (requests += 1);
    const end = (response: PlainResponse): void => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(response);
    };
    const timer = setTimeout(() => end(noMetrics), metricsTimeoutMs);
    waiting.set(id, end);
    post({ kind: "metrics", id });
  });
}

const probe = (isGood: boolean, name: string): PlainResponse =>
  isGood
    ? [200, "application/json", `{"status":"${name}"}`]
    : [503, "application/json", '{"status":"unavailable"}'];

async function responseTo(path: string | undefined): Promise<PlainResponse> {
  if (path === "/healthz") return probe(state.isAlive, "ok");
  if (path === "/readyz") return probe(state.isReady, "ready");
  return path === "/metrics" ? readMetrics() : [404, "text/plain", "Not found.\n"];
}

const server = createServer((request, response) => {
  void responseTo(request.url?.split("?")[0]).then(([status, type, body]) =>
    response.writeHead(status, { "content-type": type }).end(body),
  );
});

main.on("message", ({ id, response }: ToProbeThread) => waiting.get(id)?.(response));
server.on("error", (error: NodeJS.ErrnoException) =>
  post({ kind: server.listening ? "dropped" : "refused", code: error.code ?? "", message: error.message }),
);
// `address()` returns an object if the server listens on a TCP port.
server.listen(port, host, () => post({ kind: "listening", port: (server.address() as AddressInfo).port }));
