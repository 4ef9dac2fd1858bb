import { utf8 } from "../../../wire/crypto/bytes.ts";
import type { DetailedError } from "@cedar-policy/cedar-wasm/nodejs";
import { maxFindings, type PolicyFinding } from "../../policies/policy-finding.ts";
import type { CheckedText, StatementOutline } from "../../policies/policy-contents.ts";
import type { PolicyName } from "../../policies/names/name-index.ts";
import { harmlessFacts } from "../../../domain/policy/policy-facts.ts";
import { type KnownType, schemaOf, typesWith } from "../request/cedar-schema.ts";
import { cedarTypeOf } from "../../../domain/policy/cedar-types.ts";
import { type Cedar, CedarBroken, type CedarInstance } from "../engine/cedar-instance.ts";
import { boundsFinding, costFindings, isQuickToValidate } from "./cost-findings.ts";
import { withAnnotations } from "./policy-annotations.ts";
import { policyNames } from "./policy-names.ts";
import { joinReads, type PolicyReads, requestParts } from "../reads/policy-reads.ts";
import { valueFindings } from "./value-warnings.ts";
import { readsAny } from "../reads/read-tree.ts";
import { type PolicyStatement, statementsOf } from "./policy-statements.ts";
import { maxBracketDepth, offsetsOf, tooDeepAt, findingsAt } from "./text-positions.ts";

/**
 * Checks the text of a policy against agents, tools and the given types. If a text names other types, or
 * members of `context` that only requests define, only its syntax and the names of facts are checked. The same applies
 * to a text whose types cannot be validated quickly. A text with too many statements or elements is not parsed.
 */
export function checkPolicyText(
  instance: CedarInstance,
  text: string,
  known: readonly KnownType[] = [],
): CheckedText {
  const deep = tooDeepAt(text);
  if (deep !== undefined) return refused(text, [tooDeep(text, deep)]);
  const large = boundsFinding(text);
  if (large) return { ...refused(text, []), errors: [large] };
  try {
    const checked = instance.call((cedar) => check(cedar, text, typesWith(known)));
    return withAnnotations(text, checked);
  } catch (error) {
    if (!(error instanceof CedarBroken)) throw error;
    const message =
      "the text is nested or chained too deeply for the engine; use several statements, or a set with contains";
    return refused(text, [{ message, help: null, code: null, url: null, severity: "error" }]);
  }
}

function tooDeep(text: string, at: number): DetailedError {
  const start = utf8(text.slice(0, at)).length;
  return {
    message: `brackets are nested more than ${maxBracketDepth} deep`,
    help: null,
    code: null,
    url: null,
    severity: "error",
    sourceLocations: [{ label: null, start, end: start + 1 }],
  };
}

const refused = (text: string, errors: readonly DetailedError[]): CheckedText => ({
  validated: "syntax",
  errors: findingsOf(text, errors),
  warnings: [],
  statements: [],
  names: [],
});

function check(cedar: Cedar, text: string, types: readonly KnownType[]): CheckedText {
  const parsed = statementsOf(cedar, text);
  if (!parsed.ok) return refused(text, parsed.errors);
  const reads = joinReads(parsed.statements.map((statement) => statement.reads));
  const statements = parsed.statements.map(outlineOf);
  const names = policyNames(
    text,
    parsed.statements.map(({ json }) => json),
  );
  const cost = costFindings(text, parsed.statements);
  const compared = valueFindings(text, parsed.statements);
  const valued = [...cost.warnings, ...compared.warnings].slice(0, maxFindings);
  const refusals = [...cost.errors, ...compared.errors].slice(0, maxFindings);
  const isQuick = isQuickToValidate(parsed.statements, { actions: reads.actions.size, types: types.length });
  if (!isQuick || namesUnknownTypes(reads, types)) {
    return {
      validated: "syntax",
      errors: [...refusals, ...nonexistentMembers(text, reads)],
      warnings: valued,
      statements,
      names,
    };
  }
  const result = cedar.validate({
    schema: schemaOf(types, reads.actions),
    policies: { staticPolicies: text },
  });
  if (result.type === "failure") return refused(text, result.errors);
  const faults = findingsOf(
    text,
    result.validationErrors.map(({ error }) => error),
  );
  const warnings = [...result.validationWarnings.map(({ error }) => error), ...result.otherWarnings];
  return {
    validated: "strict",
    // To the engine, `has` with a name that no fact has is a constant and not an error.
    errors: [...refusals, ...(faults.length > 0 ? faults : nonexistentMembers(text, reads))],
    warnings: [...findingsOf(text, warnings), ...valued].slice(0, maxFindings),
    statements,
    names,
  };
}

/** The names in a stored text; empty if the engine cannot parse the text. */
export function namesInText(instance: CedarInstance, text: string): readonly PolicyName[] {
  if (tooDeepAt(text) !== undefined) return [];
  try {
    return instance.call((cedar) => {
      const parsed = statementsOf(cedar, text);
      return parsed.ok
        ? policyNames(
            text,
            parsed.statements.map(({ json }) => json),
          )
        : [];
    });
  } catch (error) {
    if (!(error instanceof CedarBroken)) throw error;
    return [];
  }
}

const outlineOf = ({ effect, transform, reads }: PolicyStatement): StatementOutline => ({
  effect,
  transforms: transform !== undefined,
  readsApproved: reads.facts === "all" || reads.facts.has("approved"),
});

function namesUnknownTypes(reads: PolicyReads, types: readonly KnownType[]): boolean {
  const names = new Set(types.map(({ type }) => cedarTypeOf(type)));
  // A policy that uses the whole context names none of its members.
  const { args, action, context } = reads.plain;
  const parts = [args, action, context, ...Object.values(reads.numbers)];
  const namesMembers = context !== "all" && parts.some(readsAny);
  return namesMembers || readsAnyType(reads) || ![...reads.types].every((type) => names.has(type));
}

/** Whether a policy reads attributes but names no type. Entities of any type may have these attributes. */
const readsAnyType = ({ types, plain: { principal, resource } }: PolicyReads): boolean =>
  types.size === 0 &&
  [principal, resource].some((tree) => tree !== "all" && [...tree.keys()].some((name) => name !== "id"));

/**
 * Finds names of facts and of parts of `context.numbers` that do not exist. They are always absent, so the
 * policy would deny every request.
 */
function nonexistentMembers(text: string, { facts, unknownNumbers }: PolicyReads): PolicyFinding[] {
  const known = Object.keys(harmlessFacts);
  const unknown = facts === "all" ? [] : [...facts].filter((name) => !known.includes(name));
  return findingsAt(
    text,
    [
      ...unknown.map((name) => ({
        name,
        message: `fact "${name}" does not exist; the facts are ${known.join(", ")}`,
      })),
      ...[...unknownNumbers].map((name) => ({
        name,
        message: `context.numbers has no member "${name}"; its members are ${requestParts.join(", ")}`,
      })),
    ].map(({ name, message }) => {
      const start = text.indexOf(name);
      const range = start === -1 ? undefined : { start, end: start + name.length };
      return { code: "policy_text", message, suggestion: null, range };
    }),
  );
}

function findingsOf(text: string, errors: readonly DetailedError[]): PolicyFinding[] {
  const offsetOf = offsetsOf(text);
  const all = errors.flatMap((error) => [error, ...(error.related ?? [])]);
  return findingsAt(
    text,
    all.slice(0, maxFindings).map(({ message, help, sourceLocations = [] }) => {
      const [location] = sourceLocations;
      const range = location && { start: offsetOf(location.start), end: offsetOf(location.end) };
      const parts = [message, location?.label, help].filter(
        (part) => typeof part === "string" && part !== "",
      );
      // Removes the engine's generated name of a statement; the position identifies the statement.
      const shown = parts.join("; ").replaceAll(/for policy `[^`]*`, /g, "");
      return { code: "policy_text", message: shown, suggestion: null, range };
    }),
  );
}
