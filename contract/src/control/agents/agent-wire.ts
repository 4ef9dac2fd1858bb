import { baselinePolicyIds } from "../../domain/agents/attached-policies.ts";
import type { Policy } from "../policies/policy-responses.ts";
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
  groups: agent.groups,
  policyIds: agent.policyIds,
  runtime: { status: runtimeStatus, boundary, env, provisionedAt },
  createdAt: agent.createdAt,
  updatedAt: agent.updatedAt,
});

/**
 * The state of an existing policy. Mode and status are those of the version in force, or of the latest
 * version if none is in force.
 */
export interface PolicyState extends Pick<Policy, "mode" | "status"> {
  /** The version in force; null if none is in force. */
  version: number | null;
}

/** @param state undefined if the policy does not exist. */
const attachedToWire = (policyId: string, state: PolicyState | undefined) => ({
  policyId,
  origin: "attached" as const,
  version: state?.version ?? null,
  resolved: state !== undefined,
  inForce: state !== undefined && state.version !== null,
  mode: state?.mode ?? null,
  status: state?.status ?? null,
});

/**
 * The effective policies of an agent, as in responses: the baseline, then the attached policies in their
 * order.
 *
 * @param states the state of each attached policy that exists.
 */
export const effectivePoliciesToWire = (
  { id, policyIds }: AgentRecord,
  states: ReadonlyMap<string, PolicyState>,
) => ({
  agentId: id,
  policies: [
    ...baselinePolicyIds.map((policyId) => ({
      policyId,
      origin: "baseline" as const,
      version: 1,
      resolved: true,
      inForce: true,
      mode: "enforce" as const,
      status: "active" as const,
    })),
    ...policyIds.map((policyId) => attachedToWire(policyId, states.get(policyId))),
  ],
});
