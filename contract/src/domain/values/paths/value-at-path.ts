/**
 * Returns the value at a path in a JSON value; undefined if there is none. In a list, a segment must be an index without
 * leading zeros.
 */
export function valueAtPath(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const segment of path) {
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(segment)) return undefined;
    value = Object.hasOwn(value, segment) ? Reflect.get(value, segment) : undefined;
  }
  return value;
}
