// Finds what a statement reads: parts of the request, ancestors, and attributes of other entities.
import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import {
  chainOf,
  type EntityUid,
  isNode,
  isUid,
  memberOf,
  type Node,
} from "../../../domain/policy/policy-nodes.ts";
import {
  addNamed,
  joinReferences,
  type NamedEntity,
  noHierarchy,
  noReference,
  referenceAt,
  type ReferencePart,
  referenceParts,
  type ReferenceTree,
  type RequestEntity,
} from "./hierarchy-reads.ts";
import { allParts, isPart, noParts, type PolicyReads, type RequestPart } from "./policy-reads.ts";
import { type ReadTree, withPath } from "./read-tree.ts";

/** A read that can have no result, because the service never passes these values to the engine. */
export type ImpossibleRead = "tags" | "action_attributes" | "action_ancestors";

/** What a statement reads. */
export interface StatementReads {
  reads: PolicyReads;
  impossible: ReadonlySet<ImpossibleRead>;
}

/** The use of a value: the value alone, its attributes, or its ancestors. */
type Use = "value" | "attributes" | "ancestors";

const treeOf: Readonly<Record<Use, ReferenceTree>> = {
  value: noReference,
  attributes: "all",
  ancestors: { ancestors: true, members: new Map() },
};

interface Visit {
  value: unknown;
  use: Use;
}

const entityVariables = ["principal", "resource"] as const;
/** Members of the context that `context.numbers.context` does not contain. */
const ownMembers: readonly string[] = ["facts", "numbers", "args", "action"];

/** The entity that an expression names by its type and id; undefined for other expressions. */
function literalOf(node: unknown): EntityUid | undefined {
  const entity = memberOf(memberOf(node, "Value"), "__entity");
  return isUid(entity) ? entity : undefined;
}

const isReferencePart = (name: unknown): name is ReferencePart =>
  referenceParts.some((part) => part === name);

/** Collects what a statement reads. */
class ReadsFinder {
  facts: Set<string> | "all" = new Set();
  plain: Record<RequestPart, ReadTree> = { ...noParts };
  numbers: Record<RequestPart, ReadTree> = { ...noParts };
  readonly unknownNumbers = new Set<string>();
  readonly types = new Set<string>();
  readonly actions = new Set<string>();
  readonly hierarchy = {
    ancestors: new Set<RequestEntity>(),
    references: { ...noHierarchy.references },
    numbers: { ...noHierarchy.numbers },
    named: new Map<string, NamedEntity>(),
  };
  readonly impossible = new Set<ImpossibleRead>();

  /** Visits one node of a condition. @returns its parts that are still to be visited. */
  visit({ value, use }: Visit): Visit[] {
    if (Array.isArray(value)) return value.map((item: unknown) => ({ value: item, use }));
    if (!isNode(value)) return [];
    // The members of a record may have the same names as operators.
    if (isNode(value["Record"])) return partsOf(value["Record"], use);
    const chain = chainOf(value);
    if (chain)
      return this.#addChain(chain.base, chain.path, use) ? [] : [{ value: chain.base, use: "attributes" }];
    if (this.#addChain(value, [], use)) return [];
    if ("hasTag" in value || "getTag" in value) this.impossible.add("tags");
    this.addNames(value);
    return this.#operandsOf(value, use);
  }

  /** Adds the types, entities and actions that a node names. */
  addNames(node: Node): void {
    const several = Array.isArray(node["entities"]) ? (node["entities"] as unknown[]) : [];
    for (const entity of [node["__entity"], node["entity"], ...several]) this.#addName(entity);
    for (const type of [node["entity_type"], memberOf(node["is"], "entity_type")])
      if (typeof type === "string") this.types.add(type);
  }

  /** The operands of an expression, with the use of each. */
  #operandsOf(node: Node, use: Use): Visit[] {
    const condition = node["if-then-else"];
    if (isNode(condition)) {
      const { if: test, ...results } = condition;
      return [{ value: test, use: "value" }, ...partsOf(results, use)];
    }
    for (const operator of ["in", "is", "==", "!="]) {
      const sides = node[operator];
      if (!isNode(sides)) continue;
      const { left, ...others } = sides;
      const readsAncestors = operator === "in" || others["in"] !== undefined;
      return [
        ...this.#compared(left, readsAncestors ? "ancestors" : "value"),
        ...Object.values(others).flatMap((side) => this.#compared(side, "value")),
      ];
    }
    return partsOf(node, use);
  }

  /** A side of a comparison. The comparison of a variable reads none of its attributes. */
  #compared(side: unknown, use: Use): Visit[] {
    const variable = memberOf(side, "Var");
    const isEntity = variable === "action" || entityVariables.some((name) => name === variable);
    if (!isEntity) return [{ value: side, use }];
    if (use === "ancestors") this.#addAncestors(variable);
    return [];
  }

  #addAncestors(variable: unknown): void {
    if (variable === "principal" || variable === "action" || variable === "resource")
      this.hierarchy.ancestors.add(variable);
  }

  /**
   * Adds a chain of attributes. An empty path means the base itself.
   *
   * @returns false if the base is neither a variable nor a named entity.
   */
  #addChain(base: unknown, path: readonly string[], use: Use): boolean {
    const literal = literalOf(base);
    if (literal) this.#addLiteral(literal, path, use);
    const variable = memberOf(base, "Var");
    if (variable === "action") this.#addAction(path, use);
    if (variable === "context") this.#addContext(path, use);
    if (variable === "principal" || variable === "resource") {
      if (path.length === 0 && use === "ancestors") this.#addAncestors(variable);
      else this.plain[variable] = withPath(this.plain[variable], path);
      // The variable is inside a record, whose member may be compared with `in`.
      if (path.length === 0 && use === "attributes") this.#addAncestors(variable);
      // The variable itself is not a reference.
      if (path.length > 0 || use === "attributes") this.#addReference("references", variable, { path, use });
    }
    return literal !== undefined || variable !== undefined;
  }

  #addLiteral(uid: EntityUid, path: readonly string[], use: Use): void {
    this.#addName(uid);
    if (path.length === 0 && use === "value") return;
    if (uid.type !== "Action") addNamed(this.hierarchy.named, { uid, tree: referenceAt(path, treeOf[use]) });
    else
      this.impossible.add(
        path.length === 0 && use === "ancestors" ? "action_ancestors" : "action_attributes",
      );
  }

  #addAction(path: readonly string[], use: Use): void {
    if (path.length > 0 || use === "attributes") this.impossible.add("action_attributes");
    else if (use === "ancestors") this.#addAncestors("action");
  }

  #addReference(
    form: "references" | "numbers",
    part: ReferencePart,
    { path, use }: { path: readonly string[]; use: Use },
  ): void {
    const trees = this.hierarchy[form];
    trees[part] = joinReferences(trees[part], referenceAt(path, treeOf[use]));
  }

  #addContext(path: readonly string[], use: Use): void {
    const [first, ...rest] = path;
    const isWhole = first === undefined;
    if (isWhole || first === "facts") this.#addFact(rest[0]);
    if (isWhole || first === "numbers") this.#addNumbers(rest, use);
    if (isWhole) for (const part of ["args", "action", "context"] as const) this.plain[part] = "all";
    else if (first === "args" || first === "action") this.plain[first] = withPath(this.plain[first], rest);
    else if (first !== "facts" && first !== "numbers")
      this.plain.context = withPath(this.plain.context, path);
    if (isWhole || !ownMembers.includes(first)) this.#addReference("references", "context", { path, use });
  }

  #addFact(name: string | undefined): void {
    if (name === undefined) this.facts = "all";
    else if (this.facts !== "all") this.facts.add(name);
  }

  #addNumbers([part, ...path]: readonly string[], use: Use): void {
    if (part === undefined) {
      this.numbers = { ...allParts };
      for (const one of referenceParts) this.#addReference("numbers", one, { path, use });
    } else if (isPart(part)) {
      this.numbers[part] = withPath(this.numbers[part], path);
      if (isReferencePart(part)) this.#addReference("numbers", part, { path, use });
      const [member = ""] = path;
      if (part === "context" && ownMembers.includes(member)) this.unknownNumbers.add(`context.${member}`);
    } else this.unknownNumbers.add(part);
  }

  /** Adds the type of an entity that the policy names, or the id of an action. */
  #addName(entity: unknown): void {
    const uid = memberOf(entity, "__entity") ?? entity;
    const [type, id] = [memberOf(uid, "type"), memberOf(uid, "id")];
    if (type === "Action" && typeof id === "string") this.actions.add(id);
    else if (typeof type === "string") this.types.add(type);
  }
}

const partsOf = (node: object, use: Use): Visit[] =>
  Object.values(node).map((value: unknown) => ({ value, use }));

const readsScope = (constraint: unknown): boolean =>
  memberOf(constraint, "op") === "in" || memberOf(constraint, "in") !== undefined;

/** What a statement reads. */
export function readsOf({ principal, action, resource, conditions }: PolicyJson): StatementReads {
  const finder = new ReadsFinder();
  for (const [name, scope] of Object.entries({ principal, action, resource } as const)) {
    const inner = memberOf(scope, "in");
    for (const node of [scope, inner, memberOf(scope, "entity"), memberOf(inner, "entity")])
      if (isNode(node)) finder.addNames(node);
    // Safe: these are the names of the members above.
    if (readsScope(scope)) finder.hierarchy.ancestors.add(name as RequestEntity);
  }
  const open: Visit[] = [{ value: conditions, use: "value" }];
  for (let next = open.pop(); next; next = open.pop()) for (const part of finder.visit(next)) open.push(part);
  const { impossible, facts, plain, numbers, unknownNumbers, types, actions, hierarchy } = finder;
  return { reads: { facts, plain, numbers, unknownNumbers, types, actions, hierarchy }, impossible };
}
