import type { DescribedRoute } from "./c.ts";
import { answerType, bodyType, type Method, queryOf, type ResourceNode } from "./generate-tree.ts";
import { banner, docComment } from "./generate-types.ts";

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `reviews.tasks` → `ReviewsTasks`. */
const interfaceName = ({ place }: ResourceNode): string => place.split(".").map(capitalized).join("");

/** The SDK's resources as types: an interface for each, with a documented method per operation. */
export function resourceTypes(root: ResourceNode): string {
  const types = new Set<string>();
  const texts = [...root.children.values()].flatMap((child) => interfaceTexts(child, types));
  const members = [...root.children].map(([name, child]) => memberText(name, child, "declare readonly"));
  const whole = `/** Every resource of the client. */\nexport class Resources {\n${members.join("\n")}\n}`;
  const imports = [
    'import type { ApiPromise } from "../api-promise.ts";',
    'import type { PagePromise } from "../page.ts";',
    'import type { RequestOptions, UploadBody } from "../transport.ts";',
    `import type { ${[...types].sort().join(", ")} } from "./types.ts";`,
  ];
  return `${banner}${imports.join("\n")}\n\n${[...texts, whole].join("\n\n")}\n`;
}

/** A resource's interface, and those of the resources inside it. */
function interfaceTexts(resource: ResourceNode, types: Set<string>): string[] {
  const { methods, children } = resource;
  const members = [
    ...methods.map((method) => methodText(method, types)),
    ...[...children].map(([name, child]) => memberText(name, child, "readonly")),
  ];
  const own = `${docComment(headingOf(resource))}export interface ${interfaceName(resource)} {\n${members.join("\n\n")}\n}`;
  return [own, ...[...children.values()].flatMap((child) => interfaceTexts(child, types))];
}

const memberText = (name: string, child: ResourceNode, modifiers: string): string =>
  `${docComment(headingOf(child), "  ")}  ${modifiers} ${name}: ${interfaceName(child)};`;

/** What a resource is about: the heading of its operations in the API documents, or those of the resources inside it. */
function headingOf(resource: ResourceNode): string {
  const tags = ({ methods, children }: ResourceNode): string[] =>
    methods.length > 0
      ? methods.slice(0, 1).map(({ route }) => route.metadata.tag)
      : [...children.values()].flatMap(tags);
  return `${[...new Set(tags(resource))].join(", ")}.`;
}

function methodText({ name, route, operation, sends }: Method, types: Set<string>): string {
  const { operationId, paginated, download } = route.metadata;
  const list = `Operations["${operationId}"]["responses"][200]["data"][number]`;
  const answer = paginated ? list : answerType(operation);
  const body = bodyType(route, operation) ?? "";
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
  const kind = paginated ? "PagePromise" : "ApiPromise";
  const signature = `(${parameters.join(", ")}): ${download ? "Promise<Response>" : `${kind}<${answer}>`}`;
  for (const [type = ""] of `${body} ${signature}`.matchAll(/\b[A-Z]\w+/g)) {
    if (!clientTypes.has(type)) types.add(type);
  }
  return `${docComment(methodDoc(route), "  ")}  ${name}${signature};`;
}

/** Types that a signature can hold besides those of the wire. */
const clientTypes = new Set([
  "ApiPromise",
  "PagePromise",
  "Promise",
  "RequestOptions",
  "Response",
  "UploadBody",
]);

const pathNames = ({ path }: DescribedRoute): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, parameter = ""]) => parameter);

/** Whether a body must be given: one that takes `{}` has no required member. */
function hasRequired(route: DescribedRoute): boolean {
  const body = "body" in route ? route.body : undefined;
  if (route.metadata.bodyAsText) return true;
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
