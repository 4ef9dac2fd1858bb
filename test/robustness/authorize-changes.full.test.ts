// Decides calls while the agent, other agents, entities and settings change as fast as the server stores them.
import { describe, expect, test } from "vitest";
import { useServer } from "../support/file-server.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const engines = ["embedded", ...((await postgresUrl()) === null ? [] : ["postgres"])] as const;
const changes = 15;
const clients = 6;

describe.each(engines)("decisions during changes on %s", (engine) => {
  const server = useServer(engine === "postgres" ? "postgres" : "embedded");

  test("are never refused, and follow the state of the agent", async () => {
    const { control } = await server.newClient();
    const call = { agentId: "bot", tool: "chart.read" };
    await control.agents.create({ id: "bot", tools: ["chart.read"] });
    await control.agents.create({ id: "other", tools: ["chart.read"] });
    const progress = { isChanging: true };
    const change = async () => {
      for (let round = 0; round < changes; round += 1) {
        await control.agents.update("bot", { tools: ["chart.read", `tool-${round}`] });
        await control.agents.update("other", { tools: ["chart.read", `tool-${round}`] });
        await control.entities.patch({ entities: [{ type: "record", id: `r${round}`, properties: {} }] });
        await control.settings.put({ defaultToolRisk: round % 2 === 0 ? "low" : "medium" });
      }
      await control.agents.update("bot", { tools: ["other.tool"] });
      progress.isChanging = false;
    };
    const decide = async (index: number) => {
      const outcomes: string[] = [];
      while (progress.isChanging) {
        const one = await (index % 3 === 0
          ? control.authorizeBatch({ requests: [call, call] }).then(({ decisions }) => decisions[1])
          : control.authorize(call));
        outcomes.push(one?.outcome ?? "none");
      }
      return outcomes;
    };
    const [, ...decided] = await Promise.all([
      change(),
      ...Array.from({ length: clients }, (_, index) => decide(index)),
    ]);
    for (const outcomes of decided) {
      // Only the last decision of a client can follow the last change.
      expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(["allow"]));
      expect(outcomes.length).toBeGreaterThan(1);
    }
    expect((await control.authorize(call)).outcome).toBe("deny");
  });
});
