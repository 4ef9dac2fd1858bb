import { jsonPointer } from "../../../wire/json/json-pointer.ts";
import { quoted } from "../../../wire/http/quote.ts";
import type { EffectivePolicy } from "../policy-set.ts";
import type { CompiledStatement } from "../sets/group-reads.ts";
import { attributesIn, readsAttributes, referenceParts, referencesBelow } from "../reads/hierarchy-reads.ts";
import type { PolicyReads, RequestPart } from "../reads/policy-reads.ts";
import { readsPath } from "../reads/read-tree.ts";
import { TextFault } from "../engine/cedar-instance.ts";
import type { CedarRequest } from "./cedar-request.ts";
import { CedarConverter, cedarEscapes, escapeIn, type Place, type ValueFault } from "./cedar-values.ts";

/** A value that a policy reads but Cedar cannot represent. */
export interface UnrepresentableValue {
  /** The first policy that reads the value; null if unknown. */
  policy: EffectivePolicy | null;
  /** The message names the JSON Pointer and the value. */
  message: string;
}

/** Maximum number of values that a decision lists. */
const maxListed = 20;

const baseOf: Readonly<Record<RequestPart, readonly string[]>> = {
  args: ["args"],
  action: ["action", "properties"],
  context: ["context"],
  principal: ["subject", "properties"],
  resource: ["resource", "properties"],
};

/** The names and indexes that lead from the part to a value; empty for the part itself. */
function namesTo(place: Place): (string | number)[] {
  const names: (string | number)[] = [];
  for (let at = place; at.parent !== null; at = at.parent) names.unshift(at.key);
  return names;
}

/** The JSON Pointer of a value in the request; for a stored property, its pointer and its entity. */
function locationOf({ part }: ValueFault, place: Place): string {
  const names: (string | number)[] = [];
  let at = place;
  for (; at.parent !== null && !at.origin; at = at.parent) names.unshift(at.key);
  if (!at.origin) return jsonPointer([...(part === null ? [] : baseOf[part]), ...names]);
  const { name, pointerTo } = at.origin;
  const pointer = pointerTo(String(names[0] ?? ""));
  if (pointer) return jsonPointer([...pointer, ...names]);
  const entity = `the stored entity ${quoted(name.type)} ${quoted(name.id)}`;
  return names.length === 0 ? entity : `${jsonPointer(names)} of ${entity}`;
}

/** Describes the value of a fault: `1e+21`, `null`, `an object with the member "__extn"`. */
function described(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return `an object with the member ${quoted(escapeIn(value))}`;
}

function accepted({ value, form }: ValueFault): string {
  if (value === null) return "policies can represent any value except null";
  if (typeof value !== "number")
    return "policies can represent this member only in properties and context, as a typed value of the documented form with a valid argument";
  return form === "numbers"
    ? "context.numbers can represent numbers within ±922337203685477.5807 with at most 4 decimals"
    : "policies can represent whole numbers within ±9007199254740991 and numbers within ±922337203685477.5807 with at most 4 decimals";
}

/** Builds the message about a fault. An element that Cedar cannot represent affects its whole array. */
function messageOf(fault: ValueFault): string {
  const { place, value, reference } = fault;
  const location = locationOf(fault, place);
  if (reference)
    return `${location} is a reference to ${quoted(reference.type)} ${quoted(reference.id)}; context.numbers has no attributes of referenced entities: read them without context.numbers.`;
  const found = place.array
    ? `${locationOf(fault, place.array)} contains ${described(value)} (${location})`
    : `${location} is ${described(value)}`;
  return `${found}; ${accepted(fault)}.`;
}

/** A value of stored properties that Cedar cannot represent. */
export interface UnrepresentableProperty {
  /** The names of members and the indexes of elements that lead to the value. */
  path: readonly (string | number)[];
  value: unknown;
  /** The message states which values are accepted. */
  message: string;
}

/** The forms of typed values, for messages. */
const typedForms =
  '{"__extn": {"fn": "ip", "arg": "10.0.0.0/8"}} (ip, decimal, datetime or duration, with a valid argument) or {"__entity": {"type": "user", "id": "ada"}}, without other members';

function expectationOf(value: unknown): string {
  if (value === null) return "must not be null, which policies cannot represent; leave it out";
  return typeof value === "number"
    ? "must be a whole number within ±9007199254740991, or a number within ±922337203685477.5807 with at most 4 decimals, so that policies can represent it"
    : `must not have a member ${cedarEscapes.join(", ")}, except as ${typedForms}`;
}

/**
 * The values of stored properties that Cedar cannot represent.
 *
 * @throws {TooDeep} if values are nested beyond 32 levels.
 */
export function unrepresentableProperties(properties: object): UnrepresentableProperty[] {
  const converter = new CedarConverter();
  converter.convert(properties, "all", { part: "resource", form: "plain" });
  return converter.faults.map(({ place, value }) => ({
    path: namesTo(place),
    value,
    message: expectationOf(value),
  }));
}

function readsFault(
  { hierarchy, ...reads }: PolicyReads,
  { form, part, place, reference }: ValueFault,
): boolean {
  const path = namesTo(place.array ?? place).map(String);
  if (reference)
    return referenceParts.some(
      (one) => one === part && readsAttributes(referencesBelow(hierarchy.numbers[one], path)),
    );
  if (part !== null) return readsPath(reads[form][part], path);
  const tree = hierarchy.named.get(rootOf(place))?.tree;
  return tree !== undefined && readsPath(attributesIn(tree), path);
}

/** The key of the entity that contains a value and that a text names. */
function rootOf(place: Place): string {
  let at = place;
  while (at.parent !== null) at = at.parent;
  return String(at.key);
}

const isReadBy = ({ statement }: CompiledStatement, fault: ValueFault): boolean =>
  !(statement.allowsNulls && fault.value === null) && readsFault(statement.reads, fault);

/**
 * The first of all faults that statements read alike: all faults inside one array are alike, except that null may
 * count as absent.
 */
function distinct(faults: readonly ValueFault[]): ValueFault[] {
  const seen = new Map<Place, Set<string>>();
  return faults.filter(({ part, form, place, value, reference }) => {
    const at = place.array ?? place;
    const kinds = seen.get(at) ?? new Set();
    seen.set(at, kinds);
    const kind = [part, form, value === null, reference !== undefined].join(" ");
    return !kinds.has(kind) && kinds.add(kind);
  });
}

/** The faults that matter. A null does not matter if only statements with `@nulls("absent")` read it. */
function mattering({ faults, applicable: { reads, withoutNulls } }: CedarRequest): readonly ValueFault[] {
  if (faults.length === 0) return faults;
  const some = distinct(faults);
  return reads === withoutNulls
    ? some
    : some.filter((fault) => fault.value !== null || readsFault(withoutNulls, fault));
}

/**
 * The values that statements of a group read but Cedar cannot represent. Returns at most 20 values, one
 * for each path, with the first policy that reads the value. The policies determine the order.
 */
export function unrepresentableIn(request: CedarRequest): UnrepresentableValue[] {
  if (request.faults.length === 0) return [];
  const { statements } = request.applicable;
  const found = new Map<string, UnrepresentableValue & { order: number }>();
  for (const fault of mattering(request)) {
    const pointer = locationOf(fault, fault.place.array ?? fault.place);
    if (found.has(pointer)) continue;
    const order = statements.findIndex((statement) => isReadBy(statement, fault));
    found.set(pointer, { policy: statements[order]?.policy ?? null, message: messageOf(fault), order });
    if (found.size === maxListed) break;
  }
  return [...found.values()].sort((one, other) => one.order - other.order);
}

/** Maximum number of comparisons of a fault with a policy; they take up to 10 ms. */
const maxComparisons = 10_000;

/** A request has too many different values that Cedar cannot represent to find those that each policy reads. */
export class TooManyFaults extends TextFault {
  override readonly name = "TooManyFaults";
}

/**
 * For each policy, the first value that it reads but Cedar cannot represent.
 *
 * @throws {TooManyFaults} if this takes more than 10,000 comparisons of a value with a statement.
 */
export function unrepresentableByPolicy(request: CedarRequest): UnrepresentableValue[] {
  const faults = mattering(request);
  const { statements } = request.applicable;
  if (faults.length * statements.length > maxComparisons) {
    const count = faults.length.toLocaleString("en-US");
    throw new TooManyFaults(
      `the call has ${count} values that policies cannot represent, which are too many to compare with ${statements.length} statements.`,
    );
  }
  const found = new Map<string, UnrepresentableValue>();
  for (const one of faults.length === 0 ? [] : statements) {
    const fault = found.has(one.policy.id) ? undefined : faults.find((each) => isReadBy(one, each));
    if (fault) found.set(one.policy.id, { policy: one.policy, message: messageOf(fault) });
  }
  return [...found.values()];
}
