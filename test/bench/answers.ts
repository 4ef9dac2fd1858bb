// Compares HTTP responses of the server with those of a bare Node.js server that sends the same bytes. The bare
// server is the physical limit: it checks no key, reads no database and routes nothing.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Assay } from "@assay/sdk";
import type { BenchRow } from "./bench-row.ts";
import { load, type LoadReport } from "./load.ts";
import { cpuSeconds, median, serve } from "./serve.ts";

const calls = Number(process.env["ASSAY_TEST_BENCH_CALLS"] ?? 10_000);
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 5);
const connections = 64;

/** A server under load, and the request that it receives. */
interface Answering {
  baseUrl: string;
  pid: number;
  request: { method?: "GET"; path: string; headers: Record<string, string>; body: string };
}

const bareServer = `import { createServer } from "node:http";
const { headers, body } = JSON.parse(process.argv[1]);
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, headers);
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

/** Starts a server that responds to every request with the given headers and body. */
async function serveBytes(answer: {
  headers: Record<string, string>;
  body: string;
}): Promise<{ baseUrl: string; pid: number; stop: () => void }> {
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=64", "--input-type=module", "-e", bareServer, JSON.stringify(answer)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  for await (const port of createInterface({ input: child.stdout }))
    return { baseUrl: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
  throw new Error("the bare server exited before it listened");
}

/** The report on a load, and the CPU time of the server's process per response (microseconds). */
interface Measured extends LoadReport {
  cpu: number;
}

async function measure({ baseUrl, pid, request }: Answering): Promise<Measured> {
  const before = cpuSeconds(pid);
  const report = await load({
    baseUrl,
    connections,
    calls,
    requestOf: () => request,
    keyOf: (status) => String(status),
  });
  if (report.answers["200"] !== calls)
    throw new Error(`Not all responses are 200: ${JSON.stringify(report.answers)}`);
  return { ...report, cpu: ((cpuSeconds(pid) - before) * 1e6) / calls };
}

/** Compares the responses to one request with those of a bare server that sends the same headers and body. */
async function compare(what: string, ours: Answering): Promise<BenchRow[]> {
  const { method = "POST", path, headers, body } = ours.request;
  const response = await fetch(`${ours.baseUrl}${path}`, {
    method,
    headers,
    ...(method === "POST" && { body }),
  });
  const bare = await serveBytes({
    headers: Object.fromEntries(
      [...response.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)),
    ),
    body: await response.text(),
  });
  const theirs = { ...ours, baseUrl: bare.baseUrl, pid: bare.pid };
  const measured: { ours: Measured; theirs: Measured }[] = [];
  try {
    for (const side of [ours, theirs, ours, theirs]) await measure(side); // Node.js compiles the code while it runs.
    for (let round = 1; round <= rounds; round += 1)
      measured.push({ ours: await measure(ours), theirs: await measure(theirs) });
  } finally {
    bare.stop();
  }
  const row = (title: string, unit: string, of: (side: Measured) => number): BenchRow => {
    const [mine, peers] = [
      median(measured.map((one) => of(one.ours))),
      median(measured.map((one) => of(one.theirs))),
    ];
    const isSpeed = unit.endsWith("/s");
    return {
      what: title,
      unit,
      ours: mine,
      peer: "a bare Node.js server that sends the same bytes",
      theirs: peers,
      ratio: isSpeed ? mine / peers : peers / mine,
      atLeast: 0,
    };
  };
  return [
    row(`responses to ${what}, 64 connections`, "responses/s", ({ perSecond }) => perSecond),
    row(`CPU time of a response to ${what}`, "µs", ({ cpu }) => cpu),
  ];
}

/** Returns medians of `ASSAY_TEST_BENCH_ROUNDS` (5) rounds of `ASSAY_TEST_BENCH_CALLS` (10,000) responses. */
export async function benchAnswers(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, pid, stop } = await serve(url);
  try {
    const { id } = await new Assay({ apiKey: secret, baseUrl }).projects.create({ name: "bench" });
    const headers = { authorization: `Bearer ${secret}` };
    const get = (path: string): Answering => ({
      baseUrl,
      pid,
      request: { method: "GET", path, headers, body: "" },
    });
    return [
      ...(await compare("`GET /healthz`", get("/healthz"))),
      ...(await compare("`GET /v1/projects/{id}`", get(`/v1/projects/${id}`))),
    ];
  } finally {
    await stop();
  }
}
