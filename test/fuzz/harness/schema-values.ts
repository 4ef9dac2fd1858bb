import * as fc from "fast-check";
import { exampleIds } from "../../../contract/src/platform/example-values.ts";
import { idsNamed } from "./example-ids.ts";
import { anyText, hostileNames, hostileValue } from "./hostile.ts";

/** A schema in an OpenAPI document, with the members that the generation of values needs. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  pattern?: string;
  format?: string;
  description?: string;
  examples?: unknown[];
}

/** Settings for the generation of values. */
export interface Making {
  /** The components to which references point. */
  components: Readonly<Record<string, Schema>>;
  /** Percentage of positions whose value violates the schema. If it is 0, the whole value conforms. */
  spoilt: number;
}

/** Maximum depth of generated values; below this depth, the smallest possible values are generated. */
const deepest = 7;
/** Maximum number of additional members in an open schema. */
const maxOpenMembers = 3;

/** A URL without a listener. */
export const nobody = "http://127.0.0.1:9/assay";

const ids: readonly string[] = Object.values(exampleIds);

const weighed = <T, U>(usual: fc.Arbitrary<T>, spoilt: number, other: fc.Arbitrary<U>) =>
  spoilt === 0
    ? usual
    : fc.oneof({ arbitrary: usual, weight: 100 - spoilt }, { arbitrary: other, weight: spoilt });

/** Generates values that conform to a schema, except for intended faults. */
export function valuesOf(schema: Schema, making: Making, name = "", depth = 0): fc.Arbitrary<unknown> {
  return weighed(usualOf(schema, making, name, depth), making.spoilt, hostileValue);
}

function usualOf(schema: Schema, making: Making, name: string, depth: number): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const target = making.components[schema.$ref.split("/").at(-1) ?? ""] ?? {};
    return fc.constant(null).chain(() => valuesOf(target, making, name, depth));
  }
  const shown = exampleOf(schema);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const chosen = depth >= deepest ? options.slice(-1) : options;
    return fc.oneof(...chosen.map((option) => valuesOf(option, making, name, depth)));
  }
  const made = ofType(schema, making, name, depth);
  return shown ? fc.oneof(shown, made) : made;
}

function exampleOf({ examples }: Schema): fc.Arbitrary<unknown> | undefined {
  return examples && examples.length > 0 ? fc.constantFrom(...examples) : undefined;
}

function ofType(schema: Schema, making: Making, name: string, depth: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const type = [schema.type].flat()[0] ?? "any";
  switch (type) {
    case "string":
      return textOf(schema, making, name);
    case "integer":
    case "number":
      return numberOf(schema, type === "integer", making);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return listOf(schema, making, name, depth);
    case "object":
      return objectOf(schema, making, depth);
    default:
      // This schema is open by design, so any JSON conforms.
      return fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom<unknown>("urgent", 1, { triage_level: "urgent" }),
      );
  }
}

function textOf(schema: Schema, { spoilt }: Making, name: string): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 1000, pattern, format } = schema;
  if (format === "date-time")
    return fc.oneof(
      fc.constantFrom("2026-03-02T09:30:00.000Z", "2026-03-02T09:30:00+02:00"),
      fc
        .date({ noInvalidDate: true, min: new Date("0001-01-02"), max: new Date("9999-12-30") })
        .map((date) => date.toISOString()),
    );
  if (/url$/i.test(name)) return fc.constantFrom(nobody, "https://127.0.0.1:9/x?y=z#w");
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  const plain = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 12)) });
  const right = idsNamed(name);
  const named =
    right.length === 0
      ? plain
      : fc.oneof(
          { arbitrary: fc.constantFrom(...right), weight: 8 },
          { arbitrary: fc.constantFrom(...ids), weight: 1 },
          { arbitrary: plain, weight: 1 },
        );
  const bounds = fc.constantFrom("x".repeat(minLength), "é".repeat(Math.min(maxLength, 100_000)));
  const beyond = fc.constantFrom(
    "x".repeat(Math.max(0, minLength - 1)),
    "x".repeat(Math.min(maxLength, 100_000) + 1),
  );
  return weighed(
    fc.oneof({ arbitrary: named, weight: 9 }, { arbitrary: bounds, weight: 1 }),
    Math.min(spoilt * 2, 50),
    fc.oneof(beyond, anyText),
  );
}

function numberOf(schema: Schema, integer: boolean, { spoilt }: Making): fc.Arbitrary<number> {
  const step = integer ? 1 : 0.5;
  const low =
    schema.minimum ?? (schema.exclusiveMinimum === undefined ? -1e6 : schema.exclusiveMinimum + step);
  const high =
    schema.maximum ??
    (schema.exclusiveMaximum === undefined ? Math.max(low, 1e6) : schema.exclusiveMaximum - step);
  const bounds = fc.constantFrom(low, high);
  const within = integer
    ? fc.integer({ min: Math.ceil(Math.max(low, -(2 ** 31))), max: Math.floor(Math.min(high, 2 ** 31)) })
    : fc.double({ min: low, max: high, noNaN: true });
  const beyond = fc.constantFrom(low - step, high + step, low + 0.25, high * 10, 2 ** 53, 1e300);
  return weighed(fc.oneof(within, bounds), Math.min(spoilt * 2, 50), beyond);
}

function listOf(schema: Schema, making: Making, name: string, depth: number): fc.Arbitrary<unknown> {
  const { items = {}, prefixItems, minItems = 0, maxItems = 1000 } = schema;
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => valuesOf(item, making, name, depth + 1)));
  const item = valuesOf(items, making, name, depth + 1);
  const maxCount = depth >= deepest ? minItems : Math.max(minItems, Math.min(maxItems, 4));
  const usual = fc.array(item, { minLength: Math.min(minItems, 50), maxLength: Math.min(maxCount, 50) });
  const repeated = (times: number) => item.map((one) => Array.from({ length: times }, () => one));
  return weighed(
    usual,
    making.spoilt,
    fc.oneof(fc.constant([]), repeated(2), repeated(Math.min(maxItems, 1000) + 1)),
  );
}

function objectOf(schema: Schema, making: Making, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, member]): [string, fc.Arbitrary<unknown>] => [
    name,
    weighed(valuesOf(member, making, name, depth + 1), making.spoilt, fc.constant(undefined)),
  ]);
  const isOptional = (name: string) => !required.includes(name);
  const known = fc
    .record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => name in properties) })
    .chain((whole) => (depth >= deepest ? fc.constant(without(whole, isOptional)) : fc.constant(whole)));
  const member = typeof additionalProperties === "object" ? additionalProperties : {};
  const open = fc.array(fc.tuple(nameOf(making), valuesOf(member, making, "", depth + 1)), {
    maxLength: additionalProperties && depth < deepest ? maxOpenMembers : 0,
  });
  const further = weighed(
    fc.constant([]),
    making.spoilt,
    fc.array(fc.tuple(nameOf(making), hostileValue), { maxLength: 2 }),
  );
  return fc
    .tuple(known, open, further)
    .map(([whole, more, extra]) => withMembers(whole, [...more, ...extra]));
}

const nameOf = ({ spoilt }: Making): fc.Arbitrary<string> =>
  weighed(
    fc.string({ minLength: 1, maxLength: 8 }),
    Math.min(spoilt * 4, 60),
    fc.constantFrom(...hostileNames),
  );

const without = (whole: object, dropped: (name: string) => boolean): object =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !dropped(name)));

/** Adds members, treating `__proto__` as an ordinary member. */
function withMembers(whole: object, members: readonly (readonly [string, unknown])[]): object {
  const result = { ...whole };
  for (const [name, value] of members)
    Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
  return result;
}
