// Measures what a workspace that exceeds its limits does to the decisions of another workspace: 300 API keys that send
// more requests than their workspace may, and 200 slow reads that use all connections of the pool.
import { Assay } from "@assay/sdk";
import pg from "pg";
import type { BenchRow } from "./bench-row.ts";
import { type LoadReport, load } from "./load.ts";
import { Load } from "./neighbor-loads.ts";
import { decisions, inTurns, rowOf } from "./neighbors.ts";
import { newWorkspace, serve } from "./serve.ts";

const keyCount = 300;
const readers = 200;
/** Requests per minute over all keys of a workspace. */
const workspaceLimit = 3000;

/** Repeats requests of many keys, and counts those that were served in each minute. */
async function manyKeys(baseUrl: string, busySecret: string) {
  const busy = new Assay({ apiKey: busySecret, baseUrl, timeoutMs: 600_000 });
  const secrets: string[] = [];
  for (let count = 0; count < keyCount; count += 1)
    secrets.push((await busy.apiKeys.create({ name: `key ${count}`, preset: "admin" })).secret);
  const served = new Map<number, number>();
  const requestOf = (index: number) => ({
    path: "/v1/projects",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${secrets[index % secrets.length]}`,
    },
    body: "{}",
  });
  // A body without a name is refused with 400 after the request was counted, so it changes nothing.
  const keyOf = (status: number): string => {
    const minute = Math.floor(Date.now() / 60_000);
    if (status === 400) served.set(minute, (served.get(minute) ?? 0) + 1);
    else if (status !== 429) throw new Error(`A request of the busy workspace received ${status}.`);
    return String(status);
  };
  const step = () => load({ baseUrl, connections: keyCount, calls: 10 * keyCount, requestOf, keyOf });
  return { start: async () => new Load(1, step), served };
}

/** Repeats reads of a table that another session has locked, so that they use all connections of the pool. */
async function slowReads(url: string, baseUrl: string, secret: string): Promise<() => Promise<Load>> {
  const read = async (): Promise<void> => {
    const response = await fetch(`${baseUrl}/v1/projects`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    await response.arrayBuffer();
    if (response.status !== 200 && response.status !== 503)
      throw new Error(`A slow read received ${response.status}.`);
  };
  return async () => {
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    await blocker.query("begin; lock table projects in access exclusive mode");
    return new Load(readers, read, () => blocker.end());
  };
}

/** Measures decisions of one workspace beside a workspace that exceeds its limits. */
export async function benchLimits(url: string): Promise<BenchRow[]> {
  const variables = { ASSAY_POOL_MAX: "4", ASSAY_WORKSPACE_RATE_LIMIT: String(workspaceLimit) };
  const { baseUrl, secret: busySecret, stop } = await serve(url, { variables });
  const secret = newWorkspace(url, "Neighbor");
  const measure = (): Promise<LoadReport> => decisions(baseUrl, secret, 2);
  try {
    await new Assay({ apiKey: secret, baseUrl }).control.agents.create({ id: "bot", tools: ["chart.read"] });
    const keys = await manyKeys(baseUrl, busySecret);
    const what = `Decisions beside ${keyCount} keys that exceed the limit of another workspace`;
    const beside = rowOf({ what, atLeast: 0.8, key: "perSecond" }, await inTurns(measure, keys.start));
    const maximum = Math.max(...keys.served.values());
    if (maximum > workspaceLimit) throw new Error(`${maximum} requests were served in a minute.`);
    const reads = await inTurns(measure, await slowReads(url, baseUrl, secret));
    const whatReads = `Decision beside ${readers} slow reads with 4 connections, p99`;
    return [beside, rowOf({ what: whatReads, atLeast: 1 / 3, key: "p99" }, reads)];
  } finally {
    await stop();
  }
}
