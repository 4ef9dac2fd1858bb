import { type CommandTemplate, makes, via } from "./command-template.ts";

const agent = "/api/agents/$agent";
const call = { agentId: "$agent", tool: "$tool", args: { patient: "p-1" }, session: "$name" };
const authzenRequest = {
  subject: { type: "agent", id: "$agent" },
  action: { name: "tools/call" },
  resource: { type: "tool", id: "$tool" },
};
const text =
  '@message("No exports.")\nforbid (principal is agent, action, resource == tool::"chart.export");\n';

/** Commands for agents, settings and entities. */
export const agentCommands: readonly CommandTemplate[] = [
  via.post("/api/agents", { id: "$agent", apiKey: "sk-$name-4b1f9c7Qx2", tools: ["chart.read", "$tool"] }),
  via.get("/api/agents"),
  via.get(agent),
  via.patch(agent, { name: "$name", status: "$status" }),
  via.delete(agent),
  via.put(`${agent}/policies`, { policyIds: ["$policy"] }),
  via.get(`${agent}/effective_policies`),
  via.post(`${agent}/suspend`, { reason: "$name" }),
  via.post(`${agent}/activate`, {}),
  via.post(`${agent}/quarantine`, {}),
  via.post(`${agent}/rotate_key`, { apiKey: "sk-$name-4b1f9c7Qx2" }),
  via.get("/api/settings"),
  via.put("/api/settings", {
    toolRisk: { "chart.write": "$risk" },
    rateCeiling: { calls: 3, windowSeconds: 60 },
  }),
  via.put("/api/settings", { toolRisk: { "chart.write": "high" } }),
  via.get("/api/entities"),
  via.put("/api/entities", {
    entities: [{ type: "record", id: "$record", properties: { owner: "$name" } }],
    actions: ["$tool"],
  }),
  via.patch("/api/entities", {
    entities: [{ type: "record", id: "$record", properties: { sensitive: "$flag" } }],
  }),
  via.delete("/api/entities/record/$record"),
];

/** Commands for policies, decisions, approvals and events. */
export const decisionCommands: readonly CommandTemplate[] = [
  via.post("/api/policies", { id: "$policy", name: "$name", text, outcome: "deny", code: "no_exports" }),
  via.get("/api/policies"),
  via.get("/api/policies/$policy"),
  via.put("/api/policies/$policy", { name: "$name", text, outcome: "ask", code: "no_exports" }),
  via.get("/api/policies/$policy/versions"),
  via.post("/api/policies/$policy/rollback", { version: "$count" }),
  via.post("/api/policy/authorize", call, makes("decision", "decisionId")),
  via.post(
    "/api/policy/authorize",
    { ...call, tool: "chart.write" },
    makes("approval", "context.approvalId"),
  ),
  via.post("/api/policy/authorize", { ...call, tool: "chart.write", context: { approvalId: "{approval}" } }),
  via.post("/api/policy/authorize/batch", { requests: [call, { ...call, context: { cost: 0.5 } }] }),
  via.post("/api/policy/authorize/{decision}/settle", { cost: "$count" }),
  via.get("/api/approvals"),
  via.get("/api/approvals/{approval}"),
  via.post(
    "/api/approvals/{approval}/decision",
    { decision: "$decision", reason: "$name" },
    { caller: "other admin" },
  ),
  via.post("/api/approvals/{approval}/withdraw", { reason: "$name" }),
  via.post("/access/v1/evaluation", authzenRequest),
  via.post("/access/v1/search/action", {
    subject: authzenRequest.subject,
    resource: authzenRequest.resource,
  }),
  via.post("/api/verification-record/sign", { decisionId: "{decision}" }),
  via.post(
    "/api/events",
    { type: "tool_call", session: "$name", data: { agentId: "$agent", tool: "$tool" } },
    makes("event", "eventId"),
  ),
  via.get("/api/events?limit=$count"),
  via.get("/api/events/{event}"),
  via.post("/api/evidence/erase", { events: ["{event}"], reason: "$name" }),
  via.get("/api/evidence/checkpoint"),
];
