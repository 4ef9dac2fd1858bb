// Findings about statements that treat a number or a missing member in a way that surprises their authors.
import type { PolicyFinding } from "../../policies/policy-finding.ts";
import { chainOf, isNode, memberOf, type Node } from "../../../domain/policy/policy-nodes.ts";
import { findingsAt, patternOf, type TextRange } from "./text-positions.ts";
import type { ParsedStatement } from "./policy-statements.ts";

/** A warning about a path that a statement reads, or the error `policy_text`. */
interface PathWarning {
  code: "whole_numbers_only" | "fractions_only" | "absent_passes" | "policy_text";
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

/** The path of a member of a part of `context.numbers`; undefined for other expressions. */
function numbersPathOf(expression: unknown): SentPath | undefined {
  const chain = chainOf(expression);
  const [first, , third] = chain?.path ?? [];
  const isMember = memberOf(chain?.base, "Var") === "context" && first === "numbers" && third !== undefined;
  return chain && isMember ? { variable: "context", names: chain.path } : undefined;
}

/** As `sentPathOf`, but also for a member of `context.numbers`, because a call without it passes as well. */
const guardedPathOf = (expression: unknown): SentPath | undefined =>
  numbersPathOf(expression) ?? sentPathOf(expression);

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

/** The operators that are never true for values of different types. */
const equalities = ["==", "!=", "contains", "containsAll", "containsAny"];

/** The whole numbers and the decimals in a constant or in a set of constants. */
function constantNumbers(expression: unknown): { whole: number[]; decimals: number } {
  const items = memberOf(expression, "Set");
  if (!Array.isArray(items)) {
    const whole = wholeLiteralOf(expression);
    return { whole: whole === undefined ? [] : [whole], decimals: memberOf(expression, "decimal") ? 1 : 0 };
  }
  const all = (items as unknown[]).map(constantNumbers);
  return {
    whole: all.flatMap(({ whole }) => whole),
    decimals: all.filter(({ decimals }) => decimals > 0).length,
  };
}

/**
 * The findings about a path that is compared with a number of a type that it never has: whole numbers are not equal to
 * decimals, so a forbid would never apply.
 */
function equalityFindings(side: unknown, other: unknown): PathWarning[] {
  const { whole, decimals } = constantNumbers(other);
  const [path, sent] = [numbersPathOf(side), memberOf(side, ".") && sentPathOf(side)];
  const [first] = whole;
  if (path && first !== undefined && memberOf(side, ".")) {
    const decimal = `decimal("${first}.0")`;
    const message = `all numbers in context.numbers are decimals, so ${written(path)} is never equal to the whole number ${first}; use ${decimal}`;
    return [{ code: "policy_text", path, message, suggestion: decimal }];
  }
  return sent && decimals > 0 ? fractionWarnings([side]) : [];
}

function numberWarnings(node: Node): PathWarning[] {
  const found: PathWarning[] = equalities.flatMap((operator) => {
    const sides = node[operator];
    if (!isNode(sides)) return [];
    const { left, right } = sides;
    return [...equalityFindings(left, right), ...equalityFindings(right, left)];
  });
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

/** The errors and warnings about the values that statements compare, each with the position of the path it concerns. */
export function valueFindings(
  text: string,
  statements: readonly ParsedStatement[],
): { errors: PolicyFinding[]; warnings: PolicyFinding[] } {
  const found = allFindings(text, statements);
  return {
    errors: found.filter(({ code }) => code === "policy_text"),
    warnings: found.filter(({ code }) => code !== "policy_text"),
  };
}

function allFindings(text: string, statements: readonly ParsedStatement[]): PolicyFinding[] {
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
