import { describe, expect, it, test } from "vitest";
import { loadCedar } from "../engine/load-cedar.fixture.ts";
import { TextChecker } from "./text-checker.ts";

const checker = new TextChecker(loadCedar);

/** The names in a text, with the text at their places. */
function namesIn(text: string): string[] {
  const lines = text.split("\n").map((line) => Array.from(line));
  const { names } = checker.check(text);
  expect(checker.names(text)).toEqual(names);
  return names.map(({ kind, type, name, line, column, endLine, endColumn }) => {
    expect(endLine).toBe(line);
    const written = lines[(line ?? 0) - 1]?.slice((column ?? 0) - 1, (endColumn ?? 0) - 1).join("");
    return `${kind} ${kind === "group" ? `${type} ` : ""}${name}${written === name ? "" : ` as ${written}`}`;
  });
}
const when = (condition: string) => namesIn(`permit (principal, action, resource) when { ${condition} };`);

describe("the names in a policy", () => {
  it.each([
    [
      'principal == agent::"a", action == Action::"x", resource == tool::"t"',
      "entity_type agent",
      "agent a",
      "action x",
      "entity_type tool",
      "tool t",
    ],
    ["principal is agnet, action, resource is todo_item", "entity_type agnet", "entity_type todo_item"],
    [
      'principal in agent_group::"g", action in Action::"x", resource in tool::"t"',
      "entity_type agent_group",
      "group agent_group g",
      "action x",
      "entity_type tool",
      "group tool t",
    ],
    [
      'principal is agent in agent_group::"g", action in [Action::"x", Action::"y"], resource',
      "entity_type agent",
      "entity_type agent_group",
      "group agent_group g",
      "action x",
      "action y",
    ],
    ['principal == Clinic::Staff::"s", action, resource', "entity_type Clinic::Staff"],
  ])("of a scope: %s", (scope, ...expected) => {
    expect(namesIn(`forbid (${scope});`)).toEqual(expected);
  });

  it.each([
    ['[tool::"a", tool::"b"].contains(resource)', "entity_type tool", "tool a", "tool b"],
    ['context.facts.risk == "hihg"', "fact_value hihg"],
    [
      '"low" != context.facts["risk"] && context["facts"].agentStatus == "actve"',
      "fact_value low",
      "fact_value actve",
    ],
    ["context.facts.now.hour == 24", "fact_value 24 as context.facts.now.hour"],
    ['["high", "hgih"].contains(context.facts.risk)', "fact_value high", "fact_value hgih"],
    [
      'context.facts.secretTypes.containsAny(["a", "b"]) || context.facts.secretTypes.contains("c")',
      "fact_value a",
      "fact_value b",
      "fact_value c",
    ],
    [
      'context.facts.agentGroups.contains("g") && context.facts.toolGroups.containsAll(["h"])',
      "group agent_group g",
      "group tool_group h",
    ],
    [
      'context.facts.boundary == "x" && context.args.risk == "y" && context.facts has risk && {"==": "z"} == {"==": "z"}',
    ],
    [
      'principal is agnet || resource is tool in tool_group::"g"',
      "entity_type agnet",
      "entity_type tool",
      "entity_type tool_group",
      "group tool_group g",
    ],
    [
      'principal in [agent_group::"g", agent::"a"]',
      "entity_type agent_group",
      "group agent_group g",
      "entity_type agent",
      "group agent a",
    ],
    [
      'principal in (if principal == agent::"a" then team::"b" else team::"c")',
      "entity_type agent",
      "group agent a",
      "entity_type team",
      "group team b",
      "group team c",
    ],
    ['!(agent::"a" in context.team)', "entity_type agent", "agent a"],
    ['context has "in" && context["in"] == agent::"a"', "entity_type agent", "agent a"],
    [
      '{"__entity": {type: "agnet", id: "x"}, "in": {left: tool::"t", right: 1}} == context.x',
      "entity_type tool",
      "tool t",
    ],
    ['context.agnet.is == "agnet" && context.x like "tool::\\"y\\"*"'],
    ['context.owner == user::"ada"', "entity_type user"],
  ])("of a condition: %s", (condition, ...expected) => {
    expect(when(condition)).toEqual(expected);
  });

  test("are compared without their escapes, and found where they stand", () => {
    expect(when('resource == tool::"chart\\u{2e}r\\x65\\"d"')).toEqual([
      "entity_type tool",
      'tool chart.re"d as chart\\u{2e}r\\x65\\"d',
    ]);
    const text = `// tool::"a" é👍
      @message("tool::\\"a\\"") forbid (principal, action, resource) when { "é👍" == context.x }; // agent::"b"
      forbid (principal, action, resource == tool /* */ :: "a");`.replace(" /* */ ", " ");
    expect(namesIn(text)).toEqual(["entity_type tool", "tool a"]);
    expect(checker.names(text)[1]).toMatchObject({ line: 3, column: 55 });
  });

  test("are each reported once, and none in a text with faults", () => {
    const twice = 'forbid (principal == agent::"a", action, resource);';
    expect(namesIn(`${twice}\n${twice}`)).toEqual(["entity_type agent", "agent a"]);
    expect(checker.check("forbid (principal == agent::").names).toEqual([]);
    expect(checker.names("(".repeat(100))).toEqual([]);
  });
});
