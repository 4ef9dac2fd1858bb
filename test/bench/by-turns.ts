// Compares the times of two requests.
import type { BenchRow } from "./bench-row.ts";
import { median } from "./serve.ts";

const requests = Number(process.env["ASSAY_TEST_BENCH_REQUESTS"] ?? 60);

/** Returns median milliseconds for two alternating requests, so that both run under the same machine load. */
async function byTurns(one: () => PromiseLike<unknown>, other: () => PromiseLike<unknown>) {
  const spent: [number[], number[]] = [[], []];
  for (let turn = 0; turn < requests + 5; turn += 1) {
    for (const [side, request] of [one, other].entries()) {
      const started = performance.now();
      await request();
      // The first requests warm up caches and query plans, so they are discarded.
      if (turn >= 5) spent[side]?.push(performance.now() - started);
    }
  }
  return { one: median(spent[0]), other: median(spent[1]) };
}

/** Measures two requests in turns. Returns the row whose ratio says how much faster ours is. */
export async function rowOf(
  what: string,
  peer: string,
  {
    ours,
    theirs,
    atLeast,
  }: { ours: () => PromiseLike<unknown>; theirs: () => PromiseLike<unknown>; atLeast: number },
): Promise<BenchRow> {
  const { one, other } = await byTurns(ours, theirs);
  console.log(
    `${what}: ${one.toFixed(2)} ms; ${peer}: ${other.toFixed(2)} ms; ${(one / other).toFixed(2)} times`,
  );
  return {
    what,
    unit: "requests/s",
    ours: 1000 / one,
    peer,
    theirs: 1000 / other,
    ratio: other / one,
    atLeast,
  };
}
