/** A node of a policy's JSON form. */
export type Node = Readonly<Record<string, unknown>>;
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const memberOf = (value: unknown, key: string): unknown => (isNode(value) ? value[key] : undefined);

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
