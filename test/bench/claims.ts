// Measures the claim of one job with 1,000,000 ready jobs against the same claim with 1,000 ready jobs. In both cases, the
// jobs belong to 50 workspaces.
import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "../../server/src/platform/db/connection/connect.ts";
import { migrateUp } from "../../server/src/platform/db/migrate.ts";
import { inTransaction } from "../../server/src/platform/db/transaction.ts";
import { JobQueue } from "../../server/src/platform/jobs/queue.ts";
import type { BenchRow } from "./bench-row.ts";
import { median } from "./serve.ts";

const claims = Number(process.env["ASSAY_TEST_BENCH_CLAIMS"] ?? 300);
const few = 1000;
const many = Number(process.env["ASSAY_TEST_BENCH_JOBS"] ?? 1_000_000);

/** Number of jobs that one statement adds, so that it ends before the timeout of statements. */
const page = 20_000;

/** Adds ready jobs to all workspaces, with the numbers from `first` to `last`. */
async function fill({ knex }: Database, first: number, last: number): Promise<void> {
  for (let start = first; start <= last; start += page)
    await knex.raw(
      `insert into jobs (workspace_id, id, kind, priority, run_at, state, max_attempts, payload, created_at)
       select w.id, gen_random_uuid(), 'bench', n / 50 % 1000, now(), 'ready', 5, '{}', now()
       from (select id, row_number() over (order by id) as place from workspaces) w
       join generate_series(?::bigint, ?::bigint) n on n % 50 + 1 = w.place`,
      [start, Math.min(last, start + page - 1)],
    );
  await knex.raw("analyze jobs");
}

/**
 * Returns the median duration of claiming one job with a free slot in every lane, in milliseconds. Each job is completed
 * before the next claim.
 */
async function claimMs(database: Database): Promise<number> {
  const jobs = new JobQueue(database, { newId: randomUUID });
  const spent: number[] = [];
  for (let count = 0; count < claims; count += 1) {
    const started = performance.now();
    const [job] = await jobs.claim(["bench"], { compute: 1, remote: 1, export: 1 });
    spent.push(performance.now() - started);
    if (!job) throw new Error("A job is ready, but the claim returned none.");
    await inTransaction(database, (tx) => jobs.complete(tx, job));
  }
  return median(spent);
}

/** Returns the medians of `ASSAY_TEST_BENCH_CLAIMS` claims. */
export async function benchClaims(url: string): Promise<BenchRow[]> {
  const database = await openDatabase({ url });
  try {
    await migrateUp(database);
    await database.knex.raw(
      `insert into workspaces (id, name, created_at) select gen_random_uuid(), n::text, now() from generate_series(1, 50) n`,
    );
    await fill(database, 1, few);
    const theirs = await claimMs(database);
    await fill(database, few + 1, many);
    const ours = await claimMs(database);
    return [
      {
        what: `claim of a job with ${many.toLocaleString("en-US")} ready jobs of 50 workspaces`,
        unit: "ms",
        ours,
        peer: `${few.toLocaleString("en-US")} ready jobs`,
        theirs,
        ratio: theirs / ours,
        atLeast: 1 / 3,
      },
    ];
  } finally {
    await database.close();
  }
}
