// Compares durable decisions at the AuthZEN endpoint with the Cerbos server and its file audit log, using the
// same rules and requests in the same run. If Cerbos cannot be installed, compares them with plain inserts of
// the same rows.
import { Assay } from "@assay/sdk";
import type { BenchRow } from "./bench-row.ts";
import { startCerbos } from "./cerbos.ts";
import { plainInserts } from "./evidence.ts";
import { load, type LoadReport } from "./load.ts";
import { median, serve } from "./serve.ts";

const calls = Number(process.env["ASSAY_BENCH_CALLS"] ?? 10_000);
const rounds = Number(process.env["ASSAY_BENCH_ROUNDS"] ?? 5);
const connections = 64;
/**
 * Number of decisions before the measurement starts, because our long-running server is compiled as it runs.
 */
const warmUpCalls = 20_000;
const tools = ["chart.read", "medication.order"];

/** Registers the agent that makes the requests, under the baseline and a policy on facts. */
async function arrange(baseUrl: string, apiKey: string): Promise<void> {
  const { control } = new Assay({ apiKey, baseUrl });
  await control.agents.create({ id: "ward-bot", tools });
  const text = "forbid (principal is agent, action, resource) when { context.facts.riskRank > 2 };";
  await control.policies.create({ id: "night", text, outcome: "deny" });
  await control.agents.setPolicies("ward-bot", { policyIds: ["night"] });
}

/**
 * Returns a request. Of 20 requests, one names an undeclared tool, one an internal host, and one has a
 * secret.
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

const sendLoad = (baseUrl: string, headers: Record<string, string>, count: number): Promise<LoadReport> =>
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

/** Measures one workspace's decisions per second; each decision is on disk before its response is sent. */
export async function benchAuthorize(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, stop } = await serve(url);
  const cerbos = await startCerbos();
  const what = `AuthZEN evaluation, durable, one agent under the baseline and a policy on facts, ${connections} connections`;
  const unit = "decisions/s";
  const headers = { authorization: `Bearer ${secret}` };
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    await arrange(baseUrl, secret);
    await sendLoad(baseUrl, headers, warmUpCalls);
    if (!cerbos) {
      const { perSecond } = await sendLoad(baseUrl, headers, calls);
      const inserts = await plainInserts(url, calls);
      console.log("Cerbos cannot be had here: what was to be reached beside it is not shown.");
      const peer = "plain INSERT of the same row, a commit each, 20 connections";
      return [
        { what, unit, ours: perSecond, peer, theirs: inserts, ratio: perSecond / inserts, atLeast: 0.5 },
      ];
    }
    await sendLoad(cerbos.baseUrl, {}, warmUpCalls);
    for (let round = 1; round <= rounds; round += 1) {
      const one = await sendLoad(baseUrl, headers, calls);
      const other = await sendLoad(cerbos.baseUrl, {}, calls);
      requireAlike(one, other);
      ours.push(one.perSecond);
      theirs.push(other.perSecond);
      console.log(`round ${round}:`, JSON.stringify({ ours: one, cerbos: other }));
    }
  } finally {
    await cerbos?.stop();
    await stop();
  }
  const ratio = median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN)));
  const peer = "Cerbos 0.55 with its file audit log (not forced to the disk)";
  return [{ what, unit, ours: median(ours), peer, theirs: median(theirs), ratio, atLeast: 1 }];
}
