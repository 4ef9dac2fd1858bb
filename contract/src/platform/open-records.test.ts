import { describe, expect, test } from "vitest";
import * as z from "zod";
import { contract, routesOf } from "../openapi/apis.ts";

/** A schema with open member names, and the schema around it that checks its input first, if there is one. */
interface OpenSchema {
  path: string;
  checked: z.core.$ZodType;
}

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType;
/** The parts of a definition that lead to the same value. */
const wrapped = ["innerType", "in", "out"] as const;

/** Finds the schemas of objects with open member names that are part of a schema. */
function openSchemas(schema: z.core.$ZodType, path: string, seen = new Set<unknown>()): OpenSchema[] {
  const visit = (one: unknown, at: string, checked?: z.core.$ZodType): OpenSchema[] => {
    if (!isSchema(one) || (seen.has(one) && checked === undefined)) return [];
    seen.add(one);
    const def: Readonly<Record<string, unknown>> = { ...one._zod.def };
    if (def["type"] === "lazy") return visit(Reflect.get(one._zod, "innerType"), at, checked);
    const isPreprocessed = isSchema(def["in"]) && def["in"]._zod.def.type === "transform";
    const around = isPreprocessed ? one : checked;
    const same = wrapped.flatMap((name) => visit(def[name], at, around));
    const options = [def["options"]].flat().flatMap((option) => visit(option, at, around));
    const members = Object.entries({ ...(def["shape"] as object | undefined) });
    const below = [
      ...members.flatMap(([name, member]) => visit(member, `${at}/${name}`)),
      ...visit(def["element"], `${at}[]`),
      ...visit(def["valueType"], `${at}/*`),
    ];
    const catchall = def["catchall"];
    const isOpen = def["type"] === "record" || (isSchema(catchall) && catchall._zod.def.type !== "never");
    return [...same, ...options, ...below, ...(isOpen ? [{ path: at, checked: around ?? one }] : [])];
  };
  return visit(schema, path);
}

const bodies = routesOf(contract).flatMap((route) => {
  const body: unknown = "body" in route ? route.body : undefined;
  return isSchema(body) ? openSchemas(body, route.metadata.operationId) : [];
});

describe("a part of a request body with open member names", () => {
  const message = "must not have a member named __proto__";

  test("is found in every form", () => {
    const record = z.record(z.string(), z.unknown());
    const schema = z.object({
      list: z.array(record).optional(),
      either: z.union([z.string(), z.looseObject({ a: z.string() })]),
      strict: z.strictObject({ a: z.string() }),
    });
    expect(openSchemas(schema, "").map(({ path }) => path)).toEqual(["/list[]", "/either"]);
    expect(bodies.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["authorize/args", "authorize/subject/onBehalfOf/properties"]),
    );
  });

  test.each(bodies.map((one) => [one.path, one] as const))("refuses __proto__: %s", (_path, { checked }) => {
    const result = z.safeParse(checked, JSON.parse('{"__proto__":{}}'));
    const messages = result.success ? [] : result.error.issues.map((issue) => issue.message);
    expect(messages).toContain(message);
  });
});
