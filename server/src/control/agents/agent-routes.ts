import { agentNotFound } from "@assay/contract/control/agents/agent-refusals";
import type { contract } from "@assay/contract/openapi/apis";
import { type AgentStatus, baselinePolicyIds, isBaselinePolicy } from "@assay/contract/domain";
import type { ControlDeps } from "../control-deps.ts";
import { committed } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { type AgentRow, findAgent, listAgents } from "./agent-queries.ts";
import { AgentWriter } from "./agent-service.ts";
import { agentToWire } from "./agent-wire.ts";

/** The routes of agents. */
export function agentHandlers(deps: ControlDeps): Handlers<typeof contract.agents> {
  const { knex } = deps.database;
  const find = async (call: Call, id: string): Promise<AgentRow> => {
    const { workspaceId } = call.caller;
    const row = await findAgent(knex, { workspaceId, id });
    if (!row) throw agentNotFound(id);
    return row;
  };
  const write = (call: Call, work: (writer: AgentWriter) => Promise<AgentRow>) =>
    committed(deps, call, async (tx) => {
      const row = await work(new AgentWriter(tx, deps, call.caller));
      return { status: 200, body: agentToWire(row) } as const;
    });
  const move = (to: AgentStatus) => (input: MoveInput, call: Call) =>
    write(call, (writer) => writer.move(input.params.id, to, input.body.reason ?? null));
  return {
    create: ({ body }, call) => write(call, (writer) => writer.create(body)),
    list: async (_, { caller }) => {
      const rows = await listAgents(knex, caller.workspaceId);
      return { status: 200, body: rows.map(agentToWire) };
    },
    get: async ({ params }, call) => ({ status: 200, body: agentToWire(await find(call, params.id)) }),
    update: ({ params, body }, call) => write(call, (writer) => writer.update(params.id, body)),
    delete: ({ params }, call) =>
      committed(deps, call, async (tx) => {
        await new AgentWriter(tx, deps, call.caller).delete(params.id);
        return { status: 200, body: { ok: true } } as const;
      }),
    setPolicies: ({ params, body }, call) =>
      write(call, (writer) => writer.setPolicies(params.id, body.policyIds)),
    effectivePolicies: async ({ params }, call) => {
      const { policy_ids: attached } = await find(call, params.id);
      const { set } = await deps.policies.catalog.ofAgent(knex, call.caller.workspaceId, attached);
      const versions = new Map(set.policies.map(({ id, version }) => [id, version]));
      const policies = [...baselinePolicyIds, ...attached].map((policyId) => ({
        policyId,
        origin: isBaselinePolicy(policyId) ? ("baseline" as const) : ("attached" as const),
        // A draft or retired policy is in the catalog without a version in force.
        version: versions.get(policyId) ?? null,
        resolved: !set.unresolved.includes(policyId),
      }));
      return { status: 200, body: { agentId: params.id, policies } };
    },
    suspend: move("suspended"),
    activate: move("active"),
    quarantine: move("quarantined"),
    rotateKey: ({ params, body }, call) => write(call, (writer) => writer.rotateKey(params.id, body.apiKey)),
  };
}

interface MoveInput {
  params: { id: string };
  body: { reason?: string | undefined };
}
