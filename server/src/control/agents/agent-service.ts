import { type AgentCommand, agentIdOf, agentKeyOf } from "@assay/contract/control/agents/agent-commands";
import { type AgentRecord, decideAgent } from "@assay/contract/control/agents/agent-rules";
import { refuseCostlySet } from "@assay/contract/control/policies/policy-rules";
import type { ControlDeps } from "../control-deps.ts";
import { appendInTransaction } from "../../evidence/log/append/append-in-transaction.ts";
import { commitDecision, emitsNothing } from "../../platform/db/commit-decision.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { revokeAgentKeys } from "../../workspace/api-keys/api-key-queries.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { withdrawApprovals } from "../approvals/store-approvals.ts";
import { storeKey } from "./agent-keys.ts";
import { deleteAgent, insertAgent, updateAgent } from "./agent-queries.ts";
import { loadAgentState } from "./load-agent-state.ts";

type Parts = Pick<
  ControlDeps,
  "database" | "now" | "newId" | "config" | "secrets" | "hashSecret" | "policies"
>;

/**
 * Executes a command on an agent. If it deletes the agent, it also revokes the agent's API keys and withdraws the open
 * approvals of its calls.
 *
 * @returns the agent after the command; undefined if the command deleted the agent.
 * @throws {ApiError} the refusals of `decideAgent`; 400 if the policies cost too much together.
 */
export async function commandAgent(
  tx: Tx,
  parts: Parts,
  { caller, command }: { caller: Caller; command: AgentCommand },
): Promise<AgentRecord | undefined> {
  const { workspaceId } = caller;
  const key = { workspaceId, id: agentIdOf(command) };
  const context = ruleContext(parts, caller);
  // Loading the state locks the evidence log. The costs are computed before, so that other commands do not wait.
  if (command.type === "setPolicies") {
    const { set } = await parts.policies.catalog.ofAgent(tx, workspaceId, command.policyIds);
    const costs = new Map<string, number>();
    for (const policy of set.policies)
      costs.set(policy.text, await parts.policies.texts.usualCost(policy, workspaceId));
    refuseCostlySet(set.policies, (text) => costs.get(text) ?? 0);
  }
  const decision = decideAgent(await loadAgentState(tx, parts, { workspaceId, command }), command, context);
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
      await revokeAgentKeys(tx, { workspaceId, agent: id, now: context.now });
    },
    append: (event) => appendInTransaction(tx, parts, { workspaceId, event }),
    emit: emitsNothing,
  });
  if (!decision.record) await withdrawApprovals(tx, parts, { workspaceId, agent: key.id, context });
  return decision.record;
}
