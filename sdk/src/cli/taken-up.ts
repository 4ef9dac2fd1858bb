import type { Output } from "./output.ts";

/** A worker that is free takes work up within a second: after so long there is something to be said. */
const patienceMs = 15_000;

/**
 * Waits for work of the server's; says once, with what the operator can do, when nobody has taken it up for long.
 *
 * @param what begins the sentence.
 * @param wait is given what it must call with the work's status whenever it sees it.
 */
export async function untilTakenUp<T>(
  { output, what }: { output: Output; what: string },
  wait: (saw: (status: string) => void) => Promise<T>,
): Promise<T> {
  const timer = setTimeout(
    () =>
      output.note(
        `${what} is pending for ${patienceMs / 1000} s: all workers are busy, or none runs. Where the server is: ` +
          "`assay-server doctor` says which, `assay-server worker` (or `serve` without --no-worker) starts one.",
      ),
    patienceMs,
  );
  const saw = (status: string): void => {
    if (status !== "pending") clearTimeout(timer);
  };
  try {
    return await wait(saw);
  } finally {
    clearTimeout(timer);
  }
}
