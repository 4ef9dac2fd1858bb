/** Returns a function that computes its result once for each text. It keeps all results. */
export function memoizeText<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, { result: Result }>();
  return (text) => {
    const found = results.get(text) ?? { result: compute(text) };
    results.set(text, found);
    return found.result;
  };
}
