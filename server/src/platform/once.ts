/**
 * Returns a function that runs the work at the first call, and returns the same promise at every call. If the
 * promise rejects, the next call runs the work again.
 */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= work().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
