// A computation for tests of threads.
import { setTimeout as wait } from "node:timers/promises";
import { notFound } from "@assay/contract/platform/refusals";
import { threadEntry } from "./thread-entry.ts";

/** What the computation does. */
export type TestWork = "sum" | "refuse" | "fail" | "wait" | "exhaust" | "nest";

/** A map within a map, and so on. */
function nestedMaps(depth: number): Map<string, unknown> {
  let nested = new Map<string, unknown>();
  for (let level = 1; level < depth; level += 1) nested = new Map([["a", nested]]);
  return nested;
}

/** Sums the numbers of all pieces, or does what the settings say. */
export async function testWork(kind: TestWork, pieces: AsyncIterable<{ values: Float64Array }>) {
  let sum = 0;
  for await (const { values } of pieces) for (const value of values) sum += value;
  if (kind === "refuse") throw notFound("sample", "smp_1");
  if (kind === "fail") throw new Error("The computation failed.");
  if (kind === "wait") await wait(600_000);
  const saved: unknown[] = [];
  if (kind === "exhaust") for (;;) saved.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
  if (kind === "nest") return { sum, saved: saved.length, nested: nestedMaps(6000) };
  return { sum, saved: saved.length };
}

export default threadEntry(testWork);
