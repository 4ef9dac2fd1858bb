// Stops Postgres during the work, as a power failure does, and restarts it: servers recover on their own.
import { randomUUID } from "node:crypto";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresUrl } from "../support/test-postgres.ts";
import { bySize, testSeed } from "../support/test-size.ts";
import { crashHarness, type PostgresHarness, randomOf } from "./harness/crash-harness.ts";

const havePostgres = (await postgresUrl()) !== null;
const cuts = bySize(2, 20);
const writers = 8;
const patience = { timeout: 180_000 };

describe.skipIf(!havePostgres)("while Postgres is restarted under load", () => {
  let harness: PostgresHarness;
  beforeAll(async () => {
    harness = await crashHarness();
  });
  afterAll(() => harness?.close());

  const request = async (url: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      headers: { authorization: `Bearer ${harness.apiKey}`, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      retryAfter: answer.headers.get("retry-after"),
      body: await answer.json(),
    };
  };
  const urls = () => [harness.url(() => 0), harness.url(() => 0.99)];
  const readiness = () => Promise.all(urls().map(async (url) => (await request(url, "/readyz")).status));

  test(
    "requests get 503 with Retry-After, readiness is correct, and nothing acknowledged is lost",
    async () => {
      const random = randomOf(testSeed);
      const run = randomUUID();
      const written: string[] = [];
      const refusals = new Set<string>();
      let cut = 0;
      const over = new AbortController();
      const write = async (writer: number): Promise<void> => {
        for (let index = 0; !over.signal.aborted; index += 1) {
          const name = `${run} ${writer}-${index}`;
          const [path, body] =
            writer % 2 === 0
              ? ["/v1/projects", { name }]
              : ["/api/events", { type: "written", data: { name } }];
          const answer = await request(harness.url(random), path, body);
          if (answer.status < 300) written.push(name);
          else
            refusals.add(
              `${answer.status} ${String(answer.body.code)} ${answer.retryAfter === null ? "without" : "with"} Retry-After`,
            );
        }
      };
      const writing = Array.from({ length: writers }, (_, writer) => write(writer));
      try {
        for (; cut < cuts; cut += 1) {
          const before = written.length;
          await expect.poll(() => written.length, patience).toBeGreaterThan(before + 20);
          harness.postgres.interrupt();
          await expect.poll(readiness, patience).toEqual([503, 503]);
          for (const url of urls()) expect((await request(url, "/healthz")).status).toBe(200);
          harness.postgres.resume();
          await expect.poll(readiness, patience).toEqual([200, 200]);
        }
        const before = written.length;
        await expect.poll(() => written.length, patience).toBeGreaterThan(before + 20);
      } finally {
        over.abort();
        harness.postgres.resume();
        await Promise.all(writing);
      }
      // If a response was wrong, the logs contain the cause.
      const why = refusals.size > 1 ? harness.failures() : [];
      expect([[...refusals], why]).toEqual([["503 unavailable with Retry-After"], []]);
      const assay = new Assay({ apiKey: harness.apiKey, baseUrl: harness.url(() => 0) });
      const stored = new Set<unknown>();
      for await (const { name } of assay.projects.list({ limit: 100 })) stored.add(name);
      const log = await fetch(`${harness.url(() => 0)}/api/evidence/export`, {
        headers: { authorization: `Bearer ${harness.apiKey}` },
      });
      for (const line of (await log.text()).split("\n")) {
        const { data }: { data?: { name?: unknown } } = line === "" ? {} : JSON.parse(line);
        stored.add(data?.name);
      }
      expect(written.filter((name) => !stored.has(name))).toEqual([]);
    },
    bySize(1_200_000, 7_200_000),
  );

  test("workers continue without intervention", async () => {
    const assay = new Assay({ apiKey: harness.apiKey, baseUrl: harness.url(() => 0) });
    const { id: project } = await assay.projects.create({ name: "Afterwards" });
    const { id: dataset } = await assay.datasets.create({ name: "Afterwards", project });
    const urgent = { triage_level: "urgent" };
    await assay.samples.create(dataset, { samples: [{ input: 1, output: urgent, expected: urgent }] });
    const evaluators = [{ type: "triage_accuracy" as const }];
    const { id } = await assay.evaluations.create({ name: "Afterwards", project, dataset, evaluators });
    expect(await assay.evaluations.wait(id, { timeoutMs: 300_000 })).toMatchObject({ status: "completed" });
  });
});
