import type { AgentContents } from "@assay/contract/control/agents/agent-input";
import type { Approval } from "@assay/contract/control/approvals/approvals";
import { defaultSettings, type WorkspaceSettings } from "@assay/contract/control/settings/settings";
import type { Entity } from "@assay/contract/control/entities/entities";
import type { Policy, PolicySimulation } from "@assay/contract/control/policies/policy-answers";
import type { Scope } from "@assay/contract/platform/scopes";
import type {
  AgentStatus,
  GuidelineSet,
  PolicyCase,
  PolicyRequest,
  UsageSlice,
} from "@assay/contract/domain";
import { type EvidenceEvent, toHex } from "@assay/contract/wire";
import type { Dated } from "./dated.ts";
import type { DatasetRow } from "./tables-datasets.ts";
import type { EvaluationRow, ExportRow } from "./tables-evaluations.ts";
import type { ReviewerRow, ReviewRow, RubricRow, TaskRow } from "./tables-reviews.ts";
import type { TimedSecret, WebhookRow } from "./tables-webhooks.ts";

/** An API key; its secrets stand apart. */
export interface ApiKeyRow extends Dated {
  name: string;
  scopes: readonly Scope[];
  projects: readonly string[] | null;
  /** The reviewer as whom the key acts; null: none. */
  reviewer: string | null;
  last4: string;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** What one secret opens. */
interface SecretRow {
  workspace: Workspace;
  apiKey: ApiKeyRow;
  /** Null: as long as the key. */
  validUntil: number | null;
}

/** A project. */
export interface ProjectRow extends Dated {
  name: string;
  description: string | null;
}

/** A model. */
export interface ModelRow extends Dated {
  name: string;
  version: string;
  metadata: Readonly<Record<string, unknown>>;
}

/** A stored guideline set. */
export interface GuidelineSetRow {
  set: GuidelineSet;
  createdAt: number;
  /** How many there were before it. */
  ordinal: number;
}

/** The first answer to a POST with an idempotency key. */
interface StoredAnswer {
  request: string;
  status: number;
  body: unknown;
  createdAt: number;
}

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

/** A workspace's evidence log. */
export interface EvidenceTable {
  /** Tells logs apart. */
  id: string;
  /** By place: the first one has the place 1. */
  events: EvidenceEvent[];
  /** What erased events said, by place: filters still find them, as the server's do. */
  erased: Map<number, Record<string, unknown>>;
  /** Idempotency key → the place of its event, and what was sent. */
  keys: Map<string, { seq: number; request: string }>;
  /** Called when the log has grown. */
  followers: Set<() => void>;
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

/** All that one workspace holds. */
export interface Workspace {
  apiKeys: Map<string, ApiKeyRow>;
  projects: Map<string, ProjectRow>;
  datasets: Map<string, DatasetRow>;
  models: Map<string, ModelRow>;
  evaluations: Map<string, EvaluationRow>;
  exports: Map<string, ExportRow>;
  /** By name. */
  guidelineSets: Map<string, GuidelineSetRow>;
  reviewers: Map<string, ReviewerRow>;
  rubrics: Map<string, RubricRow>;
  reviewTasks: Map<string, TaskRow>;
  reviews: Map<string, ReviewRow>;
  /** What calls to custom evaluators are signed with, the newest first; without an end: the present one. */
  customSecrets: TimedSecret[];
  webhooks: Map<string, WebhookRow>;
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
  evidence: EvidenceTable;
  /** API key id → event streams that it follows. */
  streams: Map<string, number>;
  /** By key, method, path and idempotency key. */
  answers: Map<string, StoredAnswer>;
  /** API key id → its present window of requests. */
  rates: Map<string, { windowStart: number; used: number }>;
}

/** Everything a mock remembers. */
export interface Tables {
  workspaces: Workspace[];
  /** By the secret itself: a mock keeps nothing from whoever runs it. */
  secrets: Map<string, SecretRow>;
  /** Policy → name of a test case → what it was arranged to come out as. */
  policyTests: Map<string, ReadonlyMap<string, PolicyCase["expect"]>>;
  /** Policy → what it was arranged to say of requests. */
  decisions: Map<string, ArrangedDecision>;
  /** What was arranged of simulations. */
  simulation: Partial<PolicySimulation>;
}

const randomHex = (length: number): string => toHex(crypto.getRandomValues(new Uint8Array(length)));

const newUuid = (): string => randomHex(16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** A workspace with nothing in it. */
export const emptyWorkspace = (): Workspace => ({
  apiKeys: new Map(),
  projects: new Map(),
  datasets: new Map(),
  models: new Map(),
  evaluations: new Map(),
  exports: new Map(),
  guidelineSets: new Map(),
  reviewers: new Map(),
  rubrics: new Map(),
  reviewTasks: new Map(),
  reviews: new Map(),
  customSecrets: [],
  agents: new Map(),
  settings: { ...defaultSettings, updatedAt: null },
  entities: new Map(),
  actions: [],
  policies: new Map(),
  approvals: new Map(),
  costs: new Map(),
  usage: [],
  counted: new Map(),
  evidence: { id: newUuid(), events: [], erased: new Map(), keys: new Map(), followers: new Set() },
  streams: new Map(),
  webhooks: new Map(),
  answers: new Map(),
  rates: new Map(),
});
