// Durable decisions over HTTP against plain inserts of the same rows, a commit each, on the same Postgres.
import { soak } from "../soak/soak.ts";
import type { BenchRow } from "./bench-row.ts";
import { serve } from "./serve.ts";
import { plainInserts } from "./evidence.ts";

const calls = Number(process.env["ASSAY_BENCH_CALLS"] ?? 30_000);

/** Decisions a second of one workspace, each on the disk before its answer. */
export async function benchAuthorize(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, stop } = await serve(url);
  try {
    const { perSecond } = await soak({ baseUrl, secret }, calls, ["night"]);
    const theirs = await plainInserts(url, Math.min(calls, 10_000));
    return [
      {
        what: "authorize over HTTP, one agent under the baseline and a policy on facts, 64 connections, fsync (to reach: 1,500 a second)",
        unit: "decisions/s",
        ours: perSecond,
        peer: "plain INSERT of the same row, a commit each, 20 connections",
        theirs,
        ratio: perSecond / theirs,
        atLeast: 0.12,
      },
    ];
  } finally {
    await stop();
  }
}
