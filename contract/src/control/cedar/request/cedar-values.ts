import type { CedarValueJson } from "@cedar-policy/cedar-wasm/nodejs";
import { cedarTypeOf } from "../../../domain/policy/cedar-types.ts";
import type { EntityName } from "../../hierarchy/entity-name.ts";
import { typedValueOf } from "../../hierarchy/typed-values.ts";
import { TextFault } from "../engine/cedar-instance.ts";
import type { ReadTree } from "../reads/read-tree.ts";
import type { RequestPart } from "../reads/policy-reads.ts";

/** Maximum nesting of values for policies; the engine's parser fails at 128 levels. */
const maxDepth = 32;

/** A value is nested too deeply for policies. */
export class TooDeep extends TextFault {
  override readonly name = "TooDeep";
}

/**
 * The form to which numbers are converted. `plain`: a whole number becomes a `Long`, a fraction a `decimal`.
 * `numbers`: every number becomes a `decimal`, as in `context.numbers`.
 */
export type NumberForm = "plain" | "numbers";

/** The path of a value in a part of a request. */
export interface Place {
  /** Null for the part itself. */
  parent: Place | null;
  /** The name of a member, or the index of an element. */
  key: string | number;
  /** 0 for the part itself. */
  depth: number;
  /** The outermost array that contains the value; null if no array does. */
  array: Place | null;
  /** The entity whose properties start here, if any. */
  origin?: {
    name: EntityName;
    /** The path of the properties that the caller sent with this member; undefined if the member is stored. */
    pointerTo: (member: string) => readonly string[] | undefined;
  };
}

/** A value that Cedar cannot represent. */
export interface ValueFault {
  /** Null if the value is in an entity that the text names. */
  part: RequestPart | null;
  form: NumberForm;
  place: Place;
  /** A number, null, or an object with a reserved member. */
  value: unknown;
  /** The entity whose attributes statements read in `context.numbers`; absent if the value has another fault. */
  reference?: EntityName;
}

/** Member names that Cedar's JSON format reserves. The members of data must not have these names. */
export const cedarEscapes = ["__expr", "__extn", "__entity"] as const;

/** Returns the reserved member name in an object; undefined if there is none. */
export const escapeIn = (value: object): string | undefined =>
  cedarEscapes.find((name) => Object.hasOwn(value, name));

/** Whether an object has a reserved member. It is then a typed value, or Cedar cannot represent it. */
export const isEscaped = (value: object): boolean => escapeIn(value) !== undefined;

/** The largest multiple of 1/2 that a `decimal` can hold; doubles of this size are multiples of 1/8. */
const maxDecimal = 922_337_203_685_477.5;
const decimalForm = /^-?\d+\.\d{1,4}$/;

/**
 * Converts a number; returns undefined if Cedar cannot represent it.
 * `Long` holds whole numbers within ±(2^53 − 1). `decimal` holds numbers within ±922337203685477.5807 whose
 * shortest decimal form (ECMAScript `Number::toString`) has at most four decimals.
 */
export function cedarNumber(value: number, form: NumberForm): CedarValueJson | undefined {
  const isWhole = Number.isInteger(value);
  // The sum turns -0 into 0.
  if (isWhole && form === "plain") return Number.isSafeInteger(value) ? value + 0 : undefined;
  if (Math.abs(value) > maxDecimal) return undefined;
  const arg = isWhole ? `${value}.0` : String(value);
  return decimalForm.test(arg) ? { __extn: { fn: "decimal", arg } } : undefined;
}

/** Whether a part may contain typed values. Arguments and the properties of actions may not. */
const holdsTypedValues = (part: RequestPart | null): boolean => part !== "args" && part !== "action";

/** The path of a whole part. */
export const rootPlace: Place = { parent: null, key: "", depth: 0, array: null };

/** Converts the parts of a request to Cedar and records the values that Cedar cannot represent. */
export class CedarConverter {
  readonly faults: ValueFault[] = [];
  #part: RequestPart | null = "args";
  #form: NumberForm = "plain";

  /**
   * Converts the members of a part that are read. Arrays become sets, objects become records, and texts and
   * booleans stay the same. Null and all values that Cedar cannot represent are recorded and left out.
   *
   * @throws {TooDeep} if values are nested beyond 32 levels.
   */
  convert(
    value: object,
    reads: ReadTree,
    { part, form, place = rootPlace }: { part: RequestPart | null; form: NumberForm; place?: Place },
  ): Record<string, CedarValueJson> {
    this.#part = part;
    this.#form = form;
    if (escapeIn(value) !== undefined) this.#refuse(value, place);
    return escapeIn(value) === undefined ? this.#members(value, reads, place) : {};
  }

  /** Records a reference whose attributes statements read in `context.numbers`, which has none. */
  refuseReference(reference: EntityName, { part, place }: { part: RequestPart | null; place: Place }): void {
    this.faults.push({ part, form: "numbers", place, value: reference, reference });
  }

  #value(value: unknown, reads: ReadTree, place: Place): CedarValueJson | undefined {
    if (place.depth > maxDepth) throw new TooDeep();
    if (typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "object" && value !== null) {
      return Array.isArray(value) ? this.#set(value, place) : this.#object(value, reads, place);
    }
    const number = typeof value === "number" ? cedarNumber(value, this.#form) : undefined;
    if (number === undefined) this.#refuse(value, place);
    return number;
  }

  #set(items: readonly unknown[], place: Place): CedarValueJson[] {
    const array = place.array ?? place;
    const converted: CedarValueJson[] = [];
    for (const [index, item] of items.entries()) {
      const at = { parent: place, key: index, depth: place.depth + 1, array };
      const value = this.#value(item, "all", at);
      if (value !== undefined) converted.push(value);
    }
    return converted;
  }

  #object(value: object, reads: ReadTree, place: Place): CedarValueJson | undefined {
    if (escapeIn(value) === undefined) return this.#members(value, reads, place);
    const typed = holdsTypedValues(this.#part) ? typedValueOf(value) : undefined;
    if (!typed) return this.#refuse(value, place);
    if (typed.kind === "extension") return { __extn: typed.value };
    return { __entity: { type: cedarTypeOf(typed.value.type), id: typed.value.id } };
  }

  #members(value: object, reads: ReadTree, place: Place): Record<string, CedarValueJson> {
    const members: [string, CedarValueJson][] = [];
    const { depth, array } = place;
    const add = (key: string, member: unknown, below: ReadTree): void => {
      const converted = this.#value(member, below, { parent: place, key, depth: depth + 1, array });
      if (converted !== undefined) members.push([key, converted]);
    };
    if (reads === "all") for (const [key, member] of Object.entries(value)) add(key, member, "all");
    else {
      for (const [key, below] of reads) {
        if (Object.hasOwn(value, key)) add(key, Reflect.get(value, key), below);
      }
    }
    return Object.fromEntries(members);
  }

  #refuse(value: unknown, place: Place): undefined {
    this.faults.push({ part: this.#part, form: this.#form, place, value });
  }
}
