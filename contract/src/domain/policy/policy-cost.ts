// Bounds the time that policies take before they are evaluated, because the engine cannot be interrupted.
import { characters, type StaticPath, type ValueSizes } from "./cost/value-sizes.ts";
import { chainOf, furtherNames, isNode, memberOf, type Node } from "./policy-nodes.ts";

/** Maximum cost of the policies of one decision in steps; the engine takes about 13 ms for it. */
export const maxPolicyCost = 10_000_000;
/** Maximum cost of all decisions of one request together, in steps. */
export const maxRequestCost = 100_000_000;
/**
 * Maximum cost of the policies in shadow mode in all decisions of one request together, in steps. This budget is
 * separate, so that policies in shadow mode have no effect on the decisions.
 */
export const maxShadowCost = 20_000_000;
/** Maximum cost of all decisions that one simulation replays, in steps: with and without the draft. */
export const maxSimulationCost = 2_000_000_000;
/** The length of each text, in characters, for which the cost of a policy is checked when it is stored. */
export const usualTextLength = 1024;
/** The greatest length of a text of a request or of an entity, in characters: both have at most 64 KiB. */
export const maxTextLength = 64 * 1024;
/** The greatest number of values in a JSON value of 64 KiB, such as the elements of an array. */
const maxValues = maxTextLength / 2;
/**
 * Steps of a read of an attribute that the engine adds. It evaluates `x has a.b.c` as `x has a && x.a has b && x.a.b has c`
 * and needs about 0.15 µs for each read.
 */
const stepsPerRead = 100;
/** Steps of a comparison for each compared value. */
const stepsPerValue = 10;

/**
 * An operand: its size if the statement states it (characters of a text, number of values), the path of its
 * value, or null if the value is computed.
 */
type Operand = number | StaticPath | null;

/** The parts of a statement's conditions that determine its cost. */
export interface StatementCost {
  /** Number of nodes of the conditions, and the steps of the reads that the engine adds. */
  nodes: number;
  /** The operators `like`, in the order of the text. */
  likes: readonly LikeCost[];
  /** The operands of each operator that searches sets, and the elements of each set: all are compared. */
  sets: readonly (readonly Operand[])[];
  /** The sides of each `==` and `!=`: only values of equal size are compared completely. */
  equals: readonly (readonly [Operand, Operand])[];
}

/** An operator `like`. */
export interface LikeCost {
  operand: Operand;
  /** The greatest number of literal characters between two wildcards. */
  run: number;
}

const setOperators = ["contains", "containsAll", "containsAny"];

const pathOf = (expression: unknown): StaticPath | null => {
  const chain = chainOf(expression);
  const variable = memberOf(chain?.base, "Var");
  return chain && typeof variable === "string" ? [variable, ...chain.path] : null;
};

function textOperand(expression: unknown): Operand {
  const value = memberOf(expression, "Value");
  return typeof value === "string" ? characters(value) : pathOf(expression);
}

/** The operators whose result can contain other values. The results of all others are single values. */
const compound = new Set([".", "getTag", "if-then-else", "Record", "Set", "Value"]);

/** The number of values in a constant; null if an expression is not constant. */
function constantValues(expression: unknown): number | null {
  const value = memberOf(expression, "Value");
  if (value !== undefined) return isNode(value) && value["__entity"] === undefined ? null : 1;
  const elements = memberOf(expression, "Set");
  if (!Array.isArray(elements)) return null;
  const isPlain = (elements as unknown[]).every((one) => constantValues(one) === 1);
  return isPlain ? elements.length + 1 : null;
}

function valueOperand(expression: unknown): Operand {
  const constant = constantValues(expression);
  if (constant !== null) return constant;
  const variable = memberOf(expression, "Var");
  if (variable !== undefined) return variable === "context" ? ["context"] : 1;
  const isCompound = isNode(expression) && Object.keys(expression).some((key) => compound.has(key));
  return isCompound ? pathOf(expression) : 1;
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

/** The comparisons of a statement, while its nodes are visited. */
interface Comparisons {
  sets: (readonly Operand[])[];
  equals: (readonly [Operand, Operand])[];
}

const sidesOf = ({ left, right }: Node) => [valueOperand(left), valueOperand(right)] as const;

/** Adds the comparisons of one node. @returns its parts, in the order of the text. */
function partsOf(node: Node, { sets, equals }: Comparisons): unknown[] {
  // The members of a record may have the same names as operators.
  const record = node["Record"];
  if (isNode(record)) return Object.values(record);
  for (const operator of setOperators) {
    const sides = node[operator];
    if (isNode(sides)) sets.push(sidesOf(sides));
  }
  for (const operator of ["==", "!="]) {
    const sides = node[operator];
    if (isNode(sides)) equals.push(sidesOf(sides));
  }
  // The elements of a set are compared with each other, because a set contains each value once.
  const elements = node["Set"];
  if (Array.isArray(elements)) sets.push((elements as unknown[]).map(valueOperand));
  const like = node["like"];
  return isNode(like) ? [like["left"], new LikeAfterOperand(like)] : Object.values(node);
}

/** The steps of the reads that the engine adds for an extended `has`: with n names, (n − 1)·(n + 2)/2 reads. */
function stepsOfNames(node: Node): number {
  const further = furtherNames(node);
  return (stepsPerRead * further * (further + 3)) / 2;
}

/** The part of a statement's cost that the text of its conditions determines. */
export function statementCost(conditions: unknown): StatementCost {
  const likes: LikeCost[] = [];
  const comparisons: Comparisons = { sets: [], equals: [] };
  let nodes = 0;
  const open: unknown[] = [conditions];
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof LikeAfterOperand) likes.push(next.cost);
    else if (Array.isArray(next)) open.push(...(next as unknown[]).toReversed());
    else if (isNode(next)) {
      nodes += 1 + stepsOfNames(next);
      open.push(...partsOf(next, comparisons).toReversed());
    }
  }
  return { nodes, likes, ...comparisons };
}

const sizeOf = (operand: Operand, sizeAt: (path: StaticPath | null) => number): number =>
  typeof operand === "number" ? operand : sizeAt(operand);

/** The cost of one `like`: (characters of the text + 1) × (longest run of literals + 1). */
export const likeCost = ({ operand, run }: LikeCost, { textAt }: ValueSizes): number =>
  (sizeOf(operand, textAt) + 1) * (run + 1);

/** The cost of a statement for values of these sizes, in steps. */
export function costOf({ nodes, likes, sets, equals }: StatementCost, sizes: ValueSizes): number {
  let cost = nodes;
  for (const like of likes) cost += likeCost(like, sizes);
  const valuesOf = (operand: Operand): number => sizeOf(operand, sizes.valuesAt);
  for (const sides of sets) for (const side of sides) cost += valuesOf(side) * stepsPerValue;
  for (const [left, right] of equals) cost += Math.min(valuesOf(left), valuesOf(right)) * stepsPerValue;
  return cost;
}

/** The total cost of statements for values of these sizes, in steps. */
export const totalCost = (costs: readonly StatementCost[], sizes: ValueSizes): number =>
  costs.reduce((sum, cost) => sum + costOf(cost, sizes), 0);

/** Sizes for which every value is a single text with this many characters. */
export const textsOf = (length: number): ValueSizes => ({ textAt: () => length, valuesAt: () => 1 });

/** The greatest sizes that a request and its entities can have. */
export const greatestSizes: ValueSizes = {
  textAt: () => maxTextLength,
  valuesAt: () => maxValues,
};

/** The greatest length of all texts for which statements stay within the budget; at least 0. */
export function maxPassingLength(costs: readonly StatementCost[]): number {
  const fixed = totalCost(costs, textsOf(0));
  const perCharacter = totalCost(costs, textsOf(1)) - fixed;
  return perCharacter === 0 ? maxTextLength : Math.max(0, Math.floor((maxPolicyCost - fixed) / perCharacter));
}
