import {
  type AgentCommand,
  agentIdOf,
  type AgentRecord,
  requireAgent,
} from "@assay/contract/control/agents/agent-rules";
import { agentToWire, effectivePoliciesToWire } from "@assay/contract/control/agents/agent-wire";
import type { contract } from "@assay/contract/openapi/apis";
import type { AgentStatus } from "@assay/contract/domain";
import type { ControlDeps } from "../control-deps.ts";
import { commitAndNotify } from "../../evidence/log/append/append-in-transaction.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { findAgent, listAgents } from "./agent-queries.ts";
import { commandAgent } from "./agent-service.ts";

/** The routes of agents. */
export function agentHandlers(deps: ControlDeps): Handlers<typeof contract.agents> {
  const { knex } = deps.database;
  const find = async ({ caller: { workspaceId } }: Call, id: string): Promise<AgentRecord> =>
    requireAgent(await findAgent(knex, { workspaceId, id }), id);
  const write = (call: Call, command: Exclude<AgentCommand, { type: "delete" }>) =>
    commitAndNotify(deps, call, async (tx) => {
      const body = await deps.policies.names.withWarnings(tx, call.caller.workspaceId, async () => {
        const agent = await commandAgent(tx, deps, { caller: call.caller, command });
        return agentToWire(requireAgent(agent, agentIdOf(command)));
      });
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
        const command = { type: "delete", id: params.id } as const;
        const body = await deps.policies.names.withWarnings(tx, call.caller.workspaceId, async () => {
          await commandAgent(tx, deps, { caller: call.caller, command });
          return { ok: true as const };
        });
        return { status: 200, body } as const;
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
