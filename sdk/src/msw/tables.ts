import {
  type AgentContents,
  type CreateEvaluationBody,
  type CreateExportBody,
  defaultSettings,
  type Entity,
  type Policy,
  type PolicySimulation,
  type ResolvedEvaluator,
  type Routing,
  type Scope,
  type WorkspaceSettings,
} from "@assay/contract";
import type { AgentStatus, EffectiveScores, GuidelineSet, Outcome, PolicyCase } from "@assay/contract/domain";
import { type EvidenceEvent, toHex } from "@assay/contract/wire";
import type { EvaluationResults } from "../generated/types.ts";
import type { Dated } from "./dated.ts";
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

/** One change of a data set's contents. */
export interface DatasetVersionRow {
  version: number;
  change: "samples" | "import" | "outputs";
  inserted: number;
  updated: number;
  sampleCount: number;
  createdAt: number;
}

/** Something that has other contents in other versions of its data set. */
export interface Versioned {
  validFrom: number;
  /** The first version that has other contents; null: the present one has these. */
  validUntil: number | null;
}

/** What a sample holds, apart from its identity. */
export interface SampleContent {
  externalId: string | null;
  input: unknown;
  output: unknown;
  expected: unknown;
  metadata: Readonly<Record<string, unknown>>;
  tags: readonly string[];
  split: string | null;
  clusterId: string | null;
  contentHash: string;
  caseHash: string;
}

/** A sample's contents over some versions of its data set. */
export interface SampleRow extends Dated, Versioned, SampleContent {}

/** What a model answered to a sample, over some versions of the data set. */
export interface OutputRow extends Versioned {
  output: unknown;
}

/** A data set with all that belongs to it. */
export interface DatasetRow extends Dated {
  project: string;
  name: string;
  description: string | null;
  archived: boolean;
  updatedAt: number;
  version: number;
  sampleCount: number;
  /** Oldest first. */
  versions: DatasetVersionRow[];
  /** Sample id → its contents, oldest first; ids ascend. */
  samples: Map<string, SampleRow[]>;
  /** External id → sample id, in the present version. */
  externalIds: Map<string, string>;
  /** Model id → sample id → its outputs, oldest first. */
  outputs: Map<string, Map<string, OutputRow[]>>;
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

/** A sample with what is judged of it, and what every evaluator says. */
export interface JudgedSample {
  sample: SampleRow;
  output: unknown;
  outcomes: readonly Outcome[];
}

/** How an evaluation came to its end. */
export interface EvaluationEnd {
  status: "completed" | "failed" | "cancelled";
  startedAt: number | null;
  at: number;
  /** Samples that were judged until then, in data set order. */
  processed: number;
  error: string | null;
  results: EvaluationResults | null;
  /** Figures that a test has put in place of what was computed. */
  given?: Partial<EvaluationResults>;
}

/** An evaluation. Everything it will say is known from the start; the clock decides how much of it shows. */
export interface EvaluationRow extends Dated {
  project: string;
  dataset: string;
  datasetVersion: number;
  model: string | null;
  name: string;
  evaluators: readonly (CreateEvaluationBody["evaluators"][number] & { weight: number })[];
  /** The settings of each, by which it scores. */
  resolved: readonly ResolvedEvaluator[];
  sampleFilter: CreateEvaluationBody["sample_filter"] | null;
  failOnError: number;
  asOf: number | null;
  /** Which samples become review tasks when it completes; null: none. */
  routing: Routing | null;
  manifestHash: string;
  metadata: Readonly<Record<string, unknown>>;
  judged: readonly JudgedSample[];
  /** Sample id → what counts of it since a reviewer has overridden a score of it. */
  effective: Map<string, EffectiveScores>;
  /** While remote evaluators are asked; `stop` breaks that off. */
  asking: { done: Promise<void>; stop: () => void } | null;
  /** What the work clock showed when it was made. */
  createdWork: number;
  end: EvaluationEnd | null;
  /** How many of its samples a test shows as judged; null: as many as the clock says. */
  shown: number | null;
  /** Whether what follows from its end has happened: webhooks were told, what it sends to people became tasks. */
  announced: boolean;
}

/** An export. Its file is written at once; the clock decides when it shows. */
export interface ExportRow extends Dated {
  project: string;
  format: CreateExportBody["format"];
  includeSamples: boolean;
  evaluations: readonly string[];
  file: Uint8Array<ArrayBuffer>;
  sha256: string;
  rowCount: number;
  /** What the work clock showed when it was made. */
  createdWork: number;
  /** How it was made to fail. */
  failure: string | null;
  /** Whether webhooks were told that it has completed. */
  announced: boolean;
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
  /** What was arranged of simulations. */
  simulation: Partial<PolicySimulation>;
}

const randomHex = (length: number): string => toHex(crypto.getRandomValues(new Uint8Array(length)));

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
  evidence: { id: randomHex(16), events: [], erased: new Map(), keys: new Map(), followers: new Set() },
  streams: new Map(),
  webhooks: new Map(),
  answers: new Map(),
  rates: new Map(),
});
