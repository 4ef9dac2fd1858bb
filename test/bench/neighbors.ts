// Measures what one workspace's load does to the decisions of another workspace, and what frequent changes do to the
// decisions of their own workspace. Each figure is compared with the same measurement without the load, in the same run.
import { Assay } from "@assay/sdk";
import type { BenchRow } from "./bench-row.ts";
import { load, type LoadReport } from "./load.ts";
import {
  changesPerSecond,
  comparisons,
  costlyBatches,
  hangingEndpoint,
  type Load,
  type PrepareLoad,
  simulations,
  slowPolicy,
  startChanges,
} from "./neighbor-loads.ts";
import { median, newWorkspace, serve } from "./serve.ts";

const calls = Number(process.env["ASSAY_TEST_BENCH_CALLS"] ?? 10_000) / 5;
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 5);

/** Decides calls of the agent `bot`. @throws {Error} if an answer is neither 200 nor, where accepted, 503. */
export async function decisions(baseUrl: string, secret: string, connections: number): Promise<LoadReport> {
  const report = await load({
    baseUrl,
    connections,
    calls,
    requestOf: () => ({
      path: "/api/policy/authorize",
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      body: JSON.stringify({ agentId: "bot", tool: "chart.read" }),
    }),
    keyOf: (status) => String(status),
  });
  if (report.answers["200"] !== calls) throw new Error(`Answers: ${JSON.stringify(report.answers)}`);
  return report;
}

/** Measures in turns without and with the load. @returns the reports of each round, the one without it first. */
export async function inTurns(
  measure: () => Promise<LoadReport>,
  start: () => Promise<Load>,
): Promise<[alone: LoadReport, beside: LoadReport][]> {
  const reports: [LoadReport, LoadReport][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await measure();
    const running = await start();
    const beside = await measure();
    await running.stop();
    reports.push([alone, beside]);
  }
  return reports;
}

export function rowOf(
  { what, atLeast, key }: { what: string; atLeast: number; key: "p99" | "perSecond" },
  reports: readonly [LoadReport, LoadReport][],
): BenchRow {
  console.log(`${what}:`, JSON.stringify(reports.map((pair) => pair.map((report) => report[key]))));
  return {
    what,
    unit: key === "p99" ? "ms" : "decisions/s",
    ours: median(reports.map(([, beside]) => beside[key])),
    peer: "the same without the load",
    theirs: median(reports.map(([alone]) => alone[key])),
    ratio: median(
      reports.map(([alone, beside]) =>
        key === "p99" ? alone.p99 / beside.p99 : beside.perSecond / alone.perSecond,
      ),
    ),
    atLeast,
  };
}

const loads: { name: string; atLeast: number; prepare: PrepareLoad }[] = [
  { name: "a slow policy", atLeast: 1 / 1.5, prepare: slowPolicy },
  { name: "batches of costly policies", atLeast: 1 / 3, prepare: costlyBatches },
  { name: "simulations of 1,000 decisions", atLeast: 1 / 2, prepare: simulations },
  { name: "16 comparisons", atLeast: 1 / 2, prepare: comparisons },
  { name: "an endpoint that never answers", atLeast: 1 / 1.5, prepare: hangingEndpoint() },
];

const changes = [
  { of: "other agents, entities and policies", isSameAgent: false, atLeast: 0.5 },
  { of: "their agent", isSameAgent: true, atLeast: 0.1 },
];

/** Creates the agent whose decisions are measured, and what the changes change. */
async function arrange({ control }: Assay): Promise<void> {
  const tools = ["chart.read"];
  await control.agents.create({ id: "bot", tools });
  await control.agents.create({ id: "other", tools });
  const text = 'forbid (principal, action, resource == tool::"x");';
  await control.policies.create({ id: "unattached", text, unknownNames: "allow" });
}

/** Measures decisions of one workspace beside the load of another workspace, and beside changes of its own. */
export async function benchNeighbors(url: string): Promise<BenchRow[]> {
  process.env["ASSAY_OUTBOUND_ALLOW"] = "127.0.0.0/8";
  const { baseUrl, secret: busySecret, stop } = await serve(url);
  const secret = newWorkspace(url, "Neighbor");
  const busy = new Assay({ apiKey: busySecret, baseUrl, timeoutMs: 600_000 });
  const own = new Assay({ apiKey: secret, baseUrl });
  const rows: BenchRow[] = [];
  try {
    await arrange(own);
    await decisions(baseUrl, secret, 8);
    for (const { name, atLeast, prepare } of loads) {
      const what = `Decision of another workspace beside ${name}, p99`;
      const reports = await inTurns(() => decisions(baseUrl, secret, 2), await prepare(busy));
      rows.push(rowOf({ what, atLeast, key: "p99" }, reports));
    }
    for (const { of, isSameAgent, atLeast } of changes) {
      const what = `Decisions during ${changesPerSecond} changes per second to ${of}, 6 connections`;
      const start = async () => startChanges(own, isSameAgent);
      const reports = await inTurns(() => decisions(baseUrl, secret, 6), start);
      rows.push(rowOf({ what, atLeast, key: "perSecond" }, reports));
    }
  } finally {
    await stop();
  }
  return rows;
}
