import { type ResourceNode, type Method } from "./generate-tree.ts";
import { banner } from "./generate-types.ts";

const header = `${banner}import type { ResourceTable } from "../client/resource-table.ts";

/**
 * All operations of the client, in a compact form because every program includes them: see
 * {@link ResourceTable}.
 */
export const operations: ResourceTable = `;

/** Returns the table from which the client is built. */
export function operationTable(root: ResourceNode): string {
  return `${header}${tableText(root, { indent: "" })};\n`;
}

/**
 * Formats a resource.
 *
 * @param expected the resource's default path. If the actual path is equal, the table omits it.
 */
function tableText(
  resource: ResourceNode,
  { expected, indent }: { expected?: string; indent: string },
): string {
  const base = basePath(resource, expected);
  const inner = `${indent}  `;
  const members = [
    ...(base === expected ? [] : [`_: "${base}"`]),
    ...resource.methods.map((method) => `${method.name}: "${rowOf(method, base)}"`),
    ...[...resource.children].map(
      ([name, child]) =>
        `${name}: ${tableText(child, { expected: `${base}/${snakeCase(name)}`, indent: inner })}`,
    ),
  ];
  return `{\n${members.map((member) => `${inner}${member},\n`).join("")}${indent}}`;
}

function rowOf({ name, route, sends, list }: Method, base: string): string {
  const listVerb = list && (list.style === "after" ? "LIST" : `LIST.${list.member}`);
  const verb = listVerb ?? (route.metadata.download ? "FILE" : route.method);
  const rest = isWithin(route.path, base) ? route.path.slice(base.length) : `=${route.path}`;
  // Most actions have the same name as the last segment of their path. The table abbreviates this segment to
  // `~`.
  const [end = "", ...before] = rest.split("/").toReversed();
  const path = [...before.toReversed(), end === snakeCase(name) ? "~" : end].join("/");
  return [verb, path, ...sends].join(" ").trim();
}

/**
 * Returns a resource's default path if any of its operations has it. Otherwise, returns the leading segments
 * that the paths of all its operations share, without parameters.
 */
function basePath(resource: ResourceNode, expected: string | undefined): string {
  const all = pathsOf(resource);
  if (expected !== undefined && all.some((path) => isWithin(path, expected))) return expected;
  const paths = all.map((path) => path.split("/"));
  const [first = []] = paths;
  const alike = paths.filter((path) => path[1] === first[1]);
  const end = first.findIndex(
    (segment, index) => segment.startsWith(":") || alike.some((path) => path[index] !== segment),
  );
  return first.slice(0, end).join("/");
}

const pathsOf = ({ methods, children }: ResourceNode): string[] => [
  ...methods.map(({ route }) => route.path),
  ...[...children.values()].flatMap(pathsOf),
];

const isWithin = (path: string, base: string): boolean => `${path}/`.startsWith(`${base}/`);

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, "_$&").toLowerCase();
