import type { DescribedRoute } from "../platform/c.ts";
import {
  responseType,
  bodyType,
  type ListStyle,
  type Method,
  queryOf,
  type ResourceNode,
} from "./generate-tree.ts";
import type { OpenAPIObject, OperationObject } from "openapi3-ts/oas31";
import { methodDoc } from "./generate-docs.ts";
import { banner, docComment } from "./generate-types.ts";

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Converts a path to a name: `reviews.tasks` → `ReviewsTasks`. */
export const interfaceName = ({ place }: ResourceNode): string => place.split(".").map(capitalized).join("");

/**
 * Returns the SDK's resources as types. Each resource is an interface with one documented method per
 * operation.
 */
export function resourceTypes(root: ResourceNode, api: OpenAPIObject): string {
  const types = new Set<string>();
  const texts = [...root.children.values()].flatMap((child) => interfaceTexts(child, { types, api }));
  const members = [
    ...root.methods.map((method) => clientMethod(methodText(method, { types, api }))),
    ...[...root.children].map(([name, child]) => memberText(name, child, "declare readonly")),
  ];
  const whole = `/** Every resource of the client. */\nexport class Resources {\n${members.join("\n")}\n}`;
  const imports = [
    'import type { ApiPromise } from "../client/api-promise.ts";',
    'import type { PagePromise } from "../client/page.ts";',
    'import type { RequestOptions, UploadBody } from "../client/transport/transport.ts";',
    `import type { ${[...types].sort().join(", ")} } from "./types.ts";`,
  ];
  return `${banner}${imports.join("\n")}\n\n${[...texts, whole].join("\n\n")}\n`;
}

/** The state of the printer: the types used so far, and the document with the same routes. */
interface Printed {
  types: Set<string>;
  api: OpenAPIObject;
}

/** Returns the interface of a resource and the interfaces of its nested resources. */
function interfaceTexts(resource: ResourceNode, printed: Printed): string[] {
  const { methods, children } = resource;
  const members = [
    ...methods.map((method) => methodText(method, printed)),
    ...[...children].map(([name, child]) => memberText(name, child, "readonly")),
  ];
  const own = `${docComment(headingOf(resource))}export interface ${interfaceName(resource)} {\n${members.join("\n\n")}\n}`;
  return [own, ...[...children.values()].flatMap((child) => interfaceTexts(child, printed))];
}

/** Converts a method of an interface to a declared member of the client, which has no method bodies. */
const clientMethod = (text: string): string =>
  text.replace(/^ {2}(\w+)(\(.*\)): ([^)]*;)$/m, "  declare readonly $1: $2 => $3");

const memberText = (name: string, child: ResourceNode, modifiers: string): string =>
  `${docComment(headingOf(child), "  ")}  ${modifiers} ${name}: ${interfaceName(child)};`;

/** Returns the heading of a resource: the tag of its operations, or else the tags of its nested resources. */
export function headingOf(resource: ResourceNode): string {
  const tags = ({ methods, children }: ResourceNode): string[] =>
    methods.length > 0
      ? methods.slice(0, 1).map(({ route }) => route.metadata.tag)
      : [...children.values()].flatMap(tags);
  return `${[...new Set(tags(resource))].join(", ")}.`;
}

function methodText(method: Method, { types, api }: Printed): string {
  const { name, route, operation, sends, takesBack, list } = method;
  const { operationId, download } = route.metadata;
  const answer = list ? itemTypes(operation, list) : responseType(operation);
  const body = [bodyType(route, operation) ?? "", ...(takesBack ? [takesBack] : [])].join(" | ");
  const parameterOf = {
    body: `body${hasRequired(route) ? "" : "?"}: ${body}`,
    upload: "body: UploadBody",
    query: `query${queryOf(operation).some(({ required }) => required) ? "" : "?"}: Operations["${operationId}"]["query"]`,
  };
  const parameters = [
    ...pathNames(route).map((parameter) => `${parameter}: string`),
    ...sends.map((part) => parameterOf[part]),
    "options?: RequestOptions",
  ];
  const kind = list ? "PagePromise" : "ApiPromise";
  const signature = `(${parameters.join(", ")}): ${download ? "Promise<Response>" : `${kind}<${answer}>`}`;
  for (const [type = ""] of `${body} ${signature}`.matchAll(/\b[A-Z]\w+/g)) {
    if (!clientTypes.has(type)) types.add(type);
  }
  return `${docComment(methodDoc(method, api), "  ")}  ${name}${signature};`;
}

/** Returns the type of a list's items. If the style is not `after`, the type of the answer follows. */
function itemTypes(operation: OperationObject, { style, member }: ListStyle): string {
  if (style === "after") return `Operations["${operation.operationId}"]["responses"][200]["data"][number]`;
  const answer = responseType(operation);
  return `${answer}${member ? `["${member}"]` : ""}[number], ${answer}`;
}

/** Types that signatures use in addition to the wire types. */
const clientTypes = new Set([
  "ApiPromise",
  "PagePromise",
  "Promise",
  "RequestOptions",
  "Response",
  "UploadBody",
]);

export const pathNames = ({ path }: DescribedRoute): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, parameter = ""]) => parameter);

/** Returns whether a body is required. It is not required if the schema accepts `{}`. */
export function hasRequired(route: DescribedRoute): boolean {
  const body = "body" in route ? route.body : undefined;
  if (route.metadata.bodyAsText) return true;
  if (typeof body !== "object" || body === null || !("safeParse" in body)) return true;
  // Safe: the bodies of described routes are zod schemas.
  return !(body as { safeParse(value: unknown): { success: boolean } }).safeParse({}).success;
}
