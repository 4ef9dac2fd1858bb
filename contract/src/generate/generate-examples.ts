import type { OpenAPIObject, ParameterObject, ReferenceObject, SchemaObject } from "openapi3-ts/oas31";
import { exampleIds, exampleInstant } from "../platform/example-values.ts";
import { type Method, queryOf, resolve } from "./generate-tree.ts";

/** Returns the source code that calls an operation, with the examples from the document. */
export function exampleOf(method: Method, api: OpenAPIObject): string {
  const { route, operation, list } = method;
  const { sdk, download } = route.metadata;
  const paginated = list !== undefined && list.style !== "array";
  const sent = method.sends.flatMap((part): string[] => {
    if (part === "upload") return ['{ content: "…", contentType: "application/x-ndjson" }'];
    const text = part === "body" ? bodyOf(method, api) : queryOfExample(queryOf(operation), paginated);
    return text === undefined ? [] : [text];
  });
  const call = `assay.${sdk}(${[...idsOf(operation.parameters ?? []), ...sent].join(", ")})`;
  if (list) return `for await (const item of ${call}) console.log(item);`;
  if (download) return `const response = await ${call};`;
  return `const answer = await ${call};`;
}

/** Placeholders for ids that clients choose themselves. */
const examples: Readonly<Record<string, string>> = {
  ...exampleIds,
  agent: "triage-bot",
  policy: "no-prescriptions",
};

/**
 * Returns the meaning of a path parameter, without the note about URL encoding. Users of the client do not
 * need the note, because the client encodes the value.
 */
export const meaningOf = ({ description = "An id" }: ParameterObject): string =>
  description.replace(/;.*%.*/, "").replace(/\.$/, "");

/** Returns an example for each path parameter. A parameter's description ends with the noun of its id. */
function idsOf(parameters: readonly (ParameterObject | ReferenceObject)[]): string[] {
  return parameters.flatMap((parameter) => {
    if (!("in" in parameter) || parameter.in !== "path") return [];
    const words = meaningOf(parameter).toLowerCase().replaceAll(" ", "");
    const kinds = Object.entries(examples).filter(([kind]) => words.endsWith(kind.toLowerCase()));
    const [bestMatch] = kinds.toSorted(([one], [other]) => other.length - one.length);
    return [JSON.stringify(bestMatch?.[1] ?? parameter.name)];
  });
}

/**
 * Returns the contract's example body, or else a body with the required members. Returns undefined if no
 * member is required.
 */
function bodyOf({ route, operation }: Method, api: OpenAPIObject): string | undefined {
  // Safe: these documents have request bodies inline, never by reference.
  const sent = operation.requestBody as { content: Record<string, { schema: SchemaObject }> } | undefined;
  const schema = sent?.content["application/json"]?.schema;
  const body = "body" in route ? route.body : undefined;
  const isZod = typeof body === "object" && body !== null && "meta" in body;
  // Safe: the bodies of described routes are zod schemas.
  const shown = isZod
    ? (body as { meta(): { examples?: unknown[] } | undefined }).meta()?.examples?.[0]
    : undefined;
  const example = shown ?? (schema && made("", schema, api));
  if (example === undefined || Object.keys(Object(example)).length === 0) return undefined;
  return literal(example);
}

/** Creates a value with all required members of a schema. */
function made(name: string, given: SchemaObject | ReferenceObject, api: OpenAPIObject): unknown {
  const schema = resolve(given, api);
  if (schema.type === "array" && schema.items) return [made(name, schema.items, api)];
  if (!schema.properties) return JSON.parse(valueOf(name, schema));
  const required = Object.entries(schema.properties).filter(([key]) => schema.required?.includes(key));
  return Object.fromEntries(required.map(([key, field]) => [key, made(key, field, api)]));
}

/** Returns an example query with the required parameters. The query of a list also contains the page size. */
function queryOfExample(parameters: readonly ParameterObject[], paginated: boolean): string | undefined {
  const required = parameters.filter((parameter) => parameter.required);
  const entries = required.map(({ name, schema }) => `${name}: ${valueOf(name, schema ?? {})}`);
  if (paginated) entries.push("limit: 100");
  return entries.length > 0 ? `{ ${entries.join(", ")} }` : undefined;
}

function valueOf(name: string, schema: SchemaObject | ReferenceObject): string {
  if ("$ref" in schema) return "{}";
  if (schema.enum) return JSON.stringify(schema.enum[0]);
  if (schema.type === "integer" || schema.type === "number") return String(Math.max(1, schema.minimum ?? 1));
  if (schema.type === "boolean") return "true";
  if (schema.format === "date-time" || /_(at|from|to|date)$/.test(name))
    return JSON.stringify(exampleInstant);
  const kind = Object.entries(exampleIds).find(([id]) => name.toLowerCase().startsWith(id.toLowerCase()));
  return JSON.stringify(kind?.[1] ?? "…");
}

/** Formats JSON as a JavaScript literal: names without quotes, and on one line if short. */
function literal(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts = (step: string): string[] =>
    Array.isArray(value)
      ? value.map((item: unknown) => literal(item, step))
      : Object.entries(value).map(([name, item]) => `${nameOf(name)}: ${literal(item, step)}`);
  const pad = Array.isArray(value) || parts(indent).length === 0 ? "" : " ";
  const short = `${open}${pad}${parts(indent).join(", ")}${pad}${close}`;
  if (short.length <= 80 && !short.includes("\n")) return short;
  return `${open}\n${parts(inner)
    .map((part) => `${inner}${part},\n`)
    .join("")}${indent}${close}`;
}

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
