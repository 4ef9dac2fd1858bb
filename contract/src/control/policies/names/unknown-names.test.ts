import { describe, expect, it, test } from "vitest";
import { findingsOfText } from "../policy-contents.ts";
import type { KnownNames, PolicyName } from "./name-index.ts";
import { lostNames, unknownNames, unknownNamesToWire } from "./unknown-names.ts";

const nothing: KnownNames = {
  entities: [],
  parents: [],
  types: [],
  actions: [],
  agents: [],
  tools: { declared: [], settings: { toolRisk: {}, toolApprovers: {}, toolGroups: {} } },
};
const place = { line: 1, column: 1, endLine: 1, endColumn: 2 };
const named = (kind: PolicyName["kind"], name: string, type: string = kind): PolicyName => ({
  kind,
  type,
  name,
  ...place,
});
const found = (name: PolicyName, known: Partial<KnownNames>) =>
  unknownNames([name], { ...nothing, ...known }).map(({ code, suggestion, isRefused }) => [
    code,
    suggestion,
    isRefused,
  ]);
const toolsIn = (declared: string[], risk: string[] = []) => ({
  tools: {
    declared,
    settings: { ...nothing.tools.settings, toolRisk: Object.fromEntries(risk.map((name) => [name, "low"])) },
  },
});

describe("a name", () => {
  it("of a type is known as policies write it", () => {
    const entities = [{ type: "todo-item", id: "x" }];
    expect(found(named("entity_type", "T_todo_2d_item"), { entities })).toEqual([]);
    expect(found(named("entity_type", "todo-item"), { entities })).toEqual([
      ["unknown_entity_type", null, false],
    ]);
    expect(found(named("entity_type", "tool_group"), {})).toEqual([]);
    expect(found(named("entity_type", "folder"), { parents: [{ type: "folder", id: "f" }] })).toEqual([]);
  });

  it("of a tool is compared with exact names only", () => {
    expect(found(named("tool", "rx.raed"), toolsIn(["rx.*"]))).toEqual([]);
    expect(found(named("tool", "rx.raed"), toolsIn(["rx.*", "rx.read"]))).toEqual([
      ["similar_name", "rx.read", false],
    ]);
    // The name of a stored tool may contain a star. Such a name is not a pattern.
    const entities = [{ type: "tool", id: "rx.*" }];
    expect(found(named("tool", "rx.order"), { entities })).toEqual([["unknown_tool", null, false]]);
  });

  it.each([["*"], ["**"]])("of a tool is not known by the pattern %s of a setting", (every) => {
    expect(found(named("tool", "reed"), toolsIn([], [every, "read"]))).toEqual([
      ["unknown_tool", "read", true],
    ]);
    expect(found(named("tool", "reed"), toolsIn([every], ["read"]))).toEqual([
      ["unknown_tool", "read", false],
    ]);
    // Agents that may call every tool affect only the check of tool names.
    const known = { ...toolsIn([every]), agents: ["bot"] };
    expect(found(named("agent", "bit"), known)).toEqual([["unknown_agent", "bot", true]]);
  });

  it("of a group is known as a parent of its type, or as an entity", () => {
    const known = { parents: [{ type: "agent_group", id: "interns" }], agents: ["bot"], ...toolsIn(["pay"]) };
    expect(found(named("group", "interns", "agent_group"), known)).toEqual([]);
    expect(found(named("group", "interns", "tool_group"), known)).toEqual([["unknown_group", null, false]]);
    expect(found(named("group", "bot", "agent"), known)).toEqual([]);
    expect(found(named("group", "bto", "agent"), known)).toEqual([["unknown_group", "bot", true]]);
    expect(found(named("group", "pya", "tool"), known)).toEqual([["unknown_group", "pay", true]]);
  });

  it("of a value is known if the fact can have the value", () => {
    const values = (type: string, ...texts: string[]) =>
      texts.flatMap((text) => found(named("fact_value", text, type), {}));
    expect(values("risk", "low", "medium", "high")).toEqual([]);
    expect(values("risk", "HIGH", "hihg", "critical")).toEqual([
      ["unknown_fact_value", "high", true],
      ["unknown_fact_value", "high", true],
      ["unknown_fact_value", null, false],
    ]);
    expect(values("agentStatus", "active", "unknown")).toEqual([]);
    expect(values("agentStatus", "suspend")).toEqual([["unknown_fact_value", "suspended", true]]);
    expect(values("secretTypes", "private_key", "named_secret")).toEqual([]);
    expect(values("secretTypes", "privat_key")).toEqual([["unknown_fact_value", "private_key", true]]);
    expect(values("riskRank", "0", "2").concat(values("now.hour", "0", "23"))).toEqual([]);
    // Numbers are near to each other by accident.
    expect(values("now.dayOfWeek", "0", "8", "-1")).toEqual([
      ["unknown_fact_value", null, false],
      ["unknown_fact_value", null, false],
      ["unknown_fact_value", null, false],
    ]);
  });

  it("may be the name of a property that every object has", () => {
    for (const name of ["constructor", "__proto__", "toString"])
      expect(found(named("tool", name), toolsIn(["read"]))).toEqual([["unknown_tool", null, false]]);
  });
});

test("at most 100 unknown names are shown", () => {
  const names = Array.from({ length: 300 }, (_, index) => named("agent", `a${index}`));
  expect(unknownNamesToWire(names, nothing)).toHaveLength(100);
  const policies = [{ policyId: "p", names }];
  const agents = names.map(({ name }) => name);
  expect(lostNames(policies, { ...nothing, agents }, nothing)).toHaveLength(100);
  expect(lostNames(policies, nothing, nothing)).toEqual([]);
  expect(lostNames(policies, { ...nothing, agents }, { ...nothing, agents: agents.slice(1) })).toEqual([
    { policyId: "p", code: "unknown_agent", name: "a0" },
  ]);
});

describe("a text with more than 1,000 unknown names", () => {
  const names = Array.from({ length: 5000 }, (_, index) => named("agent", `very-different-name-${index}`));
  const compared = unknownNames(names, { ...nothing, agents: ["bot"] });

  it("is compared with known names up to the 1,000th unknown name", () => {
    expect(compared).toHaveLength(1001);
    expect(compared[0]).toMatchObject({
      code: "names_not_checked",
      name: "very-different-name-1000",
      isRefused: true,
    });
    const known = { ...nothing, agents: names.map(({ name }) => name) };
    expect(unknownNames([...names, named("agent", "x")], known)).toHaveLength(1);
  });

  it("is refused in force, and keeps its other warnings otherwise", () => {
    const value = { code: "absent_passes", message: "m", suggestion: null, ...place };
    const checked = { errors: [], warnings: [value], statements: [], names, validated: "strict" as const };
    const treated = { outcome: undefined, status: "active" as const, unknownNames: "refuse" as const };
    const enforced = findingsOfText(checked, { ...treated, mode: "enforce" }, nothing);
    expect(enforced.errors.map(({ code }) => code)).toEqual(["names_not_checked"]);
    const shadow = findingsOfText(checked, { ...treated, mode: "shadow" }, nothing);
    expect(shadow.errors).toEqual([]);
    expect(shadow.warnings.slice(0, 2).map(({ code }) => code)).toEqual([
      "absent_passes",
      "names_not_checked",
    ]);
    expect(shadow.warnings).toHaveLength(100);
  });
});
