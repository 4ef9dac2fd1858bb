// Faults must say in words what is accepted. Most users cannot read a regular expression.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { contract, routesOf } from "../../openapi/apis.ts";
import { looksLikePattern } from "./validation.fixture.ts";
import { fieldErrors } from "./validation.ts";

const source = fileURLToPath(new URL("../../", import.meta.url));

/** Values that most formats refuse. None of them looks like a regular expression. */
const oddTexts = ["", "\u0000", " ", "é ü", "!", "::", "0 0", "x".repeat(5000)];

/** Returns the schemas directly inside a schema, by their place. */
function inside(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  // Every zod schema is of one of the documented kinds; the static type is only their base class.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ("innerType" in def) return [["", def.innerType]];
  if (def.type === "pipe") return [def.in, def.out].map((one) => ["", one]);
  if (def.type === "lazy") return [["", def.getter()]];
  if (def.type === "intersection") return [def.left, def.right].map((one) => ["", one]);
  if (def.type === "union") return def.options.map((one) => ["", one]);
  if (def.type === "array") return [["[]", def.element]];
  if (def.type === "tuple") return def.items.map((one) => ["[]", one]);
  if (def.type === "record")
    return [
      ["{key}", def.keyType],
      ["{}", def.valueType],
    ];
  if (def.type !== "object") return [];
  const members = Object.entries(def.shape).map(([name, one]): [string, z.core.$ZodType] => [
    `/${name}`,
    one,
  ]);
  return def.catchall ? [...members, ["/*", def.catchall]] : members;
}

/** Returns each text schema of a schema once, by its place. */
function textSchemas(roots: readonly [string, z.core.$ZodType][]): [string, z.core.$ZodType][] {
  const seen = new Set<z.core.$ZodType>();
  const found: [string, z.core.$ZodType][] = [];
  const waiting = [...roots];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [place, schema] = next;
    if (seen.has(schema)) continue;
    seen.add(schema);
    if (schema._zod.def.type === "string") found.push([place, schema]);
    waiting.push(...inside(schema).map(([at, one]): [string, z.core.$ZodType] => [`${place}${at}`, one]));
  }
  return found;
}

/** Returns the first message about each text schema that prints a regular expression. */
const printedPatterns = (roots: readonly [string, z.core.$ZodType][]): string[] =>
  textSchemas(roots).flatMap(([place, schema]) => {
    const messages = oddTexts.flatMap((input) => {
      const { error } = z.safeParse(schema, input);
      return error ? fieldErrors(error.issues, { input, where: "row" }).map(({ message }) => message) : [];
    });
    const printed = messages.find((message) => looksLikePattern.test(message));
    return printed === undefined ? [] : [`${place}: ${printed}`];
  });

/** Returns the schemas of all routes, and the exported schemas of all modules, for example those of rows in files. */
async function allSchemas(): Promise<[string, z.core.$ZodType][]> {
  const parts = routesOf(contract).flatMap((route) => {
    const { headers, pathParams: path, query } = route;
    const sent = { ...Object(headers), path, query, body: Reflect.get(route, "body") };
    return Object.entries<unknown>(sent).map(([name, schema]): [string, unknown] => [
      `${route.metadata.operationId} ${name}`,
      schema,
    ]);
  });
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) =>
      /(?<!\.(?:test|fixture|d|test-d))\.ts$/.test(path) &&
      readFileSync(`${source}${path}`, "utf8").includes('from "zod"'),
  );
  for (const file of files) {
    const exported: Record<string, unknown> = await import(`${source}${file}`);
    parts.push(
      ...Object.entries(exported).map(([name, value]): [string, unknown] => [`${file} ${name}`, value]),
    );
  }
  return parts.flatMap(([name, schema]): [string, z.core.$ZodType][] =>
    schema instanceof z.ZodType ? [[name, schema]] : [],
  );
}

test("the search finds a pattern in members, items and keys", () => {
  const code = z.string().regex(/^[a-z]+$/);
  const worded = z.string().regex(/^[a-z]+$/, { error: "must consist of letters" });
  const schema = z.object({
    list: z.array(z.union([code.max(9), z.null()])).optional(),
    table: z.record(
      code.max(8),
      z.lazy(() => code.max(7)),
    ),
    worded,
    date: z.iso.datetime(),
  });
  const places = printedPatterns([["it", schema]]).map((fault) => fault.slice(0, fault.indexOf(":")));
  expect(places.toSorted()).toEqual(["it/list[]", "it/table{key}", "it/table{}"]);
});

test("no fault of a format prints a regular expression", async () => {
  const schemas = await allSchemas();
  expect(textSchemas(schemas).length).toBeGreaterThan(300);
  expect(printedPatterns(schemas)).toEqual([]);
});
