import { actionNamesIn } from "@assay/contract/control/hierarchy/group-parents";
import { hierarchyIn, parentNamesIn } from "@assay/contract/control/hierarchy/hierarchy-rules";
import type { AgentRecord } from "@assay/contract/control/agents/agent-rules";
import type { PolicyState } from "@assay/contract/control/agents/agent-wire";
import type { KnownNames } from "@assay/contract/control/policies/names/name-index";
import type { PolicyVersion } from "@assay/contract/control/policies/policy-contents";
import type { ApprovalRecord } from "@assay/contract/control/approvals/approval-record";
import type { SetOutcome } from "@assay/contract/control/cedar/engine/decide-with-outcomes";
import type { CostRecord } from "@assay/contract/control/decisions/settlement-rules";
import type { FirstDecision } from "@assay/contract/control/decisions/usage-rules";
import type { Entity } from "@assay/contract/control/entities/entity-object";
import { unsetSettings } from "@assay/contract/control/settings/settings-rules";
import type { ToolSources, UsageSlice } from "@assay/contract/domain";
import type { EvidenceState, EvidenceTables } from "../evidence/evidence-tables.ts";
import type { Call, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { SharedTables } from "../platform/state/platform-tables.ts";

/** The versions in ascending order, starting with version 1. */
export interface PolicyRow {
  /** Ordered; the first one has the version 1. */
  versions: PolicyVersion[];
  liveVersion: number | null;
}

const noGroups: Record<string, string[]> = {};

/** Creates tables without rows, and the default settings. */
export const emptyControlTables = () => ({
  agents: new Map<string, AgentRecord>(),
  /** Maps agent ids to the agents' keys in plain text. */
  agentKeys: new Map<string, string>(),
  settings: { ...unsetSettings },
  /** Maps each entity's `entityKey` to the entity. */
  entities: new Map<string, Entity>(),
  /** The declared actions. */
  actions: new Array<string>(),
  actionGroups: noGroups,
  /** The declared types. */
  types: new Array<string>(),
  /** Maps ids to policies. */
  policies: new Map<string, PolicyRow>(),
  approvals: new Map<string, ApprovalRecord>(),
  /** Maps decision ids to reserved costs. */
  costs: new Map<string, CostRecord>(),
  usage: new Array<UsageSlice & { agentId: string }>(),
  /** Maps a request's key to the first decision on the request. */
  firstDecisions: new Map<string, FirstDecision>(),
  /** Maps the ids of repeated decisions to the ids of the first decisions. */
  firstIds: new Map<string, string>(),
});

/** The tables of a workspace for this wing. */
export interface ControlTables extends EvidenceTables, ReturnType<typeof emptyControlTables> {}

/** The outcomes that a test has set for policies. */
export interface ArrangedPolicies {
  /** Maps policy ids to the outcomes that a test has set. */
  decisions: Map<string, SetOutcome>;
}

/** The state of a mock for this wing. */
export interface ControlState extends EvidenceState {
  tables: SharedTables<ControlTables> & ArrangedPolicies;
}

export type ControlCall = Call<ControlState>;

export type ControlHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, ControlState>;

/** Returns the parts of a workspace that name tools: its agents' declared tools, and its settings. */
export const toolSources = ({ agents, settings }: ControlTables): ToolSources => ({
  declared: [...agents.values()].flatMap(({ tools }) => tools),
  settings,
});

/** Returns the hierarchy of a workspace's entities, agents and tool groups. */
export const hierarchyOf = ({ entities, agents, settings }: ControlTables) =>
  hierarchyIn(entities.values(), agents.values(), settings.toolGroups);

/** Whether an agent exists. */
export const hasAgent = ({ workspace }: ControlCall["caller"], id: string): boolean =>
  workspace.agents.has(id);

/** Returns the tools of an agent; undefined if it does not exist. */
export const agentTools = ({ workspace }: ControlCall["caller"], id: string): readonly string[] | undefined =>
  workspace.agents.get(id)?.tools;

/** Returns the state of each policy of a workspace. */
export function policyStatesIn({ policies }: Pick<ControlTables, "policies">): Map<string, PolicyState> {
  const states = new Map<string, PolicyState>();
  for (const [id, { versions, liveVersion }] of policies) {
    const shown = versions[(liveVersion ?? versions.length) - 1];
    if (shown) states.set(id, { version: liveVersion, mode: shown.mode, status: shown.status });
  }
  return states;
}

/** Returns the names that a workspace knows. */
export const knownNamesOf = (tables: ControlTables): KnownNames => ({
  entities: [...tables.entities.values()],
  parents: parentNamesIn(hierarchyOf(tables)),
  types: tables.types,
  actions: actionNamesIn(tables),
  agents: [...tables.agents.keys()],
  tools: toolSources(tables),
});
