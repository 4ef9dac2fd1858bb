import type { AgentStatus } from "../../domain/agents/agent-states.ts";
import { agentMove } from "../../domain/agents/agent-states.ts";
import { attachedPolicies } from "../../domain/agents/attached-policies.ts";
import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import { maskSecret } from "../../domain/values/mask-secret.ts";
import { type Decision, type RuleContext, unchanged } from "../../platform/decision.ts";
import {
  agentChanges,
  type AgentContents,
  agentContents,
  agentDifferences,
  type CreateAgentBody,
  type UpdateAgentBody,
} from "./agent-input.ts";
import { type AgentCommand, agentIdOf, groupsIn } from "./agent-commands.ts";
import { type HierarchyState, refuseAgentGroups } from "../hierarchy/hierarchy-rules.ts";
import { agentConflict, agentMoveRefused, agentNotFound, tooManyAgents } from "./agent-refusals.ts";
import {
  agentCreated,
  agentDeleted,
  agentKeyRotated,
  agentMoved,
  agentPoliciesSet,
  agentUpdated,
  type ControlEvent,
} from "../control-evidence.ts";

/**
 * A stored agent. Its key is stored separately, because responses show only its mask. Instants are
 * milliseconds since 1970.
 */
export interface AgentRecord extends AgentContents {
  id: string;
  status: AgentStatus;
  apiKeyMasked: string;
  /** The attached policies, in order, without the baseline. */
  policyIds: string[];
  runtimeStatus: string;
  provisionedAt: number;
  createdAt: number;
  updatedAt: number;
}

/** The stored state that a command requires. Before a write, the caller locks and loads it. */
export interface AgentState {
  agent: AgentRecord | undefined;
  /** Number of agents in the workspace; read for `create` only. */
  agentCount: number;
  /** Whether the stored key equals the key in the command; read for `create` and `rotateKey` only. */
  apiKeyMatches: boolean;
  /** The hierarchy before the command; read only if the command contains groups (`groupsIn`). */
  hierarchy: HierarchyState;
}

/** The outcome of a command on an agent. */
export type AgentDecision = Decision<AgentRecord, ControlEvent, never>;

/** Requires an agent. @throws {ApiError} 404 `not_found` if it does not exist. */
export function requireAgent(agent: AgentRecord | undefined, id: string): AgentRecord {
  if (!agent) throw agentNotFound(id);
  return agent;
}

/** Sorts agents as lists do: newest first, and by descending id if they were created at the same instant. */
export const compareAgents = (one: AgentRecord, other: AgentRecord): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

/**
 * Decides a command on an agent. The caller stores the key of `create` and `rotateKey` with the changes.
 * Nothing changes on an error.
 *
 * @throws {ApiError} 400 if groups break a rule of the hierarchy; 404 for an unknown agent; 409 `conflict` if
 *   the id exists with other contents, or if the workspace has reached its limit of agents; 409
 *   `invalid_state` if the new status cannot follow the current one.
 */
export function decideAgent(state: AgentState, command: AgentCommand, context: RuleContext): AgentDecision {
  refuseAgentGroups(state.hierarchy, agentIdOf(command), groupsIn(command));
  if (command.type === "create") return decideCreate(state, command.body, context);
  const agent = requireAgent(state.agent, command.id);
  switch (command.type) {
    case "update":
      return decideUpdate(agent, command.body, context);
    case "move":
      return decideMove(agent, command, context);
    case "setPolicies":
      return decidePolicies(agent, command.policyIds, context);
    case "rotateKey":
      return state.apiKeyMatches ? unchanged(agent) : decideKey(agent, command.apiKey, context);
    case "delete":
      return {
        record: undefined,
        changes: [{ op: "delete", id: agent.id }],
        evidence: [agentDeleted(changeOf(agent, context))],
        events: [],
      };
  }
}

const changeOf = ({ id }: { id: string }, { actor }: RuleContext) => ({ agentId: id, by: actor });

function decideCreate(state: AgentState, body: CreateAgentBody, context: RuleContext): AgentDecision {
  const contents = agentContents(body);
  if (state.agent) {
    const differing = agentDifferences<AgentContents>(state.agent, contents);
    if (!state.apiKeyMatches) differing.push("apiKey");
    if (differing.length > 0) throw agentConflict(body.id, differing);
    return unchanged(state.agent);
  }
  if (state.agentCount >= context.limits.agentsPerWorkspace) throw tooManyAgents();
  const record: AgentRecord = {
    id: body.id,
    ...contents,
    status: body.status ?? "active",
    apiKeyMasked: maskSecret(body.apiKey),
    policyIds: [],
    runtimeStatus: "ready",
    provisionedAt: context.now,
    createdAt: context.now,
    updatedAt: context.now,
  };
  return {
    record,
    changes: [{ op: "insert", record }],
    evidence: [agentCreated(changeOf(record, context), contents, record.status)],
    events: [],
  };
}

function decideUpdate(agent: AgentRecord, body: UpdateAgentBody, context: RuleContext): AgentDecision {
  const set = agentChanges(body);
  const changed = agentDifferences<AgentContents & { runtimeStatus: string }>(agent, set);
  const updated =
    changed.length === 0
      ? unchanged(agent)
      : changeAgent(agent, set, context, (now) =>
          agentUpdated(changeOf(agent, context), contentsOf(now), changed),
        );
  if (body.status === undefined) return updated;
  const moved = decideMove({ ...agent, ...set }, { to: body.status, reason: null }, context);
  return {
    record: moved.record,
    changes: [...updated.changes, ...moved.changes],
    evidence: [...updated.evidence, ...moved.evidence],
    events: [],
  };
}

function decideMove(
  agent: AgentRecord,
  { to, reason }: { to: AgentStatus; reason: string | null },
  context: RuleContext,
): AgentDecision {
  const { id, status: from } = agent;
  const move = agentMove(from, to);
  if (move === "refuse") throw agentMoveRefused(id, from, to);
  if (move === "nothing") return unchanged(agent);
  return changeAgent(agent, { status: to }, context, () =>
    agentMoved(changeOf(agent, context), { from, to, reason }),
  );
}

function decidePolicies(agent: AgentRecord, given: readonly string[], context: RuleContext): AgentDecision {
  const policyIds = attachedPolicies(given);
  if (jsonEquals(policyIds, agent.policyIds)) return unchanged(agent);
  return changeAgent(agent, { policyIds }, context, () =>
    agentPoliciesSet(changeOf(agent, context), policyIds),
  );
}

const decideKey = (agent: AgentRecord, apiKey: string, context: RuleContext): AgentDecision =>
  changeAgent(agent, { apiKeyMasked: maskSecret(apiKey) }, context, () =>
    agentKeyRotated(changeOf(agent, context)),
  );

function changeAgent(
  agent: AgentRecord,
  change: Partial<AgentRecord>,
  { now }: RuleContext,
  evidenceOf: (now: AgentRecord) => ControlEvent,
): AgentDecision {
  const set = { ...change, updatedAt: now };
  const record = { ...agent, ...set };
  return {
    record,
    changes: [{ op: "update", id: agent.id, set }],
    evidence: [evidenceOf(record)],
    events: [],
  };
}

const contentsOf = ({
  name,
  source,
  baseUrl,
  categories,
  tools,
  groups,
  boundary,
  env,
}: AgentRecord): AgentContents => ({ name, source, baseUrl, categories, tools, groups, boundary, env });
