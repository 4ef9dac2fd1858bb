import { baselinePolicyIds } from "../../domain/agents/attached-policies.ts";
import type { AgentRecord } from "./agent-rules.ts";

/** An agent, as in responses. */
export const agentToWire = ({ runtimeStatus, boundary, env, provisionedAt, ...agent }: AgentRecord) => ({
  id: agent.id,
  name: agent.name,
  source: agent.source,
  status: agent.status,
  baseUrl: agent.baseUrl,
  apiKeyMasked: agent.apiKeyMasked,
  categories: agent.categories,
  tools: agent.tools,
  policyIds: agent.policyIds,
  runtime: { status: runtimeStatus, boundary, env, provisionedAt },
  createdAt: agent.createdAt,
  updatedAt: agent.updatedAt,
});

/**
 * The effective policies of an agent, as in responses: the baseline, then the attached ones, in their order.
 *
 * @param live the version in force of each attached policy that exists; null: no version (a draft, or
 *   retired).
 */
export const effectivePoliciesToWire = (
  { id, policyIds }: AgentRecord,
  live: ReadonlyMap<string, number | null>,
) => ({
  agentId: id,
  policies: [
    ...baselinePolicyIds.map((policyId) => ({
      policyId,
      origin: "baseline" as const,
      version: 1,
      resolved: true,
    })),
    ...policyIds.map((policyId) => ({
      policyId,
      origin: "attached" as const,
      version: live.get(policyId) ?? null,
      resolved: live.has(policyId),
    })),
  ],
});
