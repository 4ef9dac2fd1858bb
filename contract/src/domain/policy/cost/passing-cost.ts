// The cost of passing values to the engine, which takes more time than the evaluation of most policies.
import { isNode, memberOf } from "../policy-nodes.ts";

/**
 * The prices of values in steps of 1.3 ns. They were measured as CPU time of the process with cedar-wasm 4.13 on
 * Node.js 20 (decision 38): 12,600 to 14,500 steps for a decimal (19,000 for a datetime), 11,700 for a reference, 700
 * to 830 for a whole number, 1,100 to 1,500 for a short text, 1,700 for an empty set, 3,000 for an empty record and
 * 1,700 for each member.
 */
const prices = {
  plain: 1000,
  text: 2000,
  set: 2000,
  record: 3500,
  member: 2000,
  typed: 15_000,
  reference: 12_000,
  entity: 7000,
  parent: 5000,
};
/**
 * Steps for each character of a text (UTF-16 unit): 8 to 19 were measured for printable ASCII, and 100 to 270 for
 * characters that are escaped or encoded.
 */
const charPrices = { plain: 10, other: 150 };
/** The price of a value doubles for each 16 levels of nesting, because the engine copies values on each level. */
const doublingDepth = 16;
/**
 * The fixed price of one call of the engine (0.16 ms). Values that cost less in total are not counted, so that the
 * budget of a request limits its values, not the number of its decisions.
 */
const fixedPrice = 120_000;

/** What is passed to the engine for a group of policies, in the engine's JSON form. */
export interface PassedValues {
  context: unknown;
  entities: readonly { uid: unknown; attrs: unknown; parents: readonly unknown[] }[];
}

/** Whether JSON escapes a character, or UTF-8 encodes it with several bytes. */
const isOther = (code: number): boolean => code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c;

function textPrice(text: string): number {
  let others = 0;
  for (let index = 0; index < text.length; index += 1) if (isOther(text.charCodeAt(index))) others += 1;
  return (text.length - others) * charPrices.plain + others * charPrices.other;
}

/** The price of the texts in the type and id of an entity, or in a typed value. */
const textsPrice = (value: unknown): number =>
  isNode(value)
    ? Object.values(value).reduce<number>(
        (sum, text) => sum + (typeof text === "string" ? textPrice(text) : 0),
        0,
      )
    : 0;

/** The price of one value without the values in it. */
function ownPrice(value: unknown): number {
  if (typeof value === "string") return prices.text + textPrice(value);
  if (Array.isArray(value)) return prices.set;
  if (!isNode(value)) return prices.plain;
  const typed = memberOf(value, "__extn");
  if (typed !== undefined) return prices.typed + textsPrice(typed);
  const reference = memberOf(value, "__entity");
  if (reference !== undefined) return prices.reference + textsPrice(reference);
  return prices.record;
}

const isPrimitive = (value: object): boolean => "__extn" in value || "__entity" in value;

/** The cost of passing one value, in steps. @param depth its level of nesting; 0 for the context itself. */
function valueCost(value: unknown, depth: number): number {
  const factor = 1 + depth / doublingDepth;
  let cost = ownPrice(value) * factor;
  if (Array.isArray(value)) for (const item of value as unknown[]) cost += valueCost(item, depth + 1);
  else if (isNode(value) && !isPrimitive(value)) {
    for (const name of Object.keys(value))
      cost += (prices.member + textPrice(name)) * factor + valueCost(value[name], depth + 1);
  }
  return cost;
}

function entitiesCost(entities: PassedValues["entities"]): number {
  let cost = 0;
  for (const { uid, attrs, parents } of entities) {
    cost += prices.entity + textsPrice(uid) + valueCost(attrs, 0);
    for (const parent of parents) cost += prices.parent + textsPrice(parent);
  }
  return cost;
}

/** The cost of passing values to the engine, in whole steps beyond the fixed price of a call. */
export const passingCost = ({ context, entities }: PassedValues): number =>
  Math.max(0, Math.ceil(valueCost(context, 0) + entitiesCost(entities)) - fixedPrice);

/**
 * The names that lead to the value of the context that causes more than half of the cost of all passed values; empty
 * if no member of the context does.
 */
export function costliestPath({ context, entities }: PassedValues): string[] {
  const path: string[] = [];
  let value = context;
  const half = (valueCost(context, 0) + entitiesCost(entities)) / 2;
  while (isNode(value) && !Array.isArray(value) && !isPrimitive(value)) {
    const members: Record<string, unknown> = value;
    const name = Object.keys(members).find((one) => valueCost(members[one], path.length + 1) > half);
    if (name === undefined) break;
    path.push(name);
    value = members[name];
  }
  return path;
}
