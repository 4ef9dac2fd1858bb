import * as z from "zod";
import { nameWarnings } from "../policies/policy-finding.ts";
import { policyMode, policyStatus } from "../policies/policy-object.ts";
import {
  createAgentBody,
  moveAgentBody,
  rotateAgentKeyBody,
  setPoliciesBody,
  updateAgentBody,
} from "./agent-input.ts";
import { agent, agentId, exampleAgent, pathAgent } from "./agent-object.ts";
import { answers, c, route } from "../../platform/c.ts";
import { idempotencyHeaders } from "../../platform/common.ts";
import { baselinePolicyIds } from "../../domain/agents/attached-policies.ts";
import { limits } from "../../platform/limits.ts";

const agents = z
  .array(agent)
  .max(limits.agentsPerWorkspace)
  .meta({ id: "AgentList", description: "Agents, the newest first.", examples: [[exampleAgent]] });

/** The response to a deletion. */
const done = z
  .object({ ok: z.literal(true).meta({ description: "Always true." }), warnings: nameWarnings })
  .meta({ id: "Done", description: "Confirmation.", examples: [{ ok: true, warnings: [] }] });

const storedAgent = agent.extend({ warnings: nameWarnings }).meta({
  id: "StoredAgent",
  description: "An agent after a write, with the names in policies that the write made unknown.",
  examples: [{ ...exampleAgent, warnings: [] }],
});

const exampleAttached = {
  policyId: "no-prescriptions",
  origin: "attached" as const,
  version: null,
  resolved: false,
  inForce: false,
  mode: null,
  status: null,
};

const effectivePolicy = z
  .object({
    policyId: z.string().max(128).meta({ description: "Id of the policy." }),
    origin: z
      .enum(["baseline", "attached"])
      .meta({ description: "`baseline`: applies to every agent; `attached`: attached to this agent." }),
    version: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: "The version in force; null if no version is in force." }),
    resolved: z.boolean().meta({
      description:
        "Whether the policy is in the catalog. A missing policy denies every request of the agent.",
    }),
    inForce: z.boolean().meta({
      description:
        "Whether a version is in force; false if the policy has only drafts or retired versions, or does not exist.",
    }),
    mode: policyMode.nullable().meta({
      description:
        "Mode of the version in force, or of the latest version if none is in force; null if the policy is not in the catalog.",
    }),
    status: policyStatus.nullable().meta({
      description:
        "Status of the version in force, or of the latest version if none is in force; null if the policy is not in the catalog.",
    }),
  })
  .meta({
    id: "EffectivePolicy",
    description: "An effective policy of an agent.",
    examples: [exampleAttached],
  });

const exampleEffective = [
  ...baselinePolicyIds.map((policyId) => ({
    policyId,
    origin: "baseline" as const,
    version: 1,
    resolved: true,
    inForce: true,
    mode: "enforce" as const,
    status: "active" as const,
  })),
  exampleAttached,
];

const effectivePolicies = z
  .object({
    agentId,
    policies: z
      .array(effectivePolicy)
      .max(limits.policiesPerAgent + baselinePolicyIds.length)
      .meta({ description: "The baseline, then the attached policies, in their order." }),
  })
  .meta({
    id: "EffectivePolicies",
    description: "All effective policies of an agent.",
    examples: [{ agentId: exampleAgent.id, policies: exampleEffective }],
  });

const tag = "Agents";
const write = { tag, scope: "agents:write", workspaceLevel: true } as const;
const read = { tag, scope: "agents:read", workspaceLevel: true } as const;

const moved = (to: string, from: string) =>
  `Sets the agent's state to ${to}; repeating the request changes nothing. Allowed from ${from}; 409 from any other state.`;

export const agentRoutes = c.router({
  create: route({
    method: "POST",
    path: "/api/agents",
    summary: "Register an agent",
    description:
      "Registers an agent. If an agent with this id already exists and has identical members (including the key), returns that agent; state and policies are not compared. 409 if a member differs.",
    headers: idempotencyHeaders,
    body: createAgentBody,
    responses: answers({ 200: storedAgent }, 409),
    metadata: { operationId: "createAgent", sdk: "control.agents.create", ...write },
  }),
  list: route({
    method: "GET",
    path: "/api/agents",
    summary: "List agents",
    description: "Returns all agents of the workspace, the newest first, as a plain array.",
    responses: answers({ 200: agents }),
    metadata: { operationId: "listAgents", sdk: "control.agents.list", itemsMember: "", ...read },
  }),
  get: route({
    method: "GET",
    path: "/api/agents/:id",
    summary: "Get an agent",
    description: "Returns one agent by its id.",
    pathParams: pathAgent,
    responses: answers({ 200: agent }),
    metadata: { operationId: "getAgent", sdk: "control.agents.get", ...read },
  }),
  update: route({
    method: "PATCH",
    path: "/api/agents/:id",
    summary: "Update an agent",
    description:
      "Updates the given members only. Setting `status` has the effect of the route for this state; `retired`, which has no route, is also accepted. 409 for a state that cannot follow the current one.",
    pathParams: pathAgent,
    body: updateAgentBody,
    responses: answers({ 200: storedAgent }, 409),
    metadata: { operationId: "updateAgent", sdk: "control.agents.update", ...write },
  }),
  delete: route({
    method: "DELETE",
    path: "/api/agents/:id",
    summary: "Delete an agent",
    description:
      "Deletes the agent and its key; every later request of the agent is denied. Its evidence stays.",
    pathParams: pathAgent,
    responses: answers({ 200: done }),
    metadata: { operationId: "deleteAgent", sdk: "control.agents.delete", ...write },
  }),
  setPolicies: route({
    method: "PUT",
    path: "/api/agents/:id/policies",
    summary: "Set an agent's attached policies",
    description:
      "Replaces the list of attached policies. The baseline always applies and is not stored. An unknown id is stored, and denies every request of the agent until the policy exists.",
    pathParams: pathAgent,
    body: setPoliciesBody,
    responses: answers({ 200: storedAgent }),
    metadata: { operationId: "setAgentPolicies", sdk: "control.agents.setPolicies", ...write },
  }),
  effectivePolicies: route({
    method: "GET",
    path: "/api/agents/:id/effective_policies",
    summary: "Get an agent's effective policies",
    description: "Returns the baseline and the attached policies, with the versions in force.",
    pathParams: pathAgent,
    responses: answers({ 200: effectivePolicies }),
    metadata: { operationId: "getEffectivePolicies", sdk: "control.agents.effectivePolicies", ...read },
  }),
  suspend: route({
    method: "POST",
    path: "/api/agents/:id/suspend",
    summary: "Suspend an agent",
    description: moved("suspended", "`active` or `quarantined`"),
    pathParams: pathAgent,
    headers: idempotencyHeaders,
    body: moveAgentBody,
    responses: answers({ 200: storedAgent }, 409),
    metadata: { operationId: "suspendAgent", sdk: "control.agents.suspend", ...write },
  }),
  activate: route({
    method: "POST",
    path: "/api/agents/:id/activate",
    summary: "Activate an agent",
    description: moved("active", "`pending` or `suspended`"),
    pathParams: pathAgent,
    headers: idempotencyHeaders,
    body: moveAgentBody,
    responses: answers({ 200: storedAgent }, 409),
    metadata: { operationId: "activateAgent", sdk: "control.agents.activate", ...write },
  }),
  quarantine: route({
    method: "POST",
    path: "/api/agents/:id/quarantine",
    summary: "Quarantine an agent",
    description: moved("quarantined", "`active` or `suspended`"),
    pathParams: pathAgent,
    headers: idempotencyHeaders,
    body: moveAgentBody,
    responses: answers({ 200: storedAgent }, 409),
    metadata: { operationId: "quarantineAgent", sdk: "control.agents.quarantine", ...write },
  }),
  rotateKey: route({
    method: "POST",
    path: "/api/agents/:id/rotate_key",
    summary: "Replace an agent's key",
    description:
      "Replaces the agent's key immediately. If the new key equals the current key, nothing changes.",
    pathParams: pathAgent,
    headers: idempotencyHeaders,
    body: rotateAgentKeyBody,
    responses: answers({ 200: storedAgent }, 409),
    metadata: { operationId: "rotateAgentKey", sdk: "control.agents.rotateKey", ...write },
  }),
});
