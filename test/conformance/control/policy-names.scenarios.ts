// Scenarios for names in policies that no request can match. The server refuses names that look misspelt, and
// warns of the others.
import { expect } from "vitest";
import type { Context } from "../harness/context.ts";
import { expectBody } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/api/policies";

/** Creates a clinic with an agent, declared actions, and a tool that only a pattern covers. */
async function arrangeClinic({ assay }: Context): Promise<void> {
  const { agents, entities, settings } = assay.control;
  await agents.create({ id: "triage-bot", tools: ["chart.read", "lab.*"], groups: ["interns"] });
  await entities.put({
    entities: [{ type: "record", id: "chart-1", parents: [{ type: "folder", id: "ward-3" }] }],
    actions: ["export"],
    actionGroups: { clinical: ["export"] },
  });
  await settings.put({
    toolRisk: { "rx.*": "high", "rx.read": "low" },
    toolGroups: { orders: ["rx.order"] },
  });
}

const forbid = (scope: string): string => `// clinic\n  forbid (${scope});`;
const onTool = (tool: string) => forbid(`principal is agent, action, resource == tool::"${tool}"`);

/**
 * Policy texts with one misspelt name each: the code, the name, the suggestion, and the name's column in line
 * 2.
 */
const misspelt = [
  // `  forbid (principal is ` has 23 characters.
  [forbid("principal is agnet, action, resource"), "unknown_entity_type", "agnet", "agent", 24],
  [forbid("principal is Agent, action, resource"), "unknown_entity_type", "Agent", "agent", 24],
  [forbid("principal, action, resource is recrod"), "unknown_entity_type", "recrod", "record", 42],
  [forbid('principal == agents::"x", action, resource'), "unknown_entity_type", "agents", "agent", 24],
  // `  forbid (principal, action == Action::"` has 40 characters.
  [
    forbid('principal, action == Action::"tool/call", resource'),
    "unknown_action",
    "tool/call",
    "tools/call",
    41,
  ],
  [forbid('principal, action in [Action::"exprot"], resource'), "unknown_action", "exprot", "export", 42],
  // `  forbid (principal == agent::"` has 31 characters.
  [
    forbid('principal == agent::"triage-bto", action, resource'),
    "unknown_agent",
    "triage-bto",
    "triage-bot",
    32,
  ],
  [
    forbid('principal == agent::"TRIAGE-BOT", action, resource'),
    "unknown_agent",
    "TRIAGE-BOT",
    "triage-bot",
    32,
  ],
  // `  forbid (principal is agent, action, resource == tool::"` has 57 characters.
  [onTool("chart.reed"), "unknown_tool", "chart.reed", "chart.read", 58],
  [onTool("chart.re\\u{65}d"), "unknown_tool", "chart.reed", "chart.read", 58],
  // `  forbid (principal in agent_group::"` has 37 characters.
  [
    forbid('principal in agent_group::"interms", action, resource'),
    "unknown_group",
    "interms",
    "interns",
    38,
  ],
  [forbid('principal, action, resource in folder::"ward3"'), "unknown_group", "ward3", "ward-3", 51],
  [
    forbid('principal, action, resource is tool in tool_group::"order"'),
    "unknown_group",
    "order",
    "orders",
    63,
  ],
  [forbid('principal, action in Action::"clincal", resource'), "unknown_action", "clincal", "clinical", 41],
  // Names in conditions are checked too. `  permit (principal, action, resource) when { resource == tool::"`
  // has 65 characters.
  [
    '// clinic\n  permit (principal, action, resource) when { resource == tool::"chart.red" };',
    "unknown_tool",
    "chart.red",
    "chart.read",
    66,
  ],
] as const;

const inForce =
  'A policy in force must not name it: correct the name, declare it first, or send unknownNames "allow"';
const labels: Readonly<Record<string, string>> = {
  unknown_entity_type: "entity type",
  unknown_action: "action",
  unknown_agent: "agent",
  unknown_tool: "tool",
  unknown_group: "group",
};

export const policyNameScenarios = [
  engineScenario(
    "createPolicy",
    400,
    "refuses misspelt names in force, with suggestions",
    async (context) => {
      await arrangeClinic(context);
      const { request, assay } = context;
      for (const [text, code, name, suggestion, column] of misspelt) {
        const type = code === "unknown_group" ? `${/(\w+)::/.exec(text)?.[1]}::` : "";
        const message = `${labels[code]} ${type}"${name}" is not known; did you mean "${suggestion}"? ${inForce}`;
        const answer = await request("POST", path, { body: { id: "p", text } });
        expect(answer.status, text).toBe(400);
        expect(answer.body, text).toMatchObject({
          code: "validation_failed",
          errors: [
            { path: "/text", code, message: `column ${column}: ${message}`, line: 2, column, suggestion },
          ],
        });
        const finding = { code, message, suggestion, line: 2, column };
        const refused = await assay.control.policies.validate({ text });
        expect(refused, text).toMatchObject({ valid: false, errors: [finding], warnings: [] });
      }
      expect(expectBody(await request("GET", path), 200)).toHaveLength(6);
    },
  ),
  engineScenario(
    "createPolicy",
    200,
    "warns of misspelt names in policies not in force, or if the request allows them",
    async (context) => {
      await arrangeClinic(context);
      const { policies } = context.assay.control;
      const [text, , name] = misspelt[8];
      const warning = {
        code: "unknown_tool",
        message: `tool "${name}" is not known, so no request matches it until it becomes known; did you mean "chart.read"?`,
        line: 2,
        column: 58,
        suggestion: "chart.read",
      };
      const ways = [
        { mode: "shadow" },
        { status: "draft" },
        { status: "retired" },
        { unknownNames: "allow" },
      ] as const;
      for (const [index, way] of ways.entries()) {
        expect(await policies.validate({ text, ...way })).toMatchObject({ valid: true, warnings: [warning] });
        const stored = await policies.create({ id: `p${index}`, text, ...way });
        expect(stored.warnings).toMatchObject([warning]);
        const shown = await policies.get(`p${index}`);
        expect(shown.unknownNames).toEqual([{ code: "unknown_tool", name, line: 2, column: 58 }]);
      }
      // The stored policy does not include `unknownNames`, so another value does not create a new version.
      const again = await policies.create({ id: "p3", text, unknownNames: "allow" });
      expect(again).toMatchObject({ version: 1 });
      expect(again).not.toHaveProperty("unknownNames");
    },
  ),
  engineScenario("createPolicy", 200, "accepts unknown names without a similar one", async (context) => {
    await arrangeClinic(context);
    const { agents, policies } = context.assay.control;
    const text = 'forbid (principal == agent::"nobody", action == Action::"sign", resource is visit);';
    for (const mode of ["enforce", "shadow"] as const) {
      const { warnings } = await policies.create({ id: mode, text, mode });
      expect(warnings.map(({ code, suggestion }) => [code, suggestion])).toEqual([
        ["unknown_agent", null],
        ["unknown_action", null],
        ["unknown_entity_type", null],
      ]);
    }
    await agents.create({ id: "nobody", status: "pending" });
    const { unknownNames } = await policies.get("enforce");
    expect(unknownNames.map(({ name }) => name)).toEqual(["sign", "visit"]);
  }),
  scenario("validatePolicy", 200, "knows tools by name and by pattern", async (context) => {
    await arrangeClinic(context);
    const { agents, entities, policies, settings } = context.assay.control;
    const check = async (tool: string): Promise<unknown[]> => {
      const { valid, errors, warnings } = await policies.validate({ text: onTool(tool) });
      return [valid, ...[...errors, ...warnings].flatMap(({ code, suggestion }) => [code, suggestion])];
    };
    expect(await check("chart.read")).toEqual([true]);
    // The agent's pattern covers `lab.order`. A pattern in the settings covers the `rx` tools, one of which
    // is similar to a known name.
    expect(await check("lab.order")).toEqual([true]);
    expect(await check("rx.raed")).toEqual([true, "similar_name", "rx.read"]);
    expect(await check("rx.prescribe")).toEqual([true]);
    expect(await check("chart.export")).toEqual([true, "unknown_tool", null]);
    await entities.patch({ entities: [{ type: "tool", id: "chart.export" }] });
    expect(await check("chart.export")).toEqual([true]);
    expect(await check("chart.exprot")).toEqual([false, "unknown_tool", "chart.export"]);
    await settings.put({ toolApprovers: { "mail.*": { requiredApprovals: 2 } }, toolRisk: { "*": "high" } });
    expect(await check("mail.send")).toEqual([true]);
    // A pattern that matches every tool does not make a name known.
    expect(await check("chart.exprot")).toEqual([false, "unknown_tool", "chart.export"]);
    // This agent may call every tool, including one with this name, so the server only warns.
    await agents.create({ id: "any", tools: ["*"] });
    expect(await check("chart.exprot")).toEqual([true, "unknown_tool", "chart.export"]);
    expect(await check("order.place")).toEqual([true, "unknown_tool", null]);
  }),
  scenario("replacePolicy", 400, "refuses misspelt names once a version is in force", async (context) => {
    await arrangeClinic(context);
    const { policies } = context.assay.control;
    const text = onTool("chart.reed");
    await policies.create({ id: "p", text, mode: "shadow" });
    const put = (body: object) => context.request("PUT", `${path}/p`, { body: { text, ...body } });
    expect((await put({})).status).toBe(400);
    expect((await put({ mode: "enforce" })).status).toBe(400);
    expect((await put({ status: "draft" })).status).toBe(200);
    expect((await put({ status: "active" })).status).toBe(400);
    expect((await put({ status: "active", unknownNames: "allow" })).status).toBe(200);
    expect((await put({ unknownNames: "ignore" })).status).toBe(400);
    expect(await policies.get("p")).toMatchObject({ version: 3, liveVersion: 3 });
  }),
  scenario("rollbackPolicy", 400, "refuses misspelt names of the earlier version", async (context) => {
    await arrangeClinic(context);
    const { agents, policies } = context.assay.control;
    await policies.create({ id: "p", text: onTool("chart.read") });
    await policies.replace("p", { text: "forbid (principal, action, resource);", status: "draft" });
    await agents.update("triage-bot", { tools: ["chart.reads"] });
    const answer = await context.request("POST", `${path}/p/rollback`, { body: { version: 1 } });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        errors: [{ path: "/version", code: "unknown_tool", line: 2, column: 58, suggestion: "chart.reads" }],
      },
    ]);
    const { version, warnings } = await policies.rollback("p", { version: 1, unknownNames: "allow" });
    expect([version, warnings.map(({ code }) => code)]).toEqual([3, ["unknown_tool"]]);
  }),
  scenario("getPolicy", 200, "shows names that are no longer known", async (context) => {
    await arrangeClinic(context);
    const { agents, entities, policies } = context.assay.control;
    const text = 'forbid (principal == agent::"triage-bot", action == Action::"export", resource is record);';
    expect((await policies.create({ id: "p", text })).warnings).toEqual([]);
    const unknown = async () => (await policies.get("p")).unknownNames.map(({ code, name }) => [code, name]);
    expect(await unknown()).toEqual([]);
    await entities.put({ entities: [] });
    expect(await unknown()).toEqual([
      ["unknown_action", "export"],
      ["unknown_entity_type", "record"],
    ]);
    await agents.delete("triage-bot");
    expect(await unknown()).toHaveLength(3);
    expect((await policies.get("latch-1")).unknownNames).toEqual([]);
  }),
  engineScenario("deleteAgent", 200, "warns of names in policies that become unknown", async (context) => {
    await arrangeClinic(context);
    const { agents, entities, policies, settings } = context.assay.control;
    const text = `forbid (principal == agent::"triage-bot", action == Action::"export", resource is record);
      forbid (principal, action, resource) when { resource == tool::"chart.read" || resource == tool::"rx.order" };
      forbid (principal == agent::"nobody", action, resource);`;
    for (const mode of ["enforce", "shadow"] as const) await policies.create({ id: mode, text, mode });
    await policies.create({ id: "draft", text, status: "draft" });
    const warnings = (...names: [string, string][]) =>
      ["enforce", "shadow"].flatMap((policyId) => names.map(([code, name]) => ({ policyId, code, name })));
    const updated = await agents.update("triage-bot", { name: "Triage" });
    expect(updated.warnings).toEqual([]);
    const without = await agents.update("triage-bot", { tools: ["lab.*"] });
    expect(without.warnings).toEqual(warnings(["unknown_tool", "chart.read"]));
    const put = await settings.put({ toolRisk: {} });
    expect(put.warnings).toEqual(warnings(["unknown_tool", "rx.order"]));
    // A response can be sent back as a request.
    expect((await settings.put(put)).warnings).toEqual([]);
    expect(await settings.get()).not.toHaveProperty("warnings");
    const emptied = await entities.put({ entities: [] });
    expect(emptied.warnings).toEqual(
      warnings(["unknown_action", "export"], ["unknown_entity_type", "record"]),
    );
    expect((await agents.suspend("triage-bot")).warnings).toEqual([]);
    expect(await agents.delete("triage-bot")).toEqual({
      ok: true,
      warnings: warnings(["unknown_agent", "triage-bot"]),
    });
    expect((await agents.create({ id: "triage-bot" })).warnings).toEqual([]);
    const other = await context.otherWorkspace();
    await other.assay.control.agents.create({ id: "triage-bot" });
    expect(await other.assay.control.agents.delete("triage-bot")).toEqual({ ok: true, warnings: [] });
  }),
];
