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
 * A chain `a || b || c` is nested: the engine reads it as `(a || b) || c`, of depth 3.
 *
 * @param conditions the conditions of a statement.
 */
export function expressionDepth(conditions: unknown): number {
  // Each expression is an object that names the operator, around the object or array of the operands.
  let depth = 0;
  let level: unknown[] = Array.isArray(conditions) ? conditions.map((one) => memberOf(one, "body")) : [];
  for (let next = level.filter(isContainer); next.length > 0; next = level.filter(isContainer)) {
    depth += 1;
    level = next.flatMap((one) => Object.values(one));
  }
  return Math.ceil(depth / 2);
}

const isContainer = (value: unknown): value is Node | readonly unknown[] =>
  Array.isArray(value) || isNode(value);
