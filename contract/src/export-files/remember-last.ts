/**
 * Caches the last result of a function. Consecutive export rows often have the same value, and comparing two
 * strings is several times faster than writing one.
 */
export function memoizeLast<Value, Result>(work: (value: Value) => Result): (value: Value) => Result {
  let last: { value: Value; result: Result } | undefined;
  return (value) => {
    if (last?.value !== value) last = { value, result: work(value) };
    return last.result;
  };
}
