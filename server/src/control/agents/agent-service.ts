import {
  type AgentCommand,
  agentIdOf,
  agentKeyOf,
  type AgentRecord,
  type AgentState,
  decideAgent,
  groupsIn,
} from "@assay/contract/control/agents/agent-rules";
import { decideAgentRemoval } from "@assay/contract/control/approvals/approval-rules";
import { emptyHierarchy, type HierarchyState } from "@assay/contract/control/hierarchy/hierarchy-rules";
import type { ControlDeps } from "../control-deps.ts";
import { loadHierarchyAround, lockEntities } from "../hierarchy-queries.ts";
import { lockLog } from "../../evidence/log-queries.ts";
import { appendInTransaction } from "../../evidence/log/append/append-in-transaction.ts";
import { commitDecision, emitsNothing } from "../../platform/db/commit-decision.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { revokeAgentKeys } from "../../workspace/api-keys/api-key-queries.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { listOpenApprovals } from "../approvals/approval-queries.ts";
import { storeApprovals } from "../approvals/store-approvals.ts";
import { hasKey, storeKey } from "./agent-keys.ts";
import {
  type AgentKey,
  countAgents,
  deleteAgent,
  findAgent,
  insertAgent,
  lockAgent,
  updateAgent,
} from "./agent-queries.ts";

type Parts = Pick<ControlDeps, "database" | "now" | "newId" | "secrets" | "hashSecret">;

/**
 * Executes a command on an agent. The entities are locked first, as in every change of the hierarchy. Then
 * the log is locked, and then the agent. Decisions about agents use the same order, so concurrent
 * transactions cannot deadlock.
 *
 * @returns the agent after the command; undefined if the command deleted the agent.
 * @throws {ApiError} the refusals of `decideAgent`.
 */
export async function commandAgent(
  tx: Tx,
  parts: Parts,
  { caller, command }: { caller: Caller; command: AgentCommand },
): Promise<AgentRecord | undefined> {
  const { workspaceId } = caller;
  const key = { workspaceId, id: agentIdOf(command) };
  const hierarchy = await lockHierarchy(tx, parts, { key, command });
  await lockLog(tx, workspaceId);
  const state = { ...(await loadState(tx, parts, { key, command })), hierarchy };
  const decision = decideAgent(state, command, ruleContext(parts, caller));
  const apiKey = agentKeyOf(command);
  const saveKey = async (): Promise<void> => {
    if (apiKey !== undefined) await storeKey(tx, parts, key, apiKey);
  };
  await commitDecision(decision, {
    insert: async (agent) => {
      await insertAgent(tx, workspaceId, agent);
      await saveKey();
    },
    update: async (id, set) => {
      await saveKey();
      await updateAgent(tx, { workspaceId, id }, set);
    },
    delete: async (id) => {
      await deleteAgent(tx, { workspaceId, id });
      await revokeAgentKeys(tx, { workspaceId, agent: id, now: parts.now().getTime() });
    },
    append: (event) => appendInTransaction(tx, parts, { workspaceId, event }),
    emit: emitsNothing,
  });
  if (!decision.record) await withdrawApprovals(tx, parts, { caller, agent: key.id });
  return decision.record;
}

/** Withdraws the open approvals of a deleted agent. */
async function withdrawApprovals(
  tx: Tx,
  parts: Parts,
  { caller, agent }: { caller: Caller; agent: string },
): Promise<void> {
  const { workspaceId } = caller;
  const context = ruleContext(parts, caller);
  await storeApprovals(tx, parts, {
    workspaceId,
    approvals: await listOpenApprovals(tx, { workspaceId, agent }),
    decide: (approval) => decideAgentRemoval(approval, context),
  });
}

/** Locks the entities if a command gives groups. @returns the hierarchy that the groups can affect. */
async function lockHierarchy(
  tx: Tx,
  { now }: Parts,
  { key: { workspaceId, id }, command }: { key: AgentKey; command: AgentCommand },
): Promise<HierarchyState> {
  const groups = groupsIn(command);
  if (groups.length === 0) return emptyHierarchy;
  await lockEntities(tx, workspaceId, now().getTime());
  return loadHierarchyAround(tx, workspaceId, { id, groups });
}

async function loadState(
  tx: Tx,
  parts: Parts,
  { key, command }: { key: AgentKey; command: AgentCommand },
): Promise<Omit<AgentState, "hierarchy">> {
  const creates = command.type === "create";
  const agent = await (creates ? findAgent : lockAgent)(tx, key);
  const comparesKey = creates || command.type === "rotateKey";
  return {
    agent,
    agentCount: creates ? await countAgents(tx, key.workspaceId) : 0,
    apiKeyMatches: comparesKey && agent ? await hasKey(tx, parts, key, agentKeyOf(command)) : false,
  };
}
