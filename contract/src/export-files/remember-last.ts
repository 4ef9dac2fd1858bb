/**
 * The same function, which keeps its last result: in an export one row after the other often has the same value in a column,
 * and to compare two texts is several times as fast as to write one anew.
 */
export function memoizeLast<Value, Result>(work: (value: Value) => Result): (value: Value) => Result {
  let last: { value: Value; result: Result } | undefined;
  return (value) => {
    if (last?.value !== value) last = { value, result: work(value) };
    return last.result;
  };
}
