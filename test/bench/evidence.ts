// Measures appends to one evidence log over HTTP against plain inserts of the same rows, each with its own
// commit, on the same Postgres.
import http from "node:http";
import pg from "pg";
import { openDatabase } from "../../server/src/platform/db/connection/connect.ts";
import { createEvidenceLog } from "../../server/src/evidence/log/evidence-log.ts";
import { inTransaction } from "../../server/src/platform/db/transaction.ts";
import { createLogger, standardError } from "../../server/src/platform/log.ts";
import { newId } from "../../server/src/platform/new-id.ts";
import { SecretBox } from "../../server/src/platform/secrets/secret-box.ts";
import type { BenchRow } from "./bench-row.ts";
import { median, seconds, serve } from "./serve.ts";

const eventCount = Number(process.env["ASSAY_TEST_BENCH_EVENTS"] ?? 30_000);
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 3);
const connections = 64;

const event = {
  type: "tool_call",
  session: "visit-118",
  data: {
    agentId: "triage-bot",
    tool: "chart.write",
    args: { patient: "p-1042", note: "Chest tightness for twenty minutes, worse on effort; no fever." },
    durationMs: 84,
  },
};
const body = JSON.stringify(event);

/** Runs `work` for each number below `count`, with 64 calls in parallel. */
async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: connections }, run));
}

function appendOver(baseUrl: string, secret: string, agent: http.Agent): (index: number) => Promise<void> {
  const headers = {
    authorization: `Bearer ${secret}`,
    "content-type": "application/json",
    "content-length": body.length,
  };
  return () =>
    new Promise((resolve, reject) => {
      const request = http.request(
        `${baseUrl}/api/events`,
        { method: "POST", headers, agent },
        (response) => {
          response.resume().once("end", () => {
            if (response.statusCode === 200) resolve();
            else reject(new Error(`the response to an event has status ${response.statusCode}`));
          });
        },
      );
      request.once("error", reject).end(body);
    });
}

const buildEvent = () => ({ ...event, ts: Date.now(), receivedAt: Date.now(), origin: "caller" as const });

/** Appends from one process without HTTP, to measure the throughput of the writer itself. */
async function openWriter(
  url: string,
): Promise<{ append: () => Promise<unknown>; close: () => Promise<void> }> {
  const database = await openDatabase({ url, poolMax: 20 });
  const evidence = createEvidenceLog({
    database,
    secrets: new SecretBox(database.knex, [{ version: "1", key: Buffer.alloc(32, 7) }]),
    now: () => new Date(),
    newId,
    log: createLogger("error", standardError()),
    witnessDir: undefined,
  });
  const workspaceId = newId();
  await database.knex("workspaces").insert({ id: workspaceId, name: "bench", created_at: new Date() });
  await inTransaction(database, (tx) => evidence.heads.sealFirst(tx, workspaceId));
  return {
    append: () => evidence.writer.append(workspaceId, buildEvent),
    close: async () => {
      await evidence.close();
      await database.close();
    },
  };
}

/**
 * Inserts rows in the log's format, one per transaction, over as many connections as the server uses.
 *
 * @param beforeEach additional work for each row.
 * @returns rows per second.
 */
export async function plainInserts(
  url: string,
  count: number,
  beforeEach = (_index: number): void => {},
): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  try {
    await pool.query("create table plain_events (like events including all)");
    const insert = {
      name: "plain",
      text: "insert into plain_events select workspace_id, $1, event_id, ts, received_at, session, type, origin, agent_id, outcome, data, salt, data_commit, leaf_hash, nodes from events limit 1",
    };
    const spent = await seconds(() =>
      inParallel(count, (index) => {
        beforeEach(index);
        return pool.query({ ...insert, values: [index + 1] });
      }),
    );
    await pool.query("drop table plain_events");
    return count / spent;
  } finally {
    await pool.end();
  }
}

/**
 * Measures events per second: medians of `ASSAY_TEST_BENCH_ROUNDS` (3) rounds of `ASSAY_TEST_BENCH_EVENTS` (30,000).
 */
export async function benchEvidence(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, stop } = await serve(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const overHttp: number[] = [];
  const inProcess: number[] = [];
  const theirs: number[] = [];
  const writer = await openWriter(url);
  try {
    const append = appendOver(baseUrl, secret, agent);
    await inParallel(2000, append);
    await inParallel(2000, writer.append);
    for (let round = 1; round <= rounds; round += 1) {
      inProcess.push(eventCount / (await seconds(() => inParallel(eventCount, writer.append))));
      overHttp.push(eventCount / (await seconds(() => inParallel(eventCount, append))));
      theirs.push(await plainInserts(url, Math.min(eventCount, 10_000)));
      const figures = { inProcess: inProcess.at(-1), overHttp: overHttp.at(-1), theirs: theirs.at(-1) };
      console.log(`round ${round}:`, JSON.stringify(figures));
    }
  } finally {
    agent.destroy();
    await writer.close();
    await stop();
  }
  const row = (how: string, ours: readonly number[], atLeast: number): BenchRow => ({
    what: `evidence append ${how}, one workspace, ${connections} at a time, fsync (target: 3,000 per second)`,
    unit: "events/s",
    ours: median(ours),
    peer: "plain INSERT of the same row, one commit each, 20 connections",
    theirs: median(theirs),
    ratio: median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN))),
    atLeast,
  });
  return [row("in one process", inProcess, 1), row("over HTTP", overHttp, 0.25)];
}
