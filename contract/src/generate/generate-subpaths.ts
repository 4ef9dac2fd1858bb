import { hasRequired, headingOf, interfaceName, pathNames } from "./generate-resources.ts";
import type { Method, ResourceNode } from "./generate-tree.ts";
import { banner, docComment } from "./generate-types.ts";

/** A module in the SDK that contains one resource. */
interface Subpath {
  /** The path after the package's name, such as `evaluations` or `reviews/tasks`. */
  name: string;
  text: string;
}

/**
 * Resources with handwritten methods. These methods are in `extras/standalone/standalone-….ts` and have the
 * type `Standalone…`.
 */
const extended = new Set([
  "control.approvals",
  "datasets",
  "samples",
  "evaluations",
  "exports",
  "reviews",
  "webhooks",
  "control",
  "control.events",
  "control.evidence",
]);

/** Resources whose handwritten methods send requests themselves. */
const usesTransport = new Set([...extended].filter((place) => place !== "webhooks" && place !== "control"));

const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, "-$&").toLowerCase();

/** Returns a module for each resource. Nested resources have modules of their own. */
export function resourceSubpaths({ children }: ResourceNode): Subpath[] {
  return [...children.values()].flatMap((resource) => [
    ...(resource.methods.length > 0 ? [subpathOf(resource)] : []),
    ...resourceSubpaths(resource),
  ]);
}

function subpathOf(resource: ResourceNode): Subpath {
  const { place, methods, children } = resource;
  const type = interfaceName(resource);
  const name = place.split(".").map(kebabCase).join("/");
  // The path to `generated/`, relative to the module's folder.
  const up = "../".repeat(name.split("/").length);
  const names = [...children.keys()].map((child) => `"${child}"`).join(" | ");
  const own = names ? `Omit<resources.${type}, ${names}>` : `resources.${type}`;
  const object = `{\n${methods.map((method) => `    ${methodText(method)},\n`).join("")}  }`;
  const extras = extended.has(place)
    ? `${up}../extras/standalone/standalone-${name.replace("/", "-")}.ts`
    : undefined;
  const imports = [
    `import { connect } from "${up}../client/connect.ts";`,
    ...(extras ? [`import { extend } from "${extras}";`] : []),
    `import type { AssayOptions } from "${up}../client/options.ts";`,
    ...(extras ? [`import type { Standalone${type} } from "${extras}";`] : []),
    `import type * as resources from "${up}resources.ts";`,
  ];
  const body = extras
    ? `  const methods: ${own} = ${object};\n  return extend(methods${usesTransport.has(place) ? ", transport" : ""});`
    : `  return ${object};`;
  const text = `${banner}${imports.join("\n")}

${docComment(docOf(resource))}export function create${type}(options?: AssayOptions): ${extras ? `Standalone${type}` : own} {
  const transport = connect(options);
${body}
}
`;
  return { name, text };
}

const docOf = (
  resource: ResourceNode,
): string => `${headingOf(resource).slice(0, -1)} alone: the methods of \`assay.${resource.place}\` without the rest of the client.

If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.

@example
const client = create${interfaceName(resource)}({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL`;

/** Returns the source code of a method. The resource's type defines the method's parameters. */
function methodText({ name, route, sends, list }: Method): string {
  const { path, metadata } = route;
  const ids = pathNames(route);
  const wire = [
    ...(ids.length > 0 ? [`params: { ${ids.join(", ")} }`] : []),
    ...sends.map((part) => (part === "upload" ? "upload: body" : part)),
  ];
  const parameters = [
    ...ids,
    // If no member of the body is required, the body defaults to an empty object.
    ...sends.map((part) =>
      part === "query" ? part : part === "body" && !hasRequired(route) ? "body = {}" : "body",
    ),
    "own",
  ];
  const member = list && list.style !== "after" ? `, "${list.member}"` : "";
  const call = `(["${route.method}", "${path}"], { ${wire.join(", ")} }, own${member})`.replace("{  }", "{}");
  const answer = list
    ? `transport.list${call}`
    : metadata.download
      ? `transport.call${call}.asResponse()`
      : `transport.call${call}`;
  return `${name}: (${parameters.join(", ")}) => ${answer}`;
}
