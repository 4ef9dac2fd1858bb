import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keptIo } from "./io-fixture.ts";
import { createOutput } from "./output.ts";
import { untilTakenUp } from "./taken-up.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is said of work that shows these statuses, one each ten seconds, and then ends. */
async function saidOf(...statuses: string[]): Promise<string> {
  const io = keptIo();
  const waited = untilTakenUp({ output: createOutput(io, false), what: "eval_1" }, async (saw) => {
    for (const status of statuses) {
      saw(status);
      await new Promise((resolve) => setTimeout(resolve, 10_000));
    }
    return statuses.length;
  });
  await vi.runAllTimersAsync();
  expect(await waited).toBe(statuses.length);
  return io.stderr.text();
}

test("work that nobody takes up is spoken of once, with what to do", async () => {
  expect(await saidOf("pending", "pending", "pending", "pending")).toBe(
    "eval_1 is pending for 15 s: all workers are busy, or none runs. Where the server is: `assay-server doctor` says which, `assay-server worker` (or `serve` without --no-worker) starts one.\n",
  );
});

test("nothing is said of work that is taken up, or over, in time", async () => {
  expect(await saidOf("pending", "running", "running", "running")).toBe("");
  expect(await saidOf("pending")).toBe("");
});
