import { digestOfJson } from "../json-digest.ts";
import { findBaselinePolicy } from "../../domain/policy/baseline/baseline.ts";
import type { ApiError, FieldError } from "../../platform/errors.ts";
import { validationFailed } from "../../platform/validation/validation.ts";
import { findingOfText, maxFindings, type PolicyFinding } from "./policy-finding.ts";
import type { Policy } from "./policy-responses.ts";
import type { PolicyInput } from "./policy-object.ts";
import { baselineImmutable } from "./policy-refusals.ts";
import type { KnownNames, PolicyName } from "./names/name-index.ts";
import { findingsOfNames, unknownNames } from "./names/unknown-names.ts";

/** The properties of a statement that the checks of a policy require. */
export interface StatementOutline {
  effect: "permit" | "forbid";
  /** Whether the statement has a `@transform` with a JSON Patch. */
  transforms: boolean;
  /** Whether the statement may read `context.facts.approved`. */
  readsApproved: boolean;
}

/** The contents of a version: the input of its digest. */
export interface PolicyContents {
  id: string;
  name: string;
  description: string;
  language: "cedar";
  text: string;
  mode: Policy["mode"];
  status: Policy["status"];
  outcome: Policy["outcome"];
  code: string | null;
  severity: Policy["severity"];
  tests: Policy["tests"];
}

/** A stored version of a policy. */
export interface PolicyVersion extends PolicyContents {
  version: number;
  digest: string;
  validated: Policy["validated"];
  /** Time of creation in milliseconds since 1970; null for the baseline. */
  createdAt: number | null;
  /** Id of the API key that created the version; null for the baseline. */
  createdBy: string | null;
}

/** Checked contents, and how far they were checked. */
export interface CheckedPolicy {
  contents: PolicyContents;
  validated: Policy["validated"];
}

/** The result of checking a policy's text. */
export interface CheckedText {
  errors: readonly PolicyFinding[];
  warnings: readonly PolicyFinding[];
  /** Empty if the text has syntax errors. */
  statements: readonly StatementOutline[];
  /** The names in the text; empty if it has syntax errors. */
  names: readonly PolicyName[];
  validated: Policy["validated"];
}

/**
 * SHA-256 of the RFC 8785 form of a policy's contents, in lower-case hexadecimal; equal contents have equal
 * digests.
 */
export const policyDigest = (contents: PolicyContents): string => {
  const plain: unknown = JSON.parse(JSON.stringify(contents));
  return digestOfJson(plain);
};

const atOutcome = (message: string): FieldError => ({ path: "/outcome", code: "invalid_value", message });

/** The conflict between a text and the outcome of its forbids; undefined if there is no conflict. */
export function outcomeFault(
  outcome: PolicyInput["outcome"],
  statements: readonly StatementOutline[],
): FieldError | undefined {
  const forbids = statements.filter(({ effect }) => effect === "forbid");
  if (outcome !== undefined && forbids.length === 0) {
    return atOutcome(
      `outcome is "${outcome}"; it must be absent, because no forbid of the text can have this outcome.`,
    );
  }
  if (outcome === "transform" && !forbids.every(({ transforms }) => transforms)) {
    return atOutcome(
      'outcome is "transform"; each forbid of the text must have @transform with a JSON Patch of add, remove and replace, such as @transform("[{\\"op\\":\\"remove\\",\\"path\\":\\"/ssn\\"}]").',
    );
  }
  return undefined;
}

/** Whether the test cases of a policy can be run, because its text and its outcome are valid. */
export const canTest = (
  { errors, statements }: Pick<CheckedText, "errors" | "statements">,
  { outcome }: Pick<PolicyInput, "outcome">,
): boolean => errors.length === 0 && outcomeFault(outcome, statements) === undefined;

/** Warnings about a text together with the outcome of its forbids. They have no position in the text. */
export function outcomeWarnings(
  outcome: PolicyInput["outcome"],
  statements: readonly StatementOutline[],
): PolicyFinding[] {
  const endless = statements.some(({ effect, readsApproved }) => effect === "forbid" && !readsApproved);
  if (outcome !== "ask" || !endless) return [];
  const message =
    "a forbid returns ask regardless of an approval, so the request can never be permitted; end it with: unless { context.facts.approved }";
  return [findingOfText("approval_ignored", message)];
}

/**
 * The contents of a version to store, with defaults and derived members.
 *
 * @throws {ApiError} 400 if outcome and text do not match.
 */
export function policyContents(
  id: string,
  { name, outcome, code, unknownNames: _unknownNames, ...input }: PolicyInput,
  statements: readonly StatementOutline[],
): PolicyContents {
  const fault = outcomeFault(outcome, statements);
  if (fault) throw validationFailed([fault]);
  const forbids = statements.some(({ effect }) => effect === "forbid");
  return {
    id,
    ...input,
    name: name ?? id,
    outcome: forbids ? (outcome ?? "deny") : null,
    code: code ?? null,
  };
}

/**
 * 400: the text is invalid. The error contains the position of each fault.
 *
 * @param path the member that contains the text.
 */
export const textRefused = (findings: readonly PolicyFinding[], path = "/text"): ApiError =>
  validationFailed(
    findings.map(({ code, message, line, column, suggestion }) => ({
      path,
      code,
      message: line === null ? message : `column ${column ?? 1}: ${message}`,
      ...(line !== null && { line }),
      ...(column !== null && { column }),
      ...(suggestion !== null && { suggestion }),
    })),
  );

/** Refuses a change to the baseline. @throws {ApiError} 403. */
export function refuseBaseline(id: string): void {
  if (findBaselinePolicy(id)) throw baselineImmutable(id);
}

/** The members of a policy on which the check of the names in its text depends. */
export type NameTreatment = Pick<PolicyInput, "mode" | "status" | "unknownNames">;

/**
 * The errors and warnings about a text and its names. A policy in force, with mode `enforce` and status
 * `active`, must not have misspelt names unless the request allows them.
 */
export function findingsOfText(
  { errors, warnings, statements, names }: CheckedText,
  { outcome, mode, status, unknownNames: treatment }: NameTreatment & Pick<PolicyInput, "outcome">,
  known: KnownNames,
): { errors: PolicyFinding[]; warnings: PolicyFinding[] } {
  const isStrict = mode === "enforce" && status === "active" && treatment === "refuse";
  const found = unknownNames(names, known).map((one) => ({ ...one, isRefused: one.isRefused && isStrict }));
  const [refused, others] = [true, false].map((is) =>
    findingsOfNames(found.filter(({ isRefused }) => isRefused === is)),
  );
  return {
    errors: [...errors, ...(refused ?? [])].slice(0, maxFindings),
    // Names come last, because a text can have more unknown names than a response has findings.
    warnings: [...warnings, ...outcomeWarnings(outcome, statements), ...(others ?? [])].slice(0, maxFindings),
  };
}

/**
 * Checks the contents of a policy before they are stored.
 *
 * @param checked the result of checking the text.
 * @returns the contents, and the warnings about the text, its names and the outcome.
 * @throws {ApiError} 403 for a baseline policy; 400 for faults, each with its position.
 */
export function checkedPolicy(
  id: string,
  input: PolicyInput,
  { checked, known }: { checked: CheckedText; known: KnownNames },
): CheckedPolicy & { warnings: PolicyFinding[] } {
  refuseBaseline(id);
  const { errors, warnings } = findingsOfText(checked, input, known);
  if (errors.length > 0) throw textRefused(errors);
  const { statements, validated } = checked;
  return { contents: policyContents(id, input, statements), validated, warnings };
}

/**
 * Checks the text of an earlier version again before the version is restored.
 *
 * @returns the warnings that storing the text would cause.
 * @throws {ApiError} 400 if the version would be in force and has misspelt names.
 */
export function checkedRollback(
  { mode, status, outcome }: Pick<PolicyVersion, "mode" | "status" | "outcome">,
  treatment: PolicyInput["unknownNames"],
  { checked, known }: { checked: CheckedText; known: KnownNames },
): PolicyFinding[] {
  const input = {
    mode,
    status,
    unknownNames: treatment,
    outcome: outcome === "deny" || outcome === null ? undefined : outcome,
  };
  const { errors, warnings } = findingsOfText({ ...checked, errors: [] }, input, known);
  if (errors.length > 0) throw textRefused(errors, "/version");
  return warnings;
}
