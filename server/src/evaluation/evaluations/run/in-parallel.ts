/**
 * Does work for each item, several at once, in their order.
 *
 * @param limit how many at once.
 * @param work is told to stop by its signal: when the caller's aborts, or work for another item has failed.
 * @throws {unknown} what the signal was aborted with, or what the first work that failed threw; no work goes on by then.
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
    // One iterator for all lanes: each takes the next item that none has taken.
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
  const ended = await Promise.allSettled(lanes);
  if (ended.some(({ status }) => status === "rejected")) running.throwIfAborted();
}
