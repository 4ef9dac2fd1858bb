import type { AgentContents } from "@assay/contract/control/agents/agent-input";
import type { Approval } from "@assay/contract/control/approvals/approvals";
import type { Entity } from "@assay/contract/control/entities/entities";
import type { Policy, PolicySimulation } from "@assay/contract/control/policies/policy-answers";
import { defaultSettings, type WorkspaceSettings } from "@assay/contract/control/settings/settings";
import type { AgentStatus, PolicyCase, PolicyRequest, UsageSlice } from "@assay/contract/domain";
import type { EvidenceState, EvidenceTables } from "../evidence/evidence-tables.ts";
import type { Call, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { SharedTables } from "../platform/state/platform-tables.ts";
import type { Dated } from "../platform/state/dated.ts";

/** An agent. */
export interface AgentRow extends Dated {
  contents: AgentContents;
  status: AgentStatus;
  runtimeStatus: string;
  /** The key itself: a mock keeps nothing from whoever runs it. */
  apiKey: string | undefined;
  policyIds: readonly string[];
  updatedAt: number;
}

/** A policy with all its versions. */
export interface PolicyRow {
  /** The first one has the version 1. */
  versions: Policy[];
  liveVersion: number | null;
}

/** An approval; that it has expired is told by the clock. */
export type ApprovalRow = Approval;

/** A cost that a decision reserved. */
interface CostRow {
  agentId: string;
  reserved: number;
  expiresAt: number;
  /** Where it is counted. */
  slice: UsageSlice;
  settled: { cost: number; at: number } | null;
}

/** What a policy was arranged to say of requests. */
export type ArrangedDecision = (request: PolicyRequest) => PolicyCase["expect"];

/** The tables of a workspace that this wing reads. */
export interface ControlTables extends EvidenceTables {
  agents: Map<string, AgentRow>;
  settings: WorkspaceSettings & { updatedAt: number | null };
  /** By `entityKey`. */
  entities: Map<string, Entity>;
  /** The declared actions. */
  actions: readonly string[];
  /** By id. */
  policies: Map<string, PolicyRow>;
  approvals: Map<string, ApprovalRow>;
  /** Decision → what it reserved. */
  costs: Map<string, CostRow>;
  usage: (UsageSlice & { agentId: string })[];
  /** Agent and idempotency key → whether the cost was reserved. */
  counted: Map<string, { reserved: boolean }>;
}

/** What a test has arranged of policies. */
export interface ArrangedPolicies {
  /** Policy → name of a test case → what it was arranged to come out as. */
  policyTests: Map<string, ReadonlyMap<string, PolicyCase["expect"]>>;
  /** Policy → what it was arranged to say of requests. */
  decisions: Map<string, ArrangedDecision>;
  /** What was arranged of simulations. */
  simulation: Partial<PolicySimulation>;
}

/** The state of a mock that this wing reads. */
export interface ControlState extends EvidenceState {
  tables: SharedTables<ControlTables> & ArrangedPolicies;
}

/** A request, as this wing sees it. */
export type ControlCall = Call<ControlState>;

/** The implementations of one resource of this wing. */
export type ControlHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, ControlState>;

/** No agents, entities, policies and approvals, and the default settings. */
export const emptyControlTables = () => ({
  agents: new Map<string, AgentRow>(),
  settings: { ...defaultSettings, updatedAt: null },
  entities: new Map<string, Entity>(),
  actions: [],
  policies: new Map<string, PolicyRow>(),
  approvals: new Map<string, ApprovalRow>(),
  costs: new Map<string, CostRow>(),
  usage: [],
  counted: new Map<string, { reserved: boolean }>(),
});
