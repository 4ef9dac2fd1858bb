// Compares decisions of a server behind PgBouncer (transaction pooling, five connections) with those of a server that
// connects to Postgres directly.
import pg from "pg";
import { findPgbouncer, startPgbouncer } from "../support/pgbouncer.ts";
import { arrangeDecisions, sendDecisions } from "./authorize.ts";
import type { BenchRow } from "./bench-row.ts";
import { median, serve } from "./serve.ts";

const calls = Number(process.env["ASSAY_TEST_BENCH_CALLS"] ?? 10_000);
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 5);

/** Returns decisions per second through PgBouncer, beside those of a direct connection; no row without PgBouncer. */
export async function benchPooler(url: string): Promise<BenchRow[]> {
  const program = findPgbouncer();
  if (program === undefined) {
    console.log("pooler: skipped, because pgbouncer is neither in ASSAY_TEST_PGBOUNCER nor in PATH");
    return [];
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("alter role postgres set timezone = 'UTC'");
  await client.query("alter role postgres set statement_timeout = 60000");
  await client.end();
  const direct = await serve(url);
  const { secret } = direct;
  const pgbouncer = await startPgbouncer(program, url);
  const pooled = await serve(pgbouncer.url, { secret, variables: { DATABASE_DIRECT_URL: url } });
  const perSecond: [pooled: number, direct: number][] = [];
  try {
    await arrangeDecisions(direct.baseUrl, secret);
    const send = (baseUrl: string) => sendDecisions(baseUrl, { authorization: `Bearer ${secret}` }, calls);
    for (const { baseUrl } of [direct, pooled]) await send(baseUrl);
    for (let round = 1; round <= rounds; round += 1) {
      const [one, other] = [await send(pooled.baseUrl), await send(direct.baseUrl)];
      perSecond.push([one.perSecond, other.perSecond]);
      console.log(`round ${round}:`, JSON.stringify({ pooled: one, direct: other }));
    }
  } finally {
    await pooled.stop();
    await direct.stop();
    await pgbouncer.stop();
  }
  return [
    {
      what: "AuthZEN evaluation through PgBouncer (transaction pooling, five connections)",
      unit: "decisions/s",
      ours: median(perSecond.map(([one]) => one)),
      peer: "a server that connects to Postgres directly",
      theirs: median(perSecond.map(([, other]) => other)),
      ratio: median(perSecond.map(([one, other]) => one / other)),
      atLeast: 0.7,
    },
  ];
}
