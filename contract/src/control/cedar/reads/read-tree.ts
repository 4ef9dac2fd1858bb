/**
 * The parts of a value that are read: all parts (`all`), or only the members with these names. If the map is
 * empty, no part is read.
 */
export type ReadTree = "all" | ReadonlyMap<string, ReadTree>;

/** Nothing is read. */
export const nothingRead: ReadTree = new Map();

/** Maximum number of names in a path. Values that are nested deeper are too deep for policies. */
const maxPathLength = 32;

/** Adds a path to a tree. Everything below the end of the path is read. A path is cut after 32 names. */
export function withPath(tree: ReadTree, path: readonly string[], at = 0): ReadTree {
  const [name] = path.slice(at, at + 1);
  if (tree === "all" || name === undefined || at === maxPathLength) return "all";
  return new Map([...tree, [name, withPath(tree.get(name) ?? nothingRead, path, at + 1)]]);
}

/** The union of two trees. */
export function joinTrees(one: ReadTree, other: ReadTree): ReadTree {
  if (one === "all" || other === "all") return "all";
  if (one.size === 0) return other;
  if (other.size === 0) return one;
  const joined = new Map(one);
  for (const [name, tree] of other) joined.set(name, joinTrees(one.get(name) ?? nothingRead, tree));
  return joined;
}

/**
 * The union of values. Joins neighbors, then their unions, and so on: joining one value after the other would copy the
 * first ones once for each value.
 */
export function joinInPairs<T>(values: readonly T[], join: (one: T, other: T) => T, empty: T): T {
  if (values.length <= 1) return values[0] ?? empty;
  const middle = values.length >> 1;
  const halves = [values.slice(0, middle), values.slice(middle)].map((half) =>
    joinInPairs(half, join, empty),
  );
  return halves.reduce(join);
}

/** Whether anything is read. */
export const readsAny = (tree: ReadTree): boolean => tree === "all" || tree.size > 0;

/** Whether a tree reads the value at a path, a part of this value, or a value that contains it. */
export function readsPath(tree: ReadTree, path: readonly string[]): boolean {
  let below: ReadTree | undefined = tree;
  for (const name of path) {
    if (below === "all" || below === undefined) break;
    below = below.get(name);
  }
  return below !== undefined && readsAny(below);
}
