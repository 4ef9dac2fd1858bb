// The constant values with which a policy's text compares facts.
import type { PolicyName } from "../../policies/names/name-index.ts";
import { factRanges } from "../../policies/names/fact-ranges.ts";
import { chainOf, isNode, memberOf, type Node } from "../../../domain/policy/policy-nodes.ts";
import { agentGroupType, toolGroupType } from "../../hierarchy/group-parents.ts";

type Compared = Pick<PolicyName, "kind" | "type" | "name">;

const comparisons = ["==", "!=", "contains", "containsAny", "containsAll"];
/** The type of the groups that a fact names. */
const groupTypes: ReadonlyMap<string, string> = new Map([
  ["agentGroups", agentGroupType],
  ["toolGroups", toolGroupType],
]);

/** The path of a fact below `context.facts`; undefined for other expressions. */
function factPathOf(expression: unknown): string | undefined {
  const chain = memberOf(expression, ".") === undefined ? undefined : chainOf(expression);
  const [first, ...path] = chain?.path ?? [];
  return memberOf(chain?.base, "Var") === "context" && first === "facts" ? path.join(".") : undefined;
}

/** The texts and numbers in a constant or in a set of constants. */
function constantsIn(expression: unknown): string[] {
  const items = memberOf(expression, "Set");
  if (Array.isArray(items)) return items.flatMap(constantsIn);
  const value = memberOf(expression, "Value");
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

function valuesOf(fact: unknown, other: unknown): Compared[] {
  const path = factPathOf(fact);
  if (path === undefined) return [];
  const groupType = groupTypes.get(path);
  if (groupType !== undefined)
    return constantsIn(other).map((name) => ({ kind: "group", type: groupType, name }));
  if (!factRanges.has(path)) return [];
  return constantsIn(other).map((name) => ({ kind: "fact_value", type: path, name }));
}

/**
 * The values with which a node compares a fact. The values of `agentGroups` and `toolGroups` are names of
 * groups.
 */
export const comparedValues = (node: Node): Compared[] =>
  comparisons.flatMap((operator) => {
    const sides = node[operator];
    if (!isNode(sides)) return [];
    const { left, right } = sides;
    return [...valuesOf(left, right), ...valuesOf(right, left)];
  });
