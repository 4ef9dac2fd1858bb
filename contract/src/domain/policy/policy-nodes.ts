import { isRecord } from "../values/is-record.ts";

/** A node of a policy's JSON form. */
export type Node = Readonly<Record<string, unknown>>;
export const isNode = (value: unknown): value is Node => isRecord(value);
export const memberOf = (value: unknown, key: string): unknown => (isNode(value) ? value[key] : undefined);

/** The type and id of an entity, as policies name them. */
export interface EntityUid {
  type: string;
  id: string;
}

/** Whether a value is the type and id of an entity. */
export const isUid = (value: unknown): value is EntityUid =>
  typeof memberOf(value, "type") === "string" && typeof memberOf(value, "id") === "string";

/** A chain of constant attribute names, and the expression at the start of the chain. */
export interface AttributeChain {
  base: unknown;
  path: readonly string[];
}

/** The longest chain of attributes in a `.` or `has` expression; undefined for other expressions. */
export function chainOf(node: unknown): AttributeChain | undefined {
  const reversed: string[] = [];
  let access = memberOf(node, ".") ?? memberOf(node, "has");
  let base = node;
  while (isNode(access)) {
    // An extended `has`, such as `x has a.b`, contains an array of names.
    reversed.push(...[access["attr"]].flat().map(String).toReversed());
    base = access["left"];
    access = memberOf(base, ".");
  }
  return reversed.length === 0 ? undefined : { base, path: reversed.toReversed() };
}

/**
 * How deep the expressions of a policy's JSON form are nested: 0 without an expression, 1 for a variable or a constant.
 * A chain `a || b || c` is nested: the engine reads it as `(a || b) || c`, of depth 3. It also joins the clauses of a
 * statement by `&&`, and reads `a has b.c` as `a has b && a.b has c`.
 *
 * @param conditions the conditions of a statement.
 */
export function expressionDepth(conditions: unknown): number {
  const clauses = Array.isArray(conditions) ? conditions.map((one) => memberOf(one, "body")) : [];
  return clauses.length === 0 ? 0 : Math.max(...clauses.map(depthOf)) + clauses.length - 1;
}

/** The depth of one expression. Each is an object that names the operator, around the operands. */
function depthOf(expression: unknown): number {
  let deepest = 0;
  const open = [{ value: expression, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (!isContainer(next.value)) continue;
    deepest = Math.max(deepest, next.depth);
    const below = next.depth + 1 + 2 * furtherNames(next.value);
    for (const value of Object.values(next.value)) open.push({ value, depth: below });
  }
  return Math.ceil(deepest / 2);
}

/** The number of names after the first in an extended `has`, such as `x has a.b.c`; 0 for other expressions. */
export function furtherNames(node: Node | readonly unknown[]): number {
  const names = memberOf(memberOf(node, "has"), "attr");
  return Array.isArray(names) ? names.length - 1 : 0;
}

const isContainer = (value: unknown): value is Node | readonly unknown[] =>
  Array.isArray(value) || isNode(value);
