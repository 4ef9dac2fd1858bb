import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import { hierarchyReadsOf, type HierarchyReads, joinHierarchies, noHierarchy } from "./hierarchy-reads.ts";
import { type AttributeChain, chainOf, isNode, memberOf, type Node } from "../policy-nodes.ts";
import { joinTrees, nothingRead, readsAny, readsPath, type ReadTree, withPath } from "./read-tree.ts";

/** The parts of a request that callers and stored entities define. */
export const requestParts = ["args", "action", "context", "principal", "resource"] as const;

/**
 * A part of a request. `action` has the action's properties, and `context` has the members sent by the
 * caller.
 */
export type RequestPart = (typeof requestParts)[number];

/** What a policy reads of each part. */
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
  /** The reads of ancestors and of referenced entities. */
  hierarchy: HierarchyReads;
}

const noParts: PartReads = {
  args: nothingRead,
  action: nothingRead,
  context: nothingRead,
  principal: nothingRead,
  resource: nothingRead,
};
const allParts: PartReads = {
  args: "all",
  action: "all",
  context: "all",
  principal: "all",
  resource: "all",
};
const isPart = (name: string): name is RequestPart => requestParts.some((part) => part === name);
const comparisons = ["==", "!=", "in", "is"];
const entityVariables = ["principal", "resource"] as const;

class Reads implements PolicyReads {
  facts: Set<string> | "all" = new Set();
  plain: Record<RequestPart, ReadTree> = { ...noParts };
  numbers: Record<RequestPart, ReadTree> = { ...noParts };
  unknownNumbers = new Set<string>();
  types = new Set<string>();
  actions = new Set<string>();
  hierarchy = noHierarchy;

  /** Adds a chain of attributes of `context`. An empty chain means the whole context. */
  addContext([first, ...rest]: readonly string[]): void {
    if (first === undefined || first === "facts") this.addFact(rest[0]);
    if (first === undefined || first === "numbers") this.addNumbers(rest);
    if (first === undefined) {
      for (const part of ["args", "action", "context"] as const) this.plain[part] = "all";
    } else if (first === "args" || first === "action") {
      this.plain[first] = withPath(this.plain[first], rest);
    } else if (first !== "facts" && first !== "numbers") {
      this.plain.context = withPath(this.plain.context, [first, ...rest]);
    }
  }

  addFact(name: string | undefined): void {
    if (name === undefined) this.facts = "all";
    else if (this.facts !== "all") this.facts.add(name);
  }

  addNumbers([part, ...rest]: readonly string[]): void {
    if (part === undefined) this.numbers = { ...allParts };
    else if (isPart(part)) this.numbers[part] = withPath(this.numbers[part], rest);
    else this.unknownNumbers.add(part);
  }

  /** Adds a chain of attributes. @returns whether the expression at its start is still to be visited. */
  addChain({ base, path }: AttributeChain): boolean {
    const variable = memberOf(base, "Var");
    if (variable === "context") this.addContext(path);
    for (const name of entityVariables) {
      // An entity that the policy names by its id may be the principal or the resource.
      const isNamed = memberOf(memberOf(base, "Value"), "__entity") !== undefined;
      if (variable === name || isNamed) this.plain[name] = withPath(this.plain[name], path);
    }
    return variable === undefined;
  }

  /** Adds the type of an entity that the policy names, or the id of an action. */
  named(entity: unknown): void {
    const [type, id] = [memberOf(entity, "type"), memberOf(entity, "id")];
    if (type === "Action" && typeof id === "string") this.actions.add(id);
    else if (typeof type === "string") this.types.add(type);
  }

  /** Visits one node. @returns its children that are still to be visited. */
  visit(node: Node): unknown[] {
    // The members of a record may have the same names as operators.
    if (isNode(node["Record"])) return Object.values(node["Record"]);
    const chain = chainOf(node);
    if (chain) return this.addChain(chain) ? [chain.base] : [];
    if (node["Var"] === "context") this.addContext([]);
    for (const name of entityVariables) if (node["Var"] === name) this.plain[name] = "all";
    this.addNames(node);
    return childrenOf(node);
  }

  addNames(node: Node): void {
    this.named(memberOf(node["Value"], "__entity"));
    this.named(node["__entity"]);
    this.named(node["entity"]);
    if (Array.isArray(node["entities"])) for (const entity of node["entities"]) this.named(entity);
    for (const type of [node["entity_type"], memberOf(node["is"], "entity_type")]) {
      if (typeof type === "string") this.types.add(type);
    }
  }
}

/**
 * The parts of a node to visit. Variables that are compared as a whole are left out, because a comparison
 * does not read their attributes.
 */
function childrenOf(node: Node): unknown[] {
  const compared = comparisons.find((operator) => operator in node);
  if (compared === undefined) return Object.values(node);
  const comparison = node[compared];
  if (!isNode(comparison)) return [];
  // In a scope, `is … in` has one entity instead of a left and a right side.
  if (compared === "in" && !("right" in comparison)) return [comparison];
  return Object.values(comparison).filter(
    (side) => !entityVariables.some((name) => memberOf(side, "Var") === name),
  );
}

/** The parts of a request that a statement reads. */
export function readsOf(policy: PolicyJson): PolicyReads {
  const reads = new Reads();
  const open: unknown[] = [policy.principal, policy.action, policy.resource, policy.conditions];
  while (open.length > 0) {
    const next = open.pop();
    // Safe: each element is visited as an unknown value.
    if (Array.isArray(next)) open.push(...(next as unknown[]));
    else if (isNode(next)) open.push(...reads.visit(next));
  }
  reads.hierarchy = hierarchyReadsOf(policy);
  return reads;
}

const union = (a: ReadonlySet<string> | "all", b: ReadonlySet<string> | "all"): ReadonlySet<string> | "all" =>
  a === "all" || b === "all" ? "all" : new Set([...a, ...b]);

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
    facts: all.reduce<PolicyReads["facts"]>((found, { facts }) => union(found, facts), new Set()),
    plain: all.reduce<PartReads>((found, { plain }) => joinParts(found, plain), noParts),
    numbers: all.reduce<PartReads>((found, { numbers }) => joinParts(found, numbers), noParts),
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
