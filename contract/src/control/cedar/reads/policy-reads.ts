import { type HierarchyReads, joinHierarchies } from "./hierarchy-reads.ts";
import { joinInPairs, joinTrees, nothingRead, readsAny, readsPath, type ReadTree } from "./read-tree.ts";

/** The parts of a request that callers and stored entities define. */
export const requestParts = ["args", "action", "context", "principal", "resource"] as const;

/**
 * A part of a request. `action` has the action's properties, and `context` has the members sent by the
 * caller.
 */
export type RequestPart = (typeof requestParts)[number];

/** The values that a policy reads in each part of a request. */
export type PartReads = Readonly<Record<RequestPart, ReadTree>>;

/**
 * The parts of a request that a policy reads. Only these are passed to the engine, because passing data takes
 * the most time. Values that are not passed need not be representable.
 */
export interface PolicyReads {
  /** Members of `context.facts`; `all` if the whole record is used. */
  facts: ReadonlySet<string> | "all";
  /**
   * Reads of `context.args`, `context.action`, the other members of `context`, `principal` and `resource`.
   */
  plain: PartReads;
  /** Reads of `context.numbers`. */
  numbers: PartReads;
  /** Members of `context.numbers` that do not exist. */
  unknownNumbers: ReadonlySet<string>;
  /** Types of entities that the policy names. */
  types: ReadonlySet<string>;
  /** Actions that the policy names. */
  actions: ReadonlySet<string>;
  /** The reads of ancestors and of other entities. */
  hierarchy: HierarchyReads;
}

/** Nothing is read of any part. */
export const noParts: PartReads = {
  args: nothingRead,
  action: nothingRead,
  context: nothingRead,
  principal: nothingRead,
  resource: nothingRead,
};
/** Everything is read of each part. */
export const allParts: PartReads = {
  args: "all",
  action: "all",
  context: "all",
  principal: "all",
  resource: "all",
};
/** Whether a text is the name of a part. */
export const isPart = (name: string): name is RequestPart => requestParts.some((part) => part === name);

const unionOf = (all: readonly PolicyReads["facts"][]): PolicyReads["facts"] => {
  const sets = all.filter((one) => one !== "all");
  return sets.length < all.length ? "all" : new Set(sets.flatMap((names) => [...names]));
};

const joinParts = (one: PartReads, other: PartReads): PartReads => ({
  args: joinTrees(one.args, other.args),
  action: joinTrees(one.action, other.action),
  context: joinTrees(one.context, other.context),
  principal: joinTrees(one.principal, other.principal),
  resource: joinTrees(one.resource, other.resource),
});

/** The union of several reads. */
export function joinReads(all: readonly PolicyReads[]): PolicyReads {
  return {
    facts: unionOf(all.map(({ facts }) => facts)),
    plain: joinInPairs(
      all.map(({ plain }) => plain),
      joinParts,
      noParts,
    ),
    numbers: joinInPairs(
      all.map(({ numbers }) => numbers),
      joinParts,
      noParts,
    ),
    unknownNumbers: new Set(all.flatMap(({ unknownNumbers }) => [...unknownNumbers])),
    types: new Set(all.flatMap(({ types }) => [...types])),
    actions: new Set(all.flatMap(({ actions }) => [...actions])),
    hierarchy: joinHierarchies(all.map(({ hierarchy }) => hierarchy)),
  };
}

/** Whether any of the parts is read, as plain values or in `context.numbers`. */
export const readsParts = (
  { plain, numbers }: Pick<PolicyReads, "plain" | "numbers">,
  parts: readonly RequestPart[],
): boolean => parts.some((part) => readsAny(plain[part]) || readsAny(numbers[part]));

/** Whether a value of a part is read, as a plain value or in `context.numbers`. */
export const readsValue = (
  { plain, numbers }: PolicyReads,
  part: RequestPart,
  path: readonly string[],
): boolean => readsPath(plain[part], path) || readsPath(numbers[part], path);
