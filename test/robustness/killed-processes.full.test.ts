// Kills processes (SIGKILL) during their work: nothing acknowledged is lost, and nothing is duplicated.
import { describe, expect, test } from "vitest";
import { Assay, type Evaluation } from "@assay/sdk";
import pg from "pg";
import { firstKeyOf, urlOf } from "../support/assay-process.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { createServerProcesses } from "./harness/server-processes.ts";

const havePostgres = (await postgresUrl()) !== null;
const { durablePostgres, scratchFolder, start: run } = createServerProcesses("killed");

const levels = ["emergent", "urgent", "semi_urgent", "routine"];
/** Creates samples with expected level i mod 4 and output level i² mod 4 (0, 1, 0, 1), so half are exact. */
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `s-${index}`,
    input: { call: index },
    expected: { triage_level: levels[index % 4] },
    output: { triage_level: levels[(index * index) % 4] },
  }));

async function evaluated(assay: Assay, count: number): Promise<Evaluation> {
  const project = await assay.projects.create({ name: "Killed" });
  const dataset = await assay.datasets.create({ name: "Killed", project: project.id });
  await assay.datasets.importFile(dataset.id, rows(count));
  return assay.evaluations.create({
    name: "Killed",
    project: project.id,
    dataset: dataset.id,
    evaluators: [{ type: "triage_accuracy" }],
  });
}

describe.skipIf(!havePostgres)("a worker that is killed in the middle of an evaluation", () => {
  test("leaves no gaps, no duplicates, and exact progress", async () => {
    const location = await durablePostgres();
    const lease = { ASSAY_JOB_LEASE_SECONDS: "10" };
    const server = run(["serve", "--no-worker"], location, lease);
    const assay = new Assay({ baseUrl: await urlOf(server), apiKey: await firstKeyOf(server) });
    const workers = [run(["worker"], location, lease), run(["worker"], location, lease)];
    await Promise.all(workers.map((worker) => worker.writes(/runs jobs/)));
    const count = 20_000;
    const { id } = await evaluated(assay, count);

    // Kill the process when the evaluation has made progress but is not completed.
    const seen: number[] = [];
    const done = await assay.evaluations.wait(id, {
      pollIntervalMs: 20,
      onProgress: ({ completed, failed, status }) => {
        seen.push(completed + failed);
        if (status === "running" && completed > 0) workers[0]?.kill("SIGKILL");
      },
    });
    expect(await workers[0]?.ended).toBeNull();

    expect(done).toMatchObject({
      status: "completed",
      progress: { total: count, completed: count, failed: 0 },
    });
    expect(done.results).toMatchObject({
      sample_count: count,
      triage: { total: count, exact: { all: { numerator: count / 2 } } },
    });
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
    const client = new pg.Client({ connectionString: location.url });
    await client.connect();
    const { rows: counts } = await client.query(
      "select count(*)::int as results, count(distinct sample_id)::int as samples from results",
    );
    const { rows: scores } = await client.query("select count(*)::int as scores from sample_scores");
    const { rows: outbox } = await client.query("select event from outbox");
    await client.end();
    expect([counts[0], scores[0], outbox]).toEqual([
      { results: count, samples: count },
      { scores: count },
      [{ event: "evaluation.completed" }],
    ]);
  });
});

describe.each([
  ["the embedded database", true, scratchFolder],
  ["Postgres", havePostgres, durablePostgres],
] as const)("a server on %s that is killed while it writes", (_, possible, createLocation) => {
  test.skipIf(!possible)("has every acknowledged write after a restart", async () => {
    const at = await createLocation();
    const first = run(["serve"], at);
    const apiKey = await firstKeyOf(first);
    const assay = new Assay({ baseUrl: await urlOf(first), apiKey, maxRetries: 0 });
    const project = await assay.projects.create({ name: "Killed" });
    const dataset = await assay.datasets.create({ name: "Killed", project: project.id });
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, async (__, writer) => {
      for (let index = 0; ; index += 1) {
        const { data } = await assay.samples.create(dataset.id, {
          samples: [{ external_id: `${writer}-${index}`, input: index }],
        });
        acknowledged.push(...data.map(({ id }) => id));
        if (acknowledged.length >= 100) first.kill("SIGKILL");
      }
    });
    await Promise.allSettled(writers);
    expect(await first.ended).toBeNull();

    const second = run(["serve"], at);
    const again = new Assay({ baseUrl: await urlOf(second), apiKey });
    const stored = new Set<string>();
    for await (const { id } of again.samples.list(dataset.id, { limit: 100 })) stored.add(id);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    // The count and the version change in the same transactions as the samples.
    expect(await again.datasets.get(dataset.id)).toMatchObject({
      sample_count: stored.size,
      version: stored.size,
    });
  });
});

describe("a second process on the same embedded folder", () => {
  test("is refused with a message that states the fix; the first process continues", async () => {
    const at = scratchFolder();
    const first = run(["serve"], at);
    const apiKey = await firstKeyOf(first);
    const assay = new Assay({ baseUrl: await urlOf(first), apiKey });
    const second = run(["serve"], at);
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toContain(at.dataDir);
    expect(second.stderr()).toContain(String(first.pid));
    expect(second.stderr()).toContain("DATABASE_URL");
    expect((await assay.projects.create({ name: "Still here" })).name).toBe("Still here");
  });
});

describe("SIGTERM", () => {
  test("stops a server cleanly, with exit code 0", async () => {
    const server = run(["serve", "--drain-seconds", "0"], scratchFolder());
    await urlOf(server);
    server.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });
});
