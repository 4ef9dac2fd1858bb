import { describe, expect, test } from "vitest";
import { loadCedar } from "../engine/load-cedar.fixture.ts";
import type { ReferenceTree } from "./hierarchy-reads.ts";
import { type PolicyReads, readsValue, type RequestPart } from "./policy-reads.ts";
import { statementsOf } from "../text/policy-statements.ts";
import type { ReadTree } from "./read-tree.ts";

const cedar = loadCedar();

function readsIn(condition: string): PolicyReads {
  const parsed = statementsOf(cedar, `permit (principal, action, resource) when { ${condition} };`);
  const reads = parsed.ok ? parsed.statements[0]?.reads : undefined;
  if (!reads) throw new Error(`not parsed: ${condition}`);
  return reads;
}

/** The paths in a tree. A path ends in `*` if everything below it is read. */
function pathsOf(tree: ReadTree): string[] {
  if (tree === "all") return ["*"];
  return [...tree].flatMap(([name, below]) => pathsOf(below).map((path) => `${name}.${path}`));
}

/** The ends of the paths in a tree, each with `: in` if ancestors are read and `: all` if everything is read. */
function endsOf(tree: ReferenceTree, path: string): string[] {
  if (tree === "all") return [`${path}: all`];
  const below = [...tree.members].flatMap(([name, one]) => endsOf(one, `${path}.${name}`));
  if (tree.ancestors) return [`${path}: in`, ...below];
  return below.length > 0 ? below : [path];
}

const describedHierarchy = ({ ancestors, references, named }: PolicyReads["hierarchy"]): string[] => [
  ...[...ancestors].map((name) => `${name}: in`),
  ...Object.entries(references).flatMap(([part, tree]) =>
    endsOf(tree, part).filter((end) => end.includes(": ")),
  ),
  ...[...named.values()].flatMap(({ uid: { type, id }, tree }) => endsOf(tree, `${type}::${id}`)),
];

function described({ plain, numbers, hierarchy }: PolicyReads): string[] {
  const of = (trees: PolicyReads["plain"], prefix: string) =>
    Object.entries(trees).flatMap(([part, tree]) => pathsOf(tree).map((path) => `${prefix}${part}.${path}`));
  return [...of(plain, ""), ...of(numbers, "numbers."), ...describedHierarchy(hierarchy)].sort();
}

describe("a policy reads", () => {
  test.each([
    ["the longest chain of attributes", "context.args.order.total > 5", ["args.order.total.*"]],
    ["the member of a has", "context.args has amount", ["args.amount.*"]],
    ["each path of an extended has", "context.args has order.total", ["args.order.total.*"]],
    ["members in brackets", 'context["args"]["a b"] == 1', ["args.a b.*"]],
    ["a record that is compared", "context.args.a == context.args.b", ["args.a.*", "args.b.*"]],
    ["a record as an argument", "[context.args].contains({})", ["args.*"]],
    [
      "a record with a dynamic member",
      "(if true then context.args else context.action).x",
      ["action.*", "args.*"],
    ],
    ["a record in a record of the policy", "{x: context.args}.x.y == 1", ["args.*"]],
    ["numbers", "context.numbers.args has amount", ["numbers.args.amount.*"]],
    [
      "numbers of an entity",
      "context.numbers.resource.limit == principal.limit",
      ["numbers.resource.limit.*", "principal.limit.*"],
    ],
    ["other members of the context", "context.purpose == 1", ["context.purpose.*"]],
    [
      "attributes and ancestors of an entity that it names",
      'agent::"a".chief.limit == 1 || agent::"b" in team::"c"',
      ["agent::a.chief.limit", "agent::b: in"],
    ],
    ["no attributes of an entity that it only compares", 'principal == agent::"a"', []],
    [
      "ancestors of variables and references",
      "principal in resource || (if true then resource else context.by) in principal",
      ["context.by.*", "context.by: in", "principal: in", "resource: in"],
    ],
    [
      "no attributes of compared entities",
      'principal == resource || principal in tool::"x" || resource is tool',
      ["principal: in"],
    ],
    ["no values for facts", "context.facts.risk == context.facts.boundary", []],
  ])("%s", (_title, condition, paths) => {
    expect(described(readsIn(condition))).toEqual(paths);
  });

  test("every part if it uses the whole context", () => {
    const parts = ["action.*", "args.*", "context.*"];
    const numbers = ["action", "args", "context", "principal", "resource"].map((part) => `numbers.${part}.*`);
    expect(described(readsIn("context == context"))).toEqual([...parts, ...numbers].sort());
    expect(readsIn("context == context").facts).toBe("all");
    expect(described(readsIn("context.numbers == context.numbers"))).toEqual(numbers);
  });
});

describe("a value matters", () => {
  const reads = readsIn("context.args.order.total > 5 && context.numbers.resource has limit");
  test.each<[RequestPart, string[], boolean]>([
    ["args", ["order", "total"], true],
    ["args", ["order", "total", "cents"], true],
    ["args", ["order"], true],
    ["args", [], true],
    ["args", ["order", "note"], false],
    ["args", ["note"], false],
    ["resource", ["limit"], true],
    ["resource", ["owner"], false],
    ["principal", [], false],
  ])("at %s %j: %o", (part, path, matters) => {
    expect(readsValue(reads, part, path)).toBe(matters);
  });
});
