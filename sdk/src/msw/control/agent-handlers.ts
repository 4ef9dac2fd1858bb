import {
  type AgentCommand,
  agentCommands,
  agentIdOf,
  agentKeyOf,
} from "@assay/contract/control/agents/agent-commands";
import {
  type AgentRecord,
  compareAgents,
  decideAgent,
  requireAgent,
} from "@assay/contract/control/agents/agent-rules";
import { agentToWire, effectivePoliciesToWire } from "@assay/contract/control/agents/agent-wire";
import { appendsTo } from "../evidence/evidence-log.ts";
import { removeTraces } from "./approval-state.ts";
import { type ControlCall, type ControlHandlers, hierarchyOf, policyStatesIn } from "./control-tables.ts";
import { refuseCostly } from "./evaluate-decision.ts";
import { commitWithWarnings } from "./policy-tools.ts";
import { applyDecision } from "../platform/state/apply-decision.ts";

const requestedAgent = ({ caller }: Pick<ControlCall, "caller">, id: string): AgentRecord =>
  requireAgent(caller.workspace.agents.get(id), id);

/** Runs a command on an agent, and stores its key. */
function changeAgent(call: ControlCall, command: AgentCommand): AgentRecord | undefined {
  const { agents, agentKeys } = call.caller.workspace;
  const [id, key] = [agentIdOf(command), agentKeyOf(command)];
  const state = {
    agent: agents.get(id),
    agentCount: agents.size,
    apiKeyMatches: agentKeys.get(id) === key,
    hierarchy: hierarchyOf(call.caller.workspace),
  };
  if (command.type === "setPolicies") refuseCostly(call.caller.workspace, command.policyIds);
  const decision = decideAgent(state, command, call.rules);
  const record = applyDecision(decision, { table: agents, ...appendsTo(call) });
  if (!record) removeTraces(call, id);
  else if (key !== undefined) agentKeys.set(id, key);
  return record;
}

const write =
  <Input>(commandOf: (input: Input) => AgentCommand) =>
  (input: Input, call: ControlCall) => {
    const command = commandOf(input);
    return commitWithWarnings(call, () =>
      agentToWire(requireAgent(changeAgent(call, command), agentIdOf(command))),
    );
  };

export const agentHandlers: ControlHandlers<"agents"> = {
  create: write(agentCommands.create),
  list: (_, { caller }) => [...caller.workspace.agents.values()].sort(compareAgents).map(agentToWire),
  get: ({ params }, call) => agentToWire(requestedAgent(call, params.id)),
  update: write(agentCommands.update),
  delete: (input, call) =>
    commitWithWarnings(call, () => {
      changeAgent(call, agentCommands.delete(input));
      return { ok: true as const };
    }),
  setPolicies: write(agentCommands.setPolicies),
  effectivePolicies: ({ params }, call) =>
    effectivePoliciesToWire(requestedAgent(call, params.id), policyStatesIn(call.caller.workspace)),
  suspend: write(agentCommands.suspend),
  activate: write(agentCommands.activate),
  quarantine: write(agentCommands.quarantine),
  rotateKey: write(agentCommands.rotateKey),
};
