import { type ResourceNode, type Method } from "./generate-tree.ts";
import { banner } from "./generate-types.ts";

const header = `${banner}import type { ResourceTable } from "../resource-table.ts";

// Short, because every program carries it: a resource is the path that its operations share, then for each a row
// \`METHOD path sends…\` (LIST: a GET with pages); what is sent comes in the order of the method's parameters.
`;

/** The table that the client is built from; each resource is a constant, so that a program can carry one alone. */
export function operationTable({ children }: ResourceNode): string {
  const tables = [...children].map(
    ([name, child]) => `export const ${name} = ${tableText(child, "")} as const satisfies ResourceTable;`,
  );
  const whole = `/** Every operation of the client. */\nexport const operations = ["", { ${[...children.keys()].join(", ")} }] as const;`;
  return `${header}\n${[...tables, whole].join("\n\n")}\n`;
}

function tableText({ methods, children }: ResourceNode, indent: string): string {
  const inner = `${indent}  `;
  const base = sharedPath(methods);
  const members = [
    ...methods.map((method) => `${method.name}: "${rowOf(method, base)}"`),
    ...[...children].map(([name, child]) => `${name}: ${tableText(child, inner)}`),
  ];
  return `["${base}", {\n${members.map((member) => `${inner}${member},\n`).join("")}${indent}}]`;
}

function rowOf({ route, sends }: Method, base: string): string {
  const verb = route.metadata.paginated ? "LIST" : route.method;
  return [verb, route.path.slice(base.length), ...sends].join(" ");
}

/** The segments, without parameters, that the paths of all methods begin with. */
function sharedPath(methods: readonly Method[]): string {
  const paths = methods.map(({ route }) => route.path.split("/"));
  const [first = []] = paths;
  const end = first.findIndex(
    (segment, index) => segment.startsWith(":") || paths.some((path) => path[index] !== segment),
  );
  return first.slice(0, end < 0 ? first.length : end).join("/");
}
