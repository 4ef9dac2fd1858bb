import {
  type AgentCommand,
  agentCommands,
  agentIdOf,
  removesNames,
} from "@assay/contract/control/agents/agent-commands";
import { type AgentRecord, requireAgent } from "@assay/contract/control/agents/agent-rules";
import { agentToWire, effectivePoliciesToWire } from "@assay/contract/control/agents/agent-wire";
import type { contract } from "@assay/contract/openapi/apis";
import type { ControlDeps } from "../control-deps.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { commitAndNotify } from "../../evidence/log/append/append-in-transaction.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { findAgent, listAgents } from "./agent-queries.ts";
import { commandAgent } from "./agent-service.ts";

/** The routes of agents. */
export function agentHandlers(deps: ControlDeps): Handlers<typeof contract.agents> {
  const { knex } = deps.database;
  const find = async ({ caller: { workspaceId } }: Call, id: string): Promise<AgentRecord> =>
    requireAgent(await findAgent(knex, { workspaceId, id }), id);
  /** Executes a command. Only a change of tools or groups, or a deletion, can make names unknown. */
  const change = (tx: Tx, { caller }: Call, command: AgentCommand) => {
    const execute = () => commandAgent(tx, deps, { caller, command });
    const key = { workspaceId: caller.workspaceId, id: agentIdOf(command) };
    return removesNames(command)
      ? deps.policies.names.agentChange(tx, key, execute)
      : execute().then((result) => ({ result, warnings: [] }));
  };
  const write =
    <Input>(commandOf: (input: Input) => AgentCommand) =>
    (input: Input, call: Call) =>
      commitAndNotify(deps, call, async (tx) => {
        const command = commandOf(input);
        const { result, warnings } = await change(tx, call, command);
        const body = { ...agentToWire(requireAgent(result, agentIdOf(command))), warnings };
        return { status: 200, body } as const;
      });
  return {
    create: write(agentCommands.create),
    list: async (_, { caller }) => {
      const rows = await listAgents(knex, caller.workspaceId);
      return { status: 200, body: rows.map(agentToWire) };
    },
    get: async ({ params }, call) => ({ status: 200, body: agentToWire(await find(call, params.id)) }),
    update: write(agentCommands.update),
    delete: async (input, call) => {
      const response = await commitAndNotify(deps, call, async (tx) => {
        const { warnings } = await change(tx, call, agentCommands.delete(input));
        return { status: 200, body: { ok: true, warnings } } as const;
      });
      deps.invalidateApiKeys();
      return response;
    },
    setPolicies: write(agentCommands.setPolicies),
    effectivePolicies: async ({ params }, call) => {
      const agent = await find(call, params.id);
      const states = await deps.policies.catalog.statesOf(knex, call.caller.workspaceId, agent.policyIds);
      return { status: 200, body: effectivePoliciesToWire(agent, states) };
    },
    suspend: write(agentCommands.suspend),
    activate: write(agentCommands.activate),
    quarantine: write(agentCommands.quarantine),
    rotateKey: write(agentCommands.rotateKey),
  };
}
