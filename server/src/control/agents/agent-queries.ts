import type { AgentStatus } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";

/** A stored agent; its key stands apart. Instants are milliseconds since 1970. */
export interface AgentRow {
  id: string;
  name: string;
  source: "builtin" | "url" | "github" | "fork";
  status: AgentStatus;
  base_url: string;
  api_key_masked: string;
  categories: string[];
  tools: string[];
  policy_ids: string[];
  runtime_status: string;
  boundary: string;
  env: Record<string, string>;
  provisioned_at: number;
  created_at: number;
  updated_at: number;
}

/** Which agent. */
export interface AgentKey {
  workspaceId: string;
  id: string;
}

const columns = [
  "id",
  "name",
  "source",
  "status",
  "base_url",
  "api_key_masked",
  "categories",
  "tools",
  "policy_ids",
  "runtime_status",
  "boundary",
  "env",
  "provisioned_at",
  "created_at",
  "updated_at",
];

const place = ({ workspaceId, id }: AgentKey) => ({ workspace_id: workspaceId, id });
const ofAgent = ({ workspaceId, id }: AgentKey) => ({ workspace_id: workspaceId, agent_id: id });

/** An agent, or undefined. */
export async function findAgent(db: Knex, key: AgentKey): Promise<AgentRow | undefined> {
  return db("agents").where(place(key)).first(columns);
}

/** An agent, locked until the transaction ends, or undefined. */
export async function lockAgent(tx: Tx, key: AgentKey): Promise<AgentRow | undefined> {
  return tx("agents").where(place(key)).forUpdate().first(columns);
}

/** All agents of a workspace, the newest first. */
export async function listAgents(db: Knex, workspaceId: string): Promise<AgentRow[]> {
  return db("agents")
    .where({ workspace_id: workspaceId })
    .orderByRaw("created_at desc, id desc")
    .select(columns);
}

/** How many agents a workspace has. */
export async function countAgents(db: Knex, workspaceId: string): Promise<number> {
  const row = await db("agents").where({ workspace_id: workspaceId }).count({ count: "*" }).first();
  return Number(row?.count ?? 0);
}

/** Stores an agent. */
export async function insertAgent(tx: Tx, workspaceId: string, row: AgentRow): Promise<void> {
  await tx("agents").insert({ ...row, env: JSON.stringify(row.env), workspace_id: workspaceId });
}

/** Changes an agent that is locked, and gives it back. */
export async function updateAgent(
  tx: Tx,
  key: AgentKey,
  { env, ...change }: Partial<AgentRow>,
): Promise<AgentRow> {
  const rows: AgentRow[] = await tx("agents")
    .where(place(key))
    .update({ ...change, ...(env && { env: JSON.stringify(env) }) })
    .returning(columns);
  const [row] = rows;
  if (!row) throw new Error(`Agent ${key.id} is gone`);
  return row;
}

/** Deletes an agent and its key. */
export async function deleteAgent(tx: Tx, key: AgentKey): Promise<void> {
  await tx("agents").where(place(key)).delete();
}

/** What is stored of an agent's key: encrypted, and the keyed hash that it is compared by. */
export interface SealedKey {
  sealed: Buffer;
  key_hash: Buffer;
}

/** Stores the key of an agent, in place of the present one. */
export async function putAgentKey(tx: Tx, key: AgentKey, sealed: SealedKey): Promise<void> {
  await tx("agent_keys")
    .insert({ ...ofAgent(key), ...sealed })
    .onConflict(["workspace_id", "agent_id"])
    .merge();
}

/** The key of an agent, still encrypted; undefined when it has none. */
export async function findAgentKey(db: Knex, key: AgentKey): Promise<SealedKey | undefined> {
  return db("agent_keys").where(ofAgent(key)).first("sealed", "key_hash");
}
