// Warnings about statements that treat a number or a missing member in a way that surprises their authors.
import type { PolicyFinding } from "../../policies/policy-finding.ts";
import { chainOf, isNode, memberOf, type Node } from "../../../domain/policy/policy-nodes.ts";
import { findingsAt, patternOf, type TextRange } from "./text-positions.ts";
import type { ParsedStatement } from "./policy-statements.ts";

/** A warning about a path that a statement reads. */
interface PathWarning {
  code: "whole_numbers_only" | "fractions_only" | "absent_passes";
  path: SentPath;
  message: string;
  suggestion: string | null;
}

/** A path outside `facts` and `numbers`. Requests and stored entities define the value at such a path. */
interface SentPath {
  variable: string;
  names: readonly string[];
}

const methodOf: Readonly<Record<string, string>> = {
  "<": "lessThan",
  "<=": "lessThanOrEqual",
  ">": "greaterThan",
  ">=": "greaterThanOrEqual",
};
const flipped: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
const wholeOperators = ["<", "<=", ">", ">=", "==", "+", "-", "*"];
const identifier = /^[A-Za-z_]\w*$/;

const written = ({ variable, names }: SentPath): string =>
  `${variable}${names.map((name) => (identifier.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join("")}`;

/** The path of the same value in `context.numbers`. */
function inNumbers({ variable, names }: SentPath): string {
  const [first = ""] = names;
  const isPart = variable !== "context" || first === "args" || first === "action";
  const below = variable === "context" ? (isPart ? names : ["context", ...names]) : [variable, ...names];
  return written({ variable: "context", names: ["numbers", ...below] });
}

/** The path that an expression reads; undefined unless requests and stored entities define the value. */
function sentPathOf(expression: unknown): SentPath | undefined {
  const chain = chainOf(expression);
  const variable = memberOf(chain?.base, "Var");
  if (!chain || typeof variable !== "string") return undefined;
  const [first, second] = chain.path;
  if (variable !== "context") return first === "id" ? undefined : { variable, names: chain.path };
  const isOwn = first === "facts" || first === "numbers";
  const isWhole = second === undefined && (first === "args" || first === "action");
  return isOwn || isWhole ? undefined : { variable, names: chain.path };
}

/** As `sentPathOf`, but also for a member of `context.numbers`, because a call without it passes as well. */
function guardedPathOf(expression: unknown): SentPath | undefined {
  const chain = chainOf(expression);
  const [first, second, third] = chain?.path ?? [];
  if (chain && memberOf(chain.base, "Var") === "context" && first === "numbers") {
    return second === undefined || third === undefined
      ? undefined
      : { variable: "context", names: chain.path };
  }
  return sentPathOf(expression);
}

const wholeLiteralOf = (side: unknown): number | undefined => {
  const value = memberOf(side, "Value");
  return typeof value === "number" ? value : undefined;
};

function wholeWarning(operator: string, { left, right }: Node): PathWarning | undefined {
  const isLeft = wholeLiteralOf(left) === undefined;
  const literal = wholeLiteralOf(isLeft ? right : left);
  const side = isLeft ? left : right;
  const path = memberOf(side, ".") === undefined ? undefined : sentPathOf(side);
  if (literal === undefined || !path) return undefined;
  const numbers = inNumbers(path);
  const method = methodOf[isLeft ? operator : (flipped[operator] ?? operator)];
  const decimal = `decimal("${literal}.0")`;
  const comparison = operator === "==" ? `${numbers} == ${decimal}` : numbers;
  const effect =
    operator === "==" ? "a fraction never equals a whole number" : "a call with a fraction is denied";
  return {
    code: "whole_numbers_only",
    path,
    message: `${written(path)} is used as a whole number, but ${effect}; use ${numbers} and decimal`,
    suggestion: method === undefined ? comparison : `${numbers}.${method}(${decimal})`,
  };
}

function fractionWarnings(sides: readonly unknown[]): PathWarning[] {
  return sides.flatMap((side): PathWarning[] => {
    const path = sentPathOf(side);
    if (!path) return [];
    const message = `${written(path)} is used as a decimal, but a call with a whole number is denied; use ${inNumbers(path)}`;
    return [{ code: "fractions_only", path, message, suggestion: inNumbers(path) }];
  });
}

function numberWarnings(node: Node): PathWarning[] {
  const found: PathWarning[] = [];
  for (const operator of wholeOperators) {
    const sides = node[operator];
    const warning = isNode(sides) ? wholeWarning(operator, sides) : undefined;
    if (warning) found.push(warning);
  }
  for (const method of Object.values(methodOf)) {
    const sides = node[method];
    if (Array.isArray(sides)) found.push(...fractionWarnings(sides));
  }
  return found;
}

/** Absent paths that together give an expression a value; empty if it always has the value, undefined if never. */
type AbsentPaths = readonly SentPath[] | undefined;

/** The paths if all parts have their values. */
function allOf(parts: readonly AbsentPaths[]): AbsentPaths {
  const found = parts.filter((part) => part !== undefined);
  return found.length < parts.length ? undefined : found.flat();
}

/** The paths if one part has its value. */
function oneOf(parts: readonly AbsentPaths[]): AbsentPaths {
  const found = parts.filter((part) => part !== undefined);
  if (found.length === 0) return undefined;
  return found.some((part) => part.length === 0) ? [] : found.flat();
}

/** The paths that give an expression a value if they are absent. @param value true or false. */
function absentPaths(expression: unknown, value: boolean): AbsentPaths {
  const partOf = (node: unknown, name: string, wanted: boolean) => absentPaths(memberOf(node, name), wanted);
  if (memberOf(expression, "Value") === value) return [];
  const negated = memberOf(expression, "!");
  if (negated !== undefined) return partOf(negated, "arg", !value);
  if (memberOf(expression, "has") !== undefined) {
    const path = value ? undefined : guardedPathOf(expression);
    return path && [path];
  }
  const choice = memberOf(expression, "if-then-else");
  if (choice !== undefined) {
    const [then, otherwise] = [partOf(choice, "then", value), partOf(choice, "else", value)];
    return oneOf([
      allOf([partOf(choice, "if", true), then]),
      allOf([partOf(choice, "if", false), otherwise]),
      allOf([then, otherwise]),
    ]);
  }
  const both = memberOf(expression, "&&");
  const operands = both ?? memberOf(expression, "||");
  if (operands === undefined) return undefined;
  const paths = [partOf(operands, "left", value), partOf(operands, "right", value)];
  // One false operand makes a conjunction false, and one true operand makes a disjunction true.
  return (both !== undefined) === value ? allOf(paths) : oneOf(paths);
}

/** Warnings about a forbid that does not apply to calls in which a member is missing. */
function absenceWarnings({ json: { effect, annotations, conditions } }: ParsedStatement): PathWarning[] {
  if (effect !== "forbid" || annotations?.["absent"] === "allow") return [];
  return conditions
    .flatMap(({ kind, body }) => absentPaths(body, kind === "unless") ?? [])
    .map((path) => ({
      code: "absent_passes",
      path,
      message: `a call without ${written(path)} passes this forbid; state the allowed calls in unless, or accept calls without the member with @absent("allow")`,
      suggestion: null,
    }));
}

function warningsOf(statement: ParsedStatement): PathWarning[] {
  const found: PathWarning[] = [];
  const open: unknown[] = [statement.json.conditions];
  // The loop also visits the elements that it appends.
  for (const next of open) {
    if (isNode(next)) found.push(...numberWarnings(next));
    if (typeof next === "object" && next !== null) for (const below of Object.values(next)) open.push(below);
  }
  const all = [...found, ...absenceWarnings(statement)];
  return [...new Map(all.map((one) => [`${one.code} ${one.message}`, one])).values()];
}

/** The warnings about the statements of a text. Each contains the position of the path that it concerns. */
export function valueWarnings(text: string, statements: readonly ParsedStatement[]): PolicyFinding[] {
  let start = 0;
  const found = statements.flatMap((statement) => {
    const at = text.indexOf(statement.text, start);
    start = at === -1 ? start : at + statement.text.length;
    return warningsOf(statement).map(({ path, ...warning }) => ({
      ...warning,
      range: at === -1 ? undefined : rangeOf(statement.text, path, at),
    }));
  });
  return findingsAt(text, found);
}

/** The first occurrence of a path in a statement, or the statement itself. */
function rangeOf(statement: string, { variable, names }: SentPath, offset: number): TextRange {
  const match = patternOf(variable, names).exec(statement);
  const start = offset + (match?.index ?? 0);
  return { start, end: match ? start + match[0].length : offset + statement.length };
}
