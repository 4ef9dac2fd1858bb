/** Maximum delay before a retry of a call, which is the maximum of `Retry-After` (milliseconds). */
const maxRetryDelayMs = 60_000;

/**
 * Replaces pauses, so that tests do not wait for retries of calls. Longer pauses are time limits. They last until they are
 * aborted.
 *
 * @throws {unknown} the signal's reason if the signal aborts.
 */
export async function skipRetryDelays(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= maxRetryDelayMs) return;
  await new Promise<void>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}
