import {
  type AgentCommand,
  agentIdOf,
  type AgentRecord,
  removesNames,
  requireAgent,
} from "@assay/contract/control/agents/agent-rules";
import { agentToWire, effectivePoliciesToWire } from "@assay/contract/control/agents/agent-wire";
import type { contract } from "@assay/contract/openapi/apis";
import type { AgentStatus } from "@assay/contract/domain";
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
  const write = (call: Call, command: Exclude<AgentCommand, { type: "delete" }>) =>
    commitAndNotify(deps, call, async (tx) => {
      const { result, warnings } = await change(tx, call, command);
      const body = { ...agentToWire(requireAgent(result, agentIdOf(command))), warnings };
      return { status: 200, body } as const;
    });
  const move = (to: AgentStatus) => (input: MoveInput, call: Call) =>
    write(call, { type: "move", id: input.params.id, to, reason: input.body.reason ?? null });
  return {
    create: ({ body }, call) => write(call, { type: "create", body }),
    list: async (_, { caller }) => {
      const rows = await listAgents(knex, caller.workspaceId);
      return { status: 200, body: rows.map(agentToWire) };
    },
    get: async ({ params }, call) => ({ status: 200, body: agentToWire(await find(call, params.id)) }),
    update: ({ params, body }, call) => write(call, { type: "update", id: params.id, body }),
    delete: async ({ params }, call) => {
      const response = await commitAndNotify(deps, call, async (tx) => {
        const { warnings } = await change(tx, call, { type: "delete", id: params.id });
        return { status: 200, body: { ok: true, warnings } } as const;
      });
      deps.invalidateApiKeys();
      return response;
    },
    setPolicies: ({ params, body }, call) =>
      write(call, { type: "setPolicies", id: params.id, policyIds: body.policyIds }),
    effectivePolicies: async ({ params }, call) => {
      const agent = await find(call, params.id);
      const states = await deps.policies.catalog.statesOf(knex, call.caller.workspaceId, agent.policyIds);
      return { status: 200, body: effectivePoliciesToWire(agent, states) };
    },
    suspend: move("suspended"),
    activate: move("active"),
    quarantine: move("quarantined"),
    rotateKey: ({ params, body }, call) =>
      write(call, { type: "rotateKey", id: params.id, apiKey: body.apiKey }),
  };
}

interface MoveInput {
  params: { id: string };
  body: { reason?: string | undefined };
}
