import {
  type AgentCommand,
  agentIdOf,
  agentKeyOf,
  type AgentRecord,
  compareAgents,
  decideAgent,
  requireAgent,
} from "@assay/contract/control/agents/agent-rules";
import {
  agentToWire,
  effectivePoliciesToWire,
  type PolicyState,
} from "@assay/contract/control/agents/agent-wire";
import { decideAgentRemoval } from "@assay/contract/control/approvals/approval-rules";
import { appendsTo } from "../evidence/evidence-log.ts";
import { approvalTargets } from "./approval-state.ts";
import { type ControlCall, type ControlHandlers, hierarchyOf } from "./control-tables.ts";
import { withNameWarnings } from "./policy-tools.ts";
import { applyDecision } from "../platform/state/apply-decision.ts";

const agentBody = (agent: AgentRecord) => structuredClone(agentToWire(agent));

const requestedAgent = ({ caller }: Pick<ControlCall, "caller">, id: string): AgentRecord =>
  requireAgent(caller.workspace.agents.get(id), id);

/** Whether an agent exists. */
export const hasAgent = ({ workspace }: ControlCall["caller"], id: string): boolean =>
  workspace.agents.has(id);

/** Runs a command on an agent, and stores its key. */
function changeAgent(call: ControlCall, command: AgentCommand): AgentRecord | undefined {
  const { workspace } = call.caller;
  const { agents, agentKeys } = workspace;
  const [id, key] = [agentIdOf(command), agentKeyOf(command)];
  const state = {
    agent: agents.get(id),
    agentCount: agents.size,
    apiKeyMatches: agentKeys.get(id) === key,
    hierarchy: hierarchyOf(workspace),
  };
  const decision = decideAgent(state, command, call.rules);
  const record = applyDecision(decision, { table: agents, ...appendsTo(call) });
  if (!record) {
    agentKeys.delete(id);
    for (const apiKey of call.caller.workspace.apiKeys.values())
      if (apiKey.agent === id) apiKey.revokedAt ??= call.clock.now();
    withdrawApprovals(call, id);
  }
  if (record && key !== undefined) agentKeys.set(id, key);
  return record;
}

/** Withdraws the open approvals of a deleted agent. */
function withdrawApprovals(call: ControlCall, agent: string): void {
  for (const approval of call.caller.workspace.approvals.values()) {
    const { type, id } = approval.subject;
    if (type === "agent" && id === agent)
      applyDecision(decideAgentRemoval(approval, call.rules), approvalTargets(call));
  }
}

const storeAgent = (call: ControlCall, command: AgentCommand) =>
  call.commit(() =>
    withNameWarnings(call, () => agentBody(requireAgent(changeAgent(call, command), agentIdOf(command)))),
  );

const statusChange =
  (to: AgentRecord["status"]) =>
  ({ params, body }: { params: { id: string }; body: { reason?: string | undefined } }, call: ControlCall) =>
    storeAgent(call, { type: "move", id: params.id, to, reason: body.reason ?? null });

export const agentHandlers: ControlHandlers<"agents"> = {
  create: ({ body }, call) => storeAgent(call, { type: "create", body }),
  list: (_, { caller }) => [...caller.workspace.agents.values()].sort(compareAgents).map(agentBody),
  get: ({ params }, call) => agentBody(requestedAgent(call, params.id)),
  update: ({ params, body }, call) => storeAgent(call, { type: "update", id: params.id, body }),
  delete: ({ params }, call) =>
    call.commit(() =>
      withNameWarnings(call, () => {
        changeAgent(call, { type: "delete", id: params.id });
        return { ok: true as const };
      }),
    ),
  setPolicies: ({ params, body }, call) =>
    storeAgent(call, { type: "setPolicies", id: params.id, policyIds: body.policyIds }),
  effectivePolicies: ({ params }, call) => {
    const { policies } = call.caller.workspace;
    const states = new Map<string, PolicyState>();
    for (const [id, { versions, liveVersion }] of policies) {
      const shown = versions[(liveVersion ?? versions.length) - 1];
      if (shown) states.set(id, { version: liveVersion, mode: shown.mode, status: shown.status });
    }
    return effectivePoliciesToWire(requestedAgent(call, params.id), states);
  },
  suspend: statusChange("suspended"),
  activate: statusChange("active"),
  quarantine: statusChange("quarantined"),
  rotateKey: ({ params, body }, call) =>
    storeAgent(call, { type: "rotateKey", id: params.id, apiKey: body.apiKey }),
};
