import { isAppRouteNoBody, isAppRouteOtherResponse } from "@ts-rest/core";
import {
  type ContentObject,
  OpenApiBuilder,
  type OpenAPIObject,
  type OperationObject,
  type ParameterObject,
  type SchemaObject,
} from "openapi3-ts/oas31";
import * as z from "zod";
import { type DescribedRoute, download, emptyBody } from "../platform/c.ts";
import type { EventPayloads } from "../platform/event-types.ts";
import { routesOf } from "./apis.ts";
import { messageOperation } from "./openapi-webhooks.ts";
import { Components, type Direction } from "./openapi-components.ts";

/** The metadata of a document. */
export interface DocumentInfo {
  title: string;
  version: string;
  description: string;
  /** The description of each tag, in display order. */
  tags: Record<string, string>;
  /** The payload of each event kind that the API sends to webhooks. */
  events: EventPayloads;
}

const statusTexts: Record<string, string> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  206: "A part of the file",
  304: "The file is unchanged since the version in `If-None-Match`",
  400: "Invalid request",
  401: "Missing or invalid API key",
  403: "Permission denied",
  404: "Not found, or in another workspace",
  405: "Method not allowed",
  409: "Conflict with stored data or the current state",
  412: "Another version is stored than the one in `If-Match`",
  413: "The body is too large",
  415: "Unsupported content type",
  416: "The range is outside the file",
  422: "The body references an unknown or unusable object",
  429: "Too many requests; see Retry-After",
  500: "Internal error",
  503: "Temporarily unavailable; see Retry-After",
};

/**
 * Builds the OpenAPI 3.1 document for a contract.
 *
 * @param router a ts-rest router whose routes were declared through `route`.
 */
export function toOpenApi(router: object, info: DocumentInfo): OpenAPIObject {
  const components = new Components();
  const api = OpenApiBuilder.create({
    openapi: "3.1.1",
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The server that serves this document" }],
    tags: Object.entries(info.tags).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }],
    paths: {},
  });
  api.addSecurityScheme("bearer", {
    type: "http",
    scheme: "bearer",
    description: "An API key that belongs to the workspace: `Authorization: Bearer assay_live_…`.",
  });
  for (const route of routesOf(router)) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    const operation = operationOf(route, components);
    api.addPath(path, { ...api.rootDoc.paths?.[path], [route.method.toLowerCase()]: operation });
  }
  for (const [kind, payload] of Object.entries(info.events))
    api.addWebhook(kind, { post: messageOperation(kind, payload, components) });
  return components.resolve(api.getSpec());
}

function operationOf(route: DescribedRoute, components: Components): OperationObject {
  const { operationId, tag, scope, otherScope } = route.metadata;
  const content = requestContent(route, components);
  const needs =
    scope === "public"
      ? "Requires no API key."
      : scope === "any"
        ? "Requires an API key, with any scopes."
        : `Requires the scope \`${scope}\`${otherScope ? ` or \`${otherScope}\`` : ""}.`;
  return {
    operationId,
    summary: route.summary,
    description: `${route.description} ${needs}`,
    tags: [tag],
    ...(scope === "public" && { security: [] }),
    parameters: [
      ...parametersOf("path", route.pathParams, components),
      ...parametersOf("query", route.query, components),
      ...parametersOf("header", route.headers, components),
    ],
    ...(content && { requestBody: { required: true, content } }),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, type]) => [
        status,
        {
          description: statusTexts[status] ?? status,
          ...responseContent(status, type, { route, components }),
        },
      ]),
    ),
  };
}

const isZod = (type: unknown): type is z.ZodType => type instanceof z.ZodType;

function requestContent(route: DescribedRoute, components: Components): ContentObject | undefined {
  const streamed = route.metadata.streamed?.map((type) => [type, { schema: streamedSchema(type) }]);
  const body = "body" in route && isZod(route.body) && route.body !== emptyBody ? route.body : undefined;
  if (!body && !streamed) return undefined;
  return {
    ...(body && { "application/json": { schema: components.schema(body, "input") } }),
    ...Object.fromEntries(streamed ?? []),
  };
}

/** Returns the schema of a file. Text is a string; binary files have no schema (OpenAPI 3.1). */
const fileSchema = (contentType: string): SchemaObject =>
  contentType.startsWith("text/") || contentType === "application/json" ? streamedSchema(contentType) : {};

const streamedSchema = (contentType: string): SchemaObject =>
  contentType === "application/json"
    ? { type: "array", items: { type: "object" }, description: "One array of rows." }
    : {
        type: "string",
        description:
          contentType === "text/csv" ? "A header, followed by one row per record." : "One row per line.",
      };

function responseContent(
  status: string,
  type: unknown,
  { route, components }: { route: DescribedRoute; components: Components },
): { content?: ContentObject } {
  if (isAppRouteNoBody(type as Parameters<typeof isAppRouteNoBody>[0])) return {};
  if (type === download) {
    const types = route.metadata.download ?? [];
    return { content: Object.fromEntries(types.map((one) => [one, { schema: fileSchema(one) }])) };
  }
  if (typeof type === "object" && type !== null && "contentType" in type) {
    // Safe: ts-rest's other responses are `{contentType, body}`, which the guard validates.
    const other = type as Parameters<typeof isAppRouteOtherResponse>[0];
    if (isAppRouteOtherResponse(other) && isZod(other.body)) {
      return { content: { [other.contentType]: { schema: components.schema(other.body, "output") } } };
    }
  }
  if (!isZod(type)) return {};
  const mediaType = Number(status) >= 400 ? "application/problem+json" : "application/json";
  return { content: { [mediaType]: { schema: components.schema(type, "output") } } };
}

function parametersOf(
  where: ParameterObject["in"],
  type: unknown,
  components: Components,
): ParameterObject[] {
  if (type === undefined || type === null) return [];
  // Safe: headers are a plain record of schemas; path and query are object schemas.
  const object = isZod(type) ? type : z.object(type as z.ZodRawShape);
  const io: Direction = "input";
  const { properties = {}, required = [] } = components.schema(object, io) as SchemaObject;
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as SchemaObject;
    return {
      name,
      in: where,
      required: where === "path" || required.includes(name),
      ...(description !== undefined && { description }),
      schema,
    };
  });
}
