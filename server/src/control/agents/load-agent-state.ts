import {
  type AgentCommand,
  agentIdOf,
  agentKeyOf,
  groupsIn,
  stateReadBy,
} from "@assay/contract/control/agents/agent-commands";
import type { AgentState } from "@assay/contract/control/agents/agent-rules";
import { emptyHierarchy } from "@assay/contract/control/hierarchy/hierarchy-rules";
import { lockLog } from "../../evidence/log-queries.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { ControlDeps } from "../control-deps.ts";
import { loadHierarchyAround, lockEntities } from "../hierarchy-queries.ts";
import { hasKey } from "./agent-keys.ts";
import { countAgents, findAgent, lockAgent } from "./agent-queries.ts";

/**
 * Locks and loads the state that a command on an agent reads. The entities are locked first, as in every change of the
 * hierarchy. Then the log is locked, and then the agent. Decisions about agents use the same order, so concurrent
 * transactions cannot deadlock.
 */
export async function loadAgentState(
  tx: Tx,
  parts: Pick<ControlDeps, "now" | "secrets" | "hashSecret">,
  { workspaceId, command }: { workspaceId: string; command: AgentCommand },
): Promise<AgentState> {
  const key = { workspaceId, id: agentIdOf(command) };
  const reads = stateReadBy(command);
  if (reads.hierarchy) await lockEntities(tx, workspaceId, parts.now().getTime());
  const hierarchy = reads.hierarchy
    ? await loadHierarchyAround(tx, workspaceId, { id: key.id, groups: groupsIn(command) })
    : emptyHierarchy;
  await lockLog(tx, workspaceId);
  const agent = await (command.type === "create" ? findAgent : lockAgent)(tx, key);
  return {
    agent,
    agentCount: reads.agentCount ? await countAgents(tx, workspaceId) : 0,
    apiKeyMatches: reads.apiKey && agent ? await hasKey(tx, parts, key, agentKeyOf(command)) : false,
    hierarchy,
  };
}
