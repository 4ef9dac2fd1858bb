import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { DescribedRoute } from "./c.ts";
import { controlPlaneApi, contract, evaluationApi, routesOf } from "../openapi/apis.ts";
import { faultsOf, type Node, propertiesOf } from "./schema-audit.fixture.ts";
import { scopes } from "./scopes.ts";

const routes = routesOf(contract);
const cases = routes.map((route) => [route.metadata.operationId, route] as const);
const keyed = cases.filter(([, { metadata }]) => metadata.scope !== "public");

const isZod = (schema: unknown): schema is z.ZodType => schema instanceof z.ZodType;
const isZodEntry = (entry: [string, unknown]): entry is [string, z.ZodType] => isZod(entry[1]);
const examplesOf = (schema: z.core.$ZodType): readonly unknown[] => {
  const examples: unknown = z.globalRegistry.get(schema)?.examples;
  return Array.isArray(examples) ? examples : [];
};
const schemaOf = (type: z.ZodType, io: "input" | "output"): Node =>
  z.toJSONSchema(type, { io, unrepresentable: "any" });

/**
 * Returns the schemas of the parts that a client sends. Headers and path parameters are plain shapes or
 * object schemas.
 */
function sentBy(route: DescribedRoute): [string, z.ZodType][] {
  const parts: [string, unknown][] = [
    ["path", route.pathParams],
    ["query", route.query],
    ["header", z.object(Object.fromEntries(Object.entries(route.headers ?? {}).filter(isZodEntry)))],
    ["body", "body" in route ? route.body : undefined],
  ];
  return parts.flatMap(([name, type]): [string, z.ZodType][] => (isZod(type) ? [[name, type]] : []));
}

const answersOf = (route: DescribedRoute): [string, z.ZodType][] =>
  Object.entries(route.responses).flatMap(([status, type]): [string, z.ZodType][] =>
    isZod(type) ? [[status, type]] : [],
  );

test("the audit of schemas reports each missing part", () => {
  const careless = z.object({
    text: z.string().meta({ description: "A text." }),
    list: z.array(z.object({ size: z.number().min(0) })).meta({ description: "A list." }),
    any: z.unknown().meta({ description: "Anything." }),
    table: z.record(z.string(), z.int()).meta({ description: "A table." }),
    fine: z.string().max(5).nullable().meta({ description: "A short text." }),
    metadata: z.record(z.string(), z.unknown()).meta({ description: "Open on purpose." }),
  });
  expect(faultsOf(schemaOf(careless, "input"), true)).toEqual([
    ": not strict",
    "/text: no bounds",
    "/list: no bounds",
    "/list[]: not strict",
    "/list[]/size: no description",
    "/list[]/size: no bounds",
    "/any: no bounds",
    "/table: no bounds",
  ]);
});

describe("the contract", () => {
  test("names each operation, SDK method and path once", () => {
    const names = routes.map(({ metadata }) => metadata.operationId);
    const methods = routes.flatMap(({ metadata }) => (metadata.sdk === null ? [] : [metadata.sdk]));
    const paths = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ":")}`);
    for (const list of [names, methods, paths])
      expect(list.toSorted()).toEqual([...new Set(list)].toSorted());
    expect(routes).toHaveLength(routesOf(evaluationApi).length + routesOf(controlPlaneApi).length);
  });

  test("has a valid example of each component, without fields that a response would drop", () => {
    const faults: string[] = [];
    for (const [id, schema] of z.globalRegistry._idmap) {
      const examples = examplesOf(schema);
      if (examples.length === 0) faults.push(`${id}: no example`);
      for (const example of examples) {
        const { error } = z.safeParse(schema, example);
        if (error) faults.push(`${id}: ${z.prettifyError(error)}`);
        const known = schema instanceof z.ZodObject && !schema.def.catchall ? schema.shape : Object(example);
        const unknown = Object.keys(Object(example)).filter((key) => !Object.hasOwn(known, key));
        if (unknown.length > 0) faults.push(`${id}: unknown ${unknown.join(", ")}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe.each(cases)("%s", (_, route) => {
  const { metadata, method, path } = route;

  test("is described: summary, description, tag, names, scope", () => {
    expect(metadata.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(route.summary).toMatch(/^[A-Z].{1,58}[^.\s]$/);
    expect(route.description).toMatch(/^.{10,400}\.$/);
    expect(metadata.tag).toMatch(/^[A-Z]/);
    expect(["public", "any", ...scopes]).toContain(metadata.scope);
    expect(metadata.sdk ?? "none").toMatch(/^[a-z]\w*(\.[a-z]\w*)*$/);
  });

  test("declares exactly the parameters of its path", () => {
    const declared = isZod(route.pathParams)
      ? Object.keys(propertiesOf(schemaOf(route.pathParams, "input")))
      : [];
    const written = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    expect(declared.toSorted()).toEqual(written.toSorted());
    expect(path).toMatch(/^(\/[a-z0-9_.-]+|\/:[a-z_]+)+$/);
  });

  test("has an Idempotency-Key exactly if it is a POST", () => {
    // AuthZEN operations do not have this header.
    const takes = method === "POST" && metadata.tag !== "AuthZEN";
    expect(Object.keys(route.headers ?? {}).includes("idempotency-key")).toBe(takes);
  });

  test("has a body only in POST, PUT and PATCH", () => {
    const body = "body" in route ? route.body : undefined;
    expect(body === undefined).toBe(method === "GET" || method === "DELETE");
  });

  test("is marked as paginated exactly if it has limit and after, and then returns a list", () => {
    const query = isZod(route.query) ? propertiesOf(schemaOf(route.query, "input")) : {};
    // A reviewer's queue has no cursor. Lists in the control plane use `cursor` instead of `after`.
    if (metadata.operationId !== "getReviewQueue")
      expect("limit" in query && !("cursor" in query)).toBe(metadata.paginated === true);
    expect("after" in query).toBe(metadata.paginated === true);
    const pages = answersOf(route)
      .filter(([status]) => Number(status) < 400)
      .map(([, type]) => Object.keys(propertiesOf(schemaOf(type, "output"))));
    // A file has no schema and is not a page.
    const members = ["object", "data", "has_more", "next_cursor"];
    const isPage = pages.length > 0 && pages.every((keys) => members.every((key) => keys.includes(key)));
    expect(isPage).toBe(metadata.paginated === true);
  });

  test("has success responses, and problem documents for errors", () => {
    const statuses = Object.keys(route.responses).map(Number);
    expect(statuses.filter((status) => status < 300)).not.toEqual([]);
    for (const [status, type] of answersOf(route)) {
      expect(z.globalRegistry.get(type)?.id === "Problem").toBe(Number(status) >= 400);
    }
    expect(statuses).toEqual(expect.arrayContaining([405, 500]));
  });

  test("describes and limits every field of a request, and rejects unknown ones", () => {
    for (const [name, type] of sentBy(route)) {
      expect({
        name,
        faults: faultsOf(
          schemaOf(type, "input"),
          name === "query" || (name === "body" && metadata.openBody === undefined),
        ),
      }).toEqual({
        name,
        faults: [],
      });
    }
  });

  test("describes and limits every field of its responses", () => {
    for (const [status, type] of answersOf(route)) {
      expect({ status, faults: faultsOf(schemaOf(type, "output"), false) }).toEqual({ status, faults: [] });
    }
  });

  test("is marked if a response contains a secret", () => {
    const holdsSecret = answersOf(route).some(
      ([, type]) => "secret" in propertiesOf(schemaOf(type, "output")),
    );
    expect(holdsSecret).toBe(metadata.secretBearing === true);
  });
});

describe.each(keyed)("%s, which requires a key,", (_, route) => {
  test("has each standard error response", () => {
    const statuses = Object.keys(route.responses).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 403, 404, 405, 413, 415, 429, 500, 503]));
    // 409 means that the idempotency key belongs to another request or that the first request is still in
    // progress. Decisions and record verifications ignore idempotency keys.
    const ignoresKey =
      ["authorize", "records:verify"].includes(route.metadata.scope) && route.metadata.openBody === true;
    expect(statuses.includes(409) || route.method !== "POST" || ignoresKey).toBe(true);
  });
});
