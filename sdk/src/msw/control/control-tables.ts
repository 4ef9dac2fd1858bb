import { actionNamesIn } from "@assay/contract/control/hierarchy/group-parents";
import { hierarchyIn, parentNamesIn } from "@assay/contract/control/hierarchy/hierarchy-rules";
import type { AgentRecord } from "@assay/contract/control/agents/agent-rules";
import type { KnownNames } from "@assay/contract/control/policies/unknown-names";
import type { PolicyVersion } from "@assay/contract/control/policies/policy-contents";
import type { ApprovalRecord } from "@assay/contract/control/approvals/approval-record";
import type { Approver } from "@assay/contract/control/approvals/approval-requirement";
import type { SetOutcome } from "@assay/contract/control/cedar/engine/decide-with-outcomes";
import type { CostRecord } from "@assay/contract/control/decisions/settlement-rules";
import type { FirstDecision } from "@assay/contract/control/decisions/usage-rules";
import type { Entity } from "@assay/contract/control/entities/entity-object";
import { unsetSettings } from "@assay/contract/control/settings/settings-rules";
import type { ToolSources, UsageSlice } from "@assay/contract/domain";
import type { EvidenceState, EvidenceTables } from "../evidence/evidence-tables.ts";
import type { Call, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { SharedTables } from "../platform/state/platform-tables.ts";

/** A policy with all its versions. */
export interface PolicyRow {
  /** Ordered; the first one has the version 1. */
  versions: PolicyVersion[];
  liveVersion: number | null;
}

const noGroups: Record<string, string[]> = {};

/** Tables without rows, and the default settings. */
export const emptyControlTables = () => ({
  agents: new Map<string, AgentRecord>(),
  /** Agent → its key, in plain text. */
  agentKeys: new Map<string, string>(),
  settings: { ...unsetSettings },
  /** By `entityKey`. */
  entities: new Map<string, Entity>(),
  /** The declared actions. */
  actions: new Array<string>(),
  actionGroups: noGroups,
  /** The declared types. */
  types: new Array<string>(),
  /** By id. */
  policies: new Map<string, PolicyRow>(),
  approvals: new Map<string, ApprovalRecord>(),
  /** Decision → its reserved cost. */
  costs: new Map<string, CostRecord>(),
  usage: new Array<UsageSlice & { agentId: string }>(),
  /** Request key → the first decision. */
  firstDecisions: new Map<string, FirstDecision>(),
  /** Repeated decision → the first decision. */
  firstIds: new Map<string, string>(),
});

/** The tables of a workspace for this wing. */
export interface ControlTables extends EvidenceTables, ReturnType<typeof emptyControlTables> {
  /** The reviewers whose credentials qualify them as approvers. */
  reviewers: ReadonlyMap<string, Approver>;
}

/** The arranged outcomes of policies. */
export interface ArrangedPolicies {
  /** Policy → its arranged outcome for requests. */
  decisions: Map<string, SetOutcome>;
}

/** The state of a mock for this wing. */
export interface ControlState extends EvidenceState {
  tables: SharedTables<ControlTables> & ArrangedPolicies;
}

export type ControlCall = Call<ControlState>;

export type ControlHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, ControlState>;

/** The texts of agents and settings that name tools. */
export const toolSources = ({ agents, settings }: ControlTables): ToolSources => ({
  declared: [...agents.values()].flatMap(({ tools }) => tools),
  settings,
});

/** The hierarchy of a workspace. */
export const hierarchyOf = ({ entities, agents, settings }: ControlTables) =>
  hierarchyIn(entities.values(), agents.values(), settings.toolGroups);

/** The names that a workspace knows. */
export const knownNamesOf = (tables: ControlTables): KnownNames => ({
  entities: [...tables.entities.values()],
  parents: parentNamesIn(hierarchyOf(tables)),
  types: tables.types,
  actions: actionNamesIn(tables),
  agents: [...tables.agents.keys()],
  tools: toolSources(tables),
});
