import type { CedarValueJson } from "@cedar-policy/cedar-wasm/nodejs";
import { TextFault } from "../engine/cedar-instance.ts";

/** Maximum nesting of values for policies; the engine's parser fails at 128 levels. */
const maxDepth = 32;

/** A value is nested too deeply for policies. */
export class TooDeep extends TextFault {
  override readonly name = "TooDeep";
}

/** Escapes of Cedar's JSON, which data must not contain as names of members. */
const reserved = new Set(["__entity", "__extn", "__expr"]);
const maxDecimal = 922_337_203_685_477;

/**
 * Converts a JSON value to Cedar: integers are `Long`, other numbers `decimal` (up to four decimal places),
 * arrays are sets.
 *
 * Values without a Cedar equivalent are left out, so a policy that reads one fails, and the failure denies.
 * These are null, numbers beyond ±(2^53 − 1) or with more than four decimal places, and members with the
 * names of Cedar's escapes.
 *
 * @returns undefined if the whole value is left out.
 * @throws {TooDeep} beyond 32 levels.
 */
export function toCedarValue(value: unknown, depth = 0): CedarValueJson | undefined {
  if (depth > maxDepth) throw new TooDeep();
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return numberValue(value);
  if (Array.isArray(value)) {
    return value.map((item) => toCedarValue(item, depth + 1)).filter((item) => item !== undefined);
  }
  return typeof value === "object" && value !== null ? toCedarRecord(value, depth) : undefined;
}

/** Converts the members of an object to Cedar; see `toCedarValue`. */
export function toCedarRecord(value: object, depth = 0): Record<string, CedarValueJson> {
  const members: [string, CedarValueJson][] = [];
  for (const [key, member] of Object.entries(value)) {
    const converted = reserved.has(key) ? undefined : toCedarValue(member, depth + 1);
    if (converted !== undefined) members.push([key, converted]);
  }
  return Object.fromEntries(members);
}

function numberValue(value: number): CedarValueJson | undefined {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? value : undefined;
  const text = value.toFixed(4);
  if (Math.abs(value) > maxDecimal || Number(text) !== value) return undefined;
  return { __extn: { fn: "decimal", arg: text } };
}

const plainType = /^(?!T_)[A-Za-z][A-Za-z0-9_]*(?:::[A-Za-z][A-Za-z0-9_]*)*$/;
const keywords = new Set(["true", "false", "if", "then", "else", "in", "is", "like", "has", "Action"]);

/**
 * The name of a type in policies: the type itself if it is a Cedar identifier. Otherwise it is `T_` and the
 * type, in which each character except ASCII letters and digits is replaced by its hexadecimal code point
 * between underscores (`todo-item` is `T_todo_2d_item`). Two types never share a name.
 */
export function cedarTypeOf(type: string): string {
  if (plainType.test(type) && !type.split("::").some((part) => keywords.has(part))) return type;
  const characters = Array.from(type, (character) =>
    /[A-Za-z0-9]/.test(character) ? character : `_${character.codePointAt(0)?.toString(16) ?? ""}_`,
  );
  return `T_${characters.join("")}`;
}
