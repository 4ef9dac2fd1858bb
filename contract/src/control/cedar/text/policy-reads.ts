import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";

/**
 * The parts of a request that a policy reads. Only these are passed to the engine, because passing data costs
 * most time.
 */
export interface PolicyReads {
  /** Members of `context.facts`; `all` if the whole record is used. */
  facts: ReadonlySet<string> | "all";
  /** Other members of `context`; `all` if the whole record is used. */
  context: ReadonlySet<string> | "all";
  /** Whether it reads attributes of the principal or the resource. */
  entities: boolean;
  /** Types of entities that it names. */
  types: ReadonlySet<string>;
  /** Actions that it names. */
  actions: ReadonlySet<string>;
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const memberOf = (value: unknown, key: string): unknown => (isNode(value) ? value[key] : undefined);
const isVariable = (value: unknown, name: string): boolean => memberOf(value, "Var") === name;
const isMember = (value: unknown, attr: string): boolean => {
  const access = memberOf(value, ".");
  return memberOf(access, "attr") === attr && isVariable(memberOf(access, "left"), "context");
};

class Reads implements PolicyReads {
  facts: Set<string> | "all" = new Set();
  context: Set<string> | "all" = new Set();
  entities = false;
  types = new Set<string>();
  actions = new Set<string>();

  fact(name: string): void {
    if (this.facts !== "all") this.facts.add(name);
  }

  member(name: string): void {
    if (name === "facts") this.facts = "all";
    else if (this.context !== "all") this.context.add(name);
  }

  /** Adds the type or action of a named entity. */
  named(entity: unknown): void {
    const [type, id] = [memberOf(entity, "type"), memberOf(entity, "id")];
    if (type === "Action" && typeof id === "string") this.actions.add(id);
    else if (typeof type === "string") this.types.add(type);
  }

  /** Visits one node. @returns its children that are still to be visited. */
  visit(node: Node): unknown[] {
    // The members of a record may have the names of operators.
    if (isNode(node["Record"])) return Object.values(node["Record"]);
    const access = node["."] ?? node["has"];
    const left = memberOf(access, "left");
    const attr = memberOf(access, "attr");
    const [first, second] = [attr].flat();
    if (typeof first === "string" && isMember(left, "facts")) {
      this.fact(first);
      return [];
    }
    if (typeof first === "string" && isVariable(left, "context")) {
      if (first !== "facts" || "." in node) this.member(first);
      else if (typeof second === "string") this.fact(second);
      return [];
    }
    if (node["Var"] === "context") {
      this.facts = "all";
      this.context = "all";
    }
    if (node["Var"] === "principal" || node["Var"] === "resource") this.entities = true;
    this.addNames(node);
    return this.childrenOf(node);
  }

  addNames(node: Node): void {
    this.named(memberOf(node["Value"], "__entity"));
    this.named(node["__entity"]);
    this.named(node["entity"]);
    if (Array.isArray(node["entities"])) for (const entity of node["entities"]) this.named(entity);
    if (typeof node["entity_type"] === "string") this.types.add(node["entity_type"]);
  }

  /**
   * Leaves out variables that are compared as a whole, because a comparison does not read their attributes.
   */
  childrenOf(node: Node): unknown[] {
    const compared = ["==", "!=", "is"].find((operator) => operator in node);
    if (compared === undefined) return Object.values(node);
    const comparison = node[compared];
    if (!isNode(comparison)) return [];
    return Object.values(comparison).filter(
      (side) => !isVariable(side, "principal") && !isVariable(side, "resource"),
    );
  }
}

/** The parts of a request that a statement reads. */
export function readsOf(policy: PolicyJson): PolicyReads {
  const reads = new Reads();
  const open: unknown[] = [policy.principal, policy.action, policy.resource, policy.conditions];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) open.push(...(next as unknown[]));
    else if (isNode(next)) {
      const compared = next["is"];
      if (isNode(compared) && typeof compared["entity_type"] === "string") {
        reads.types.add(compared["entity_type"]);
      }
      open.push(...reads.visit(next));
    }
  }
  return reads;
}

const union = (a: ReadonlySet<string> | "all", b: ReadonlySet<string> | "all"): ReadonlySet<string> | "all" =>
  a === "all" || b === "all" ? "all" : new Set([...a, ...b]);

/** The union of several reads. */
export function joinReads(all: readonly PolicyReads[]): PolicyReads {
  return {
    facts: all.reduce<PolicyReads["facts"]>((found, { facts }) => union(found, facts), new Set()),
    context: all.reduce<PolicyReads["context"]>((found, { context }) => union(found, context), new Set()),
    entities: all.some(({ entities }) => entities),
    types: new Set(all.flatMap(({ types }) => [...types])),
    actions: new Set(all.flatMap(({ actions }) => [...actions])),
  };
}
