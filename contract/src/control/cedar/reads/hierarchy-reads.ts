// The entities whose ancestors a statement reads, and what it reads of entities that values reference or that
// its text names.
import { joinInPairs, type ReadTree } from "./read-tree.ts";
import type { EntityUid } from "../../../domain/policy/policy-nodes.ts";

/** An entity of a request. */
export type RequestEntity = "principal" | "action" | "resource";
/** The parts of a request that can contain references to entities. */
export const referenceParts = ["principal", "resource", "context"] as const;
/** A part of a request that can contain references to entities. */
export type ReferencePart = (typeof referenceParts)[number];

/**
 * The parts of a value that are read: the paths of its attributes, and whether its ancestors are read if the
 * value is a reference. `all` means everything that can be reached from the value.
 */
export type ReferenceTree = "all" | { ancestors: boolean; members: ReadonlyMap<string, ReferenceTree> };

/** The parts that are read below the values of each part of a request. */
export type PartReferences = Readonly<Record<ReferencePart, ReferenceTree>>;

/** An entity that a text names, and what is read of it. */
export interface NamedEntity {
  uid: EntityUid;
  tree: ReferenceTree;
}

/** The parts of a hierarchy that are read. */
export interface HierarchyReads {
  /** The entities whose ancestors are read. */
  ancestors: ReadonlySet<RequestEntity>;
  references: PartReferences;
  /** The parts that are read through `context.numbers`. */
  numbers: PartReferences;
  /** The entities that the text names and whose attributes or ancestors are read, by `namedKeyOf`. */
  named: ReadonlyMap<string, NamedEntity>;
}

/** Nothing is read of a value. */
export const noReference: ReferenceTree = { ancestors: false, members: new Map() };

const noReferences: PartReferences = { principal: noReference, resource: noReference, context: noReference };

/** Nothing is read. */
export const noHierarchy: HierarchyReads = {
  ancestors: new Set(),
  references: noReferences,
  numbers: noReferences,
  named: new Map(),
};

/** The key of an entity that a text names. */
export const namedKeyOf = ({ type, id }: EntityUid): string => JSON.stringify([type, id]);

/** The union of two trees. */
export function joinReferences(one: ReferenceTree, other: ReferenceTree): ReferenceTree {
  if (one === "all" || other === "all") return "all";
  const members = new Map(one.members);
  for (const [name, tree] of other.members)
    members.set(name, joinReferences(members.get(name) ?? noReference, tree));
  return { ancestors: one.ancestors || other.ancestors, members };
}

/** The tree of one path. @param end what is read of the value at the end of the path. */
export const referenceAt = (path: readonly string[], end: ReferenceTree): ReferenceTree =>
  path.reduceRight<ReferenceTree>(
    (tree, name) => ({ ancestors: false, members: new Map([[name, tree]]) }),
    end,
  );

const joinParts = (one: PartReferences, other: PartReferences): PartReferences => ({
  principal: joinReferences(one.principal, other.principal),
  resource: joinReferences(one.resource, other.resource),
  context: joinReferences(one.context, other.context),
});

/** Adds an entity that a text names to the entities named so far. */
export function addNamed(named: Map<string, NamedEntity>, { uid, tree }: NamedEntity): void {
  const key = namedKeyOf(uid);
  named.set(key, { uid, tree: joinReferences(named.get(key)?.tree ?? noReference, tree) });
}

function joinTwo(one: HierarchyReads, other: HierarchyReads): HierarchyReads {
  const named = new Map(one.named);
  for (const entity of other.named.values()) addNamed(named, entity);
  return {
    ancestors: new Set([...one.ancestors, ...other.ancestors]),
    references: joinParts(one.references, other.references),
    numbers: joinParts(one.numbers, other.numbers),
    named,
  };
}

/** The union of several reads. */
export const joinHierarchies = (all: readonly HierarchyReads[]): HierarchyReads =>
  joinInPairs(all, joinTwo, noHierarchy);

/** Whether attributes of a value or of the values below it are read. */
export const readsAttributes = (tree: ReferenceTree): boolean => tree === "all" || tree.members.size > 0;

/** Whether attributes or ancestors of a reference are read. A mere comparison reads neither. */
export const readsReference = (tree: ReferenceTree): boolean =>
  readsAttributes(tree) || (tree !== "all" && tree.ancestors);

/**
 * Whether attributes or ancestors of references in a part are read. The members of the part itself are not
 * references.
 */
const readsBelow = (part: ReferenceTree): boolean =>
  part === "all" || [...part.members.values()].some(readsReference);

/** Whether attributes or ancestors are read of an entity that a reference or the text names. */
export const readsReferences = ({ references, numbers, named }: HierarchyReads): boolean =>
  named.size > 0 || referenceParts.some((part) => readsBelow(references[part]) || readsBelow(numbers[part]));

/** Whether any part of a hierarchy is read. */
export const readsHierarchy = (reads: HierarchyReads): boolean =>
  reads.ancestors.size > 0 || readsReferences(reads);

/** Returns the parts that are read of the value at a path. */
export function referencesBelow(tree: ReferenceTree, path: readonly string[]): ReferenceTree {
  let below = tree;
  for (const name of path) {
    if (below === "all") return below;
    below = below.members.get(name) ?? noReference;
  }
  return below;
}

/** The attributes of a referenced entity that are read. The value of a path's last attribute is read as a whole. */
export const attributesIn = (tree: ReferenceTree): ReadTree =>
  tree === "all"
    ? "all"
    : new Map(
        Array.from(tree.members, ([name, below]) => [
          name,
          readsAttributes(below) ? attributesIn(below) : "all",
        ]),
      );
