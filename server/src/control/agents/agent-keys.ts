import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";
import type { ControlDeps } from "../control-deps.ts";
import { type AgentKey, findAgentKey, putAgentKey } from "./agent-queries.ts";

type Parts = Pick<ControlDeps, "secrets" | "hashSecret">;

/**
 * A keyed hash of an agent's key, used to compare keys. The hash includes the agent's id, so it reveals
 * neither the key nor whether two agents have the same key.
 */
const hashOf = ({ hashSecret }: Parts, { workspaceId, id }: AgentKey, key: string): Buffer =>
  hashSecret(JSON.stringify(["agent-key", workspaceId, id, key]));

/** Stores an agent's key, and replaces the agent's previous key, if any. */
export async function storeKey(tx: Tx, parts: Parts, agent: AgentKey, key: string): Promise<void> {
  const sealed = await parts.secrets.encrypt(tx, agent.workspaceId, Buffer.from(key));
  await putAgentKey(tx, agent, { sealed, key_hash: hashOf(parts, agent, key) });
}

/**
 * Returns whether an agent has the given key. If `key` is undefined, returns whether the agent has no key.
 */
export async function hasKey(
  db: Knex,
  parts: Parts,
  agent: AgentKey,
  key: string | undefined,
): Promise<boolean> {
  const stored = await findAgentKey(db, agent);
  if (!stored || key === undefined) return !stored && key === undefined;
  return stored.key_hash.equals(hashOf(parts, agent, key));
}

/**
 * Returns the plain key of an agent, or undefined if the agent has no key. The server uses the key to detect
 * it in requests, because no policy lets an agent send its own key. The key must not appear in responses,
 * logs or events.
 */
export async function readKey(db: Knex, parts: Parts, agent: AgentKey): Promise<string | undefined> {
  const stored = await findAgentKey(db, agent);
  if (!stored) return undefined;
  return (await parts.secrets.decrypt(db, agent.workspaceId, stored.sealed)).toString("utf8");
}
