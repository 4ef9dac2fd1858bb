import { entityNotFound, entityTooLarge } from "@assay/contract/control/agents/agent-refusals";
import { insufficientScope, projectRestricted } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { loggedEvents } from "./agents.scenarios.ts";
import { newProject } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/api/entities";
const record = (id: string, properties: Record<string, unknown> = {}) => ({
  type: "record",
  id,
  properties,
  parents: [],
});

/** Lists every entity, page by page. */
async function everyEntity({ assay }: Context, limit: number) {
  const entities = [];
  for (let cursor: string | undefined; ;) {
    const page = await assay.control.entities.list({ limit, ...(cursor !== undefined && { cursor }) });
    entities.push(...page.entities);
    if (page.nextCursor === null) return entities;
    cursor = page.nextCursor;
  }
}

const namesOf = (entities: { type: string; id: string }[]): string[] =>
  entities.map(({ type, id }) => `${type} ${id}`);

export const entityScenarios = [
  engineScenario("putEntities", 200, "replaces all entities and actions at once", async (context) => {
    const { assay } = context;
    const first = { entities: [record("a"), record("b", { owner: "ada" })], actions: ["read", "write"] };
    const answer = await context.request("PUT", path, { body: first });
    expect(expectBody(answer, 200)).toEqual({ ok: true, entityCount: 2, actionCount: 2, warnings: [] });
    const second = { entities: [record("b")], actions: ["write"] };
    expect(await assay.control.entities.put(second)).toEqual({
      ok: true,
      entityCount: 1,
      actionCount: 1,
      warnings: [],
    });
    expect(await assay.control.entities.list()).toEqual({
      ...second,
      actionGroups: {},
      types: [],
      nextCursor: null,
    });
    expect(await assay.control.entities.put({})).toEqual({
      ok: true,
      entityCount: 0,
      actionCount: 0,
      warnings: [],
    });
    expect((await loggedEvents(context)).map(([type]) => type)).toEqual(Array(3).fill("entities.replaced"));
  }),
  scenario("putEntities", 200, "stores properties unchanged", async ({ assay }) => {
    const properties = {
      z: 1,
      a: [false, { "é\u2028": 9_007_199_254_740_991 }],
      empty: {},
      "": "",
      10: "x",
      9: "y",
    };
    const odd = { type: 'a/b "c"::d', id: "é/%2F ?#🔑", properties, parents: [] };
    await assay.control.entities.put({ entities: [odd] });
    const { entities } = await assay.control.entities.list({ type: odd.type });
    expect(JSON.stringify(entities)).toBe(JSON.stringify([odd]));
    await assay.control.entities.delete(odd.type, odd.id);
    expect((await assay.control.entities.list()).entities).toEqual([]);
  }),
  engineScenario("listEntities", 200, "pages by type and id, in byte order", async (context) => {
    const { assay } = context;
    const names = ["B", "a", "é", "Z", "~", "\uFFFD", "🔑", "aa", "a "];
    const entities = names.flatMap((id) => [record(id), { type: "Record", id, properties: {} }]);
    await assay.control.entities.put({ entities });
    const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
    const ids = names.toSorted(byBytes);
    const inOrder = ["Record", "record"].flatMap((type) => ids.map((id) => `${type} ${id}`));
    for (const limit of [1, 4, 100]) expect(namesOf(await everyEntity(context, limit))).toEqual(inOrder);
    const page = await assay.control.entities.list({ type: "record", limit: 2 });
    const next = { type: "record", limit: 2, cursor: page.nextCursor ?? "" };
    expect(namesOf((await assay.control.entities.list(next)).entities)).toEqual(inOrder.slice(11, 13));
  }),
  scenario(
    "listEntities",
    400,
    "refuses a cursor of another filter and too large a page",
    async (context) => {
      await context.assay.control.entities.put({ entities: [record("a"), record("b")] });
      const { nextCursor } = await context.assay.control.entities.list({ limit: 1 });
      expectFaults(await context.request("GET", `${path}?type=record&cursor=${nextCursor}`), [
        "query/cursor",
        "invalid_cursor",
        `cursor is "${nextCursor}"; it must be the nextCursor of an earlier page of this list, requested with these filters.`,
      ]);
      const answer = await context.request("GET", `${path}?limit=101&type=%00`);
      expectFaults(
        answer,
        ["query/limit", "too_big", "limit is 101; it must be at most 100."],
        ["query/type", "invalid_value", 'type is "\\u0000"; it must not contain U+0000.'],
      );
    },
  ),
  engineScenario(
    "patchEntities",
    200,
    "adds entities and merges the properties of existing ones",
    async (context) => {
      const { assay } = context;
      await assay.control.entities.put({
        entities: [record("a", { owner: "ada", tags: { old: 1, retained: 2 }, gone: true })],
        actions: ["read"],
      });
      const patch = {
        entities: [record("a", { owner: "bo", tags: { old: null, new: 3 }, gone: null }), record("b")],
        actions: ["write", "read"],
      };
      expect(await assay.control.entities.patch(patch)).toEqual({
        ok: true,
        entityCount: 2,
        actionCount: 2,
        warnings: [],
      });
      expect(await assay.control.entities.list()).toEqual({
        entities: [record("a", { owner: "bo", tags: { retained: 2, new: 3 } }), record("b")],
        actions: ["read", "write"],
        actionGroups: {},
        types: [],
        nextCursor: null,
      });
      await assay.control.entities.patch({ actions: ["sign"] });
      expect((await assay.control.entities.list()).actions).toEqual(["read", "write", "sign"]);
    },
  ),
  scenario(
    "patchEntities",
    409,
    "refuses merged properties that are too large, without changing anything",
    async (context) => {
      const { assay } = context;
      const half = "x".repeat(40_000);
      await assay.control.entities.put({ entities: [record("a", { one: half })] });
      const call = assay.control.entities.patch({ entities: [record("b"), record("a", { two: half })] });
      await expectRejected(call, entityTooLarge("record", "a"));
      expect(namesOf((await assay.control.entities.list()).entities)).toEqual(["record a"]);
      expect(await loggedEvents(context)).toHaveLength(1);
    },
  ),
  scenario("patchEntities", 400, "refuses a body without entities and actions", async ({ request }) => {
    expectFaults(await request("PATCH", path, { body: { entities: [] } }), [
      "",
      "invalid_value",
      "The body must name at least one of entities, actions, actionGroups, types.",
    ]);
  }),
  scenario(
    "putEntities",
    400,
    "refuses duplicate entities and properties that are too large or too deep",
    async (context) => {
      let deep: unknown = 1;
      for (let level = 0; level < 33; level += 1) deep = [deep];
      const { status, body } = await context.request("PUT", path, {
        body: {
          entities: [
            record("a"),
            { ...record("a"), type: "other" },
            record("b"),
            record("large", { text: "x".repeat(65_536) }),
            record("deep", { deep }),
            { type: "", id: "c", owner: "ada" },
          ],
          actions: ["read", "read"],
        },
      });
      expect(status).toBe(400);
      expect(Object(body).errors).toEqual([
        {
          path: "/entities/3/properties",
          code: "invalid_value",
          message: expect.stringMatching(/65536 bytes/),
        },
        {
          path: "/entities/4/properties",
          code: "invalid_value",
          message: expect.stringMatching(/32 levels/),
        },
        { path: "/entities/5/type", code: "too_small", message: expect.any(String) },
        { path: "/entities/5/owner", code: "unknown_field", message: expect.any(String) },
        {
          path: "/actions",
          code: "invalid_value",
          message: 'actions is ["read","read"]; it must be distinct.',
        },
      ]);
      const twice = { entities: [record("a"), record("b"), record("a")] };
      expectFaults(await context.request("PUT", path, { body: twice }), [
        "/entities/2/id",
        "invalid_value",
        'id is "a"; it must be unique among the ids of its type.',
      ]);
    },
  ),
  scenario(
    "putEntities",
    403,
    "requires a workspace key with the scope to write policies",
    async (context) => {
      const viewer = await context.newKey({ preset: "viewer" });
      const answer = await context.request("PUT", path, { key: viewer, body: {} });
      expectRefusal(answer, insufficientScope("policies:write"));
      const { id } = await newProject(context);
      const restricted = await context.newKey({ preset: "admin", projects: [id] });
      expectRefusal(await context.request("GET", path, { key: restricted }), projectRestricted());
    },
  ),
  scenario("deleteEntity", 200, "deletes one entity and returns the remaining number", async (context) => {
    const { assay } = context;
    await assay.control.entities.put({ entities: [record("a"), record("b")], actions: ["read"] });
    expect(await assay.control.entities.delete("record", "a")).toEqual({
      ok: true,
      entityCount: 1,
      actionCount: 1,
      warnings: [],
    });
    expect(namesOf((await assay.control.entities.list()).entities)).toEqual(["record b"]);
    expect((await loggedEvents(context)).map(([type]) => type)).toEqual([
      "entities.replaced",
      "entities.deleted",
    ]);
  }),
  scenario("deleteEntity", 404, "returns 404 for an entity of another type or workspace", async (context) => {
    await (await context.otherWorkspace()).assay.control.entities.put({ entities: [record("a")] });
    await context.assay.control.entities.put({ entities: [{ ...record("a"), type: "other" }] });
    const call = context.assay.control.entities.delete("record", "a");
    await expectRejected(call, entityNotFound("record", "a"));
  }),
  engineScenario("patchEntities", 200, "declares types that only requests contain", async (context) => {
    const { entities, policies } = context.assay.control;
    const codes = async (type: string) => {
      const { errors, warnings } = await policies.validate({
        text: `forbid (principal, action, resource is ${type});`,
      });
      return [...errors, ...warnings].map(({ code }) => code);
    };
    expect(await codes("visit")).toEqual(["unknown_entity_type"]);
    await entities.put({ types: ["visit", "todo-item"] });
    await entities.patch({ types: ["visit", "claim"] });
    expect((await entities.list()).types).toEqual(["visit", "todo-item", "claim"]);
    for (const type of ["visit", "T_todo_2d_item", "claim"]) expect(await codes(type)).toEqual([]);
    await policies.create({ id: "p", text: "forbid (principal, action, resource is claim);" });
    const { warnings } = await entities.put({ types: ["visit"] });
    expect(warnings).toEqual([{ policyId: "p", code: "unknown_entity_type", name: "claim" }]);
    const many = Array.from({ length: 1000 }, (_, index) => `t${index}`);
    expect((await context.request("PATCH", "/api/entities", { body: { types: many } })).status).toBe(409);
    for (const types of [["a", "a"], [""], [...many, "x"]])
      expect((await context.request("PUT", "/api/entities", { body: { types } })).status).toBe(400);
    expect((await entities.list()).types).toEqual(["visit"]);
  }),
];
