// Test cases of the policies about the agent: its identity and its declared tools.
import type { PolicyCase } from "./policy-case.ts";

const user = { type: "user", id: "ada" };
const document = { type: "document", id: "chart-7" };

export const latch0Cases: readonly PolicyCase[] = [
  { name: "does not apply to an active agent", expect: "none" },
  ...["pending", "suspended", "quarantined", "retired", "paused"].map((agentStatus): PolicyCase => ({
    name: `denies an agent that is ${agentStatus}`,
    request: { facts: { agentActive: false, agentStatus } },
    expect: "deny",
  })),
  {
    name: "denies an agent that is unknown in the workspace",
    request: { facts: { agentKnown: false, agentActive: false, agentStatus: "unknown" } },
    expect: "deny",
  },
  {
    name: "denies an inactive agent with any action and resource",
    request: { action: { name: "read" }, resource: document, facts: { agentActive: false } },
    expect: "deny",
  },
  {
    name: "does not apply to other subjects",
    request: { subject: user, facts: { agentKnown: false, agentActive: false } },
    expect: "none",
  },
];

export const latch1Cases: readonly PolicyCase[] = [
  { name: "permits a declared tool", expect: "allow" },
  { name: "denies an undeclared tool", request: { facts: { toolDeclared: false } }, expect: "deny" },
  {
    name: "denies an undeclared tool with any action",
    request: { action: { name: "invoke" }, facts: { toolDeclared: false } },
    expect: "deny",
  },
  {
    name: "permits only calls of a declared tool",
    request: { action: { name: "tools/delete" } },
    expect: "none",
  },
  {
    name: "does not apply to a resource that is not a tool",
    request: { resource: document, facts: { toolDeclared: false } },
    expect: "none",
  },
  { name: "does not permit other subjects anything", request: { subject: user }, expect: "none" },
];
