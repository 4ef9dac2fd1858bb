import type { DetailedError, PolicyJson, SourceLabel } from "@cedar-policy/cedar-wasm/nodejs";
import { utf8 } from "../../../wire/crypto/bytes.ts";
import { type StatementCost, statementCost } from "../../../domain/policy/policy-cost.ts";
import { expressionDepth } from "../../../domain/policy/policy-nodes.ts";
import { type PatchOperation } from "../../../domain/policy/verdict.ts";
import type { Cedar } from "../engine/cedar-instance.ts";
import type { PolicyReads } from "../reads/policy-reads.ts";
import { type ImpossibleRead, readsOf } from "../reads/statement-reads.ts";
import { impossibleErrors } from "./impossible-reads.ts";
import { scopeOf, type StatementScope } from "./statement-scope.ts";

/** One statement of a policy's text. */
export interface PolicyStatement {
  text: string;
  effect: "permit" | "forbid";
  /** `@message`: the message of the reason if the statement determines a decision. */
  message: string | undefined;
  remedy: string | undefined;
  warning: string | undefined;
  obligation: string | undefined;
  /** `@transform`: a JSON Patch on the arguments; undefined if it is missing or invalid. */
  transform: readonly PatchOperation[] | undefined;
  /**
   * Whether the statement has `@nulls("absent")`. Null members and null array elements are then left out.
   * Without this annotation, they cause a denial.
   */
  allowsNulls: boolean;
  scope: StatementScope;
  reads: PolicyReads;
  cost: StatementCost;
}

/** A statement with its JSON form. */
export interface ParsedStatement extends PolicyStatement {
  json: PolicyJson;
}

/** The statements of a text, or the errors of the parser. */
export type StatementsOfText =
  | { ok: true; statements: readonly ParsedStatement[] }
  | { ok: false; errors: readonly DetailedError[] };

const fault = (message: string, place?: SourceLabel): StatementsOfText => ({
  ok: false,
  errors: [
    { message, help: null, code: null, url: null, severity: "error", sourceLocations: place ? [place] : [] },
  ],
});

/**
 * Maximum depth of the expressions of a statement. With the stack of the server's thread, the engine crashes when it
 * evaluates a depth of 115 to 130.
 */
export const maxExpressionDepth = 64;

const tooDeep = (text: string, { part, at, depth }: PlacedPart & { depth: number }): StatementsOfText => {
  const start = utf8(text.slice(0, at)).length;
  return fault(
    `the operators of the statement are nested or chained ${depth} deep; the greatest depth is ${maxExpressionDepth}; use several statements, or a set with contains`,
    { label: null, start, end: start + utf8(part).length },
  );
};

/** Splits a policy's text into statements. Refuses templates, and reads that can have no result. */
export function statementsOf(cedar: Cedar, text: string): StatementsOfText {
  const parts = cedar.policySetTextToParts(text);
  if (parts.type === "failure") return { ok: false, errors: parts.errors };
  if (parts.policy_templates.length > 0) {
    return fault(
      "the policy text is a template (with ?principal or ?resource); policies must not have slots",
    );
  }
  if (parts.policies.length === 0) return fault("the policy text contains no policy");
  const statements: ParsedStatement[] = [];
  const found: ImpossibleRead[] = [];
  for (const { part, at } of inTextOrder(text, parts.policies)) {
    const parsed = cedar.policyToJson(part);
    if (parsed.type === "failure") return { ok: false, errors: parsed.errors };
    const depth = expressionDepth(parsed.json.conditions);
    if (depth > maxExpressionDepth) return tooDeep(text, { part, at, depth });
    const { effect, annotations = {} } = parsed.json;
    const { reads, impossible } = readsOf(parsed.json);
    found.push(...impossible);
    statements.push({
      text: part,
      json: parsed.json,
      effect,
      message: textOf(annotations, "message"),
      remedy: textOf(annotations, "remedy"),
      warning: textOf(annotations, "warning"),
      obligation: textOf(annotations, "obligation"),
      transform: parsePatch(textOf(annotations, "transform")),
      allowsNulls: textOf(annotations, "nulls") === "absent",
      scope: scopeOf(parsed.json),
      reads,
      cost: statementCost(parsed.json.conditions),
    });
  }
  if (found.length > 0) return { ok: false, errors: impossibleErrors(text, found) };
  return { ok: true, statements };
}

/** A statement of a text, and its position in UTF-16 units. */
interface PlacedPart {
  part: string;
  at: number;
}

/** Sorts statements by their position in the text. The engine lists them by generated ids: 0, 1, 10, 2. */
function inTextOrder(text: string, parts: readonly string[]): PlacedPart[] {
  const searchFrom = new Map<string, number>();
  const placed = parts.map((part) => {
    const at = text.indexOf(part, searchFrom.get(part));
    searchFrom.set(part, at + 1);
    return { part, at };
  });
  return placed.sort((one, other) => one.at - other.at);
}

const maxAnnotationChars = 1000;

function textOf(annotations: Readonly<Record<string, string>>, name: string): string | undefined {
  const text = Object.hasOwn(annotations, name) ? annotations[name] : undefined;
  return text === undefined || text === "" ? undefined : text.slice(0, maxAnnotationChars);
}

const pointer = /^(?:\/(?:[^~/]|~[01])*)+$/;

function isOperation(value: unknown): value is PatchOperation {
  if (typeof value !== "object" || value === null || !("op" in value) || !("path" in value)) return false;
  const { op, path } = value;
  if (typeof path !== "string" || !pointer.test(path)) return false;
  return op === "remove" || ((op === "add" || op === "replace") && "value" in value);
}

/** Parses a JSON Patch. Returns undefined if the text is not a patch with at least one operation. */
export function parsePatch(text: string | undefined): readonly PatchOperation[] | undefined {
  if (text === undefined) return undefined;
  try {
    const patch: unknown = JSON.parse(text);
    return Array.isArray(patch) && patch.length > 0 && patch.every(isOperation) ? patch : undefined;
  } catch {
    return undefined;
  }
}
