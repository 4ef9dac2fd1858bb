// Scenarios for patterns of tools: in the tools of agents, in the risk of tools, and in searches.
import { expect } from "vitest";
import type { Context } from "../harness/context.ts";
import { expectBody, expectFaults } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const tool = (id: string) => ({ type: "tool", id });
const action = { name: "tools/call" };

/** Returns the outcome of a call, and the code of its first reason. */
async function outcomeOf({ assay }: Context, agentId: string, id: string): Promise<unknown[]> {
  const { outcome, reasons } = await assay.control.authorize({ agentId, tool: id });
  return [outcome, reasons[0]?.code];
}

const search = async (context: Context, what: string, body: object): Promise<unknown> =>
  expectBody(await context.request("POST", `/access/v1/search/${what}`, { body: { action, ...body } }), 200)[
    "results"
  ];

const pattern = "it must be a tool name or a pattern of 1 to 128 characters with at most 4 *.";
const alone = 'must not have other items besides "*".';

export const toolPatternScenarios = [
  engineScenario(
    "authorize",
    200,
    "permits the tools that a pattern of the agent matches",
    async (context) => {
      const { agents } = context.assay.control;
      await agents.create({ id: "nurse", tools: ["chart.*", "*.read", "a*b*c*d*e", "r.d", "[x]?"] });
      for (const id of ["chart.", "chart.write", "rx.read", "abcde", "a-b-c-d-e", "r.d", "[x]?"])
        expect(await outcomeOf(context, "nurse", id), id).toEqual(["allow", "permitted"]);
      const others = ["chart", "Chart.write", "rx.reads", "rx.READ", "abcd", "edcba", "rxd", "red", "x", "*"];
      for (const id of others)
        expect(await outcomeOf(context, "nurse", id), id).toEqual(["deny", "tool_not_allowed"]);
      await agents.update("nurse", { tools: ["chart.*"] });
      expect(await outcomeOf(context, "nurse", "rx.read")).toEqual(["deny", "tool_not_allowed"]);
    },
  ),
  scenario(
    "createAgent",
    400,
    "refuses invalid patterns, and a pattern of every tool with others",
    async (context) => {
      const create = (tools: string[]) =>
        context.request("POST", "/api/agents", { body: { id: "nurse", tools } });
      expectFaults(
        await create(["a*b*c*d*e*", ""]),
        ["/tools/0", "invalid_value", `tools[0] is "a*b*c*d*e*"; ${pattern}`],
        ["/tools/1", "invalid_value", `tools[1] is ""; ${pattern}`],
      );
      for (const every of ["*", "**", "****"]) {
        const answer = await create([every, "chart.read"]);
        expectFaults(answer, ["/tools", "invalid_value", `tools is ["${every}","chart.read"]; it ${alone}`]);
      }
    },
  ),
  scenario("updateAgent", 400, "refuses a pattern of every tool with others", async (context) => {
    await context.assay.control.agents.create({ id: "nurse", tools: ["*"] });
    const answer = await context.request("PATCH", "/api/agents/nurse", {
      body: { tools: ["chart.read", "*"] },
    });
    expectFaults(answer, ["/tools", "invalid_value", `tools is ["chart.read","*"]; it ${alone}`]);
  }),
  engineScenario("putSettings", 200, "applies the risk of the most specific pattern", async (context) => {
    const { agents, settings } = context.assay.control;
    await agents.create({ id: "nurse", tools: ["*"] });
    const toolRisk = { "rx.*": "high", "rx.read": "low" } as const;
    await settings.put({ toolRisk });
    const askResult = ["ask", "approval_required"];
    const allowResult = ["allow", "permitted"];
    const outcomes = (...ids: string[]) => Promise.all(ids.map((id) => outcomeOf(context, "nurse", id)));
    expect(await outcomes("rx.order", "rx.read", "RX.ORDER")).toEqual([askResult, allowResult, allowResult]);
    await settings.put({ toolRisk, defaultToolRisk: "high" });
    expect(await outcomes("RX.ORDER", "rx.read", "rx.order")).toEqual([askResult, allowResult, askResult]);
    // The pattern with more literal characters takes precedence. If both have equally many, the pattern with
    // the longer prefix takes precedence.
    await settings.put({ toolRisk: { "*": "high", "rx.*": "low", "*.read": "high", "*.order": "low" } });
    expect(await outcomes("chart.read", "chart.order", "rx.read", "rx.x", "x")).toEqual([
      askResult,
      allowResult,
      askResult,
      allowResult,
      askResult,
    ]);
    await settings.put({ toolRisk: { "rx*": "low", "*ad": "high", "r*d": "high" } });
    expect(await outcomes("rx.read")).toEqual([allowResult]);
  }),
  engineScenario("authzenSearchResource", 200, "expands patterns to the known tools", async (context) => {
    const { agents, entities, settings } = context.assay.control;
    await agents.create({ id: "nurse", tools: ["chart.*", "*.read"] });
    await agents.create({ id: "clerk", tools: ["mail.send", "chart.write"] });
    await entities.put({ entities: [tool("chart.export")] });
    await settings.put({
      toolRisk: { "rx.read": "low", "rx.*": "low", "chart.purge": "high" },
      toolApprovers: { "lab.read": { requiredApprovals: 2 }, "lab.*": { requiredApprovals: 1 } },
    });
    const subject = { type: "agent", id: "nurse" };
    const found = ["chart.export", "chart.write", "lab.read", "rx.read"].map(tool);
    expect(await search(context, "resource", { subject, resource: { type: "tool" } })).toEqual(found);
  }),
  engineScenario("authzenSearchSubject", 200, "knows tools that only a pattern matches", async (context) => {
    const { agents, settings } = context.assay.control;
    await agents.create({ id: "nurse", tools: ["chart.*"] });
    await agents.create({ id: "clerk", tools: ["mail.send"] });
    const subjects = (id: string) =>
      search(context, "subject", { subject: { type: "agent" }, resource: tool(id) });
    expect(await subjects("chart.anything")).toEqual([{ type: "agent", id: "nurse" }]);
    expect(await subjects("chart")).toEqual([]);
    const subject = { type: "agent", id: "nurse" };
    expect(await search(context, "action", { subject, resource: tool("chart.new") })).toEqual([action]);
    await settings.put({ toolRisk: { "rx.*": "low" } });
    expect(await subjects("rx.read")).toEqual([]);
  }),
];
