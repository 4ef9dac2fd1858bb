import type * as z from "zod";

// Names of members that accept any JSON value intentionally.
const openMembers = new Set([
  "input",
  "output",
  "expected",
  "metadata",
  "config",
  "data",
  "sample_filter",
  "details",
  "grades",
  "data",
  // These members occur in authorization requests and in the test cases of policies.
  "properties",
  "args",
  "context",
  "subject",
  "action",
  "resource",
  "value",
  // These are the parts of an approval's request that responses show.
  "subjectProperties",
  "resourceProperties",
  "actionProperties",
  "onBehalfOf",
]);

export type Node = z.core.JSONSchema.JSONSchema;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

export const propertiesOf = (node: Node): Record<string, unknown> => ({ ...resolved(node, node).properties });

function resolved(node: Node, root: Node): Node {
  const name = node.$ref?.replace("#/$defs/", "");
  const target = name === undefined ? undefined : root.$defs?.[name];
  return target
    ? { ...target, ...(node.description !== undefined && { description: node.description }) }
    : node;
}

const branchesOf = (node: Node): unknown[] => [
  ...(node.anyOf ?? []),
  ...(node.oneOf ?? []),
  ...(node.allOf ?? []),
];

function isDescribed(node: Node, root: Node): boolean {
  const whole = resolved(node, root);
  return (
    Boolean(whole.description) ||
    branchesOf(whole).some((branch) => isNode(branch) && isDescribed(branch, root))
  );
}

/** Returns whether a schema node limits each string, list, number and key, or is open intentionally. */
function isBounded(node: Node, name: string): boolean {
  if (openMembers.has(name) || node.enum || node.const !== undefined || branchesOf(node).length > 0)
    return true;
  if (Array.isArray(node.type)) return node.type.every((type) => isBounded({ ...node, type }, name));
  if (node.type === "string") return node.maxLength !== undefined;
  if (node.type === "array") return node.maxItems !== undefined;
  if (node.type === "number" || node.type === "integer") {
    const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = node;
    return (minimum ?? exclusiveMinimum) !== undefined && (maximum ?? exclusiveMaximum) !== undefined;
  }
  if (node.type === "object")
    return !isNode(node.additionalProperties) || isOpen(node) || hasBoundedKeys(node);
  return node.type === "boolean" || node.type === "null";
}

/** Returns whether an object with known members ignores unknown ones. */
const isOpen = ({ properties, additionalProperties }: Node): boolean =>
  properties !== undefined && isNode(additionalProperties) && Object.keys(additionalProperties).length === 0;

const hasBoundedKeys = ({ propertyNames }: Node): boolean =>
  isNode(propertyNames) && isBounded(propertyNames, "");

/** Returns the faults in a schema, as `path: fault`. Each component is checked once. */
export function faultsOf(root: Node, strict: boolean): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const visit = (given: unknown, path: string, name: string): void => {
    if (!isNode(given)) return;
    if (given.$ref !== undefined) {
      // A reference to a component by its id is not followed, because the component is checked where it is
      // used as a body.
      if (!given.$ref.startsWith("#")) return;
      if (seen.has(given.$ref)) return;
      seen.add(given.$ref);
    }
    const node = resolved(given, root);
    if (!isBounded(node, name)) faults.push(`${path}: no bounds`);
    if (strict && node.properties && node.additionalProperties !== false) faults.push(`${path}: not strict`);
    for (const [key, member] of Object.entries(node.properties ?? {})) {
      if (!isNode(member) || !isDescribed(member, root)) faults.push(`${path}/${key}: no description`);
      visit(member, `${path}/${key}`, key);
    }
    for (const branch of branchesOf(node)) visit(branch, path, name);
    for (const item of Array.isArray(node.prefixItems) ? node.prefixItems : [node.items])
      visit(item, `${path}[]`, "");
    if (!isOpen(node)) visit(node.additionalProperties, `${path}{}`, name);
  };
  visit(root, "", "");
  return faults;
}
