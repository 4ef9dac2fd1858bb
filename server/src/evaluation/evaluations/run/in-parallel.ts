/**
 * Runs work for each item concurrently. The work for the items is started in order.
 *
 * @param limit maximum number of concurrent calls.
 * @param work receives a signal that aborts when the caller's signal aborts, or after the work for another
 * item failed.
 * @throws {unknown} the reason of the signal, or the error of the first work that failed. No work is running
 * any more when the error is thrown.
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
    // All lanes share one iterator, so no two lanes receive the same item.
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
