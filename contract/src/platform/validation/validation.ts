import type * as z from "zod";
import { findSecrets } from "../../domain/policy/secret-material.ts";
import { ApiError, type FieldError, type ProblemCode } from "../errors.ts";
import { expectationOf, flattened, type Issue, type StandardIssue } from "./validation-issues.ts";
import { hasMembers, isInteger, knownFields } from "./validation-fields.ts";
import { jsonPointer } from "../../wire/json/json-pointer.ts";
import { cut, isSecretName, labelOf, quoted } from "../../wire/http/quote.ts";

/** Which part of a request was checked; `row`: one row of an imported file. */
export type RequestPart = "body" | "query" | "path" | "header" | "row";

/** What was checked, and as which part of a request. */
export interface Checked {
  input: unknown;
  where: RequestPart;
  /** The schema, so that messages about unknown fields can list the known ones. */
  schema?: z.ZodType;
  /** Line of the row in its file, counted from 1. */
  line?: number;
  /**
   * Texts of it are not repeated in messages: what an agent is about to do may hold its own key, which nothing makes
   * recognisable to whoever does not know it.
   */
  isPrivate?: boolean | undefined;
}

/** Most faults that are looked at; one body can hold a million. */
const mostFaults = 1000;
/** Most faults that a problem document lists. */
const mostListed = 100;
const longestMessage = 4000;
/** Longest place of a fault; keys can be as long as the body. */
const longestPath = 2000;

const wholeOf: Record<RequestPart, string> = {
  body: "The body",
  query: "The query",
  path: "The path",
  header: "The headers",
  row: "The row",
};
const fieldOf: Record<RequestPart, string> = {
  body: "a field here",
  row: "a field here",
  query: "a parameter of this query",
  path: "a parameter of this path",
  header: "a header of this request",
};

/**
 * Says of each fault that a schema found where it is, what stands there, and what would be accepted.
 *
 * Codes are those of zod, but for `required` (missing) and `unknown_field` (one fault for each unknown key). What fields
 * named like secrets hold is never repeated.
 *
 * @param issues of zod, or of any standard schema: without more than message and path, the message is what is said.
 * @returns at most 1,000 faults, in the schema's order.
 */
export function fieldErrors(issues: readonly StandardIssue[], checked: Checked): FieldError[] {
  const errors: FieldError[] = [];
  const line = checked.line === undefined ? {} : { line: checked.line };
  for (const issue of flattened(issues.slice(0, mostFaults))) {
    for (const error of errorsOf(issue, checked)) {
      errors.push({ ...bounded(error), ...line });
      if (errors.length === mostFaults) return errors;
    }
  }
  return errors;
}

/** A fault as a problem document has room for it. */
const bounded = (error: FieldError): FieldError => ({
  ...error,
  path: cut(error.path, longestPath),
  message: cut(error.message, longestMessage),
});

function* errorsOf(issue: Issue, checked: Checked): Generator<FieldError> {
  const { where } = checked;
  if (issue.code === "unrecognized_keys") {
    const known = checked.schema ? knownFields(checked.schema, issue.path, checked.input) : [];
    const accepted = known.length > 0 ? `; accepted: ${known.join(", ")}` : "";
    for (const key of issue.keys) {
      const message = `${cut(key, 100)} is not ${fieldOf[where]}${accepted}.`;
      yield { path: pathOf([...issue.path, key], where), code: "unknown_field", message };
    }
    return;
  }
  if (issue.code === "invalid_key") return yield keyError(issue, checked);
  const value = valueAt(checked, issue.path);
  const expectation = expectationOf(precise(issue, checked));
  const message = sentence(issue.path, value, { ...checked, expectation });
  yield { path: pathOf(issue.path, where), code: codeOf(issue, value), message };
}

function keyError(issue: Issue, { where, isPrivate }: Checked): FieldError {
  const owner = issue.path.slice(0, -1);
  const label = labelOf(owner, wholeOf[where]);
  const expectation = expectationOf(issue);
  return {
    path: pathOf(isPrivate ? owner : issue.path, where),
    code: "invalid_key",
    message: isPrivate
      ? `${label} has a key that is not accepted: a key ${expectation}.`
      : `${label} has the key ${quoted(String(issue.path.at(-1)))}; a key ${expectation}.`,
  };
}

function codeOf(issue: Issue, value: unknown): string {
  if (value === undefined) return "required";
  // A rule of ours over a value or several: zod's word for it says nothing.
  if (issue.code === "custom") return "invalid_value";
  if (issue.code !== "invalid_union") return issue.code;
  return "options" in issue ? "invalid_value" : "invalid_type";
}

/** Text that is no integer reaches a schema of integers as text: zod then asks for a number, which 1.5 is. */
function precise(issue: Issue, { schema, input }: Checked): Issue {
  const asksForNumber = issue.code === "invalid_type" && issue.expected === "number";
  return asksForNumber && schema && isInteger(schema, issue.path, input)
    ? { ...issue, expected: "int" }
    : issue;
}

function pathOf(path: readonly PropertyKey[], where: RequestPart): string {
  return `${where === "body" || where === "row" ? "" : where}${jsonPointer(path)}`;
}

function valueAt({ input, where }: Checked, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const [depth, segment] of path.entries()) {
    // A parameter that may be repeated and is not: the lone value is the list's first.
    if (where === "query" && depth === 1 && segment === 0 && typeof value === "string") continue;
    if (!hasMembers(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

/** Found by what its member is called, or in an address: the message leaves out that part alone, or is about it. */
const toldApart = new Set(["named_secret", "password_in_url"]);
const holdsSecret = (value: unknown): boolean => findSecrets(value).some(({ type }) => !toldApart.has(type));
const mayHoldText = (value: unknown): boolean =>
  typeof value === "string" || (hasMembers(value) && Object.keys(value).length > 0);

function sentence(
  path: readonly PropertyKey[],
  value: unknown,
  { where, isPrivate, expectation }: Pick<Checked, "where" | "isPrivate"> & { expectation: string },
): string {
  const label = labelOf(path, wholeOf[where]);
  if (!expectation.startsWith("must ")) return `${label} ${expectation}.`;
  if (value === undefined) return `${label} is missing; it ${expectation}.`;
  const isHidden = isPrivate && path.length > 0 && mayHoldText(value);
  if (isHidden || path.some(isSecretName) || holdsSecret(value))
    return `${label} ${expectation}; what was sent is not shown.`;
  // A text that is a whole body may be anything, a key that somebody meant to send included.
  const isBareText = where === "body" && typeof value === "string";
  if (path.length === 0 && (hasMembers(value) || isBareText)) return `${label} ${expectation}.`;
  return `${label} is ${where !== "body" && where !== "row" ? textOf(value) : quoted(value)}; it ${expectation}.`;
}

/** Query, path and headers hold text: numbers are shown as numbers, the rest in quotes. */
const textOf = (value: unknown): string =>
  typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? cut(value, 100) : quoted(value);

/** A refusal with its faults listed: the detail is the first of them, and how many more there are. */
export function refusal(code: ProblemCode, errors: readonly FieldError[]): ApiError {
  const listed = errors.slice(0, mostListed).map(bounded);
  return new ApiError(code, summaryOf(errors), { errors: listed });
}

/** 400 `validation_failed` with its faults: the first in the detail, at most 100 listed, which it says. */
export const validationFailed = (errors: readonly FieldError[]): ApiError =>
  refusal("validation_failed", errors);

function summaryOf([first, ...others]: readonly FieldError[]): string {
  if (!first) return "The request is not valid.";
  const line = first.line === undefined ? "" : `line ${first.line}: `;
  const text = cut(
    `${line}${first.path === "" ? "" : `${first.path}: `}${first.message}`,
    longestMessage - 50,
  );
  if (others.length === 0) return text;
  const listed = others.length < mostListed ? "" : `; the first ${mostListed} are listed`;
  return `${text} (and ${others.length + 1 >= mostFaults ? "at least " : ""}${others.length} more${listed})`;
}

/**
 * Reads a query string: a name that occurs once gives a string, a repeated one an array; `flags[]` is `flags`.
 *
 * @returns an object without a prototype, so that no name means anything special.
 */
export function readQuery(params: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [written, value] of params) {
    const isList = written.endsWith("[]") && written.length > 2;
    const name = isList ? written.slice(0, -2) : written;
    const before = query[name];
    if (before === undefined) query[name] = isList ? [value] : value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [before, value];
  }
  return query;
}
