// The primary of Postgres is lost at a random moment while two servers and a worker are under load, and its standby is
// promoted. Every acknowledged write is on the new primary, once.
import { setTimeout as pause } from "node:timers/promises";
import { Assay } from "@assay/sdk";
import { verifyExport } from "@assay/sdk/verify";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { bySize, testSeed } from "../support/test-size.ts";
import { type CrashHarness, crashHarnessAt, randomOf } from "./harness/crash-harness.ts";
import { canCopyServers, type PostgresPair, startPostgresPair } from "./harness/postgres-pair.ts";

const patience = { timeout: 120_000 };
const writers = 8;

/** Waits until the primary acknowledges only what the standby has stored. */
async function makeSynchronous({ url }: PostgresPair): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/@[^,]+,/, "@").replace(/\?.*/, "") });
  await client.connect();
  await client.query("alter system set synchronous_standby_names = '*'");
  await client.query("select pg_reload_conf()");
  const states = async () =>
    (await client.query("select sync_state from pg_stat_replication")).rows.map((row) => row.sync_state);
  await expect.poll(states, patience).toEqual(["sync"]);
  await client.end();
}

/** The requests of one run: what was acknowledged, and answers that are neither successes nor 503. */
class Load {
  readonly acknowledged: { kind: string; name: string; at: number }[] = [];
  readonly faults: string[] = [];
  readonly #harness: CrashHarness;
  readonly #random: () => number;
  readonly #over = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(harness: CrashHarness, random: () => number) {
    this.#harness = harness;
    this.#random = random;
  }

  start(dataset: string): void {
    const kinds = [
      (name: string) => ["project", "/v1/projects", { name }] as const,
      (name: string) => ["event", "/api/events", { type: "load", data: { name } }] as const,
      (name: string) =>
        [
          "decision",
          "/api/policy/authorize",
          { agentId: "bot", tool: "chart.read", args: { name } },
        ] as const,
      (name: string) =>
        [
          "sample",
          `/v1/datasets/${dataset}/samples/import`,
          `${JSON.stringify({ external_id: name, input: 1 })}\n`,
        ] as const,
    ];
    const write = async (writer: number): Promise<void> => {
      const kindOf = kinds[writer % kinds.length];
      if (!kindOf) return;
      for (let index = 0; !this.#over.signal.aborted; index += 1) {
        const name = `w${writer}-${index}`;
        const [kind, path, body] = kindOf(name);
        const response = await this.#send(path, body, name);
        if (response)
          this.acknowledged.push({
            kind,
            name: kind === "decision" ? response.decisionId : name,
            at: performance.now(),
          });
      }
    };
    this.#running = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#running;
  }

  /** Sends a request until it is acknowledged or the load ends. @returns the response; undefined if the load ended. */
  async #send(
    path: string,
    body: unknown,
    idempotencyKey: string,
  ): Promise<{ decisionId: string } | undefined> {
    const lines = typeof body === "string";
    while (!this.#over.signal.aborted) {
      const answer = await fetch(this.#harness.url(this.#random) + path, {
        method: "POST",
        body: lines ? body : JSON.stringify(body),
        headers: {
          authorization: `Bearer ${this.#harness.apiKey}`,
          "content-type": lines ? "application/x-ndjson" : "application/json",
          "idempotency-key": idempotencyKey,
        },
      });
      const text = await answer.text();
      if (answer.status < 300) return JSON.parse(text);
      if (answer.status !== 503) this.faults.push(`${path}: ${answer.status} ${text}`);
      await pause(20 + 80 * this.#random());
    }
    return undefined;
  }
}

/** Returns what the API contains, as kinds and names. */
async function storedIn(assay: Assay, dataset: string, log: string): Promise<string[]> {
  const stored: string[] = [];
  for await (const { name } of assay.projects.list({ limit: 100 })) stored.push(`project ${name}`);
  for await (const { external_id: name } of assay.samples.list(dataset, { limit: 100 }))
    stored.push(`sample ${name}`);
  for (const line of log.split("\n").filter(Boolean)) {
    const { type, data } = Object(JSON.parse(line));
    if (type === "load") stored.push(`event ${data.name}`);
    if (type === "policy_decision") stored.push(`decision ${data.decisionId}`);
  }
  return stored;
}

describe.skipIf(!canCopyServers())("two servers and a worker under load", () => {
  test.each(Array.from({ length: bySize(1, 10) }, (_, run) => testSeed + run))(
    "lose no acknowledged write when the primary is lost (seed %i)",
    async (seed) => {
      const random = randomOf(seed);
      const pair = await startPostgresPair();
      onTestFinished(() => pair.stop());
      const harness = await crashHarnessAt(pair.url);
      onTestFinished(() => harness.close());
      await makeSynchronous(pair);
      const { apiKey } = harness;
      const assay = new Assay({ apiKey, baseUrl: harness.url(() => 0), timeoutMs: 120_000 });
      await assay.control.agents.create({ id: "bot", tools: ["chart.read"] });
      const { id: project } = await assay.projects.create({ name: "Evaluated" });
      const { id: dataset } = await assay.datasets.create({ name: "Written", project });
      const { id: evaluated } = await assay.datasets.create({ name: "Evaluated", project });
      const level = { triage_level: "urgent" };
      const samples = Array.from({ length: 1000 }, () => ({ input: 1, output: level, expected: level }));
      await assay.samples.create(evaluated, { samples });

      const load = new Load(harness, random);
      load.start(dataset);
      await expect.poll(() => load.acknowledged.length, patience).toBeGreaterThan(100);
      const evaluators = [{ type: "triage_accuracy" as const }];
      const evaluation = await assay.evaluations.create({
        name: "During the failover",
        project,
        dataset: evaluated,
        evaluators,
      });
      await pause(3000 * random());
      pair.interruptPrimary();
      await pair.promote();
      const promotedAt = performance.now();
      const before = load.acknowledged.length;
      await expect.poll(() => load.acknowledged.length, patience).toBeGreaterThan(before + 100);
      pair.resumePrimary();
      await pause(1000);
      await load.stop();

      expect(load.faults).toEqual([]);
      const first = load.acknowledged.find(({ at }) => at > promotedAt)?.at ?? Infinity;
      process.stdout.write(
        `The first success after the promotion took ${Math.round(first - promotedAt)} ms.\n`,
      );
      expect(first - promotedAt).toBeLessThan(10_000);
      expect(await assay.evaluations.wait(evaluation.id, { timeoutMs: 300_000 })).toMatchObject({
        status: "completed",
        progress: { total: 1000, completed: 1000, failed: 0 },
      });
      const read = async (path: string) =>
        (await fetch(harness.url(() => 0) + path, { headers: { authorization: `Bearer ${apiKey}` } })).text();
      const log = await read("/api/evidence/export");
      expect(
        await verifyExport(log, { keys: JSON.parse(await read("/.well-known/jwks.json")) }),
      ).toMatchObject({
        valid: true,
        problemCount: 0,
      });
      const stored = await storedIn(assay, dataset, log);
      const counts = new Map<string, number>();
      for (const name of stored) counts.set(name, (counts.get(name) ?? 0) + 1);
      const names = load.acknowledged.map(({ kind, name }) => `${kind} ${name}`);
      expect(names.filter((name) => counts.get(name) !== 1)).toEqual([]);
      expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
    },
    600_000,
  );
});
