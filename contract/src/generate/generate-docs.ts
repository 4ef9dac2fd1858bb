import type { OpenAPIObject, ParameterObject, ReferenceObject, SchemaObject } from "openapi3-ts/oas31";
import type { DescribedRoute } from "../platform/c.ts";
import { exampleOf, meaningOf } from "./generate-examples.ts";
import { bodyType, type Method, queryOf, resolve } from "./generate-tree.ts";

type Schema = SchemaObject | ReferenceObject;

/**
 * Returns the SDK's doc comment for an operation: effect, parameters with bounds, result, errors, and an
 * example.
 */
export function methodDoc(method: Method, api: OpenAPIObject): string {
  const { route, operation } = method;
  const { metadata, path } = route;
  const other = metadata.otherScope ? ` or \`${metadata.otherScope}\`` : "";
  const keys = { public: "no key needed", any: "any key" };
  const { scope } = metadata;
  const key = scope === "public" || scope === "any" ? keys[scope] : `scope \`${scope}\`${other}`;
  // Safe: these documents list parameters inline, never by reference.
  const parameters = (operation.parameters ?? []) as ParameterObject[];
  const taken = [
    ...parameters.filter(({ in: where }) => where === "path").map((one) => parameterDoc(one, api)),
    ...(method.sends.includes("upload")
      ? ["@param body the file, sent unchanged: `{ content, contentType }`."]
      : []),
    ...bodyDoc(method, api),
    ...(method.sends.includes("query") ? fieldsDoc("query", queryFields(queryOf(operation)), api) : []),
  ];
  return [
    `${route.summary}. ${route.description}`,
    "",
    `\`${route.method} ${path}\`, ${key}.`,
    ...(method.list ? ["", listDocs[method.list.style]] : []),
    ...(metadata.download ? ["", "Returns the response with an unread body."] : []),
    "",
    ...taken,
    ...refusalsOf(route),
    "@example",
    exampleOf(method, api),
  ].join("\n");
}

const pages = "Await the call for one page; `for await` iterates over the items of all pages.";
const listDocs = {
  after: pages,
  cursor: pages,
  array: "Await the call for the array, or use `for await` to iterate over its items.",
};

interface Field {
  name: string;
  schema: Schema;
  required: boolean;
}

function bodyDoc({ route, operation, sends }: Method, api: OpenAPIObject): string[] {
  if (!sends.includes("body") || !bodyType(route, operation)) return [];
  // Safe: these documents have request bodies inline, never by reference.
  const { content } = operation.requestBody as { content: Record<string, { schema: Schema }> };
  const schema = resolve(content["application/json"]?.schema ?? {}, api);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
  }));
  return fields.length > 0
    ? fieldsDoc("body", fields, api)
    : [`@param body ${schema.description ?? "The request body."}`];
}

const queryFields = (parameters: readonly ParameterObject[]): Field[] =>
  parameters.map(({ name, schema = {}, required = false }) => ({ name, schema, required }));

function parameterDoc(parameter: ParameterObject, api: OpenAPIObject): string {
  const bounds = boundsOf(parameter.schema ?? {}, api);
  return `@param ${parameter.name} ${meaningOf(parameter)}${bounds && `: ${bounds}`}.`;
}

/** Documents the bounds of each field in a body or a query. The type documents the meaning of each field. */
function fieldsDoc(part: string, fields: readonly Field[], api: OpenAPIObject): string[] {
  const texts = fields.map(({ name, schema, required }) => {
    const bounds = boundsOf(schema, api);
    return `\`${name}${required ? "" : "?"}\`${bounds && `: ${bounds}`}`;
  });
  return [`@param ${part}`, ...texts.map((text) => `  - ${text}`)];
}

/** The SDK's class for each status (sdk/src/errors/errors-api.ts). Other statuses use `ApiError`. */
const errorClasses: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "AuthenticationError",
  403: "PermissionDeniedError",
  404: "NotFoundError",
  409: "ConflictError",
  413: "PayloadTooLargeError",
  415: "UnsupportedMediaTypeError",
  422: "UnprocessableError",
  429: "RateLimitError",
};

function refusalsOf({ responses }: DescribedRoute): string[] {
  const statuses = Object.keys(responses).map(Number);
  const classes = statuses
    .filter((status) => status >= 400)
    .map((status) =>
      `${status} ${errorClasses[status] ?? (status >= 500 ? "InternalServerError" : "")}`.trim(),
    );
  return classes.length > 0 ? [`@throws {ApiError} ${classes.join(", ")}.`] : [];
}

/** Maximum number of enum values to list. A longer enum is referenced by name. */
const maxListed = 8;

/**
 * Describes the bounds of a value: `1 to 200 characters`, `0 to 1`, `"csv" or "json"`; empty if there are
 * none.
 */
function boundsOf(given: Schema, api: OpenAPIObject): string {
  const schema = resolve(given, api);
  const { enum: values, const: constant, type, format, items } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (values && values.length > maxListed && "$ref" in given)
    return `one of \`${given.$ref.split("/").at(-1)}\``;
  if (values) return values.map((value) => JSON.stringify(value)).join(" or ");
  if (format === "date-time") return "ISO 8601 with a time zone";
  if (type === "string") return within(schema.minLength, schema.maxLength, "characters");
  if (type === "integer" || type === "number") {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
    const above = exclusiveMinimum === undefined ? "" : `above ${String(exclusiveMinimum)}`;
    const below = exclusiveMaximum === undefined ? "" : `below ${String(exclusiveMaximum)}`;
    return [within(minimum, maximum, ""), above, below].filter(Boolean).join(", ");
  }
  if (type === "array" && items) {
    const each = boundsOf(items, api);
    return `${within(schema.minItems, schema.maxItems, "items")}${each && `, each ${each}`}`;
  }
  return type === "boolean" ? "true or false" : "";
}

function within(least: number | undefined, max: number | undefined, unit: string): string {
  const range =
    max === undefined || Math.abs(max) >= Number.MAX_SAFE_INTEGER
      ? least === undefined || Math.abs(least) >= Number.MAX_SAFE_INTEGER
        ? ""
        : `${least} or more`
      : least === undefined
        ? `at most ${max}`
        : `${least} to ${max}`;
  return range && unit ? `${range} ${unit}` : range;
}
