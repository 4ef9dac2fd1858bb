/** Maximum number of results that are cached for one object. If this number is reached, all are evicted. */
const maxResults = 1000;

/**
 * Returns a function that caches its results for each object and text. The results for an object are evicted
 * with the object.
 *
 * @param compute a function without side effects. The objects that it receives must never change.
 */
export function memoizeForObject<Source extends object, Result>(
  compute: (source: Source, text: string) => Result,
): (source: Source, text: string) => Result {
  const cached = new WeakMap<Source, Map<string, { result: Result }>>();
  return (source, text) => {
    const results = cached.get(source) ?? new Map<string, { result: Result }>();
    const found = results.get(text);
    if (found) return found.result;
    const result = compute(source, text);
    if (results.size === maxResults) results.clear();
    results.set(text, { result });
    cached.set(source, results);
    return result;
  };
}
