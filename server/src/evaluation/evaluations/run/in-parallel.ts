/**
 * Runs work for each item concurrently, starting in order.
 *
 * @param limit maximum number of concurrent calls.
 * @param work receives a signal that aborts with the caller's, or after work for another item failed.
 * @throws {unknown} the reason of the signal, or the error of the first work that failed; no work is running
 *   by then.
 */
export async function inParallel<T>(
  items: readonly T[],
  { limit, signal }: { limit: number; signal: AbortSignal },
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const running = AbortSignal.any([signal, failure.signal]);
  const rest = items.values();
  const lane = async (): Promise<void> => {
    // The lanes share one iterator: each takes the next free item.
    for (const item of rest) {
      running.throwIfAborted();
      await work(item, running);
    }
  };
  const lanes = Array.from({ length: Math.min(limit, items.length) }, () =>
    lane().catch((error: unknown) => {
      failure.abort(error);
      throw error;
    }),
  );
  const results = await Promise.allSettled(lanes);
  if (results.some(({ status }) => status === "rejected")) running.throwIfAborted();
}
