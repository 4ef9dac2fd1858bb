import { limits } from "@assay/contract/platform/limits";
import { tooManyAgents } from "@assay/contract/control/agents/agent-refusals";
import { describe, expect, test } from "vitest";
import { useServer } from "../support/file-server.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const engines = ["embedded", ...((await postgresUrl()) === null ? [] : ["postgres"])] as const;

describe.each(engines)("agents on %s", (engine) => {
  const server = useServer(engine === "postgres" ? "postgres" : "embedded");

  test("exist once, with one event, after many concurrent registrations", async () => {
    const { control } = await server.newClient();
    const body = { id: "bot", apiKey: "sk-0123456789abcdef" };
    const agents = await Promise.all(Array.from({ length: 12 }, () => control.agents.create(body)));
    expect(new Set(agents.map((agent) => JSON.stringify(agent))).size).toBe(1);
    expect((await control.events.list()).events.map(({ type }) => type)).toEqual(["agent.created"]);
  });

  test("change state one after the other under concurrent changes, as the table of states allows", async () => {
    const { control } = await server.newClient();
    await control.agents.create({ id: "bot" });
    const moves = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? control.agents.suspend("bot") : control.agents.activate("bot"),
    );
    await Promise.all(moves);
    const { events } = await control.events.list({ order: "asc", limit: 500 });
    const states = events.slice(1).map(({ data }) => [data?.["from"], data?.["to"]]);
    // Each change must start from the state to which the previous change led.
    let present: unknown = "active";
    for (const [from, to] of states) {
      expect(from).toBe(present);
      present = to;
    }
    expect((await control.agents.get("bot")).status).toBe(present);
  });

  test("are changed while events are appended, without a deadlock", async () => {
    const { control } = await server.newClient();
    await Promise.all([1, 2, 3].map((number) => control.agents.create({ id: `bot${number}` })));
    const work: PromiseLike<unknown>[] = [];
    for (let round = 0; round < 20; round += 1) {
      work.push(control.events.create({ type: "tool_call", data: { agentId: "bot1" } }));
      work.push(control.agents.setPolicies(`bot${1 + (round % 3)}`, { policyIds: [`p${round}`] }));
      work.push(control.entities.put({ entities: [{ type: "record", id: String(round) }] }));
      work.push(control.settings.put({ rateCeiling: { calls: 1 + round, windowSeconds: 60 } }));
    }
    await Promise.all(work);
    // 3 agents and 80 changes are each logged once, and their positions have no gaps.
    const { head } = await control.events.list({ limit: 1 });
    expect(head.seq).toBe(83);
  });

  test("are unchanged if a change cannot be appended to the evidence log", async () => {
    const { control } = await server.newClient();
    const { warnings: _warnings, ...before } = await control.agents.create({ id: "bot" });
    const { knex } = server.deps.database;
    await knex.raw("alter table events rename to events_away");
    try {
      for (const change of [
        () => control.agents.suspend("bot"),
        () => control.agents.delete("bot"),
        () => control.agents.create({ id: "other" }),
        () => control.settings.put({ rateCeiling: { calls: 1, windowSeconds: 60 } }),
        () => control.entities.put({ entities: [{ type: "record", id: "a" }] }),
      ])
        await expect(change()).rejects.toMatchObject({ status: 500 });
    } finally {
      await knex.raw("alter table events_away rename to events");
    }
    expect(await control.agents.list()).toEqual([before]);
    expect(await control.settings.get()).toMatchObject({ rateCeiling: null, updatedAt: null });
    expect((await control.entities.list()).entities).toEqual([]);
  });

  test("are limited to 10,000 per workspace; the list has all of them", async () => {
    const { control } = await server.newClient();
    await control.agents.create({ id: "first" });
    await server.deps.database.knex.raw(
      `insert into agents select workspace_id, 'bot' || n, name, source, status, base_url, api_key_masked, categories,
        tools, policy_ids, runtime_status, boundary, env, provisioned_at, created_at, updated_at
      from agents, generate_series(2, ?::int) n
      where id = 'first'`,
      [limits.agentsPerWorkspace],
    );
    await expect(control.agents.create({ id: "one-more" })).rejects.toMatchObject({
      status: 409,
      detail: tooManyAgents().message,
    });
    expect(await control.agents.create({ id: "first" })).toMatchObject({ id: "first" });
    expect(await control.agents.list()).toHaveLength(limits.agentsPerWorkspace);
  });
});
