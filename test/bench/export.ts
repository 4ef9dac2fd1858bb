// Measures the export of scores, and its cost in the server process, against COPY of the same rows to the
// client on the same Postgres.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Assay, type CreateExport } from "@assay/sdk";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { BenchRow } from "./bench-row.ts";
import { serve } from "./serve.ts";

const rowCount = Number(process.env["ASSAY_TEST_BENCH_EXPORT_ROWS"] ?? 1_000_000);
const evaluators = ["triage_accuracy", "strict", "lenient", "binary"];
const sampleCount = rowCount / evaluators.length;

/** SQL for the id of the i-th sample. */
const sampleUuid = "('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid";

/** Fills the tables with SQL: samples of about 300 bytes, each with four results in one evaluation. */
async function fill(client: pg.Client, { project, dataset }: { project: string; dataset: string }) {
  const { rows } = await client.query(
    `select workspace_id, id from datasets where name = $1 and project_id in (select id from projects where name = $2)`,
    [dataset, project],
  );
  const [{ workspace_id: workspace, id: datasetId }] = rows;
  await client.query(`
    insert into samples (workspace_id, id, dataset_id, valid_from, external_id, input, output, expected, metadata, tags,
      content_hash, case_hash, created_at)
    select '${workspace}', ${sampleUuid}, '${datasetId}', 1, 'call-' || i,
      json_build_object('text', 'Caller ' || i || ' reports chest tightness for ' || i % 90 || ' minutes, worse on effort.'),
      '{"triage_level":"urgent"}', '{"triage_level":"urgent"}', jsonb_build_object('clinic', 'clinic-' || i % 12),
      array['bench'], '\\x00', '\\x00', now() from generate_series(1, ${sampleCount}) i`);
  await client.query(`
    insert into evaluations (workspace_id, id, project_id, dataset_id, dataset_version, name, status, evaluators, resolved,
      fail_on_error, manifest_hash, metadata, total, completed, created_at, completed_at)
    select workspace_id, gen_random_uuid(), project_id, id, 1, 'bench export', 'completed',
      '${JSON.stringify(evaluators.map((name) => ({ type: "triage_accuracy", name, weight: 1 })))}', '[]', 0.1, '\\x00', '{}',
      ${sampleCount}, ${sampleCount}, now(), now() from datasets where id = '${datasetId}'`);
  const of = `select workspace_id, id from evaluations where name = 'bench export'`;
  await client.query(`
    insert into results (workspace_id, evaluation_id, sample_id, position, status, score, passed, flagged, reason,
      classification, details, sample_version, created_at)
    select e.workspace_id, e.id, ${sampleUuid}, p, 'scored', 100 * (1 - (i % 4) / 3.0), i % 4 = 0, i % 4 = 1,
      case when i % 4 = 1 then 'under_triage' end, 'exact',
      json_build_object('predicted', 'urgent', 'expected', 'urgent', 'distance', i % 4,
        'reason', 'Answered urgent where urgent was expected.'), 1, now()
    from (${of}) e, generate_series(1, ${sampleCount}) i, generate_series(0, ${evaluators.length - 1}) p`);
  await client.query(`
    insert into sample_scores (workspace_id, evaluation_id, sample_id, status, automated, effective, effective_passed, flagged)
    select e.workspace_id, e.id, ${sampleUuid}, 'scored', 100 * (1 - (i % 4) / 3.0), 100 * (1 - (i % 4) / 3.0),
      i % 4 = 0, i % 4 = 1 from (${of}) e, generate_series(1, ${sampleCount}) i`);
  await client.query("vacuum analyze samples, results, sample_scores");
  await client.query("checkpoint");
}

/**
 * Returns the time COPY takes to send the same columns of the same rows (seconds), and the number of bytes.
 */
async function copied(client: pg.Client): Promise<{ seconds: number; bytes: number }> {
  const started = performance.now();
  let bytes = 0;
  const query = `copy (
    select e.id, e.name, e.dataset_id, e.dataset_version, e.model_id, r.sample_id, s.external_id, r.position, r.status,
      coalesce(r.effective_score, r.score), r.score, r.overridden_by, null, coalesce(r.effective_passed, r.passed), r.flagged,
      r.reason, r.classification, r.details, s.tags, s.metadata, r.created_at, c.effective, c.automated, c.overridden_by,
      c.effective_passed
    from evaluations e join results r on (r.workspace_id, r.evaluation_id) = (e.workspace_id, e.id)
    join samples s on (s.workspace_id, s.id, s.valid_from) = (r.workspace_id, r.sample_id, r.sample_version)
    join sample_scores c on (c.workspace_id, c.evaluation_id, c.sample_id) = (r.workspace_id, r.evaluation_id, r.sample_id)
    where e.name = 'bench export'
  ) to stdout (format csv)`;
  for await (const chunk of client.query(copyTo(query))) bytes += Buffer.from(chunk).length;
  return { seconds: (performance.now() - started) / 1000, bytes };
}

/** Returns a process's resident memory as Linux reports it (MiB). */
const residentMebibytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** Returns a process's CPU time over all threads (seconds); Linux counts it in hundredths of a second. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Measured {
  format: string;
  seconds: number;
  /** The server process's CPU time. */
  cpuSeconds: number;
  bytes: number;
  /** Difference between the peak of the server's memory during the export and the memory before (MiB). */
  growth: number;
  /** Latency of the slowest request during the export (milliseconds); `middle` is the median latency. */
  slowest: number;
  middle: number;
}

async function exportOnce(assay: Assay, pid: number, body: CreateExport): Promise<Measured> {
  await delay(3000);
  const before = residentMebibytes(pid);
  let peak = before;
  const cpuBefore = processorSeconds(pid);
  const latencies: number[] = [];
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      await assay.projects.list({ limit: 1 });
      latencies.push(performance.now() - startedAt);
      peak = Math.max(peak, residentMebibytes(pid));
      await delay(20);
    }
  })();
  const started = performance.now();
  const { id } = await assay.exports.create(body);
  const done = await assay.exports.wait(id, { pollIntervalMs: 100 });
  const seconds = (performance.now() - started) / 1000;
  over.abort();
  await watching;
  if (done.row_count !== rowCount) throw new Error(`${done.row_count} of ${rowCount} rows were exported`);
  latencies.sort((a, b) => a - b);
  return {
    format: body.format,
    seconds,
    cpuSeconds: processorSeconds(pid) - cpuBefore,
    bytes: done.size_bytes ?? 0,
    growth: peak - before,
    slowest: latencies.at(-1) ?? 0,
    middle: latencies[Math.floor(latencies.length / 2)] ?? 0,
  };
}

/**
 * Exports `ASSAY_TEST_BENCH_EXPORT_ROWS` (1,000,000) rows once per format, each time after COPY of the same rows.
 */
export async function benchExport(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, pid, stop } = await serve(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rows: BenchRow[] = [];
  try {
    const assay = new Assay({ apiKey: secret, baseUrl, timeoutMs: 600_000 });
    const project = await assay.projects.create({ name: "bench export" });
    const dataset = await assay.datasets.create({ name: "bench export", project: project.id });
    await fill(client, { project: project.name, dataset: dataset.name });
    // Send requests before the measurement, because memory that the server needs for any response is not a
    // cost of the export.
    for (let index = 0; index < 2000; index += 1) await assay.projects.list({ limit: 1 });
    for (const format of ["csv", "json", "parquet"] as const) {
      const peer = await copied(client);
      await client.query("checkpoint");
      const measured = await exportOnce(assay, pid, { project: project.id, format });
      console.log(
        "export:",
        JSON.stringify({ copySeconds: peer.seconds, copyBytes: peer.bytes, ...measured }),
      );
      rows.push(
        {
          what: `export of ${rowCount} rows as ${format}, create to completed`,
          unit: "rows/s",
          ours: rowCount / measured.seconds,
          peer: "COPY TO of the same rows (CSV)",
          theirs: rowCount / peer.seconds,
          ratio: peer.seconds / measured.seconds,
          atLeast: 0.25,
        },
        {
          what: `additional memory of the server during the export of ${format}`,
          unit: "MiB",
          ours: measured.growth,
          peer: "limit",
          theirs: 200,
          ratio: 200 / measured.growth,
          atLeast: 1,
        },
      );
    }
  } finally {
    await client.end();
    await stop();
  }
  return rows;
}
