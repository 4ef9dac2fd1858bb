import { describe, expect, test } from "vitest";
import type { PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import { entityKey, type EntityName } from "../../hierarchy/entity-name.ts";
import { reachedEntities } from "../../hierarchy/stored-state.ts";
import { decide, permitAll, policy } from "./policy-engine.fixture.ts";

const named = (type: string, id: string) => ({ type, id });
const ref = (type: string, id: string) => ({ __entity: { type, id } });

/** Finds the given entities; all others are known not to be stored. */
function finds(
  ...entities: (EntityName & { properties?: Record<string, unknown>; parents?: EntityName[] })[]
): PolicyRequest["entities"] {
  const nodes = new Map(
    entities.map(({ properties = {}, parents = [], ...name }) => [entityKey(name), { properties, parents }]),
  );
  const request = { subject: named("user", "ada"), resource: named("record", "1") };
  return reachedEntities(request, (name) => nodes.get(entityKey(name)) ?? { properties: null, parents: [] });
}

const entities = finds(
  {
    ...named("user", "boss"),
    properties: { level: 5, chief: ref("user", "ceo") },
    parents: [named("team", "a")],
  },
  { ...named("user", "ceo"), properties: { level: 9 } },
  { ...named("team", "a"), parents: [named("team", "all")] },
  { ...named("todo-item", "1"), properties: { level: 5 } },
  { ...named("user", "odd"), properties: { level: 1e21 } },
);
const sent = (members: Partial<PolicyRequest> = {}): Partial<PolicyRequest> => ({
  subject: named("user", "ada"),
  resource: named("record", "1"),
  entities,
  ...members,
});
const codeOf = (condition: string, members?: Partial<PolicyRequest>) => {
  const rule = policy(`forbid (principal, action, resource) when { ${condition} };`);
  const { outcome, reasons } = decide([permitAll, rule], sent(members));
  return outcome === "allow" ? outcome : reasons[0]?.code;
};

describe("subject and resource inside a record", () => {
  const members = {
    subject: { ...named("user", "ada"), parents: [named("team", "a")] },
    resource: { ...named("record", "1"), parents: [named("folder", "private")] },
  };

  test.each([
    '{a: principal}.a in team::"a"',
    '{a: {b: principal}}.a.b in team::"a"',
    '{a: principal}["a"] in [team::"none", team::"a"]',
    '{a: principal}.a is user in team::"a"',
    '(if context has x then {a: resource} else {a: principal}).a in team::"a"',
    '{a: resource}.a in folder::"private"',
    '!(!({a: principal}.a in team::"a"))',
  ])("have their ancestors: %s", (condition) => {
    expect(codeOf(condition, members)).toBe("policy_forbids");
    const permit = policy(`permit (principal, action, resource) unless { ${condition} };`);
    expect(decide([permit], sent(members)).outcome).toBe("deny");
    expect(decide([permit], sent()).outcome).toBe("allow");
  });
});

describe("a principal of the chain whose parents the request sends", () => {
  const onBehalfOf = { ...named("user", "ghost"), parents: [named("team", "vip")] };
  const owner = { __entity: named("user", "ghost") };
  const members = { subject: { ...named("user", "ada"), properties: { owner }, onBehalfOf } };

  test.each(['user::"ghost" in team::"vip"', 'principal.owner in team::"vip"'])(
    "is not granted anything by %s",
    (condition) => {
      const unless = policy(`forbid (principal, action, resource) unless { ${condition} };`);
      expect(decide([permitAll, unless], sent(members))).toMatchObject({
        outcome: "deny",
        reasons: [{ message: expect.stringContaining("without parents of it") }],
      });
    },
  );
});

describe("an entity that a text names", () => {
  test.each([
    'user::"boss" has level',
    'user::"boss".level == 5',
    'user::"boss"["level"] == 5',
    'user::"boss" has chief.level',
    'user::"boss".chief.level == 9',
    'user::"boss" in team::"all"',
    'user::"boss" is user in team::"a"',
    'user::"boss" in [team::"none", team::"a"]',
    '(if context has x then principal else user::"boss").level == 5',
    '(if context has x then principal else user::"boss") in team::"all"',
    '{a: user::"boss"}.a.level == 5',
    '(if true then user::"boss".chief else principal).level == 9',
    'T_todo_2d_item::"1".level == 5',
  ])("has its stored attributes and ancestors: %s", (condition) => {
    expect(codeOf(condition)).toBe("policy_forbids");
  });

  test("has the sent properties and parents if it is part of the request", () => {
    const subject = { ...named("user", "ada"), properties: { level: 2 }, parents: [named("team", "b")] };
    expect(codeOf('user::"ada".level == 2', { subject })).toBe("policy_forbids");
    expect(codeOf('user::"ada" in team::"b"', { subject })).toBe("policy_forbids");
    expect(codeOf('user::"eve" has level || user::"eve" in team::"b"', { subject })).toBe("allow");
  });

  test("counts as one of the 256 entities, and denies if it is not loaded", () => {
    const reads = (count: number) =>
      Array.from({ length: count }, (_, index) => `[user::"u${index}" has level]`).join(", ");
    expect(codeOf(`[${reads(256)}].contains([true])`)).toBe("allow");
    expect(codeOf(`[${reads(257)}].contains([true])`)).toBe("policy_too_large");
    expect(
      codeOf('user::"boss" has level', {
        entities: { propertiesOf: () => undefined, ancestorsOf: () => undefined },
      }),
    ).toBe("policy_too_large");
  });

  test("denies if it has a value that policies cannot represent", () => {
    const rule = policy('forbid (principal, action, resource) when { user::"odd".level == 1 };');
    const [reason] = decide([permitAll, rule], sent()).reasons;
    expect(reason).toMatchObject({ policyId: rule.id, code: "not_representable" });
    expect(reason?.message).toMatch(/^\/level of the stored entity "user" "odd" is 1e\+21; /);
  });
});

describe("a reference in context.numbers", () => {
  const resource = { ...named("record", "1"), properties: { owner: ref("user", "boss") } };

  test.each([
    'context.numbers.resource.owner.level == decimal("5.0")',
    "context.numbers.resource.owner has level",
    'context.numbers.resource.owner.level.greaterThan(decimal("1.0"))',
    "(if true then context.numbers.resource else context.numbers.resource).owner.level == 5",
  ])("cannot show attributes: %s", (condition) => {
    expect(codeOf(condition, { resource })).toBe("not_representable");
    const members = resource;
    expect(
      codeOf(condition.replaceAll("numbers.resource", "numbers.context"), { context: members.properties }),
    ).toBe("not_representable");
  });

  test("can be compared and has its ancestors", () => {
    expect(codeOf('context.numbers.resource.owner == user::"boss"', { resource })).toBe("policy_forbids");
    expect(codeOf('context.numbers.resource.owner in team::"all"', { resource })).toBe("policy_forbids");
    expect(codeOf('context.numbers.resource.owner in team::"none"', { resource })).toBe("allow");
  });

  test("names the value and the policy that reads its attributes", () => {
    const compare = policy(
      'forbid (principal, action, resource) when { context.numbers.resource.owner == user::"x" };',
    );
    const reads = policy(
      "forbid (principal, action, resource) when { context.numbers.resource.owner has level };",
    );
    expect(decide([permitAll, compare, reads], sent({ resource })).reasons).toMatchObject([
      {
        policyId: reads.id,
        message:
          '/resource/properties/owner is a reference to "user" "boss"; context.numbers has no attributes of referenced entities: read them without context.numbers.',
      },
    ]);
  });
});

describe("a text that reads what entities never have is not evaluated", () => {
  test.each([
    'principal.hasTag("a")',
    'user::"boss".hasTag("a")',
    'principal.getTag("a") == 1',
    "action has foo",
    "action.foo == 1",
    'Action::"read" has foo',
    'Action::"read" in Action::"view"',
    "(if true then action else action) has foo",
  ])("%s", (condition) => {
    expect(codeOf(condition)).toBe("policy_error");
  });
});

describe("a principal of the chain that is also the resource", () => {
  const resource = { ...named("user", "eve"), properties: { a: 1 } };
  const onBehalfOf = { ...named("user", "eve"), properties: { b: 2 } };
  const subject = { ...named("agent", "bot"), onBehalfOf };

  test.each([
    "context.onBehalfOf.root.a == 1",
    "context.onBehalfOf.root.b == 2",
    "resource.a == 1",
    "resource.b == 2",
    'context.numbers.resource.b == decimal("2.0")',
    'user::"eve".a == 1 && user::"eve".b == 2',
  ])("has the properties of both: %s", (condition) => {
    expect(codeOf(condition, { subject, resource })).toBe("policy_forbids");
  });
});
