import { expect } from "vitest";
import { scenario } from "../harness/scenario.ts";

const path = "/api/agents";
const agent = { id: "x", apiKey: "sk-canary-4b1f9c7Qx2", tools: ["chart.read"], name: "X" };

/** The exact messages of two refusals, for the server and the mock. */
export const agentRefusalTextScenarios = [
  scenario(
    "getAgent",
    404,
    "has the same text for an unknown agent and for an agent of another workspace",
    async (context) => {
      const detail =
        'Agent "x" not found, or not accessible with this API key. List agents with GET /api/agents.';
      const refused = { status: 404, body: { code: "not_found", detail } };
      expect(await context.request("GET", `${path}/x`)).toMatchObject(refused);
      await (await context.otherWorkspace()).assay.control.agents.create(agent);
      expect(await context.request("GET", `${path}/x`)).toMatchObject(refused);
    },
  ),
  scenario("createAgent", 409, "names the fields that differ and the next step", async (context) => {
    await context.assay.control.agents.create(agent);
    const detailOf = async (changed: object) => {
      const { status, body } = await context.request("POST", path, { body: { ...agent, ...changed } });
      expect(status).toBe(409);
      return Reflect.get(Object(body), "detail");
    };
    const next = "Send identical values, or";
    expect(await detailOf({ tools: ["chart.write"] })).toBe(
      `Agent "x" already exists with different tools. ${next} update it with PATCH /api/agents/x.`,
    );
    expect(await detailOf({ name: "Y", tools: [] })).toBe(
      `Agent "x" already exists with different name and tools. ${next} update it with PATCH /api/agents/x.`,
    );
    expect(await detailOf({ apiKey: "sk-canary-other-key" })).toBe(
      `Agent "x" already exists with different apiKey. ${next} replace its key with POST /api/agents/x/rotate_key.`,
    );
  }),
];
