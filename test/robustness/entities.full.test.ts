import { limits } from "@assay/contract/platform/limits";
import { tooManyEntities } from "@assay/contract/control/agents/agent-refusals";
import { describe, expect, test } from "vitest";
import { useServer } from "../support/file-server.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const engines = ["embedded", ...((await postgresUrl()) === null ? [] : ["postgres"])] as const;

describe.each(engines)("entities on %s", (engine) => {
  const server = useServer(engine === "postgres" ? "postgres" : "embedded");

  const records = (count: number, properties: Record<string, unknown>) =>
    Array.from({ length: count }, (_, index) => ({ type: "record", id: `r${index}`, properties }));

  test("are limited to 10,000 per workspace, for every kind of write", async () => {
    const { control } = await server.newClient();
    const all = records(limits.entities, { owner: "ada" });
    expect(await control.entities.put({ entities: all })).toMatchObject({ entityCount: limits.entities });
    const more = control.entities.patch({ entities: [{ type: "record", id: "one-more" }] });
    await expect(more).rejects.toMatchObject({
      status: 409,
      detail: tooManyEntities(limits.entities + 1).message,
    });
    const changed = await control.entities.patch({ entities: records(2, { owner: "bo" }) });
    expect(changed.entityCount).toBe(limits.entities);
    const { entities } = await control.entities.list({ limit: 2 });
    expect(entities.map(({ properties }) => properties)).toEqual([{ owner: "bo" }, { owner: "bo" }]);
  });

  test("are returned as the whole old set or the whole new one if a request replaces them during the read", async () => {
    const { control } = await server.newClient();
    const sets = [records(50, { set: 0 }), records(60, { set: 1 })];
    await control.entities.put({ entities: sets[0] ?? [] });
    for (let round = 1; round <= 20; round += 1) {
      const writing = control.entities.put({ entities: sets[round % 2] ?? [] });
      const reading = Array.from({ length: 5 }, () => control.entities.list());
      for (const { entities } of await Promise.all(reading)) {
        const [first] = entities;
        expect(entities).toHaveLength(first?.properties["set"] === 0 ? 50 : 60);
        expect(new Set(entities.map(({ properties }) => properties["set"])).size).toBe(1);
      }
      await writing;
    }
  });

  test("have the changes of all concurrent patches", async () => {
    const { control } = await server.newClient();
    const patches = Array.from({ length: 12 }, (_, index) =>
      control.entities.patch({
        entities: [{ type: "record", id: "shared", properties: { [`p${index}`]: index } }],
        actions: [`a${index}`],
      }),
    );
    await Promise.all(patches);
    const { entities, actions } = await control.entities.list();
    expect(Object.keys(entities[0]?.properties ?? {})).toHaveLength(12);
    expect(actions).toHaveLength(12);
  });
});
