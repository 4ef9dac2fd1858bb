import type { Output } from "./output.ts";

/** A free worker claims a job within a second, so a longer wait is reported. */
const noticeAfterMs = 15_000;

/**
 * Waits for a job on the server, and prints one notice with the remedy if no worker claims the job in time.
 *
 * @param what the subject of the notice.
 * @param wait waits for the job, and calls the given callback with each status of the job.
 */
export async function waitForJobStart<T>(
  { output, what }: { output: Output; what: string },
  wait: (onStatus: (status: string) => void) => Promise<T>,
): Promise<T> {
  const timer = setTimeout(
    () =>
      output.note(
        `${what} has been pending for ${noticeAfterMs / 1000} s: all workers are busy, or no worker is running. ` +
          "On the server, check with `assay-server doctor`; start a worker with `assay-server worker` (or `serve` without --no-worker).",
      ),
    noticeAfterMs,
  );
  const onStatus = (status: string): void => {
    if (status !== "pending") clearTimeout(timer);
  };
  try {
    return await wait(onStatus);
  } finally {
    clearTimeout(timer);
  }
}
