/** The parts read of a value: everything, or only the members with these names; an empty map: nothing. */
export type ReadTree = "all" | ReadonlyMap<string, ReadTree>;

/** Nothing is read. */
export const nothingRead: ReadTree = new Map();

/** Longest path that is kept; values nested deeper are too deep for policies. */
const maxPathLength = 32;

/** Adds a path to a tree; everything below the path's end is read. A path beyond 32 members is cut. */
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

/** Whether anything is read. */
export const readsAny = (tree: ReadTree): boolean => tree === "all" || tree.size > 0;

/** Whether a value matters: a read is at, above or below its path. */
export function readsPath(tree: ReadTree, path: readonly string[]): boolean {
  let below: ReadTree | undefined = tree;
  for (const name of path) {
    if (below === "all" || below === undefined) break;
    below = below.get(name);
  }
  return below !== undefined && readsAny(below);
}
