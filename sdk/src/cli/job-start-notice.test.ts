import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recordedIo } from "./io-fixture.ts";
import { createOutput } from "./output.ts";
import { waitForJobStart } from "./job-start-notice.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the notices for a job that reports these statuses, one every ten seconds, and then completes. */
async function noticesOf(...statuses: string[]): Promise<string> {
  const io = recordedIo();
  const waited = waitForJobStart({ output: createOutput(io, false), what: "eval_1" }, async (onStatus) => {
    for (const status of statuses) {
      onStatus(status);
      await new Promise((resolve) => setTimeout(resolve, 10_000));
    }
    return statuses.length;
  });
  await vi.runAllTimersAsync();
  expect(await waited).toBe(statuses.length);
  return io.stderr.text();
}

test("prints one notice with the remedy for a job that no worker claims", async () => {
  expect(await noticesOf("pending", "pending", "pending", "pending")).toBe(
    "eval_1 has been pending for 15 s: all workers are busy, or no worker is running. On the server, check with `assay-server doctor`; start a worker with `assay-server worker` (or `serve` without --no-worker).\n",
  );
});

test("prints no notice for a job that is claimed or completed in time", async () => {
  expect(await noticesOf("pending", "running", "running", "running")).toBe("");
  expect(await noticesOf("pending")).toBe("");
});
