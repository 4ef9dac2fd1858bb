import {
  agentChanges,
  agentContents,
  agentDifferences,
  type CreateAgentBody,
  type UpdateAgentBody,
} from "@assay/contract/control/agents/agent-input";
import {
  agentConflict,
  agentMoveRefused,
  agentNotFound,
  tooManyAgents,
} from "@assay/contract/control/agents/agent-refusals";
import {
  agentCreated,
  agentDeleted,
  agentKeyRotated,
  agentMoved,
  agentPoliciesSet,
  agentUpdated,
} from "@assay/contract/control/control-evidence";
import { limits } from "@assay/contract/platform/limits";
import {
  agentMove,
  type AgentStatus,
  attachedPolicies,
  baselinePolicyIds,
  jsonEquals,
  maskSecret,
} from "@assay/contract/domain";
import { tell } from "../evidence/evidence-log.ts";
import type { AgentRow, ControlCall, ControlHandlers } from "./control-tables.ts";

const toWire = ({ id, contents, ...row }: AgentRow) => {
  const { boundary, env, ...own } = contents;
  return structuredClone({
    id,
    ...own,
    status: row.status,
    apiKeyMasked: maskSecret(row.apiKey),
    policyIds: [...row.policyIds],
    runtime: { status: row.runtimeStatus, boundary, env, provisionedAt: row.createdAt },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  });
};

function find({ caller }: Pick<ControlCall, "caller">, id: string): AgentRow {
  const row = caller.workspace.agents.get(id);
  if (!row) throw agentNotFound(id);
  return row;
}

const changeOf = ({ caller }: ControlCall, agentId: string) => ({ agentId, by: caller.apiKeyId });

function create(call: ControlCall, body: CreateAgentBody): AgentRow {
  const { agents } = call.caller.workspace;
  const contents = agentContents(body);
  const stored = agents.get(body.id);
  if (stored) {
    const differing = agentDifferences(stored.contents, contents);
    if (stored.apiKey !== body.apiKey) differing.push("apiKey");
    if (differing.length > 0) throw agentConflict(body.id, differing);
    return stored;
  }
  if (agents.size >= limits.agentsPerWorkspace) throw tooManyAgents();
  const at = call.clock.now();
  const row: AgentRow = {
    id: body.id,
    contents,
    status: body.status ?? "active",
    runtimeStatus: "ready",
    apiKey: body.apiKey,
    policyIds: [],
    createdAt: at,
    updatedAt: at,
  };
  agents.set(row.id, row);
  tell(call, agentCreated(changeOf(call, row.id), contents, row.status));
  return row;
}

/** Changes some of an agent, and notes when. */
function save({ caller, clock }: ControlCall, row: AgentRow, change: Partial<AgentRow>): AgentRow {
  const saved = { ...row, ...change, updatedAt: clock.now() };
  caller.workspace.agents.set(row.id, saved);
  return saved;
}

function update(call: ControlCall, id: string, body: UpdateAgentBody): AgentRow {
  const row = find(call, id);
  // Refused before anything is changed: the mock has nothing to undo it with.
  if (body.status !== undefined) refuseMove(row, body.status);
  const changes = agentChanges(body);
  const changed = agentDifferences({ ...row.contents, runtimeStatus: row.runtimeStatus }, changes);
  let now = row;
  if (changed.length > 0) {
    const { runtimeStatus = row.runtimeStatus, ...contents } = changes;
    now = save(call, row, { contents: { ...row.contents, ...contents }, runtimeStatus });
    tell(call, agentUpdated(changeOf(call, id), now.contents, changed));
  }
  return body.status === undefined ? now : move(call, now, body.status, null);
}

function refuseMove({ id, status }: AgentRow, to: AgentStatus): void {
  if (agentMove(status, to) === "refuse") throw agentMoveRefused(id, status, to);
}

function move(call: ControlCall, row: AgentRow, to: AgentStatus, reason: string | null): AgentRow {
  refuseMove(row, to);
  const { id, status: from } = row;
  if (from === to) return row;
  const now = save(call, row, { status: to });
  tell(call, agentMoved(changeOf(call, id), { from, to, reason }));
  return now;
}

function setPolicies(call: ControlCall, id: string, policyIds: readonly string[]): AgentRow {
  const row = find(call, id);
  const attached = attachedPolicies(policyIds);
  if (jsonEquals(attached, row.policyIds)) return row;
  const now = save(call, row, { policyIds: attached });
  tell(call, agentPoliciesSet(changeOf(call, id), attached));
  return now;
}

function rotateKey(call: ControlCall, id: string, apiKey: string): AgentRow {
  const row = find(call, id);
  if (row.apiKey === apiKey) return row;
  const now = save(call, row, { apiKey });
  tell(call, agentKeyRotated(changeOf(call, id)));
  return now;
}

const write = (call: ControlCall, work: () => AgentRow) =>
  call.commit(() => ({ status: 200 as const, body: toWire(work()) }));

const mover =
  (to: AgentStatus) =>
  ({ params, body }: { params: { id: string }; body: { reason?: string | undefined } }, call: ControlCall) =>
    write(call, () => move(call, find(call, params.id), to, body.reason ?? null));

const newestFirst = (one: AgentRow, other: AgentRow): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

/** The routes of agents. */
export const agentHandlers: ControlHandlers<"agents"> = {
  create: ({ body }, call) => write(call, () => create(call, body)),
  list: (_, { caller }) => ({
    status: 200,
    body: [...caller.workspace.agents.values()].sort(newestFirst).map(toWire),
  }),
  get: ({ params }, call) => ({ status: 200, body: toWire(find(call, params.id)) }),
  update: ({ params, body }, call) => write(call, () => update(call, params.id, body)),
  delete: ({ params }, call) =>
    call.commit(() => {
      find(call, params.id);
      call.caller.workspace.agents.delete(params.id);
      tell(call, agentDeleted(changeOf(call, params.id)));
      return { status: 200 as const, body: { ok: true as const } };
    }),
  setPolicies: ({ params, body }, call) => write(call, () => setPolicies(call, params.id, body.policyIds)),
  effectivePolicies: ({ params }, call) => {
    const { policyIds } = find(call, params.id);
    const baseline = baselinePolicyIds.map((policyId) => ({
      policyId,
      origin: "baseline" as const,
      version: 1,
      resolved: true,
    }));
    const attached = policyIds.map((policyId) => {
      const row = call.caller.workspace.policies.get(policyId);
      return {
        policyId,
        origin: "attached" as const,
        version: row?.liveVersion ?? null,
        resolved: row !== undefined,
      };
    });
    const policies = [...baseline, ...attached];
    return { status: 200, body: { agentId: params.id, policies } };
  },
  suspend: mover("suspended"),
  activate: mover("active"),
  quarantine: mover("quarantined"),
  rotateKey: ({ params, body }, call) => write(call, () => rotateKey(call, params.id, body.apiKey)),
};
