// Bounds the time that policies take before they are evaluated, because the engine cannot be interrupted.
import { chainOf, isNode, memberOf, type Node } from "./policy-nodes.ts";

/** Maximum cost of the policies of one decision in steps; the engine takes about 13 ms for it. */
export const maxPolicyCost = 10_000_000;
/** Maximum cost of all decisions of one request together, in steps. */
export const maxRequestCost = 100_000_000;
/** The length of each text, in characters, for which the cost of a policy is checked when it is stored. */
export const usualTextLength = 1024;
/** The greatest length of a text of a request or of an entity, in characters: both have at most 64 KiB. */
export const maxTextLength = 64 * 1024;
/** The greatest number of elements of an array of 64 KiB. */
const maxElements = maxTextLength / 2;
/** Steps of a set operator for each element of its sides. */
const stepsPerElement = 10;

/** The value that a chain of attributes names: `principal.name` is `["principal", "name"]`. */
type StaticPath = readonly string[];

/**
 * An operand: its size if the statement states it (characters of a text, elements of a set), the path of its
 * value, or null if the value is computed.
 */
type Operand = number | StaticPath | null;

/** The parts of a statement's conditions that determine its cost. */
export interface StatementCost {
  /** Number of nodes of the conditions. */
  nodes: number;
  /** The operators `like`, in the order of the text. */
  likes: readonly LikeCost[];
  /** The operands of each operator that searches sets. */
  sets: readonly (readonly Operand[])[];
}

/** An operator `like`. */
export interface LikeCost {
  operand: Operand;
  /** The greatest number of literal characters between two wildcards. */
  run: number;
}

/** The sizes of the values of a request. */
export interface ValueSizes {
  /** Characters of the text at a path. Null: the longest text of the request and its entities. */
  textAt: (path: StaticPath | null) => number;
  /** Elements of the array at a path. Null: those of the longest array. */
  elementsAt: (path: StaticPath | null) => number;
}

const setOperators = ["contains", "containsAll", "containsAny"];

/** The characters (code points) of a text. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const pathOf = (expression: unknown): StaticPath | null => {
  const chain = chainOf(expression);
  const variable = memberOf(chain?.base, "Var");
  return chain && typeof variable === "string" ? [variable, ...chain.path] : null;
};

function textOperand(expression: unknown): Operand {
  const value = memberOf(expression, "Value");
  return typeof value === "string" ? characters(value) : pathOf(expression);
}

function setOperand(expression: unknown): Operand {
  const elements = memberOf(expression, "Set");
  return Array.isArray(elements) ? elements.length : pathOf(expression);
}

/** The greatest number of literal characters between two wildcards of a pattern. */
function maxRun(pattern: unknown): number {
  let [maxLength, run] = [0, 0];
  for (const part of Array.isArray(pattern) ? (pattern as unknown[]) : []) {
    const literal = memberOf(part, "Literal");
    run = typeof literal === "string" ? run + characters(literal) : 0;
    maxLength = Math.max(maxLength, run);
  }
  return maxLength;
}

/** A `like` after its operand, which precedes it in the text and can contain another `like`. */
class LikeAfterOperand {
  readonly cost: LikeCost;

  constructor({ left, pattern }: Node) {
    this.cost = { operand: textOperand(left), run: maxRun(pattern) };
  }
}

/** Adds the sets of one node. @returns its parts, in the order of the text. */
function partsOf(node: Node, sets: (readonly Operand[])[]): unknown[] {
  for (const operator of setOperators) {
    const sides = node[operator];
    if (isNode(sides)) sets.push([setOperand(sides["left"]), setOperand(sides["right"])]);
  }
  const like = node["like"];
  return isNode(like) ? [like["left"], new LikeAfterOperand(like)] : Object.values(node);
}

/** What the conditions of a statement cost, as far as their text determines it. */
export function statementCost(conditions: unknown): StatementCost {
  const likes: LikeCost[] = [];
  const sets: (readonly Operand[])[] = [];
  let nodes = 0;
  const open: unknown[] = [conditions];
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof LikeAfterOperand) likes.push(next.cost);
    else if (Array.isArray(next)) open.push(...(next as unknown[]).toReversed());
    else if (isNode(next)) {
      nodes += 1;
      open.push(...partsOf(next, sets).toReversed());
    }
  }
  return { nodes, likes, sets };
}

const sizeOf = (operand: Operand, sizeAt: (path: StaticPath | null) => number): number =>
  typeof operand === "number" ? operand : sizeAt(operand);

/** The cost of one `like`: (characters of the text + 1) × (longest run of literals + 1). */
export const likeCost = ({ operand, run }: LikeCost, { textAt }: ValueSizes): number =>
  (sizeOf(operand, textAt) + 1) * (run + 1);

/** The cost of a statement for values of these sizes, in steps. */
export function costOf({ nodes, likes, sets }: StatementCost, sizes: ValueSizes): number {
  let cost = nodes;
  for (const like of likes) cost += likeCost(like, sizes);
  for (const sides of sets)
    for (const side of sides) cost += sizeOf(side, sizes.elementsAt) * stepsPerElement;
  return cost;
}

/** The total cost of statements for values of these sizes, in steps. */
export const totalCost = (costs: readonly StatementCost[], sizes: ValueSizes): number =>
  costs.reduce((sum, cost) => sum + costOf(cost, sizes), 0);

/** Sizes for which every text has this many characters. Arrays are empty: only the text of a policy counts. */
export const textsOf = (length: number): ValueSizes => ({ textAt: () => length, elementsAt: () => 0 });

/** The greatest sizes that a request and its entities can have. */
export const greatestSizes: ValueSizes = {
  textAt: () => maxTextLength,
  elementsAt: () => maxElements,
};

/** The greatest length of all texts for which statements stay within the budget; at least 0. */
export function maxPassingLength(costs: readonly StatementCost[]): number {
  const fixed = totalCost(costs, textsOf(0));
  const perCharacter = totalCost(costs, textsOf(1)) - fixed;
  return perCharacter === 0 ? maxTextLength : Math.max(0, Math.floor((maxPolicyCost - fixed) / perCharacter));
}

/** The values that policies see, in the engine's JSON form. */
export interface SeenValues {
  context: unknown;
  /** The attributes of the principal, of the resource, and of all other passed entities. */
  principal: unknown;
  resource: unknown;
  entities: unknown;
}

/** The greatest sizes in a value. */
function greatestIn(value: unknown): { text: number; elements: number } {
  const greatest = { text: 0, elements: 0 };
  const open: unknown[] = [value];
  for (const next of open) {
    if (typeof next === "string") greatest.text = Math.max(greatest.text, characters(next));
    if (Array.isArray(next)) greatest.elements = Math.max(greatest.elements, next.length);
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) open.push(part);
  }
  return greatest;
}

/** The value at a path. Undefined if it is absent; null if the path leads into another entity. */
function valueAt(values: SeenValues, [variable, ...names]: StaticPath): unknown {
  let value = memberOf(values, variable ?? "");
  for (const name of names) {
    if (memberOf(value, "__entity") !== undefined) return null;
    value = isNode(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** The sizes of the values that policies see. A value that is absent has the size 0. */
export function sizesOf(values: SeenValues): ValueSizes {
  let greatest: ReturnType<typeof greatestIn> | undefined;
  const all = () => (greatest ??= greatestIn(values));
  return {
    textAt: (path) => {
      const value = path ? valueAt(values, path) : null;
      if (value === null) return all().text;
      return typeof value === "string" ? characters(value) : 0;
    },
    elementsAt: (path) => {
      const value = path ? valueAt(values, path) : null;
      if (value === null) return all().elements;
      return Array.isArray(value) ? value.length : 0;
    },
  };
}

/** Returns whether the budget of a request admits a decision that costs this many steps. */
export type AdmitsCost = (steps: number) => boolean;

/** For a decision that is the only one of its request. */
export const admitsAny: AdmitsCost = () => true;

/** The budget that all decisions of one request share. Decisions beyond it are not evaluated. */
export class CostBudget {
  #left: number;
  #hasRefused = false;

  constructor(limit: number = maxRequestCost) {
    this.#left = limit;
  }

  /** Whether a decision did not fit into the budget. */
  get hasRefused(): boolean {
    return this.#hasRefused;
  }

  /** The share of one decision. If the decision is evaluated again, it costs nothing more. */
  share(): AdmitsCost {
    let admitted: boolean | undefined;
    return (steps) => {
      if (admitted !== undefined) return admitted;
      admitted = steps <= this.#left;
      if (admitted) this.#left -= steps;
      else this.#hasRefused = true;
      return admitted;
    };
  }
}
