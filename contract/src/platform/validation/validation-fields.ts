import type * as z from "zod";

/**
 * Returns the fields of the object schema at a path inside a schema.
 *
 * @param path the path from the schema's root to the object.
 * @param input the validated input, which selects the alternative of a discriminated union.
 * @returns an empty list if the path does not lead to an object schema.
 */
export function knownFields(schema: z.core.$ZodType, path: readonly PropertyKey[], input: unknown): string[] {
  const shapes = at(schema, path, input).map(kindOf);
  return [...new Set(shapes.flatMap((def) => (def.type === "object" ? Object.keys(def.shape) : [])))];
}

/** Returns whether a schema expects an integer at a path. */
export function isInteger(schema: z.core.$ZodType, path: readonly PropertyKey[], input: unknown): boolean {
  const kinds = at(schema, path, input).map(kindOf);
  return kinds.some((def) => def.type === "number" && "format" in def && def.format === "safeint");
}

/** Returns whether a value has members that can be read by name or index. */
export const hasMembers = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;

// Every zod schema is of one of the documented kinds; the static type is only their base class.
const kindOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;
type Kind = ReturnType<typeof kindOf>;

/** Returns the schemas that apply at a path, without their wrappers. */
function at(schema: z.core.$ZodType, path: readonly PropertyKey[], input: unknown): z.core.$ZodType[] {
  const def = kindOf(schema);
  const inner = unwrapped(def, input);
  if (inner) return inner.flatMap((one) => at(one, path, input));
  const [segment, ...rest] = path;
  if (segment === undefined) return [schema];
  const child = childOf(def, segment);
  return child ? at(child, rest, hasMembers(input) ? input[segment] : undefined) : [];
}

/** Returns the schemas inside a wrapper or a union; undefined for other schemas. */
function unwrapped(def: Kind, input: unknown): readonly z.core.$ZodType[] | undefined {
  if ("innerType" in def) return [def.innerType];
  if (def.type === "pipe") return [kindOf(def.in).type === "transform" ? def.out : def.in];
  if (def.type === "lazy") return [def.getter()];
  if (def.type === "intersection") return [def.left, def.right];
  if (def.type !== "union") return undefined;
  return "discriminator" in def ? meantBy(def.options, String(def.discriminator), input) : def.options;
}

function meantBy(
  options: readonly z.core.$ZodType[],
  discriminator: string,
  input: unknown,
): readonly z.core.$ZodType[] {
  if (!hasMembers(input)) return options;
  const meant = input[discriminator];
  return options.filter((option) => {
    const values = option._zod.propValues?.[discriminator];
    return !values || [...values].some((value) => value === meant);
  });
}

function childOf(def: Kind, segment: PropertyKey): z.core.$ZodType | undefined {
  if (def.type === "object") {
    return Object.hasOwn(def.shape, segment) ? def.shape[String(segment)] : def.catchall;
  }
  if (def.type === "array") return def.element;
  if (def.type === "record") return def.valueType;
  return def.type === "tuple" ? (def.items[Number(segment)] ?? def.rest ?? undefined) : undefined;
}
