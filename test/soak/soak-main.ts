// `npm run soak` requests 30,000 decisions (ASSAY_TEST_SOAK_CALLS) over 64 connections from the built server, on
// Postgres with fsync.
import { startPostgres } from "../support/postgres.ts";
import { serve } from "../bench/serve.ts";
import { soak } from "./soak.ts";

const calls = Number(process.env["ASSAY_TEST_SOAK_CALLS"] ?? 30_000);
const postgres = await startPostgres({ durable: true });
try {
  const { baseUrl, secret, stop } = await serve(postgres.url);
  try {
    const { perSecond, p50, p99, seconds, outcomes } = await soak({ baseUrl, secret }, calls);
    process.stdout.write(
      `${calls} decisions in ${seconds.toFixed(1)} s: ${Math.round(perSecond)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${JSON.stringify(outcomes)}; each is in the log.\n`,
    );
  } finally {
    await stop();
  }
} finally {
  await postgres.stop();
}
