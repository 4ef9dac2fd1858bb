import type { AgentRecord } from "@assay/contract/control/agents/agent-rules";
import type { Knex } from "knex";
import { columnValues, type RecordColumns } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/** Identifies an agent. */
export interface AgentKey {
  workspaceId: string;
  id: string;
}

const columns: RecordColumns<AgentRecord> = {
  id: "id",
  name: "name",
  source: "source",
  status: "status",
  baseUrl: "base_url",
  apiKeyMasked: "api_key_masked",
  categories: "categories",
  tools: "tools",
  groups: "groups",
  policyIds: "policy_ids",
  runtimeStatus: "runtime_status",
  boundary: "boundary",
  env: "env",
  provisionedAt: "provisioned_at",
  createdAt: "created_at",
  updatedAt: "updated_at",
};

const valuesOf = (members: Partial<AgentRecord>) => columnValues(columns, members, ["env"]);
const byKey = ({ workspaceId, id }: AgentKey) => ({ workspace_id: workspaceId, id });
const ofAgent = ({ workspaceId, id }: AgentKey) => ({ workspace_id: workspaceId, agent_id: id });

/** An agent, or undefined. */
export async function findAgent(db: Knex, key: AgentKey): Promise<AgentRecord | undefined> {
  return db("agents").where(byKey(key)).first(columns);
}

/** Locks an agent until the transaction ends, and returns it; undefined if the agent does not exist. */
export async function lockAgent(tx: Tx, key: AgentKey): Promise<AgentRecord | undefined> {
  return tx("agents").where(byKey(key)).forUpdate().first(columns);
}

/** Returns whether an agent exists. If the agent exists, nobody can delete it until the transaction ends. */
export async function holdAgent(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  return (await tx("agents").where(byKey({ workspaceId, id })).forShare().first("id")) !== undefined;
}

/** Lists all agents of a workspace, newest first, in the order of `compareAgents`. */
export async function listAgents(db: Knex, workspaceId: string): Promise<AgentRecord[]> {
  return db("agents")
    .where({ workspace_id: workspaceId })
    .orderByRaw("created_at desc, id desc")
    .select(columns);
}

/** Returns the number of agents of a workspace. */
export async function countAgents(db: Knex, workspaceId: string): Promise<number> {
  const row = await db("agents").where({ workspace_id: workspaceId }).count({ count: "*" }).first();
  return Number(row?.count ?? 0);
}

/** Stores a new agent. */
export async function insertAgent(tx: Tx, workspaceId: string, agent: AgentRecord): Promise<void> {
  await tx("agents").insert({ ...valuesOf(agent), workspace_id: workspaceId });
}

/** Updates a locked agent. */
export async function updateAgent(tx: Tx, key: AgentKey, set: Partial<AgentRecord>): Promise<void> {
  const count = await tx("agents").where(byKey(key)).update(valuesOf(set));
  if (count !== 1) throw new Error(`Agent ${key.id} was deleted while it was locked`);
}

/** Deletes an agent and its key. */
export async function deleteAgent(tx: Tx, key: AgentKey): Promise<void> {
  await tx("agents").where(byKey(key)).delete();
}

/** The stored form of an agent's key: the encrypted key, and the keyed hash for comparing it. */
export interface SealedKey {
  sealed: Buffer;
  key_hash: Buffer;
}

/** Stores the key of an agent, and replaces the agent's previous key, if any. */
export async function putAgentKey(tx: Tx, key: AgentKey, sealed: SealedKey): Promise<void> {
  await tx("agent_keys")
    .insert({ ...ofAgent(key), ...sealed })
    .onConflict(["workspace_id", "agent_id"])
    .merge();
}

/** Returns the encrypted key of an agent; undefined if the agent has no key. */
export async function findAgentKey(db: Knex, key: AgentKey): Promise<SealedKey | undefined> {
  return db("agent_keys").where(ofAgent(key)).first("sealed", "key_hash");
}
