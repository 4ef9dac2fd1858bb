import { agentNotFound } from "@assay/contract/control/agents/agent-refusals";
import type { contract } from "@assay/contract/openapi/apis";
import { type AgentStatus, baselinePolicyIds } from "@assay/contract/domain";
import type { ControlDeps } from "../control-deps.ts";
import { committed } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { type AgentRow, findAgent, listAgents } from "./agent-queries.ts";
import { AgentWriter } from "./agent-service.ts";
import { agentToWire } from "./agent-wire.ts";
import { baselineCatalog, type PolicyCatalog } from "./attached-policy-catalog.ts";

/** The routes of agents. @param catalog what is known of the policies that are attached to them. */
export function agentHandlers(
  deps: ControlDeps,
  catalog: PolicyCatalog = baselineCatalog,
): Handlers<typeof contract.agents> {
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
      const ids = [...baselinePolicyIds, ...attached];
      const versions = await catalog.versionsOf(knex, call.caller.workspaceId, ids);
      const policies = ids.map((policyId, index) => ({
        policyId,
        origin: index < baselinePolicyIds.length ? ("baseline" as const) : ("attached" as const),
        version: versions.get(policyId) ?? null,
        resolved: versions.has(policyId),
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
