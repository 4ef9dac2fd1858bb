import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";
import type { ControlDeps } from "../control-deps.ts";
import { type AgentKey, findAgentKey, putAgentKey } from "./agent-queries.ts";

type Parts = Pick<ControlDeps, "secrets" | "hashSecret">;

/** The keyed hash by which keys are compared; it tells nothing of a key, nor that two agents have the same. */
const hashOf = ({ hashSecret }: Parts, { workspaceId, id }: AgentKey, key: string): Buffer =>
  hashSecret(JSON.stringify(["agent-key", workspaceId, id, key]));

/** Stores an agent's key, in place of the present one. */
export async function storeKey(tx: Tx, parts: Parts, agent: AgentKey, key: string): Promise<void> {
  const sealed = await parts.secrets.encrypt(tx, agent.workspaceId, Buffer.from(key));
  await putAgentKey(tx, agent, { sealed, key_hash: hashOf(parts, agent, key) });
}

/** Whether an agent has this key; undefined: whether it has none. */
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
 * The key of an agent in the clear, for what must recognize it (no policy lets an agent pass on its own key); undefined
 * when it has none. Not for answers, logs or events.
 */
export async function readKey(db: Knex, parts: Parts, agent: AgentKey): Promise<string | undefined> {
  const stored = await findAgentKey(db, agent);
  if (!stored) return undefined;
  return (await parts.secrets.decrypt(db, agent.workspaceId, stored.sealed)).toString("utf8");
}
