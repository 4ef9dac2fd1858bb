// Compares durable decisions at the AuthZEN endpoint with the Cerbos server and its file audit log, using the
// same rules and requests in the same run. If Cerbos cannot be installed, compares them with plain inserts of
// the same rows.
import { Assay } from "@assay/sdk";
import type { BenchRow } from "./bench-row.ts";
import { startCerbos } from "./cerbos.ts";
import { plainInserts } from "./evidence.ts";
import { load, type LoadReport } from "./load.ts";
import { cpuSeconds, median, serve } from "./serve.ts";

const calls = Number(process.env["ASSAY_TEST_BENCH_CALLS"] ?? 10_000);
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 5);
const connections = 64;
/**
 * Number of decisions before the measurement starts, because Node.js compiles the server's code while it
 * runs.
 */
const warmUpCalls = 20_000;
const tools = ["chart.read", "medication.order"];

/** Registers the agent that makes the requests, under the baseline and a policy on facts. */
export async function arrangeDecisions(baseUrl: string, apiKey: string): Promise<void> {
  const { control } = new Assay({ apiKey, baseUrl });
  await control.agents.create({ id: "ward-bot", tools });
  const text = "forbid (principal is agent, action, resource) when { context.facts.riskRank > 2 };";
  await control.policies.create({ id: "night", text, outcome: "deny" });
  await control.agents.setPolicies("ward-bot", { policyIds: ["night"] });
}

/**
 * Returns a request. Of every 20 requests, one names an undeclared tool, one names an internal host, and one
 * contains a secret.
 */
function bodyOf(index: number): string {
  const kind = index % 20;
  const note = "Chest tightness for twenty minutes, worse on effort.";
  const args: Record<string, string> = { patient: `p-${index % 1000}`, note };
  if (kind === 18) args["callback"] = "http://169.254.169.254/latest/meta-data";
  if (kind === 19) args["note"] = "use ghp_0123456789abcdefghijABCDEFGHIJ012345";
  return JSON.stringify({
    subject: { type: "agent", id: "ward-bot", properties: { status: "active", tools } },
    action: { name: "tools/call" },
    resource: { type: "tool", id: kind === 17 ? "chart.delete" : "chart.read", properties: { args } },
  });
}

/** Sends decisions over 64 connections. */
export const sendDecisions = (
  baseUrl: string,
  headers: Record<string, string>,
  count: number,
): Promise<LoadReport> =>
  load({
    baseUrl,
    connections,
    calls: count,
    requestOf: (index) => ({
      path: "/access/v1/evaluation",
      headers: { "content-type": "application/json", ...headers },
      body: bodyOf(index),
    }),
    keyOf: (status, body) => `${status} ${/"decision": *(true|false)/.exec(body)?.[1] ?? body}`,
  });

/** @throws {Error} if a request got no response, or the two servers decide differently. */
function requireAlike(ours: LoadReport, theirs: LoadReport): void {
  const expected = { "200 true": (calls * 17) / 20, "200 false": (calls * 3) / 20 };
  for (const { answers } of [ours, theirs]) {
    const alike = Object.entries(expected).every(([key, count]) => answers[key] === count);
    if (!alike) throw new Error(`Expected ${JSON.stringify(expected)}, got ${JSON.stringify(answers)}.`);
  }
}

/** A server that receives the requests, and the headers that each request needs. */
interface Side {
  baseUrl: string;
  pid: number;
  headers: Record<string, string>;
}

/** The report on a load, and the CPU time of the server's process per decision (microseconds). */
interface Measured extends LoadReport {
  cpuPerDecision: number;
}

async function measure({ baseUrl, pid, headers }: Side): Promise<Measured> {
  const before = cpuSeconds(pid);
  const report = await sendDecisions(baseUrl, headers, calls);
  return { ...report, cpuPerDecision: ((cpuSeconds(pid) - before) * 1e6) / calls };
}

/** Measures both servers in turns. Returns each round's reports, ours first. */
async function measureBoth(ours: Side, theirs: Side): Promise<[Measured, Measured][]> {
  await sendDecisions(theirs.baseUrl, theirs.headers, warmUpCalls);
  const reports: [Measured, Measured][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const one = await measure(ours);
    const other = await measure(theirs);
    requireAlike(one, other);
    reports.push([one, other]);
    console.log(`round ${round}:`, JSON.stringify({ ours: one, cerbos: other }));
  }
  return reports;
}

const what = `AuthZEN evaluation, durable, one agent under the baseline and a policy on facts, ${connections} connections`;

/** Returns the row of decisions per second and, where the system reports it, the row of CPU time per decision. */
function rowsOf(reports: readonly [Measured, Measured][]): BenchRow[] {
  const figures = (key: "perSecond" | "cpuPerDecision", better: (one: number, other: number) => number) => ({
    ours: median(reports.map(([one]) => one[key])),
    theirs: median(reports.map(([, other]) => other[key])),
    ratio: median(reports.map(([one, other]) => better(one[key], other[key]))),
  });
  const peer = "Cerbos 0.55 with its file audit log (not forced to the disk)";
  const speed = {
    what,
    unit: "decisions/s",
    peer,
    ...figures("perSecond", (one, other) => one / other),
    atLeast: 1,
  };
  const cpu = {
    what: "CPU time of a decision in the server's process, without Postgres",
    unit: "µs",
    peer: "the process of Cerbos",
    ...figures("cpuPerDecision", (one, other) => other / one),
    atLeast: 0,
  };
  if (!Number.isNaN(cpu.ours)) return [speed, cpu];
  console.log(
    "This system does not report the CPU time of processes: the row of the CPU time per decision is not shown.",
  );
  return [speed];
}

/**
 * Measures one workspace's decisions per second, and the server's CPU time per decision. Each decision is on
 * disk before its response is sent.
 */
export async function benchAuthorize(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, pid, stop } = await serve(url);
  const cerbos = await startCerbos();
  const headers = { authorization: `Bearer ${secret}` };
  try {
    await arrangeDecisions(baseUrl, secret);
    await sendDecisions(baseUrl, headers, warmUpCalls);
    if (cerbos) return rowsOf(await measureBoth({ baseUrl, pid, headers }, { ...cerbos, headers: {} }));
    const { perSecond } = await sendDecisions(baseUrl, headers, calls);
    const inserts = await plainInserts(url, calls);
    console.log(
      "Cerbos cannot be installed on this machine, so the row that compares it with Assay is not shown.",
    );
    const peer = "plain INSERT of the same row, one commit each, 20 connections";
    const ratio = perSecond / inserts;
    return [{ what, unit: "decisions/s", ours: perSecond, peer, theirs: inserts, ratio, atLeast: 0.5 }];
  } finally {
    await cerbos?.stop();
    await stop();
  }
}
