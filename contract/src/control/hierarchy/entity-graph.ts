// The hierarchy of entities: an edge leads from an entity to each of its parents.
import { limits } from "../../platform/limits.ts";
import { entityKey, type EntityName } from "./entity-name.ts";

/** The direct parents of an entity; empty if it has none. */
export type ParentsOf = (name: EntityName) => readonly EntityName[];

/** A rule that an entity of a hierarchy breaks. */
export interface HierarchyFault {
  code: "parent_cycle" | "too_deep" | "too_many_parents";
  name: EntityName;
}

/**
 * All ancestors of an entity, each once, without the entity itself; the nearest come first.
 *
 * @param max the search ends after the level at which the number of ancestors exceeds this maximum.
 */
export function ancestorsOf(name: EntityName, parentsOf: ParentsOf, max = Infinity): EntityName[] {
  let parents = parentsOf(name);
  // Most entities have no parents.
  if (parents.length === 0) return [];
  const seen = new Set([entityKey(name)]);
  const found: EntityName[] = [];
  while (parents.length > 0) {
    const level: EntityName[] = [];
    for (const parent of parents) {
      const key = entityKey(parent);
      if (!seen.has(key)) level.push(parent);
      seen.add(key);
    }
    for (const one of level) found.push(one);
    if (found.length > max) return found;
    parents = level.flatMap(parentsOf);
  }
  return found;
}

/** The size of the hierarchy above an entity. */
interface Extent {
  /** Length of the longest chain of parents. */
  levels: number;
  /** The keys of all ancestors. */
  ancestors: ReadonlySet<string>;
}

/** An entity whose parents are being visited. */
interface Visit {
  name: EntityName;
  parents: readonly EntityName[];
  left: EntityName[];
}

/** Checks the entities of a hierarchy; each entity is visited once. */
export class HierarchyCheck {
  readonly #parentsOf: ParentsOf;
  readonly #extents = new Map<string, Extent>();

  constructor(parentsOf: ParentsOf) {
    this.#parentsOf = parentsOf;
  }

  /**
   * The first fault of an entity or its ancestors; undefined if there is none. An entity must not be its own
   * ancestor and has at most 16 levels and 256 ancestors. The search is not recursive, so a deep hierarchy
   * cannot exhaust the stack.
   */
  faultOf(name: EntityName): HierarchyFault | undefined {
    const path = this.#extents.has(entityKey(name)) ? [] : [this.#visit(name)];
    const open = new Set([entityKey(name)]);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.left.pop();
      if (next === undefined) {
        path.pop();
        open.delete(entityKey(top.name));
        const code = this.#measure(top);
        if (code) return { code, name: top.name };
      } else if (open.has(entityKey(next))) {
        return { code: "parent_cycle", name: next };
      } else if (!this.#extents.has(entityKey(next))) {
        open.add(entityKey(next));
        path.push(this.#visit(next));
      }
    }
    return undefined;
  }

  #visit(name: EntityName): Visit {
    const parents = this.#parentsOf(name);
    return { name, parents, left: parents.toReversed() };
  }

  /** Records the extent of an entity after its parents were measured. @returns the limit that it exceeds. */
  #measure({ name, parents }: Visit): HierarchyFault["code"] | undefined {
    const ancestors = new Set<string>();
    let levels = 0;
    for (const parent of parents) {
      const key = entityKey(parent);
      const above = this.#extents.get(key);
      levels = Math.max(levels, 1 + (above?.levels ?? 0));
      ancestors.add(key);
      for (const one of above?.ancestors ?? []) ancestors.add(one);
    }
    if (levels > limits.ancestorLevels) return "too_deep";
    if (ancestors.size > limits.ancestorsPerEntity) return "too_many_parents";
    this.#extents.set(entityKey(name), { levels, ancestors });
    return undefined;
  }
}
