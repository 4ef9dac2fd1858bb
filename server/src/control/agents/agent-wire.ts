import type { AgentContents } from "@assay/contract/control/agents/agent-input";
import type { AgentRow } from "./agent-queries.ts";

/** An agent as it is answered. */
export const agentToWire = (row: AgentRow) => ({
  id: row.id,
  name: row.name,
  source: row.source,
  status: row.status,
  baseUrl: row.base_url,
  apiKeyMasked: row.api_key_masked,
  categories: row.categories,
  tools: row.tools,
  policyIds: row.policy_ids,
  runtime: {
    status: row.runtime_status,
    boundary: row.boundary,
    env: row.env,
    provisionedAt: row.provisioned_at,
  },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** What an agent is, apart from its state, its policies and its key. */
export const contentsOf = (row: AgentRow): AgentContents => ({
  name: row.name,
  source: row.source,
  baseUrl: row.base_url,
  categories: row.categories,
  tools: row.tools,
  boundary: row.boundary,
  env: row.env,
});

/** The columns of what an agent is to be; those of what is left out are left out. */
export function columnsOf({
  baseUrl,
  runtimeStatus,
  ...same
}: Partial<AgentContents & { runtimeStatus: string }>): Partial<AgentRow> {
  return {
    ...same,
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    ...(runtimeStatus !== undefined && { runtime_status: runtimeStatus }),
  };
}
