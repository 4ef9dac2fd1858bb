import type { CedarValueJson } from "@cedar-policy/cedar-wasm/nodejs";
import { TextFault } from "../cedar-wasm.ts";

/** Deepest nesting of what policies see: the engine's own reader fails at 128 levels. */
const deepest = 32;

/** A value is nested too deeply to be shown to policies. */
export class TooDeep extends TextFault {
  override readonly name = "TooDeep";
}

/** Cedar's JSON has three names that mean something: data must not be able to say them. */
const reserved = new Set(["__entity", "__extn", "__expr"]);
const largestDecimal = 922_337_203_685_477;

/**
 * A JSON value as Cedar knows it: whole numbers are `Long`, others `decimal` (four digits at the most), arrays are sets.
 *
 * What Cedar has no value for is left out, so that a policy that reads it errs, and an error denies: null, numbers beyond
 * ±(2^53 − 1) or with more than four decimal places, members that are called as Cedar's escapes.
 *
 * @returns undefined when the value as a whole is left out.
 * @throws {TooDeep} beyond 32 levels.
 */
export function toCedarValue(value: unknown, depth = 0): CedarValueJson | undefined {
  if (depth > deepest) throw new TooDeep();
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return numberValue(value);
  if (Array.isArray(value)) {
    return value.map((item) => toCedarValue(item, depth + 1)).filter((item) => item !== undefined);
  }
  return typeof value === "object" && value !== null ? toCedarRecord(value, depth) : undefined;
}

/** The members of an object as Cedar knows them; see `toCedarValue`. */
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
  if (Math.abs(value) > largestDecimal || Number(text) !== value) return undefined;
  return { __extn: { fn: "decimal", arg: text } };
}

const plainType = /^(?!T_)[A-Za-z][A-Za-z0-9_]*(?:::[A-Za-z][A-Za-z0-9_]*)*$/;
const keywords = new Set(["true", "false", "if", "then", "else", "in", "is", "like", "has", "Action"]);

/**
 * The name under which policies know a type: its own when that is a Cedar identifier, else `T_` and the type with each
 * character but ASCII letters and digits as its hexadecimal code point between underscores (`todo-item` is
 * `T_todo_2d_item`). Two types never share a name.
 */
export function cedarTypeOf(type: string): string {
  if (plainType.test(type) && !type.split("::").some((part) => keywords.has(part))) return type;
  const characters = Array.from(type, (character) =>
    /[A-Za-z0-9]/.test(character) ? character : `_${character.codePointAt(0)?.toString(16) ?? ""}_`,
  );
  return `T_${characters.join("")}`;
}
