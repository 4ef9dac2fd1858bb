// Finds the entities whose ancestors a statement reads, and the attributes of referenced entities that it
// reads.
import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import { chainOf, isNode, memberOf, type Node } from "../policy-nodes.ts";

/** An entity of a request. */
export type RequestEntity = "principal" | "action" | "resource";
/** The parts of a request that can contain references to entities. */
export const referenceParts = ["principal", "resource", "context"] as const;
/** A part of a request that can contain references to entities. */
export type ReferencePart = (typeof referenceParts)[number];

/**
 * What is read of a value: the paths of its attributes, and whether its ancestors are read if the value is a
 * reference. `all` means everything that can be reached from the value.
 */
export type ReferenceTree = "all" | { ancestors: boolean; members: ReadonlyMap<string, ReferenceTree> };

/** The parts of a hierarchy that are read. */
export interface HierarchyReads {
  /** The entities whose ancestors are read. */
  ancestors: ReadonlySet<RequestEntity>;
  references: Readonly<Record<ReferencePart, ReferenceTree>>;
}

const nothing: ReferenceTree = { ancestors: false, members: new Map() };

/** Nothing is read. */
export const noHierarchy: HierarchyReads = {
  ancestors: new Set(),
  references: { principal: nothing, resource: nothing, context: nothing },
};

const everything: HierarchyReads = {
  ancestors: new Set(["principal", "action", "resource"]),
  references: { principal: "all", resource: "all", context: "all" },
};

function joinReferences(one: ReferenceTree, other: ReferenceTree): ReferenceTree {
  if (one === "all" || other === "all") return "all";
  const members = new Map(one.members);
  for (const [name, tree] of other.members)
    members.set(name, joinReferences(members.get(name) ?? nothing, tree));
  return { ancestors: one.ancestors || other.ancestors, members };
}

/** The union of several reads. */
export const joinHierarchies = (all: readonly HierarchyReads[]): HierarchyReads =>
  all.reduce(
    (one, { ancestors, references }) => ({
      ancestors: new Set([...one.ancestors, ...ancestors]),
      references: {
        principal: joinReferences(one.references.principal, references.principal),
        resource: joinReferences(one.references.resource, references.resource),
        context: joinReferences(one.references.context, references.context),
      },
    }),
    noHierarchy,
  );

/** Whether attributes or ancestors of a reference are read. A mere comparison reads neither. */
export const readsReference = (tree: ReferenceTree): boolean =>
  tree === "all" || tree.ancestors || tree.members.size > 0;

/** Whether attributes or ancestors of referenced entities are read. */
export const readsReferences = ({ references }: HierarchyReads): boolean =>
  referenceParts.some((part) => readsReference(references[part]));

/** Whether anything of a hierarchy is read. */
export const readsHierarchy = (reads: HierarchyReads): boolean =>
  reads.ancestors.size > 0 || readsReferences(reads);

const isEntity = (name: unknown): name is RequestEntity =>
  name === "principal" || name === "action" || name === "resource";
const isReferencePart = (name: unknown): name is ReferencePart =>
  referenceParts.some((part) => part === name);

const treeOf = (path: readonly string[], ancestors: boolean): ReferenceTree =>
  path.reduceRight<ReferenceTree>((tree, name) => ({ ancestors: false, members: new Map([[name, tree]]) }), {
    ancestors,
    members: new Map(),
  });

/**
 * The part and the path to which a chain leads. Undefined for facts, arguments and actions, because they
 * contain no references.
 */
function placeOf(variable: unknown, path: readonly string[]): [ReferencePart, readonly string[]] | undefined {
  if (variable !== "context") return isReferencePart(variable) ? [variable, path] : undefined;
  const [first = "", ...rest] = path;
  if (first === "numbers") {
    const [part = "", ...below] = rest;
    return isReferencePart(part) ? [part, below] : undefined;
  }
  return ["facts", "args", "action"].includes(first) ? undefined : ["context", path];
}

const isLiteral = (node: unknown): boolean => memberOf(memberOf(node, "Value"), "__entity") !== undefined;

class HierarchyFinder {
  readonly found: HierarchyReads[] = [];

  /** Adds a chain of attributes. @param ancestors whether the ancestors of its value are read. */
  addChain(variable: unknown, path: readonly string[], ancestors: boolean): void {
    const place = placeOf(variable, path);
    if (!place) return;
    const [part, below] = place;
    const references = { ...noHierarchy.references, [part]: treeOf(below, ancestors) };
    this.found.push({ ancestors: new Set(), references });
  }

  /** Adds the left side of an `in`. If the side is no variable, literal or chain, it may be any reference. */
  addMember(left: unknown): void {
    const variable = memberOf(left, "Var");
    if (isEntity(variable)) this.found.push({ ...noHierarchy, ancestors: new Set([variable]) });
    else if (!isLiteral(left)) {
      const chain = chainOf(left);
      const base = memberOf(chain?.base, "Var");
      if (chain && base !== undefined) this.addChain(base, chain.path, true);
      else this.found.push(everything);
    }
  }

  /** Visits one node. @returns the child nodes that are still to be visited. */
  visit(node: Node): unknown[] {
    if (isNode(node["Record"])) return Object.values(node["Record"]);
    if (isNode(node["in"]) && "left" in node["in"]) this.addMember(node["in"]["left"]);
    const is = node["is"];
    if (isNode(is) && is["in"] !== undefined) this.addMember(is["left"]);
    const chain = chainOf(node);
    if (!chain) return Object.values(node);
    const variable = memberOf(chain.base, "Var");
    if (variable !== undefined) this.addChain(variable, chain.path, false);
    else if (!isLiteral(chain.base)) this.found.push(everything);
    return variable === undefined ? [chain.base] : [];
  }
}

const readsScope = (constraint: unknown): boolean =>
  memberOf(constraint, "op") === "in" || memberOf(constraint, "in") !== undefined;

/** The parts of a hierarchy that a statement reads. */
export function hierarchyReadsOf({ principal, action, resource, conditions }: PolicyJson): HierarchyReads {
  const finder = new HierarchyFinder();
  const scopes = Object.entries({ principal, action, resource }).map(([name, scope]) => ({ name, scope }));
  const ancestors = scopes.flatMap(({ name, scope }) => (isEntity(name) && readsScope(scope) ? [name] : []));
  const open: unknown[] = [conditions];
  while (open.length > 0) {
    const next = open.pop();
    // Safe: each element is visited as an unknown value.
    if (Array.isArray(next)) open.push(...(next as unknown[]));
    else if (isNode(next)) open.push(...finder.visit(next));
  }
  return joinHierarchies([{ ...noHierarchy, ancestors: new Set(ancestors) }, ...finder.found]);
}
