import type * as z from "zod";
import { counted } from "../../domain/values/counted.ts";

/** An issue from any schema library that follows the standard (https://standardschema.dev). */
export interface StandardIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** A zod issue with the full path of the fault. */
export type Issue = z.core.$ZodIssue;

const typeNames: Partial<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  null: "null",
  array: "an array",
  tuple: "an array",
  object: "an object",
  record: "an object",
};

const formatNames: Partial<Record<string, string>> = {
  datetime: "an ISO 8601 date and time with a time zone, such as 2026-03-02T09:30:00Z",
  date: "an ISO 8601 date, such as 2026-03-02",
  time: "an ISO 8601 time, such as 09:30:00",
  duration: "an ISO 8601 duration, such as P30D",
  email: "an e-mail address",
  url: "a URL",
  uuid: "a UUID",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
};

/** Replaces each issue about a union with the issues inside the union, and completes all paths. */
export function flattened(issues: readonly StandardIssue[]): Issue[] {
  return issues.flatMap((issue) => withinUnion(asIssue(issue)));
}

const isOfZod = (issue: StandardIssue): issue is StandardIssue & Issue => "code" in issue;

/**
 * Converts an issue from any library. Issues from other libraries have only a message, like zod's custom
 * issues.
 */
function asIssue(issue: StandardIssue): Issue {
  const path = (issue.path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment));
  return isOfZod(issue) ? { ...issue, path } : { code: "custom", message: issue.message, path };
}

/**
 * Returns the faults of the alternative in a union that matches the value best. Of the alternatives that
 * accept the value's type, this is the alternative with the fewest faults. If no alternative accepts the
 * type, returns a single fault that lists all types.
 */
function withinUnion(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const meant = issue.errors
    .filter((branch) => !branch.some(({ code, path }) => path.length === 0 && isTypeFault(code)))
    .sort((a, b) => a.length - b.length)[0];
  if (!meant) return [issue];
  return meant.flatMap((inner) => withinUnion({ ...inner, path: [...issue.path, ...inner.path] }));
}

const isTypeFault = (code: Issue["code"]): boolean => code === "invalid_type" || code === "invalid_value";

/** Returns what is accepted instead: `must be a number`. A custom issue keeps its message. */
export function expectationOf(issue: Issue): string {
  const alternatives = alternativesOf(issue);
  if (alternatives.length > 0) return `must be ${listed(alternatives)}`;
  if (issue.code === "too_big")
    return limitText(issue, issue.inclusive === false ? "less than" : "at most", issue.maximum);
  if (issue.code === "too_small")
    return limitText(issue, issue.inclusive === false ? "more than" : "at least", issue.minimum);
  if (issue.code === "not_multiple_of") return `must be a multiple of ${issue.divisor}`;
  if (issue.code === "invalid_format") return formatText(issue);
  if (issue.code === "invalid_key" || issue.code === "invalid_element") {
    const [inner] = issue.issues;
    return inner ? expectationOf(inner) : "is not accepted";
  }
  return issue.message.replace(/\.$/, "");
}

function listed(alternatives: readonly string[]): string {
  if (alternatives.length < 3) return alternatives.join(" or ");
  return `${alternatives.slice(0, -1).join(", ")}, or ${alternatives.at(-1)}`;
}

type LimitIssue = Extract<Issue, { code: "too_big" | "too_small" }>;

const units: Partial<Record<LimitIssue["origin"], string>> = {
  string: "character",
  array: "item",
  set: "item",
  map: "entry",
  file: "byte",
};

function limitText(issue: LimitIssue, side: string, limit: number | bigint): string {
  const bound = issue.exact ? "exactly" : side;
  const unit = units[issue.origin];
  if (unit === undefined) return `must be ${bound} ${limit}`;
  return `must have ${bound} ${counted(limit, unit)}`;
}

function formatText(issue: Extract<Issue, { code: "invalid_format" }>): string {
  const name = formatNames[issue.format];
  if (name !== undefined) return `must be ${name}`;
  if ("prefix" in issue) return `must start with ${JSON.stringify(issue.prefix)}`;
  if ("suffix" in issue) return `must end with ${JSON.stringify(issue.suffix)}`;
  if ("includes" in issue) return `must contain ${JSON.stringify(issue.includes)}`;
  // A message that the schema states in words is clearer than its pattern.
  if (issue.message.startsWith("must ")) return issue.message;
  return issue.pattern === undefined ? `must have the format ${issue.format}` : `must match ${issue.pattern}`;
}

/** Returns the accepted types or values of an issue, as nouns. */
function alternativesOf(issue: Issue): string[] {
  if (issue.code === "invalid_type") return [typeNames[issue.expected] ?? `of type ${issue.expected}`];
  if (issue.code === "invalid_value") return [oneOf(issue.values)];
  if (issue.code !== "invalid_union") return [];
  if (issue.errors.length === 0)
    return "options" in issue ? [oneOf(issue.options ?? [])] : ["exactly one of the accepted forms"];
  return [...new Set(issue.errors.flatMap((branch) => branch.flatMap(alternativesOf)))];
}

function oneOf(values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1) return typeof only === "string" ? JSON.stringify(only) : String(only);
  return `one of ${values.map(String).join(", ")}`;
}
