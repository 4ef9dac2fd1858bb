// Scenarios for the hierarchy of entities: parents; groups of agents, tools and actions; and the limits of
// the hierarchy.
import { entityTooLarge } from "@assay/contract/control/agents/agent-refusals";
import { expect } from "vitest";
import type { Context } from "../harness/context.ts";
import { expectBody, expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/api/entities";
const named = (type: string, id: string) => ({ type, id });
const entity = (type: string, id: string, ...parents: { type: string; id: string }[]) => ({
  ...named(type, id),
  parents,
});
const folder = (id: string, ...parents: string[]) =>
  entity("folder", id, ...parents.map((parent) => named("folder", parent)));

/** A chain of folders: `f0` is in `f1`, and so on; the last one has no parent. */
const chain = (length: number) =>
  Array.from({ length }, (_, index) => folder(`f${index}`, ...(index + 1 < length ? [`f${index + 1}`] : [])));

const parentsOf = async ({ assay }: Context) =>
  (await assay.control.entities.list()).entities.map(({ id, parents }) => [id, parents]);

const ascending = (one: number, other: number): number => one - other;

const fault = (at: string, code: string, value: string, expectation: string): [string, string, string] => [
  at,
  code,
  `${value}; it must not ${expectation}.`,
];

export const hierarchyScenarios = [
  engineScenario("putEntities", 200, "stores parents, which need not be stored", async (context) => {
    const { assay } = context;
    const record = entity("record", "1", named("folder", "a"), named("ward", "3"));
    await assay.control.entities.put({ entities: [record, named("record", "2")] });
    expect(await parentsOf(context)).toEqual([
      ["1", record.parents],
      ["2", []],
    ]);
  }),
  engineScenario(
    "patchEntities",
    200,
    "replaces parents, and keeps them if they are omitted",
    async (context) => {
      const { assay } = context;
      await assay.control.entities.put({ entities: [folder("a", "b"), folder("c", "b")] });
      const patch = [{ ...named("folder", "a"), properties: { x: 1 } }, folder("c", "d"), folder("e", "a")];
      await assay.control.entities.patch({ entities: patch });
      expect(await parentsOf(context)).toEqual([
        ["a", [named("folder", "b")]],
        ["c", [named("folder", "d")]],
        ["e", [named("folder", "a")]],
      ]);
      await assay.control.entities.patch({ entities: [folder("a")] });
      expect((await parentsOf(context))[0]).toEqual(["a", []]);
    },
  ),
  scenario(
    "putEntities",
    400,
    "refuses a cycle, also of an entity with itself",
    async ({ request, assay }) => {
      const put = (...entities: object[]) => request("PUT", path, { body: { entities } });
      expectFaults(
        await put(folder("other"), folder("a", "a")),
        fault(
          "/entities/1/parents",
          "parent_cycle",
          'parents is [{"type":"folder","id":"a"}]',
          'make "folder" "a" its own ancestor',
        ),
      );
      expectFaults(
        await put(folder("a", "b"), folder("b", "c"), folder("c", "a")),
        fault(
          "/entities/0/parents",
          "parent_cycle",
          'parents is [{"type":"folder","id":"b"}]',
          'make "folder" "a" its own ancestor',
        ),
      );
      // The same id in another type is another entity.
      expect((await put(entity("x", "a", named("y", "a")), entity("y", "a", named("z", "a")))).status).toBe(
        200,
      );
      expect((await assay.control.entities.list()).entities).toHaveLength(2);
    },
  ),
  engineScenario(
    "patchEntities",
    400,
    "refuses parents that close a cycle of stored entities",
    async (context) => {
      await context.assay.control.entities.put({ entities: [folder("a", "b"), folder("b", "c")] });
      expectFaults(
        await context.request("PATCH", path, { body: { entities: [folder("x"), folder("c", "a")] } }),
        fault(
          "/entities/1/parents",
          "parent_cycle",
          'parents is [{"type":"folder","id":"a"}]',
          'make "folder" "c" its own ancestor',
        ),
      );
      expect((await parentsOf(context)).map(([id]) => id)).toEqual(["a", "b"]);
    },
  ),
  engineScenario(
    "patchEntities",
    400,
    "refuses one of two concurrent changes that together close a cycle",
    async ({ request, assay }) => {
      for (let round = 0; round < 5; round += 1) {
        await assay.control.entities.put({ entities: [folder("a"), folder("b")] });
        const patches = [folder("a", "b"), folder("b", "a")].map((one) =>
          request("PATCH", path, { body: { entities: [one] } }),
        );
        const answers = await Promise.all(patches);
        expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([200, 400]);
        const refused = answers.find(({ status }) => status === 400);
        expect(refused?.body).toMatchObject({
          errors: [{ path: "/entities/0/parents", code: "parent_cycle" }],
        });
      }
    },
  ),
  scenario("patchEntities", 400, "refuses more than 16 levels and 256 ancestors", async (context) => {
    const { request, assay } = context;
    await assay.control.entities.put({ entities: chain(17) });
    // Both a new child of the deepest entity and a new parent of the highest entity exceed the limit.
    for (const [one, which] of [
      [folder("low", "f0"), "low"],
      [folder("f16", "top"), "f0"],
    ] as const)
      expectFaults(
        await request("PATCH", path, { body: { entities: [one] } }),
        fault(
          "/entities/0/parents",
          "too_deep",
          `parents is [{"type":"folder","id":"${one.parents[0]?.id}"}]`,
          `give "folder" "${which}" more than 16 levels of ancestors`,
        ),
      );
    const group = (id: string, count: number) =>
      folder(id, ...Array.from({ length: count }, (_, index) => `${id}-${index}`));
    const groups = Array.from({ length: 8 }, (_, index) => group(`g${index}`, index === 0 ? 24 : 32));
    const all = folder("all", ...groups.map(({ id }) => id));
    // The 8 groups and their 24 + 7 · 32 members are 256 ancestors.
    await assay.control.entities.put({ entities: [...groups, all] });
    expect(await request("PATCH", path, { body: { entities: [group("g0", 25)] } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "/entities/0/parents", code: "too_many_parents" }] },
    });
    const body = {
      entities: [group("x", 33), { ...folder("y"), parents: [named("a", "1"), named("a", "1")] }],
    };
    expect(await request("PUT", path, { body })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "/entities/0/parents" }, { path: "/entities/1/parents" }] },
    });
  }),
  engineScenario("patchEntities", 400, "refuses a cycle through the groups of an agent", async (context) => {
    const { request, assay } = context;
    const { agents, entities } = assay.control;
    expect((await agents.create({ id: "bot", groups: ["interns"] })).groups).toEqual(["interns"]);
    const interns = entity("agent_group", "interns", named("agent", "bot"));
    expect(await request("PATCH", path, { body: { entities: [interns] } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "/entities/0/parents", code: "parent_cycle" }] },
    });
    await agents.update("bot", { groups: [] });
    await entities.patch({ entities: [interns] });
    expectFaults(
      await request("PATCH", "/api/agents/bot", { body: { groups: ["interns"] } }),
      fault("/groups", "parent_cycle", 'groups is ["interns"]', 'make "agent" "bot" its own ancestor'),
    );
    const update = { groups: ["nurses", "staff"] };
    expect((await agents.update("bot", update)).groups).toEqual(update.groups);
    expect((await agents.get("bot")).groups).toEqual(update.groups);
    expectFaults(await request("PATCH", "/api/agents/bot", { body: { groups: ["a", "a"] } }), [
      "/groups",
      "invalid_value",
      'groups is ["a","a"]; it must be distinct.',
    ]);
  }),
  engineScenario(
    "updateAgent",
    400,
    "refuses one of two concurrent changes of agents and entities that close a cycle",
    async ({ request, assay }) => {
      await assay.control.agents.create({ id: "bot" });
      for (let round = 0; round < 5; round += 1) {
        await assay.control.entities.put({});
        await assay.control.agents.update("bot", { groups: [] });
        const group = entity("agent_group", "g", named("agent", "bot"));
        const answers = await Promise.all([
          request("PATCH", path, { body: { entities: [group] } }),
          request("PATCH", "/api/agents/bot", { body: { groups: ["g"] } }),
        ]);
        expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([200, 400]);
      }
    },
  ),
  engineScenario(
    "putSettings",
    400,
    "refuses a cycle through groups of tools",
    async ({ request, assay }) => {
      const toolGroups = { clinical: ["chart.*", "rx.read"], none: [] };
      expect((await assay.control.settings.put({ toolGroups })).toolGroups).toEqual(toolGroups);
      const clinical = entity("tool_group", "clinical", named("tool", "chart.read"));
      expect(await request("PUT", path, { body: { entities: [clinical] } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: "/entities/0/parents", code: "parent_cycle" }] },
      });
      await assay.control.settings.put({});
      await assay.control.entities.put({ entities: [clinical] });
      expect(await request("PUT", "/api/settings", { body: { toolGroups } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: "/toolGroups", code: "parent_cycle" }] },
      });
      const faulty = { toolGroups: { a: ["x*y*z*", "", "a*b*c*d*e*"], "": [] } };
      expect(await request("PUT", "/api/settings", { body: faulty })).toMatchObject({
        status: 400,
        body: {
          errors: [{ path: "/toolGroups/a/1" }, { path: "/toolGroups/a/2" }, { path: "/toolGroups/" }],
        },
      });
    },
  ),
  engineScenario(
    "patchEntities",
    200,
    "stores groups of actions and changes them by name",
    async (context) => {
      const { assay } = context;
      const actionGroups = { clinical: ["read", "write"], all: ["clinical", "delete"] };
      const put = await context.request("PUT", path, { body: { actions: ["read"], actionGroups } });
      expect(expectBody(put, 200)).toEqual({ ok: true, entityCount: 0, actionCount: 1, warnings: [] });
      expect((await assay.control.entities.list()).actionGroups).toEqual(actionGroups);
      await assay.control.entities.patch({ actionGroups: { clinical: ["read"], all: null, none: [] } });
      expect((await assay.control.entities.list()).actionGroups).toEqual({ clinical: ["read"], none: [] });
      expectFaults(
        await context.request("PATCH", path, { body: { actionGroups: { read: ["clinical"] } } }),
        fault(
          "/actionGroups/read",
          "parent_cycle",
          'read is ["clinical"]',
          'make "Action" "read" its own ancestor',
        ),
      );
    },
  ),
  scenario("patchEntities", 409, "keeps parents and groups if another part is refused", async (context) => {
    const { assay } = context;
    const half = "x".repeat(40_000);
    const large = { ...folder("a", "b"), properties: { one: half } };
    await assay.control.entities.put({ entities: [large], actionGroups: { g: ["read"] } });
    const patch = { entities: [{ ...folder("a", "c"), properties: { two: half } }], actionGroups: { g: [] } };
    await expectRejected(assay.control.entities.patch(patch), entityTooLarge("folder", "a"));
    expect(await assay.control.entities.list()).toMatchObject({
      entities: [{ parents: [named("folder", "b")] }],
      actionGroups: { g: ["read"] },
    });
  }),
];
