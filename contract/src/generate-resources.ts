import type { OpenAPIObject, OperationObject } from "openapi3-ts/oas31";
import type { DescribedRoute } from "./c.ts";
import { banner, docComment } from "./generate-types.ts";

interface Method {
  name: string;
  route: DescribedRoute;
  operation: OperationObject;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `reviews.tasks.create` → class `ReviewsTasks`, method `create`. */
function placeOf(sdk: string): { className: string; name: string } {
  const parts = sdk.split(".");
  return { className: parts.slice(0, -1).map(capitalized).join(""), name: parts.at(-1) ?? sdk };
}

/**
 * The SDK's resource classes: one documented method per operation.
 *
 * @param api the document of the same routes: names of types and answers are read from it.
 */
export function resourceClasses(routes: readonly DescribedRoute[], api: OpenAPIObject): string {
  const classes = new Map<string, Method[]>();
  const types = new Set<string>();
  for (const route of routes) {
    if (route.metadata.sdk === null) continue;
    const { className, name } = placeOf(route.metadata.sdk);
    classes.set(className, [
      ...(classes.get(className) ?? []),
      { name, route, operation: findOperation(api, route) },
    ]);
  }
  const texts = [...classes].map(([className, methods]) => {
    const tag = methods[0]?.route.metadata.tag ?? className;
    return `/** ${tag}. */\nexport class ${className} extends Resource {\n${methods.map((method) => methodText(method, types)).join("\n\n")}\n}`;
  });
  const imports = [
    'import type { ApiPromise } from "../api-promise.ts";',
    'import type { PagePromise } from "../page.ts";',
    'import { Resource } from "../resource.ts";',
    'import type { RequestOptions, UploadBody } from "../transport.ts";',
    'import { routes } from "./routes.ts";',
    `import type { ${[...types].sort().join(", ")} } from "./types.ts";`,
  ];
  return `${banner}${imports.join("\n")}\n\n${texts.join("\n\n")}\n`;
}

function findOperation(api: OpenAPIObject, route: DescribedRoute): OperationObject {
  const item = api.paths?.[route.path.replaceAll(/:(\w+)/g, "{$1}")];
  // The document was built from the same routes, so the operation is there under its method.
  return (item as Record<string, OperationObject>)[route.method.toLowerCase()] ?? {};
}

const componentOf = (holder: unknown): string | undefined => {
  const reference = /"#\/components\/schemas\/([^"]+)"/.exec(JSON.stringify(holder ?? null));
  return reference?.[1];
};

function answerOf(operation: OperationObject): string {
  const success = Object.entries(operation.responses ?? {}).find(([status]) => Number(status) < 400);
  return componentOf(success?.[1]) ?? "void";
}

function methodText({ name, route, operation }: Method, types: Set<string>): string {
  const { operationId, paginated, streamed, download } = route.metadata;
  const parameters: string[] = [];
  const wire: string[] = [];
  const pathNames = [...route.path.matchAll(/:(\w+)/g)].map(([, parameter = ""]) => parameter);
  if (pathNames.length > 0) {
    parameters.push(...pathNames.map((parameter) => `${parameter}: string`));
    wire.push(`params: { ${pathNames.join(", ")} }`);
  }
  const bodyType = componentOf(operation.requestBody);
  // With both forms the method sends JSON; the query belongs to the streamed form, which is written by hand.
  const streams = streamed !== undefined && bodyType === undefined;
  if (streams) {
    parameters.push("body: UploadBody");
    wire.push("upload: body");
  } else if (bodyType !== undefined) {
    types.add(bodyType);
    parameters.push(`body: ${bodyType}${hasRequired(route) ? "" : " = {}"}`);
    wire.push("body");
  }
  if (takesQuery(operation) && (streams || streamed === undefined)) {
    types.add("Operations");
    parameters.push(`query?: Operations["${operationId}"]["query"]`);
    wire.push("query");
  }
  parameters.push("options?: RequestOptions");
  const doc = docComment(methodDoc(route), "  ");
  if (download) {
    return `${doc}  ${name}(${parameters.join(", ")}): Promise<Response> {
    return this.transport.call(routes.${operationId}, { ${wire.join(", ")} }, options).asResponse();
  }`;
  }
  const { kind, result } = resultOf(operation, paginated, operationId, types);
  const call = paginated ? "list" : "call";
  return `${doc}  ${name}(${parameters.join(", ")}): ${kind}<${result}> {
    return this.transport.${call}(routes.${operationId}, { ${wire.join(", ")} }, options);
  }`;
}

function resultOf(
  operation: OperationObject,
  paginated: true | undefined,
  operationId: string,
  types: Set<string>,
) {
  const answer = answerOf(operation);
  if (paginated) {
    types.add("Operations");
    return { kind: "PagePromise", result: `Operations["${operationId}"]["responses"][200]["data"][number]` };
  }
  if (answer !== "void") types.add(answer);
  return { kind: "ApiPromise", result: answer };
}

/** Whether an operation has query parameters: every route has a query schema, of most it takes nothing. */
const takesQuery = ({ parameters = [] }: OperationObject): boolean =>
  parameters.some((parameter) => "in" in parameter && parameter.in === "query");

/** Whether a body must be given: one that takes `{}` has no required member. */
function hasRequired(route: DescribedRoute): boolean {
  const body = "body" in route ? route.body : undefined;
  if (typeof body !== "object" || body === null || !("safeParse" in body)) return true;
  // Bodies of described routes are zod schemas.
  return !(body as { safeParse(value: unknown): { success: boolean } }).safeParse({}).success;
}

function methodDoc(route: DescribedRoute): string {
  const { metadata, method, path, responses } = route;
  const refusals = Object.keys(responses).filter((status) => Number(status) >= 400);
  return [
    `${route.summary}. ${route.description}`,
    "",
    `\`${method} ${path}\`${metadata.scope === "public" ? ", no key needed" : `, scope \`${metadata.scope}\``}.`,
    ...(metadata.paginated
      ? ["", "Await it for one page; `for await` goes over the items of all pages."]
      : []),
    ...(metadata.download ? ["", "Gives the response with its body unread."] : []),
    "",
    `@throws {ApiError} with status ${refusals.join(", ")}.`,
  ].join("\n");
}
