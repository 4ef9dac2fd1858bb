// Kills a worker (SIGKILL) during an export: another worker writes the whole file, without the first one's
// parts.
import { createHash } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { Assay } from "@assay/sdk";
import pg from "pg";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { startPostgres } from "../support/postgres.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const havePostgres = (await postgresUrl()) !== null;
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

const sampleCount = 4000;
const copies = 10;

/** Samples that make the file large; each row has about 2 KiB. */
const samples = Array.from({ length: sampleCount }, (_, index) => ({
  id: `call-${index}`,
  input: { text: `${index} `.repeat(200) },
  expected: { triage_level: "urgent" },
  output: { triage_level: "urgent" },
}));

describe.skipIf(!havePostgres)("a worker that is killed in the middle of an export", () => {
  test("releases it to another one, which starts again: the file is complete, and any server serves it", async () => {
    const postgres = await startPostgres({ durable: true });
    cleanups.push(() => postgres.stop());
    const location = { url: postgres.url };
    const env = { ASSAY_JOB_LEASE_SECONDS: "10" };
    const run = (args: readonly string[]): AssayProcess => {
      const started = startAssayServer(args, location, env);
      cleanups.push(async () => {
        started.kill("SIGKILL");
        await started.ended;
      });
      return started;
    };
    const server = run(["serve", "--no-worker"]);
    const apiKey = await firstKeyOf(server);
    const assay = new Assay({ baseUrl: await urlOf(server), apiKey });
    const first = run(["worker"]);
    await first.writes(/runs jobs/);

    const project = await assay.projects.create({ name: "Killed" });
    const dataset = await assay.datasets.create({ name: "Killed", project: project.id });
    await assay.datasets.importFile(dataset.id, samples);
    const { id: evaluation } = await assay.evaluations.create({
      name: "Killed",
      project: project.id,
      dataset: dataset.id,
      evaluators: [{ type: "triage_accuracy" }],
    });
    await assay.evaluations.wait(evaluation, { pollIntervalMs: 50 });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    cleanups.push(() => client.end());
    await multiply(client, copies);

    const { id } = await assay.exports.create({ project: project.id, format: "json", include_samples: true });
    const seen: string[] = [];
    let killed = false;
    const done = await assay.exports.wait(id, {
      pollIntervalMs: 10,
      onProgress: ({ status, row_count }) => {
        seen.push(status);
        if (killed || status !== "running" || !row_count) return;
        killed = true;
        first.kill("SIGKILL");
        run(["worker"]);
      },
    });
    expect(killed).toBe(true);
    expect(await first.ended).toBeNull();

    expect(done).toMatchObject({ status: "completed", row_count: sampleCount * copies });
    const hash = createHash("sha256");
    let text = "";
    let size = 0;
    for await (const chunk of await assay.exports.stream(id)) {
      hash.update(chunk);
      size += chunk.length;
      text += Buffer.from(chunk)
        .toString("latin1")
        .replaceAll(/"input":\{[^}]*\}/g, "");
    }
    expect([hash.digest("hex"), size]).toEqual([done.sha256, done.size_bytes]);
    expect(text.match(/"evaluation":/g)).toHaveLength(sampleCount * copies);
    const elsewhere = new Assay({ baseUrl: await urlOf(run(["serve", "--no-worker"])), apiKey });
    const again = createHash("sha256");
    for await (const chunk of await elsewhere.exports.stream(id)) again.update(chunk);
    expect(again.digest("hex")).toBe(done.sha256);
    const { rows: attempts } = await client.query(
      "select count(distinct attempt)::int as attempts, count(*)::int as chunks, sum(length(bytes))::bigint as bytes from export_chunks",
    );
    expect(attempts).toEqual([
      { attempts: 1, chunks: Math.ceil(size / 1_048_576), bytes: String(done.size_bytes) },
    ]);
    const { rows: jobs } = await client.query("select attempts, state from jobs where kind = 'export.write'");
    // The second worker may also have lost its lease, if it was too slow to extend it.
    expect(jobs).toEqual([{ attempts: expect.toSatisfy((count) => count >= 2), state: "done" }]);
  });
});

/** Copies the rows of the only evaluation, so that the export takes long enough to be interrupted. */
async function multiply(client: pg.Client, times: number): Promise<void> {
  for (const table of ["results", "sample_scores"]) {
    const { rows } = await client.query(
      "select column_name from information_schema.columns where table_name = $1 and column_name <> 'evaluation_id'",
      [table],
    );
    const columns = rows.map(({ column_name: name }) => name).join(", ");
    for (let copy = 1; copy < times; copy += 1) {
      await client.query(
        `insert into ${table} (evaluation_id, ${columns})
         select ('01900000-0000-7000-8000-' || lpad($1::text, 12, '0'))::uuid, ${columns} from ${table}
         where evaluation_id::text not like '01900000-0000-7000-8000-%'`,
        [copy],
      );
    }
  }
  const { rows } = await client.query(
    "select column_name from information_schema.columns where table_name = 'evaluations' and column_name <> 'id'",
  );
  const columns = rows.map(({ column_name: name }) => name).join(", ");
  for (let copy = 1; copy < times; copy += 1) {
    await client.query(
      `insert into evaluations (id, ${columns})
       select ('01900000-0000-7000-8000-' || lpad($1::text, 12, '0'))::uuid, ${columns} from evaluations
       where id::text not like '01900000-0000-7000-8000-%'`,
      [copy],
    );
  }
}
