import type { OpenAPIObject, ReferenceObject, SchemaObject } from "openapi3-ts/oas31";
import * as z from "zod";

/** Whether a schema is for requests or for responses. */
export type Direction = "input" | "output";

type JsonObject = Record<string, unknown>;
type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

const referencePattern = /"\$ref":"(?:#\/\$defs\/)?([^"]+)"/g;
const referencedIds = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(referencePattern)].map((match) => match[1] ?? "");

/**
 * Removes JSON Schema members that the documents do not need: the pattern that implements a format, patterns
 * of keys, and the bounds of safe integers.
 */
const tidy: Override = ({ zodSchema, jsonSchema }) => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format) delete jsonSchema.pattern;
  delete jsonSchema.propertyNames;
  const { def } = zodSchema._zod;
  if (def.type === "union" && "discriminator" in def) {
    jsonSchema["discriminator"] = { propertyName: def.discriminator };
  }
};

const options = (io: Direction) => ({ io, override: tidy, unrepresentable: "any" }) as const;

const registered = (io: Direction): Record<string, JsonObject> =>
  z.toJSONSchema(z.globalRegistry, { ...options(io), uri: (id) => id }).schemas;

/**
 * Collects the named schemas in a document.
 *
 * Each schema with an `id` becomes a component `X`. If its forms in requests and responses differ, it becomes
 * two components: `X` and `XInput`.
 */
export class Components {
  readonly #forms: Record<Direction, Record<string, JsonObject>>;
  readonly #used: Record<Direction, Set<string>> = { input: new Set(), output: new Set() };

  constructor() {
    this.#forms = { input: registered("input"), output: registered("output") };
  }

  /**
   * Returns a schema as in the document: a reference if the schema has an id. `resolve` completes the
   * references.
   */
  schema(type: z.ZodType, io: Direction): SchemaObject | ReferenceObject {
    const id = z.globalRegistry.get(type)?.id;
    if (id !== undefined) {
      this.#use(id, io);
      return { $ref: `${io}:${id}` };
    }
    const { $schema: _schema, $defs: _definitions, ...root } = z.toJSONSchema(type, options(io));
    for (const referenced of referencedIds(root)) this.#use(referenced, io);
    return JSON.parse(JSON.stringify(root).replaceAll('"$ref":"#/$defs/', `"$ref":"${io}:`));
  }

  /** Names the components once all uses are known, and sets every reference in the document. */
  resolve(api: OpenAPIObject): OpenAPIObject {
    const differing = this.#differing();
    const nameOf = (id: string, io: Direction) => (io === "input" && differing.has(id) ? `${id}Input` : id);
    const link = (value: unknown, fallback: Direction): unknown =>
      JSON.parse(JSON.stringify(value), (key, member: unknown) => {
        if (key !== "$ref" || typeof member !== "string") return member;
        const [first = "", second] = member.replace("#/$defs/", "").split(":");
        const io: Direction = second === undefined ? fallback : first === "input" ? "input" : "output";
        return `#/components/schemas/${nameOf(second ?? first, io)}`;
      });
    const schemas: Record<string, SchemaObject> = {};
    for (const io of ["output", "input"] as const) {
      for (const id of this.#used[io]) {
        const {
          $schema: _schema,
          $id: _id,
          id: _name,
          $defs: _definitions,
          ...form
        } = this.#forms[io][id] ?? {};
        // Safe: `link` rewrites only references, so an object stays an object.
        schemas[nameOf(id, io)] ??= link(form, io) as SchemaObject;
      }
    }
    const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
    const linked = link(api, "output") as OpenAPIObject;
    return { ...linked, components: { ...linked.components, schemas: sorted } };
  }

  #use(id: string, io: Direction): void {
    if (this.#used[io].has(id)) return;
    this.#used[io].add(id);
    for (const referenced of referencedIds(this.#forms[io][id])) this.#use(referenced, io);
  }

  /** Returns the ids whose two forms differ, either themselves or through their references. */
  #differing(): Set<string> {
    const both = [...this.#used.input].filter((id) => this.#used.output.has(id));
    const form = (io: Direction, id: string) => this.#forms[io][id];
    const differing = new Set(
      both.filter((id) => JSON.stringify(form("input", id)) !== JSON.stringify(form("output", id))),
    );
    for (let before = -1; before !== differing.size;) {
      before = differing.size;
      for (const id of both) {
        if (referencedIds(form("input", id)).some((referenced) => differing.has(referenced)))
          differing.add(id);
      }
    }
    return differing;
  }
}
