import type * as z from "zod";
import { findSecrets } from "../../domain/policy/secret-material.ts";
import { counted } from "../../domain/values/counted.ts";
import { ApiError, type FieldError, type ProblemCode } from "../errors.ts";
import { expectationOf, flattened, type Issue, type StandardIssue } from "./validation-issues.ts";
import { hasMembers, isInteger, knownFields } from "./validation-fields.ts";
import { jsonPointer } from "../../wire/json/json-pointer.ts";
import { cut, isSecretName, labelOf, quoted } from "../../wire/http/quote.ts";

/** The part of a request that was validated; `row` is one row of an imported file. */
export type RequestPart = "body" | "query" | "path" | "header" | "row";

/** An input, with the details required to describe its faults. */
export interface Checked {
  input: unknown;
  where: RequestPart;
  /** The schema, which messages about unknown fields use to list the known fields. */
  schema?: z.ZodType;
  /** Line of the row in its file, starting at 1. */
  line?: number;
  /**
   * Whether messages must not quote strings from the input. For example, an agent's arguments may contain its
   * own key, which no pattern can recognize.
   */
  isPrivate?: boolean | undefined;
}

/** Maximum number of faults that are read. A single body can have a million faults. */
const maxFaults = 1000;
/** Maximum number of faults that a problem document lists. */
const maxListed = 100;
const maxMessageCharacters = 4000;
/** Maximum length of a fault's path. A key can be as long as the body. */
const maxPathCharacters = 2000;

const wholeOf: Record<RequestPart, string> = {
  body: "The body",
  query: "The query",
  path: "The path",
  header: "The headers",
  row: "The row",
};
const fieldOf: Record<RequestPart, string> = {
  body: "a field that this object accepts",
  row: "a field that a row accepts",
  query: "a parameter that this query accepts",
  path: "a parameter that this path accepts",
  header: "a header that this request accepts",
};

/**
 * Converts schema issues to faults, each with its path, the value, and what is accepted.
 *
 * The codes are zod's codes, except `required` (missing) and `unknown_field` (one fault for each unknown
 * key). Messages never quote the values of fields whose names indicate secrets.
 *
 * @param issues issues from zod or from any standard schema. An issue with only a message and a path keeps
 *   its message.
 * @returns at most 1,000 faults, in the schema's order.
 */
export function fieldErrors(issues: readonly StandardIssue[], checked: Checked): FieldError[] {
  const errors: FieldError[] = [];
  const line = checked.line === undefined ? {} : { line: checked.line };
  for (const issue of flattened(issues.slice(0, maxFaults))) {
    for (const error of errorsOf(issue, checked)) {
      errors.push({ ...bounded(error), ...line });
      if (errors.length === maxFaults) return errors;
    }
  }
  return errors;
}

/** Cuts a fault to the limits of a problem document. */
const bounded = (error: FieldError): FieldError => ({
  ...error,
  path: cut(error.path, maxPathCharacters),
  message: cut(error.message, maxMessageCharacters),
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
  // A refinement in the contract reported the issue. Zod's code for all such issues is `custom`, which is too
  // general.
  if (issue.code === "custom") return refinementCodeOf(issue);
  if (issue.code !== "invalid_union") return issue.code;
  return "options" in issue ? "invalid_value" : "invalid_type";
}

/** Returns the code that a refinement states in `params.code`. */
function refinementCodeOf({ params }: Extract<Issue, { code: "custom" }>): string {
  const code: unknown = params?.["code"];
  return typeof code === "string" ? code : "invalid_value";
}

/**
 * Reports that a query value is not an integer. The value stays a string, for which zod would only report
 * that a number is expected.
 */
function precise(issue: Issue, { schema, input }: Checked): Issue {
  const expectsNumber = issue.code === "invalid_type" && issue.expected === "number";
  return expectsNumber && schema && isInteger(schema, issue.path, input)
    ? { ...issue, expected: "int" }
    : issue;
}

function pathOf(path: readonly PropertyKey[], where: RequestPart): string {
  return `${where === "body" || where === "row" ? "" : where}${jsonPointer(path)}`;
}

function valueAt({ input, where }: Checked, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const [depth, segment] of path.entries()) {
    // If a repeatable parameter occurs once, its single value is the first item of the list.
    if (where === "query" && depth === 1 && segment === 0 && typeof value === "string") continue;
    if (!hasMembers(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

/**
 * Kinds of secrets that are recognized by a member's name or by their position in a URL. Quoting a value
 * hides only the secret part for these kinds, so the value can still be quoted.
 */
const hiddenByQuoting = new Set(["named_secret", "password_in_url"]);
const holdsSecret = (value: unknown): boolean =>
  findSecrets(value).some(({ type }) => !hiddenByQuoting.has(type));
const mayHoldText = (value: unknown): boolean =>
  typeof value === "string" || (hasMembers(value) && Object.keys(value).length > 0);

function sentence(
  path: readonly PropertyKey[],
  value: unknown,
  { where, isPrivate, expectation }: Pick<Checked, "where" | "isPrivate"> & { expectation: string },
): string {
  const label = labelOf(path, wholeOf[where]);
  if (!expectation.startsWith("must ")) return `${label} ${expectation}.`;
  if (value === undefined) return `${label} is required: it ${expectation}.`;
  const isHidden = isPrivate && path.length > 0 && mayHoldText(value);
  if (isHidden || path.some(isSecretName) || holdsSecret(value))
    return `${label} ${expectation}; the value is not shown.`;
  // A body that is a single string can be anything, including an API key that was sent by mistake.
  const isBareText = where === "body" && typeof value === "string";
  if (path.length === 0 && (hasMembers(value) || isBareText)) return `${label} ${expectation}.`;
  return `${label} is ${where !== "body" && where !== "row" ? textOf(value) : quoted(value)}; it ${expectation}.`;
}

/**
 * Formats a value from the query, path or headers, which are text. Numbers are shown as numbers, other values
 * in quotes.
 */
const textOf = (value: unknown): string =>
  typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? cut(value, 100) : quoted(value);

/** Creates a refusal with faults. The detail states the first fault and the number of other faults. */
export function refusal(code: ProblemCode, errors: readonly FieldError[]): ApiError {
  const listed = errors.slice(0, maxListed).map(bounded);
  return new ApiError(code, summaryOf(errors), { errors: listed });
}

/**
 * Creates a 400 `validation_failed` refusal. The detail states the first fault, and at most 100 faults are
 * listed.
 */
export const validationFailed = (errors: readonly FieldError[]): ApiError =>
  refusal("validation_failed", errors);

function summaryOf([first, ...others]: readonly FieldError[]): string {
  if (!first) return "The request is not valid.";
  const line = first.line === undefined ? "" : `line ${first.line}: `;
  const text = cut(
    `${line}${first.path === "" ? "" : `${first.path}: `}${first.message}`,
    maxMessageCharacters - 50,
  );
  if (others.length === 0) return text;
  const count = `${others.length + 1 >= maxFaults ? "At least " : ""}${counted(others.length, "more error")}`;
  return `${text} ${count}${others.length < maxListed ? "" : `; the first ${maxListed} are listed`}.`;
}

/**
 * Parses a query string. The value of a name that occurs once is a string; the value of a repeated name is an
 * array. `flags[]` is read as `flags`.
 *
 * @returns an object without a prototype, so that no name has a special meaning.
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
