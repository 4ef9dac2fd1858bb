import { type ResourceNode, type Method } from "./generate-tree.ts";
import { banner } from "./generate-types.ts";

const header = `${banner}import type { ResourceTable } from "../resource-table.ts";

/** Every operation of the client; short, because every program carries it: {@link ResourceTable} says how to read it. */
export const operations: ResourceTable = `;

/** The table that the client is built from. */
export function operationTable(root: ResourceNode): string {
  return `${header}${tableText(root, "")};\n`;
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

function rowOf({ name, route, sends }: Method, base: string): string {
  const { paginated, download } = route.metadata;
  const verb = paginated ? "LIST" : download ? "FILE" : route.method;
  const rest = route.path.slice(base.length);
  // Most actions are named after the end of their path, which the reader of the table then appends.
  const path = rest.endsWith(`/${name}`) ? rest.slice(0, -name.length) : rest;
  return [verb, path, ...sends].join(" ");
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
