// The names of entity types, actions, agents, tools, groups and values of facts in a policy's text.
import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import type { PolicyName } from "../../policies/names/name-index.ts";
import { type EntityUid, isNode, isUid, memberOf } from "../../../domain/policy/policy-nodes.ts";
import { comparedValues } from "./compared-facts.ts";
import { nameRanges } from "./name-ranges.ts";
import { patternOf, positionsOf, type TextRange } from "./text-positions.ts";

type Named = Pick<PolicyName, "kind" | "type" | "name">;

const typeNamed = (type: string): Named => ({ kind: "entity_type", type, name: type });

/** @param isRight whether the entity is on the right side of `in`, so that it can be a group. */
function namedBy({ type, id }: EntityUid, isRight: boolean): Named[] {
  if (type === "Action") return [{ kind: "action", type, name: id }];
  if (isRight) return [typeNamed(type), { kind: "group", type, name: id }];
  return type === "agent" || type === "tool"
    ? [typeNamed(type), { kind: type, type, name: id }]
    : [typeNamed(type)];
}

/** Part of a policy's JSON form. */
interface Part {
  value: unknown;
  isRight: boolean;
}

const partsWith = (values: readonly unknown[], isRight: boolean): Part[] =>
  values.map((value) => ({ value, isRight }));

/**
 * The parts below a node. In a scope, `in` is an operator or follows `is`; in a condition, `in` has a left
 * and a right side.
 */
function partsOf(value: unknown, isRight: boolean): Part[] {
  // Safe: each element is visited as an unknown value.
  if (Array.isArray(value)) return partsWith(value as unknown[], isRight);
  if (!isNode(value)) return [];
  // The members of a record may have the same names as operators.
  if (isNode(value["Record"])) return partsWith(Object.values(value["Record"]), isRight);
  const { in: group, ...others } = value;
  const left = memberOf(group, "left");
  const right = memberOf(group, "right") ?? group;
  return [
    ...partsWith(Object.values(others), isRight || value["op"] === "in"),
    ...partsWith([left], isRight),
    ...partsWith([right], true),
  ];
}

/** The names in a statement, in any order. */
function namesOf({ principal, action, resource, conditions }: PolicyJson): Named[] {
  const open = partsOf([principal, action, resource, conditions], false);
  const found: Named[] = [];
  for (let part = open.pop(); part; part = open.pop()) {
    const { value, isRight } = part;
    const type = memberOf(value, "entity_type");
    if (typeof type === "string") found.push(typeNamed(type));
    if (isNode(value)) found.push(...comparedValues(value));
    if (isUid(value)) found.push(...namedBy(value, isRight));
    else for (const below of partsOf(value, isRight)) open.push(below);
  }
  return found;
}

/** The distinct names in the statements of a text, in the order of their first occurrences. */
export function policyNames(text: string, statements: readonly PolicyJson[]): PolicyName[] {
  const { types, entities, texts } = nameRanges(text);
  const distinct = new Map(statements.flatMap(namesOf).map((named) => [namedKeyOf(named), named]));
  const ranged = [...distinct.values()].map((named) => ({
    named,
    range:
      named.kind === "entity_type"
        ? types.get(named.name)
        : (entities.get(entityKeyOf(named)) ?? texts.get(named.name) ?? factRangeIn(text, named)),
  }));
  const sorted = ranged.sort((one, other) => (one.range?.start ?? 0) - (other.range?.start ?? 0));
  const positionOf = positionsOf(text);
  return sorted.map(({ named, range }) => ({ ...named, ...positionOf(range) }));
}

/** The first occurrence of the fact that is compared with a number. */
function factRangeIn(text: string, { kind, type }: Named): TextRange | undefined {
  const found =
    kind === "fact_value" ? patternOf("context", ["facts", ...type.split(".")]).exec(text) : undefined;
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}

const entityKeyOf = ({ type, name }: Named): string => JSON.stringify([type, name]);
const namedKeyOf = ({ kind, type, name }: Named): string => JSON.stringify([kind, type, name]);
