// The control plane's own evidence events. They contain no agent key and no environment variable of an agent.
import { digestOfJson } from "./json-digest.ts";
import type { AgentContents } from "./agents/agent-input.ts";
import type { ApprovalContents } from "./approvals/approval-object.ts";
import type { ApprovalEventKind } from "./control-events.ts";
import type { AgentStatus } from "../domain/agents/agent-states.ts";
import type { Policy } from "./policies/policy-responses.ts";
import type { WorkspaceSettings } from "./settings/settings.ts";

/** An evidence event of the control plane. */
export interface ControlEvent {
  type: string;
  /** The session that the event belongs to, if any. */
  session?: string | null;
  data: Record<string, unknown>;
}

/** A change of an agent: the agent, and the API key that was used for the change. */
export interface AgentChange {
  agentId: string;
  /** Id of the API key. */
  by: string;
}

const shown = ({ env, ...contents }: AgentContents) => ({ ...contents, envNames: Object.keys(env).sort() });

/** An agent was registered. */
export const agentCreated = (
  change: AgentChange,
  agent: AgentContents,
  status: AgentStatus,
): ControlEvent => ({ type: "agent.created", data: { ...change, status, agent: shown(agent) } });

/** Some fields of an agent were changed. */
export const agentUpdated = (
  change: AgentChange,
  agent: AgentContents,
  changed: readonly string[],
): ControlEvent => ({
  type: "agent.updated",
  data: { ...change, changed: [...changed], agent: shown(agent) },
});

const typeOfMove = {
  pending: "agent.pending",
  active: "agent.activated",
  suspended: "agent.suspended",
  quarantined: "agent.quarantined",
  retired: "agent.retired",
} as const satisfies Record<AgentStatus, string>;

/** An agent's state was changed. */
export const agentMoved = (
  change: AgentChange,
  { from, to, reason }: { from: AgentStatus; to: AgentStatus; reason: string | null },
): ControlEvent => ({ type: typeOfMove[to], data: { ...change, from, to, reason } });

/** An agent's attached policies were changed. */
export const agentPoliciesSet = (change: AgentChange, policyIds: readonly string[]): ControlEvent => ({
  type: "agent.policies_set",
  data: { ...change, policyIds: [...policyIds] },
});

/** An agent's key was replaced. */
export const agentKeyRotated = (change: AgentChange): ControlEvent => ({
  type: "agent.key_rotated",
  data: { ...change },
});

/** An agent and its key were deleted. */
export const agentDeleted = (change: AgentChange): ControlEvent => ({
  type: "agent.deleted",
  data: { ...change },
});

/** The settings were changed: the changed members, and the SHA-256 of the RFC 8785 form of all settings. */
export const settingsUpdated = (
  by: string,
  changed: readonly string[],
  settings: WorkspaceSettings,
): ControlEvent => ({
  type: "settings.updated",
  data: {
    by,
    changed: [...changed],
    digest: digestOfJson(settings),
  },
});

/** The entities were replaced or merged, or one was deleted. */
export const entitiesChanged = (
  by: string,
  how: "replaced" | "merged" | "deleted",
  counts: { entityCount: number; actionCount: number },
): ControlEvent => ({ type: `entities.${how}`, data: { by, ...counts } });

/**
 * A version of a policy was stored. The event also contains the version that is in force from now on, if any.
 */
export const policyStored = ({
  id,
  version,
  digest,
  mode,
  status,
  outcome,
  liveVersion,
  createdBy,
}: Policy): ControlEvent => ({
  type: `policy.${version === 1 ? "created" : status === "retired" ? "retired" : "updated"}`,
  data: { by: createdBy, policyId: id, version, digest, mode, status, outcome, liveVersion },
});

/**
 * An approval was opened, changed or used. The data are the approval together with `by`, `approvalId` and
 * `agentId`.
 *
 * @param by id of the API key that caused the event; null if the server caused it.
 */
export const approvalEvent = (
  type: ApprovalEventKind,
  approval: ApprovalContents,
  by: string | null,
): ControlEvent => ({
  type,
  session: approval.session,
  data: {
    ...approval,
    by,
    approvalId: approval.id,
    agentId: approval.subject.type === "agent" ? approval.subject.id : null,
  },
});
