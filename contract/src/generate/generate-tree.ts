import type {
  ContentObject,
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  SchemaObject,
} from "openapi3-ts/oas31";
import type { DescribedRoute } from "../platform/c.ts";

/** The possible method parameters after the path parameters and before the options, in this order. */
type Sent = "body" | "upload" | "query";

/** An operation as a method in the SDK. */
export interface Method {
  name: string;
  route: DescribedRoute;
  operation: OperationObject;
  sends: Sent[];
  /**
   * The response type of GET at the same path. Undefined if the operation does not accept this response as
   * its body, as in `put(await get())`.
   */
  takesBack: string | undefined;
  /** How the response contains the items of a list; undefined if the operation is not a list. */
  list: ListStyle | undefined;
}

/** The styles of lists. */
export interface ListStyle {
  /** `after` and `next_cursor`, `cursor` and `nextCursor`, or an array without pages. */
  style: "after" | "cursor" | "array";
  /** The member that contains the items; empty for an array. */
  member: string;
}

/** A resource in the SDK, with its methods and nested resources (`reviews.tasks`). */
export interface ResourceNode {
  /** The resource's path, such as `reviews.tasks`; empty for the client itself. */
  place: string;
  methods: Method[];
  children: Map<string, ResourceNode>;
}

/**
 * Builds the SDK's resources from the routes' names: `reviews.tasks.create` is the method `create` of `tasks`
 * in `reviews`, and `me` is a method of the client.
 *
 * @param api the document with the same routes.
 * @throws {TypeError} if a name occurs twice, or if an operation with a cursor has no list style.
 */
export function resourceTree(routes: readonly DescribedRoute[], api: OpenAPIObject): ResourceNode {
  const root: ResourceNode = { place: "", methods: [], children: new Map() };
  for (const route of routes) {
    const { sdk, operationId } = route.metadata;
    if (sdk === null) continue;
    const parts = sdk.split(".");
    const name = parts.pop() ?? "";
    const resource = parts.reduce(childOf, root);
    if (namesIn(resource).includes(name))
      throw new TypeError(`${operationId}: "${sdk}" already belongs to another operation.`);
    const operation = findOperation(api, route);
    const takesBack = takenBack(route, routes, api);
    const list = listStyle(route, operation);
    resource.methods.push({ name, route, operation, sends: sentBy(route, operation), takesBack, list });
  }
  return root;
}

/** Returns the nested resource `name`. Creates it if it does not exist. */
function childOf(resource: ResourceNode, name: string): ResourceNode {
  const place = resource.place ? `${resource.place}.${name}` : name;
  if (resource.methods.some((method) => method.name === name))
    throw new TypeError(`"${place}" is a method and cannot also be a resource.`);
  const child = resource.children.get(name) ?? { place, methods: [], children: new Map() };
  resource.children.set(name, child);
  return child;
}

const namesIn = ({ methods, children }: ResourceNode): string[] => [
  ...methods.map(({ name }) => name),
  ...children.keys(),
];

function findOperation(api: OpenAPIObject, route: DescribedRoute): OperationObject {
  const item = api.paths?.[route.path.replaceAll(/:(\w+)/g, "{$1}")];
  // Safe: the document was built from the same routes, so the operation exists under its method.
  return (item as Record<string, OperationObject>)[route.method.toLowerCase()] ?? {};
}

/**
 * Returns the response type of GET at the same path if a body accepts that response, and undefined otherwise.
 * The check uses the example of the response.
 */
function takenBack(
  route: DescribedRoute,
  routes: readonly DescribedRoute[],
  api: OpenAPIObject,
): string | undefined {
  const getter = routes.find(({ method, path }) => method === "GET" && path === route.path);
  const body = "body" in route ? route.body : undefined;
  if (!getter || (route.method !== "PUT" && route.method !== "PATCH")) return undefined;
  const [example] = schemaIn(getter.responses[200])?.meta()?.examples ?? [];
  const taken = example !== undefined && schemaIn(body)?.safeParse(example).success;
  return taken ? responseType(findOperation(api, getter)) : undefined;
}

interface AnySchema {
  safeParse(value: unknown): { success: boolean };
  meta(): { examples?: readonly unknown[] } | undefined;
}

/** Returns a type in a route as a zod schema; undefined if it is not a zod schema. */
const schemaIn = (type: unknown): AnySchema | undefined =>
  typeof type === "object" && type !== null && "safeParse" in type ? (type as AnySchema) : undefined;

function sentBy(route: DescribedRoute, operation: OperationObject): Sent[] {
  const { streamed } = route.metadata;
  const query: Sent[] = queryOf(operation).length > 0 ? ["query"] : [];
  // If a route accepts both a JSON body and a streamed body, the generated method sends JSON. The query
  // belongs to the streamed body, which a handwritten method sends.
  if (bodyType(route, operation)) return streamed ? ["body"] : ["body", ...query];
  return streamed ? ["upload", ...query] : query;
}

/**
 * Returns how the response of a list contains its items.
 *
 * @throws {TypeError} if the metadata does not match the query.
 */
function listStyle({ metadata }: DescribedRoute, operation: OperationObject): ListStyle | undefined {
  const { operationId, paginated, itemsMember: member } = metadata;
  const cursor = queryOf(operation).find(({ name }) => name === "after" || name === "cursor")?.name;
  const list: ListStyle | undefined = paginated
    ? { style: "after", member: "data" }
    : member === undefined
      ? undefined
      : { style: member === "" ? "array" : "cursor", member };
  if (cursor !== (list?.style === "array" ? undefined : list?.style))
    throw new TypeError(
      `${operationId}: the query has ${cursor ?? "no cursor"}, but the list style is ${list?.style ?? "missing"}.`,
    );
  return list;
}

/** Returns an operation's query parameters. Most routes have an empty query schema. */
export const queryOf = ({ parameters = [] }: OperationObject): ParameterObject[] =>
  // Safe: these documents list parameters inline, never by reference.
  (parameters as ParameterObject[]).filter((parameter) => parameter.in === "query");

/** Returns the type of a JSON body; undefined if there is none. */
export function bodyType({ metadata }: DescribedRoute, operation: OperationObject): string | undefined {
  const { "application/json": json } = contentOf(operation.requestBody);
  // Streamed JSON is sent as an upload.
  if (!json || metadata.streamed?.includes("application/json")) return undefined;
  return componentOf(json) ?? `Operations["${metadata.operationId}"]["body"]`;
}

/** Returns the type of an operation's success response; void if it has no body. */
export function responseType({ operationId, responses }: OperationObject): string {
  const success = Object.entries(responses ?? {}).find(([status]) => Number(status) < 400);
  const [content] = Object.values(contentOf(success?.[1]));
  if (!success || !content) return "void";
  return componentOf(content) ?? `Operations["${operationId}"]["responses"][${success[0]}]`;
}

// Safe: these documents have request bodies and responses inline, never by reference.
const contentOf = (holder: unknown): ContentObject => (holder as { content?: ContentObject })?.content ?? {};

const componentOf = ({ schema }: MediaTypeObject): string | undefined =>
  schema && "$ref" in schema ? schema.$ref.split("/").at(-1) : undefined;

/** Resolves a schema's references, and removes the null that stands for omitted members in requests. */
export function resolve(schema: SchemaObject | ReferenceObject, api: OpenAPIObject): SchemaObject {
  if ("$ref" in schema) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return resolve(api.components?.schemas?.[name] ?? {}, api);
  }
  const [only, ...others] = (schema.anyOf ?? []).filter((part) => "$ref" in part || part.type !== "null");
  return only && others.length === 0 ? resolve(only, api) : schema;
}
