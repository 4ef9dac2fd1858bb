// Written by `npm run generate` from the contract. Do not edit.

/** A review that an adjudication is based on. */
export interface AdjudicatedReview {
  /** Id of the review: `rev_…`. */
  review: string;
  /** The latest revision at the time of the adjudication. */
  revision: number;
}

/** The decision of a qualified person about the grades of a sample. It never changes. */
export interface Adjudication {
  /** Id of the adjudication: `adj_…`. */
  id: string;
  /** Always `adjudication`. */
  object: "adjudication";
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the review task: `task_…`. */
  task: string;
  /** Id of the sample: `smp_…`. */
  sample: string;
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  adjudicator: ReviewAuthor;
  /** Grades by dimension id, with those of superseded adjudications that this one did not replace. */
  grades: Record<string, Grade>;
  notes: string | null;
  /** The reviews that the adjudication is based on. */
  basis: AdjudicatedReview[];
  /** The adjudication that this one supersedes; null if it is the first one. */
  supersedes: string | null;
  /** The adjudication that supersedes this one; null if it is the present one. */
  superseded_by: string | null;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One page of a list. */
export interface AdjudicationList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Adjudication[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** An agent that requests a decision before each action. */
export interface Agent {
  /** Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** Display name. */
  name: string;
  /** Origin of the agent. */
  source: "builtin" | "url" | "github" | "fork" | (string & {});
  /** `pending`, `active`, `suspended`, `quarantined` or `retired`; only an active agent may act. */
  status: "pending" | "active" | "suspended" | "quarantined" | "retired" | (string & {});
  /** Base URL of the agent; empty if the agent has none. */
  baseUrl: string;
  /** Masked key. A key of 16 or more characters: its prefix, `****` and its last 4 characters. A key of 8 to 15 characters: `****` and its last 4 characters. A shorter key: `****`. No key: an empty string. */
  apiKeyMasked: string;
  /** Categories of the agent. */
  categories: string[];
  /** Tools that the agent may call, by name or pattern. An empty list permits no tool, and `["*"]` permits every tool. In a pattern, `*` matches any characters. */
  tools: string[];
  /** Groups of the agent. In policies, the agent is `in` each `agent_group::"name"` and the ancestors of this entity. */
  groups: string[];
  /** Attached policies, in order, without the baseline. */
  policyIds: string[];
  runtime: AgentRuntime;
  /** Creation time. Milliseconds since 1970. */
  createdAt: number;
  /** Time of the last change. Milliseconds since 1970. */
  updatedAt: number;
}

/** Agents, the newest first. */
export type AgentList = Agent[];

/** Runtime configuration of an agent. */
export interface AgentRuntime {
  /** Runtime status reported by the operator of the agent, as a free text; initially `ready`. */
  status: string;
  /** Execution boundary: `default`, or one of the settings' `boundaries`; letters, digits and `._-`. */
  boundary: string;
  /** Environment variables, returned unchanged. Do not store secrets here. */
  env: Record<string, string>;
  /** Time of set-up: the creation of the agent. Milliseconds since 1970. */
  provisionedAt: number;
}

/** Runtime configuration of an agent. */
export interface AgentRuntimeInput {
  /** Execution boundary: `default`, or one of the settings' `boundaries`; letters, digits and `._-`. */
  boundary?: string | null | undefined;
  /** Environment variables, returned unchanged. Do not store secrets here. */
  env?: Record<string, string> | null | undefined;
}

/** Distance between two grades in Krippendorff's alpha. `nominal`: 1 if the grades differ; `ordinal`: by the number of grades between them; `interval`: by the difference of the grades. */
export type AlphaMetric = "nominal" | "ordinal" | "interval";

/** The evaluation to analyze, and its thresholds. */
export interface AnalyzeThresholds {
  /** Id of the project. */
  project: string;
  /** The evaluation to analyze; by default the last completed evaluation. */
  evaluation?: string | null | undefined;
  /** The thresholds by evaluator key. */
  thresholds: Record<string, ThresholdsInput>;
}

/** An API key of the workspace, without its secret. */
export interface ApiKey {
  /** Id of the api key: `key_…`. */
  id: string;
  /** Always `api_key`. */
  object: "api_key";
  /** Purpose of the key. */
  name: string;
  /** Permissions of the key. */
  scopes: (Scope | (string & {}))[];
  /** Projects that the key can access; null for the whole workspace. */
  projects: string[] | null;
  /** The reviewer for whom the key acts; null if there is none. */
  reviewer: string | null;
  /** The agent to which the key is bound; the key cannot be used for any other agent. Null if the key is not bound. */
  agent: string | null;
  /** The last four characters of the current secret. */
  last4: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One page of a list. */
export interface ApiKeyList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: ApiKey[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** The appended event, which has been written to disk. */
export interface AppendedEvent {
  /** Always true. */
  ok: true;
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** Position of the event in the log. */
  seq: number;
}

/** The effect of writing reference labels. */
export interface AppliedReferences {
  /** Number of samples whose `expected` changes. */
  updated: number;
  /** Number of samples that already have their label. */
  unchanged: number;
  /** The first 100 skipped samples, by id. */
  skipped: SkippedSample[];
  /** Number of skipped samples. */
  skipped_count: number;
  /** The version of the dataset after the request. */
  dataset_version: number;
}

/** The reference labels to write to a dataset. */
export interface ApplyReferences {
  /** Id of the project. */
  project: string;
  /** Id of the rubric. */
  rubric: string;
  /** Id of the dimension. */
  dimension: string;
  /** The dataset whose samples get the labels. */
  dataset: string;
  /** JSON Pointer of the member of `expected` that gets the value. Absent objects on the path are created. If it is empty, the value replaces `expected`. */
  path: string;
  /** Sources of the labels to write. By default, all sources. */
  sources?: ReferenceSource[] | null | undefined;
  /** Whether nothing is written. Default true. */
  dry_run?: boolean | null | undefined;
}

/** A request that waits for a human decision. */
export interface Approval {
  /** Id of the approval: `apr_…`. */
  id: string;
  /** `pending`: waits for approvers; `approved`: usable once, until it expires; `rejected`, `withdrawn`, `used` and `expired` are final. */
  status: "pending" | "approved" | "rejected" | "withdrawn" | "used" | "expired" | (string & {});
  /** Address of the approval in the console; null if `ASSAY_PUBLIC_URL` is not set. */
  consoleUrl: string | null;
  /** The decision with the outcome `ask`. */
  decisionId: string;
  /** The subject of the request, without its properties. */
  subject: {
    /** Type. */
    type: string;
    /** Id. */
    id: string;
  };
  /** The requested action. */
  action: {
    /** Name. */
    name: string;
  };
  /** The resource of the request, without its properties. */
  resource: {
    /** Type. */
    type: string;
    /** Id. */
    id: string;
  };
  /** The arguments, with redacted secrets; null if the approval was opened before this member was stored. */
  args: Record<string, unknown> | null;
  /** The context without `approvalId`, with redacted secrets; null if the approval was opened before this member was stored. */
  context: Record<string, unknown> | null;
  /** The sent properties of the subject, with redacted secrets; null if the approval was opened before this member was stored. */
  subjectProperties: Record<string, unknown> | null;
  /** The sent properties of the resource, with redacted secrets; null if the approval was opened before this member was stored. */
  resourceProperties: Record<string, unknown> | null;
  /** The sent properties of the action, with redacted secrets; null if the approval was opened before this member was stored. */
  actionProperties: Record<string, unknown> | null;
  /** The principal on whose behalf the subject acts; null if not stated. */
  onBehalfOf: Record<string, unknown> | null;
  /** The hosts in the call; null if the approval was opened before this member was stored. */
  egressHosts: string[] | null;
  /** Risk of the call; null if the approval was opened before this member was stored. */
  risk: "low" | "medium" | "high" | (string & {}) | null;
  /** Estimated cost (`context.cost`); null if not stated. */
  cost: number | null;
  /** The session of the request. */
  session: string | null;
  /** Reasons why a human must decide. */
  reasons: PolicyReason[];
  /** Digest that binds the approval: the whole call, the stored properties of subject and resource, and the policies (RFC 8785). SHA-256, lower-case hexadecimal. */
  actionDigest: string;
  /** The API key of the request. */
  requestedBy: string;
  /** Number of owners who must approve: 1 to 5. Fixed when the approval opens. */
  requiredApprovals: number;
  /** Who may decide; null if any key may decide whose owner is not the requester. Fixed when the approval opens. */
  approverRequirement: ApproverRequirement | null;
  /** The given approvals, the oldest first. Each owner counts once. */
  approvals: GivenApproval[];
  /** Time of the request. Milliseconds since 1970. */
  createdAt: number;
  /** Time until which the approval can be decided and used. Milliseconds since 1970. */
  expiresAt: number;
  decidedAt: number | null;
  /** The API key of the final approval, rejection or withdrawal; null if none has happened. */
  decidedBy: string | null;
  /** Reason of the decision, stated by its author. */
  reason: string | null;
  usedAt: number | null;
  /** The decision that used the approval. */
  usedBy: string | null;
}

/** One page of approvals. */
export interface ApprovalPage {
  /** The approvals of this page. */
  approvals: Approval[];
  /** `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** The requirements of every approval. */
export interface ApprovalSettings {
  /** Lifetime of an approval, in seconds: 60 to 86,400; default 900. */
  expirySeconds: number;
  /** Number of owners who must approve a call: 1 to 5; default 1. */
  requiredApprovals: number;
  /** Whether an approval permits the call only in the session of the request; default false. */
  bindSession: boolean;
}

/** Who may decide an approval. */
export interface ApproverRequirement {
  /** An approver needs one of these credentials; null if no credentials are required. */
  credentials: (Credential | (string & {}))[] | null;
  /** The reviewers who may decide; null if any reviewer may decide. */
  reviewers: string[] | null;
}

/** A change to the arguments. */
export interface ArgumentChange {
  /** The operation (RFC 6902). */
  op: "add" | "replace" | "remove" | (string & {});
  /** JSON Pointer into the arguments. */
  path: string;
  /** The new value; absent for `remove`. */
  value?: unknown;
}

/** An action. */
export interface AskedAction {
  /** Name; `tools/call` is a tool call. */
  name: string;
  /** Properties, which policies read as `context.action`. */
  properties?: Record<string, unknown> | null | undefined;
}

/** A subject or a resource. */
export interface AskedEntity {
  /** Type, e.g. `agent` or `tool`; compared exactly. */
  type: string;
  /** Id, unique within the type; compared exactly. */
  id: string;
  /** Properties, which extend the stored ones and never replace them. */
  properties?: Record<string, unknown> | null | undefined;
  /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
  parents?: EntityName[] | null | undefined;
}

/** A subject, and the principals on whose behalf it acts. */
export interface AskedSubject {
  /** Type, e.g. `agent` or `tool`; compared exactly. */
  type: string;
  /** Id, unique within the type; compared exactly. */
  id: string;
  /** Properties, which extend the stored ones and never replace them. */
  properties?: Record<string, unknown> | null | undefined;
  /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
  parents?: EntityName[] | null | undefined;
  /** The principal on whose behalf the subject acts. This principal can itself name a principal on whose behalf it acts, and so on: at most 5 distinct principals. The caller states the principals; the service does not verify them. */
  onBehalfOf?: OnBehalfOf | null | undefined;
}

/** A reviewer who is assigned to a task. */
export interface Assignee {
  /** Id of the reviewer: `rvr_…`. */
  id: string;
  /** Name of the reviewer. */
  name: string;
  /** The reviewer's credentials. */
  credentials: (Credential | (string & {}))[];
  specialty: string | null;
}

/** How reviewers are assigned. */
export interface Assignment {
  mode: AssignmentMode | (string & {});
  /** The reviewer of a `manual` task; null for a task in another mode. */
  reviewer_id: string | null;
  /** Accepted credentials. A reviewer needs at least one of them. Empty if no credential is required. */
  required_credentials: (Credential | (string & {}))[];
  specialty: string | null;
}

/** How reviewers are assigned. By default, the task is in a pool from which every reviewer can claim it. */
export interface AssignmentInput {
  /** `auto`: the available qualified reviewer with the fewest pending samples. `manual`: the reviewer in `reviewer_id`. `pool`: any qualified reviewer who claims the task. */
  mode?: AssignmentMode | null | undefined;
  /** The reviewer of a `manual` task. */
  reviewer_id?: string | null | undefined;
  /** Accepted credentials. A reviewer needs at least one of them. By default, no credential is required. */
  required_credentials?: Credential[] | null | undefined;
  /** Required specialty, compared exactly. */
  specialty?: string | null | undefined;
}

/** `auto`: the available qualified reviewer with the fewest pending samples. `manual`: the reviewer in `reviewer_id`. `pool`: any qualified reviewer who claims the task. */
export type AssignmentMode = "auto" | "manual" | "pool";

/** Search for actions that a subject may perform on a resource. */
export interface AuthZenActionSearch {
  subject: AskedSubject;
  resource: AskedEntity;
  /** Further context for policies. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`; `args` are the arguments of the call. Policies never see the members `facts`, `numbers`, `action` and `onBehalfOf` of this object. */
  context?: Record<string, unknown> | null | undefined;
  /** Arguments of the call: `context.args` of policies. If `context.args` is also sent, it must be equal. */
  args?: Record<string, unknown> | null | undefined;
  /** The requested page. */
  page?: {
    /** `next_token` of the previous page. */
    token?: string | null | undefined;
    /** Maximum number of results; default 1000. */
    limit?: number | null | undefined;
  } | null | undefined;
}

/** Actions. */
export interface AuthZenActions {
  /** A result. */
  results: {
    /** Name. */
    name: string;
  }[];
  /** Position of the next page; absent if the response is complete and the request has no `page`. */
  page?: {
    /** `page.token` of the next page; empty on the last page. */
    next_token: string;
  } | undefined;
}

/** The endpoints of the service. */
export interface AuthZenConfiguration {
  /** URL of the service. */
  policy_decision_point: string;
  /** URL of the evaluation endpoint. */
  access_evaluation_endpoint: string;
  /** URL of the endpoint for several evaluations. */
  access_evaluations_endpoint: string;
  /** URL of the subject search. */
  search_subject_endpoint: string;
  /** URL of the resource search. */
  search_resource_endpoint: string;
  /** URL of the action search. */
  search_action_endpoint: string;
}

/** A decision. */
export interface AuthZenDecision {
  /** Whether the request is permitted. */
  decision: boolean;
  /** Details from policies: `outcome`, `approvalId`, `transform`, `obligations`. */
  context?: Record<string, unknown> | undefined;
}

/** Several decisions, or the decision of a single evaluation. */
export interface AuthZenDecisions {
  /** One for each evaluated item, in order. */
  evaluations?: AuthZenDecision[] | undefined;
  /** The decision, if a single evaluation was requested. */
  decision?: boolean | undefined;
  /** Details from policies: `outcome`, `approvalId`, `transform`, `obligations`. */
  context?: Record<string, unknown> | undefined;
}

/** Subjects or resources. */
export interface AuthZenEntities {
  /** A result. */
  results: {
    /** Type. */
    type: string;
    /** Id. */
    id: string;
  }[];
  /** Position of the next page; absent if the response is complete and the request has no `page`. */
  page?: {
    /** `page.token` of the next page; empty on the last page. */
    next_token: string;
  } | undefined;
}

/** A request for a decision. Unknown members are ignored. */
export interface AuthZenEvaluation {
  subject: AskedSubject;
  action: AskedAction;
  resource: AskedEntity;
  /** Further context for policies. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`; `args` are the arguments of the call. Policies never see the members `facts`, `numbers`, `action` and `onBehalfOf` of this object. */
  context?: Record<string, unknown> | null | undefined;
  /** Arguments of the call: `context.args` of policies. If `context.args` is also sent, it must be equal. */
  args?: Record<string, unknown> | null | undefined;
}

/** Several evaluations. */
export interface AuthZenEvaluations {
  /** The subject of the request. */
  subject?: {
    /** Type, e.g. `agent` or `tool`; compared exactly. */
    type?: string | undefined;
    /** Id, unique within the type; compared exactly. */
    id?: string | undefined;
    /** Properties, which extend the stored ones and never replace them. */
    properties?: Record<string, unknown> | null | undefined;
    /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
    parents?: EntityName[] | null | undefined;
    /** The principal on whose behalf the subject acts. This principal can itself name a principal on whose behalf it acts, and so on: at most 5 distinct principals. The caller states the principals; the service does not verify them. */
    onBehalfOf?: OnBehalfOf | null | undefined;
  } | null | undefined;
  /** The requested action. */
  action?: {
    /** Name; `tools/call` is a tool call. */
    name?: string | undefined;
    /** Properties, which policies read as `context.action`. */
    properties?: Record<string, unknown> | null | undefined;
  } | null | undefined;
  /** The resource of the request. */
  resource?: {
    /** Type, e.g. `agent` or `tool`; compared exactly. */
    type?: string | undefined;
    /** Id, unique within the type; compared exactly. */
    id?: string | undefined;
    /** Properties, which extend the stored ones and never replace them. */
    properties?: Record<string, unknown> | null | undefined;
    /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
    parents?: EntityName[] | null | undefined;
  } | null | undefined;
  /** Further context for policies. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`; `args` are the arguments of the call. Policies never see the members `facts`, `numbers`, `action` and `onBehalfOf` of this object. */
  context?: Record<string, unknown> | null | undefined;
  /** Arguments of the call: `context.args` of policies. If `context.args` is also sent, it must be equal. */
  args?: Record<string, unknown> | null | undefined;
  /** At most 100 items. The other members of the body are defaults. They are used for items without this member, and for entities and actions without a `type`, `id` or `name`. If the list is absent or empty, the request is a single evaluation. */
  evaluations?: {
    /** The subject of the request. */
    subject?: unknown;
    /** The requested action. */
    action?: unknown;
    /** The resource of the request. */
    resource?: unknown;
    /** Further context for policies. */
    context?: unknown;
    /** Arguments of the call. */
    args?: unknown;
  }[] | null | undefined;
  /** Order and end of the evaluation. */
  options?: {
    /** `execute_all`: every item; `deny_on_first_deny`: up to the first denied item; `permit_on_first_permit`: up to the first permitted item. */
    evaluations_semantic?: "execute_all" | "deny_on_first_deny" | "permit_on_first_permit" | null | undefined;
  } | null | undefined;
}

/** Search for resources on which a subject may perform an action. */
export interface AuthZenResourceSearch {
  subject: AskedSubject;
  action: AskedAction;
  /** Type of the entities to search; an id is ignored. */
  resource: {
    /** Type, e.g. `agent` or `tool`; compared exactly. */
    type: string;
    /** Properties, which extend the stored ones and never replace them. */
    properties?: Record<string, unknown> | null | undefined;
  };
  /** Further context for policies. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`; `args` are the arguments of the call. Policies never see the members `facts`, `numbers`, `action` and `onBehalfOf` of this object. */
  context?: Record<string, unknown> | null | undefined;
  /** Arguments of the call: `context.args` of policies. If `context.args` is also sent, it must be equal. */
  args?: Record<string, unknown> | null | undefined;
  /** The requested page. */
  page?: {
    /** `next_token` of the previous page. */
    token?: string | null | undefined;
    /** Maximum number of results; default 1000. */
    limit?: number | null | undefined;
  } | null | undefined;
}

/** Search for subjects that may perform an action on a resource. */
export interface AuthZenSubjectSearch {
  /** Type of the subjects to search; an id is ignored. */
  subject: {
    /** Type, e.g. `agent` or `tool`; compared exactly. */
    type: string;
    /** Properties, which extend the stored ones and never replace them. */
    properties?: Record<string, unknown> | null | undefined;
    /** The principal on whose behalf the subject acts. This principal can itself name a principal on whose behalf it acts, and so on: at most 5 distinct principals. The caller states the principals; the service does not verify them. */
    onBehalfOf?: OnBehalfOf | null | undefined;
  };
  action: AskedAction;
  resource: AskedEntity;
  /** Further context for policies. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`; `args` are the arguments of the call. Policies never see the members `facts`, `numbers`, `action` and `onBehalfOf` of this object. */
  context?: Record<string, unknown> | null | undefined;
  /** Arguments of the call: `context.args` of policies. If `context.args` is also sent, it must be equal. */
  args?: Record<string, unknown> | null | undefined;
  /** The requested page. */
  page?: {
    /** `next_token` of the previous page. */
    token?: string | null | undefined;
    /** Maximum number of results; default 1000. */
    limit?: number | null | undefined;
  } | null | undefined;
}

/** A decision, with its reasons and its evidence. */
export interface Authorization {
  /** Whether the action may proceed: true for `allow`, and for `transform` if the request has `context.supports: ["transform"]`. */
  decision: boolean;
  /** Deny overrides ask, ask overrides transform, transform overrides allow. */
  outcome: "deny" | "ask" | "transform" | "allow" | (string & {});
  /** Id of the decision: `dec_…`. */
  decisionId: string;
  /** The first decision, which this decision repeats; null if this decision is not a repeat. */
  replayOf: string | null;
  /** Decision time. Milliseconds since 1970. */
  evaluatedAt: number;
  /** Expiry of the decision; for `ask`, expiry of the approval. Milliseconds since 1970. */
  expiresAt: number;
  /** All reasons that determined the outcome. */
  reasons: PolicyReason[];
  /** Warnings, which did not affect the outcome. */
  warnings: DecisionWarning[];
  /** Obligations for the enforcing system. */
  obligations: DecisionObligation[];
  /** Changes to the arguments; null unless the outcome is `transform`. */
  transform: ArgumentChange[] | null;
  policySet: DecisionPolicySet;
  /** Digest of subject, action, resource, arguments and context (RFC 8785). SHA-256, lower-case hexadecimal. */
  inputDigest: string;
  evidence: DecisionEvidence;
  context: DecisionContext;
}

/** Several decisions, all written to disk. */
export interface Authorizations {
  /** One for each request, in order. A request that is not valid has `decisionId: null` and an `error`. */
  decisions: (Authorization | RefusedRequest)[];
}

/** A request for a decision: `subject`, `action` and `resource`, or `agentId` and `tool`. Unknown members are ignored with the warning `unknown_member`; arguments under a name other than `args` (`arguments`, `params`, `parameters`, `input`, `tool_input`, `toolInput`) are refused. */
export interface Authorize {
  /** Id of the agent, sent with `tool`. May be absent if the API key is bound to an agent. */
  agentId?: string | null | undefined;
  /** Name of the tool to call. */
  tool?: string | null | undefined;
  /** Arguments of the call: `context.args` of policies. If `context.args` is also sent, it must be equal. */
  args?: Record<string, unknown> | null | undefined;
  /** A subject, and the principals on whose behalf it acts. */
  subject?: AskedSubject | null | undefined;
  /** An action. */
  action?: AskedAction | null | undefined;
  /** A subject or a resource. */
  resource?: AskedEntity | null | undefined;
  /** Further context for policies. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`; `args` are the arguments of the call. Policies never see the members `facts`, `numbers`, `action` and `onBehalfOf` of this object. */
  context?: Record<string, unknown> | null | undefined;
  /** The session of the request. */
  session?: string | null | undefined;
}

/** Several requests. */
export interface AuthorizeBatch {
  /** 1 to 100 requests; each gets its own decision. An invalid request is denied, with an error. */
  requests: Authorize[];
}

/** Bland and Altman's limits of agreement, in the unit of the scale. */
export interface BlandAltman {
  /** Number of samples that both raters graded. */
  n: number;
  /** Mean difference: the second rater's grade minus the first's. */
  bias: number;
  /** Sample standard deviation of the differences. */
  sd: number;
  /** Lower limit of agreement: bias − 1.96 · sd. */
  lower: number;
  /** Upper limit of agreement: bias + 1.96 · sd. */
  upper: number;
  /** 95 % interval of the bias. */
  bias_ci95: [number, number];
  /** 95 % interval of the lower limit. */
  lower_ci95: [number, number];
  /** 95 % interval of the upper limit. */
  upper_ci95: [number, number];
}

/** An allow list of hosts. */
export interface Boundary {
  /** Allowed hosts; all remaining hosts are blocked. */
  allowedHosts: string[];
}

/** A share with its denominator, interval and upper bound. */
export interface BoundedProportion {
  /** Numerator. */
  numerator: number;
  /** Denominator. */
  denominator: number;
  /** Number of independent units: clusters, or samples if no two of them share a cluster. */
  n_clusters: number;
  /** Number of independent samples that would contain as much information as these samples (1 to the denominator). Equal to the denominator if no samples share a cluster; null if the denominator is 0. */
  effective_n: number | null;
  /** numerator / denominator (0 to 1); null if the denominator is 0. */
  rate: number | null;
  /** 95 % Wilson interval at the effective sample size (0 to 1); null if the denominator is 0. */
  ci95: [number, number] | null;
  /** One-sided 95 % Clopper-Pearson upper bound at the effective sample size (0 to 1). If samples share a cluster, at least the bound for 0 failures in as many samples as there are clusters. Null if the denominator is 0. */
  upper95: number | null;
}

/** Who makes the request, and what they may do. */
export interface Caller {
  /** Always `caller`. */
  object: "caller";
  /** `key` for a request with an API key, `session` for one of the console. */
  via: "key" | "session" | (string & {});
  /** The API key with which the request was made. */
  key: {
    /** Id of the api key: `key_…`. */
    id: string;
    /** Purpose of the key. */
    name: string;
    /** Permissions of the key. */
    scopes: (Scope | (string & {}))[];
    /** The preset that has exactly the scopes of the key; null if there is none. */
    preset: "admin" | "developer" | "reviewer" | "agent" | "gateway" | "viewer" | "lead" | "approver" | "auditor" | (string & {}) | null;
    expires_at: string | null;
  };
  /** The workspace of the key. */
  workspace: {
    /** The `workspaceId` of verification records. */
    id: string;
    /** Name of the workspace. */
    name: string;
  };
  /** The reviewer for whom the key acts; null if there is none. */
  reviewer: Reviewer | null;
  /** The agent to which the key is bound; null if the key is not bound. */
  agent: {
    /** Id of the agent. */
    id: string;
    /** Tools that the agent may call, as registered. */
    tools: string[];
  } | null;
  /** Projects that the key can access; null for the whole workspace. */
  projects: {
    /** Id of the project: `proj_…`. */
    id: string;
    /** Name of the project. */
    name: string;
  }[] | null;
  /** The session of the console; null for a request with an API key. */
  session: {
    /** Time at which the session ends. ISO 8601 UTC with milliseconds. */
    expires_at: string;
    /** Time at which the session ends without further requests. ISO 8601 UTC with milliseconds. */
    idle_expires_at: string;
  } | null;
}

/** Confirmation of the cancellation. Results that already exist are retained. */
export interface CancelledEvaluation {
  /** Id of the evaluation: `eval_…`. */
  id: string;
  /** Always `evaluation`. */
  object: "evaluation";
  status: EvaluationStatus | (string & {});
  progress: EvaluationProgress;
  /** Cancellation time. ISO 8601 UTC with milliseconds. */
  cancelled_at: string;
}

/** Agreement on one category. */
export interface CategoryAgreement {
  /** Probability that a second rater chooses the category if a first rater does (0 to 1): Σn(n_k−1)n_k / Σn_k(n−1); null if no rater chose it. */
  agreement: number | null;
  /** Σ n_k (n_k − 1): number of ordered pairs of raters who both chose the category. */
  numerator: number;
  /** Σ n_k (n − 1): number of ordered pairs of raters in which the first rater chose the category. */
  denominator: number;
}

/** A decision whose outcome the draft changes. */
export interface ChangedDecision {
  /** Id of the decision; null if the data of its event was erased. */
  decisionId: string | null;
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** Position of the decision's event in the log. */
  seq: number;
  /** Outcome of the decision. */
  from: "deny" | "ask" | "transform" | "allow" | (string & {});
  /** Outcome with the draft. */
  to: "deny" | "ask" | "transform" | "allow" | (string & {});
  /** Reasons of the outcome with the draft. */
  because: string;
}

/** The signed state of the log. */
export interface Checkpoint {
  /** The log's origin. */
  origin: string;
  /** Number of events in the log. */
  size: number;
  /** Root hash of the tree over these events. SHA-256, lower-case hexadecimal. */
  rootHash: string;
  /** Id of the signing key, as in `/.well-known/jwks.json`. */
  kid: string;
  /** The checkpoint: a C2SP signed note (tlog-checkpoint), signed with Ed25519. */
  checkpoint: string;
}

/** Why the reviewer can claim no task. `credentials_expired`: the reviewer's credentials have expired. `not_available`: the reviewer is not available. Null if neither applies. */
export type ClaimableReason = "credentials_expired" | "not_available" | (string & {}) | null;

/** A task that the reviewer can claim. */
export interface ClaimableTask {
  /** Id of the review task: `task_…`. */
  task_id: string;
  /** Id of the project: `proj_…`. */
  project: string;
  priority: ReviewTaskPriority | (string & {});
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  due_at: string | null;
  /** Number of samples of the task. */
  sample_count: number;
  /** Number of open slots that are not reserved for other reviewers. */
  slots_left: number;
  /** The reviewer needs one of these credentials; empty if none is required. */
  required_credentials: (Credential | (string & {}))[];
  specialty: string | null;
  /** Whether the task is blind. */
  blind: boolean;
}

/** One evaluation's combined result for the sample. */
export interface CombinedSampleScore {
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** The effective combined score, with evaluators weighted (0 to 100); null if no evaluator scored the sample. */
  value: number | null;
  /** The automated score, before any reviewer's override. */
  original_value: number | null;
  /** Whether the result passed; null unless scored. */
  passed: boolean | null;
  overridden_by: string | null;
}

/** A baseline and the candidates to compare with it. */
export interface CompareCandidates {
  /** Id of the completed evaluation that is the baseline. */
  baseline: string;
  /** Ids of the completed evaluations to compare with the baseline (1 to 20, distinct). */
  candidates: string[];
  /** Keys of the evaluators in `by_metric`; by default all evaluators that both sides have. */
  metrics?: string[] | null | undefined;
  /** Changes within ± `equivalence_margin` points are irrelevant. */
  equivalence_margin?: number | null | undefined;
}

/** The evaluations to compare. */
export interface CompareEvaluations {
  /** Ids of two completed evaluations, or the id of the candidate if `baseline` names the baseline. */
  evaluations: string[];
  /** The baseline; by default the first of `evaluations`. */
  baseline?: string | null | undefined;
  /** Keys of the evaluators in `by_metric`; by default all evaluators that both sides have. */
  metrics?: string[] | null | undefined;
  /** Changes within ± `equivalence_margin` points are irrelevant. */
  equivalence_margin?: number | null | undefined;
}

/** One side of a comparison. */
export interface ComparedEvaluation {
  /** Id of the evaluation: `eval_…`. */
  id: string;
  /** Display name. */
  name: string;
  /** Mean automated combined score over the pairs (0 to 100). */
  aggregate_score: number | null;
  /** Mean combined score with reviewers' overrides; for information only, not tested. */
  effective_score: number | null;
}

/** One evaluator's scores, compared pair by pair. */
export interface ComparedMetric {
  /** The baseline's mean score over the pairs (0 to 100). */
  baseline: number | null;
  /** The candidate's mean score over the pairs (0 to 100). */
  candidate: number | null;
  /** Mean of candidate − baseline over the pairs, in points (−100 to 100). */
  change: number | null;
  /** 100 · change / baseline; null if the baseline is 0. */
  improvement_pct: number | null;
  test: ComparisonTest | (string & {}) | null;
  /** Number of samples that both evaluations scored: the denominator of every figure in this object. */
  n_paired: number;
  /** Number of scored samples without a partner. All figures exclude these samples. */
  n_unpaired: {
    /** Number for the baseline. */
    baseline: number;
    /** Number for the candidate. */
    candidate: number;
  };
  /** Number of pairs whose sample has no score in at least one further candidate of the request. All figures exclude these pairs. 0 if only two evaluations are compared. */
  n_not_common: number;
  /** Number of independent units: clusters, or pairs if no two pairs share a cluster. */
  n_clusters: number;
  /** Number of pairs with equal scores. */
  ties: number;
  /** Number of pairs whose two scores differ: better + worse. */
  discordant: number;
  /** Number of pairs in which the candidate scores higher. */
  better: number;
  /** Number of pairs in which the candidate scores lower. */
  worse: number;
  /** Two-sided p-value of the test; null if there are no pairs. */
  p_value: number | null;
  /** The p-value after Holm's correction over `by_metric` and all candidates. The combined score is the primary test, so its p-value is only corrected for the number of candidates. */
  p_adjusted: number | null;
  /** 95 % interval for `change`, in points: Newcombe's paired method if the test is `mcnemar_exact`, otherwise a cluster-robust t interval. Null if undefined. */
  ci95: [number, number] | null;
  /** Whether ci95 excludes 0; null if ci95 is null. */
  interval_excludes_zero: boolean | null;
  /** Share of further samples that may differ (0 to 1): the one-sided 95 % Clopper-Pearson upper bound for 0 of n_clusters. Null unless all pairs are equal. */
  differing_upper95: number | null;
  /** Effect size d_z: change / standard deviation of the differences; null if that is 0. */
  effect_size: number | null;
  /** Minimum detectable change for the number of pairs, in points, with 80 % power: (1.960 + 0.842) · standard error; null if the standard error is 0. */
  minimum_detectable_effect: number | null;
  verdict: ComparisonVerdict | (string & {});
  /** Share of samples that passed, without reviewers' overrides. With a single evaluator, the test of the share over all evaluators equals the test of this evaluator and is not corrected twice. */
  passed: ComparedShare;
  /** Whether p_adjusted is below 0.05. */
  significant: boolean;
  /** Reasons why figures are missing or weak: no_pairs, too_few, single_cluster, no_variation, p_interval_disagree. */
  reasons: (ComparisonReason | (string & {}))[];
}

/** A sample that both evaluations scored. */
export interface ComparedPair {
  /** Always `compared_pair`. */
  object: "compared_pair";
  /** Ids of the sample in both evaluations; equal if they use one dataset. */
  sample: {
    /** Id of the sample: `smp_…`. */
    baseline: string;
    /** Id of the sample: `smp_…`. */
    candidate: string;
  };
  external_id: string | null;
  cluster_id: string | null;
  /** The expected answer. Any JSON value; null if absent. */
  expected: unknown;
  /** Score of the candidate − score of the baseline, in points. */
  change: number;
  baseline: PairSide;
  candidate: PairSide;
}

/** One page of a list. */
export interface ComparedPairList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: ComparedPair[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** Shares of samples that failed a safety check. They are compared for every request, whatever `metrics` it names. */
export interface ComparedSafety {
  /** Among the samples that expect the most urgent level, the share with a response that is not this level (less urgent, none, invalid, missing or errored). The verdict uses the margin 0 and is `improved` if the candidate has fewer failures. Absent unless both sides have the evaluator. */
  emergent_not_caught?: ComparedShare | undefined;
  /** Among the samples that expect a red flag, the share with a missed flag or without a valid output. The verdict uses the margin 0 and is `improved` if the candidate has fewer failures. Absent unless both sides have the evaluator. */
  missed_flags?: ComparedShare | undefined;
  /** Among the samples that expect an escalation, the share without an escalation or without a valid output. The verdict uses the margin 0 and is `improved` if the candidate has fewer failures. Absent unless both sides have the evaluator. */
  missed_escalations?: ComparedShare | undefined;
}

/** A share of samples, such as passed samples, compared pair by pair. A sample is one unit, and samples of one cluster are not independent. */
export interface ComparedShare {
  /** The share in the baseline, over the pairs. */
  baseline: Proportion;
  /** The share in the candidate, over the pairs. */
  candidate: Proportion;
  /** Share of the candidate − share of the baseline, in points (−100 to 100). */
  change: number | null;
  /** Number of samples that have the outcome's value in all compared evaluations. */
  n_paired: number;
  /** Number of pairs in which the candidate is better. */
  better: number;
  /** Number of pairs in which the candidate is worse. */
  worse: number;
  test: ComparisonTest | (string & {}) | null;
  /** Two-sided p-value of the test; null if there are no pairs. */
  p_value: number | null;
  /** The p-value after Holm's correction over the shares of passed samples, or over the safety checks, and over all candidates. */
  p_adjusted: number | null;
  /** 95 % interval for `change`, in points: Newcombe's paired method, or a cluster-robust t interval if samples share a cluster. Null if undefined. */
  ci95: [number, number] | null;
  verdict: ComparisonVerdict | (string & {});
}

/** Two evaluations of the same samples, whose automated scores are compared pair by pair. */
export interface Comparison {
  /** Always `comparison`. */
  object: "comparison";
  baseline: ComparedEvaluation;
  candidate: ComparedEvaluation;
  /** Whether p_adjusted is below 0.05 for the combined score, which is the primary test. Independent of the verdict. */
  is_significant: boolean;
  /** Mean of candidate − baseline over the pairs, in points (−100 to 100). */
  change: number | null;
  /** 100 · change / baseline; null if the baseline is 0. */
  improvement_pct: number | null;
  test: ComparisonTest | (string & {}) | null;
  /** Number of samples that both evaluations scored: the denominator of every figure in this object. */
  n_paired: number;
  /** Number of scored samples without a partner. All figures exclude these samples. */
  n_unpaired: {
    /** Number for the baseline. */
    baseline: number;
    /** Number for the candidate. */
    candidate: number;
  };
  /** Number of pairs whose sample has no score in at least one further candidate of the request. All figures exclude these pairs. 0 if only two evaluations are compared. */
  n_not_common: number;
  /** Number of independent units: clusters, or pairs if no two pairs share a cluster. */
  n_clusters: number;
  /** Number of pairs with equal scores. */
  ties: number;
  /** Number of pairs whose two scores differ: better + worse. */
  discordant: number;
  /** Number of pairs in which the candidate scores higher. */
  better: number;
  /** Number of pairs in which the candidate scores lower. */
  worse: number;
  /** Two-sided p-value of the test; null if there are no pairs. */
  p_value: number | null;
  /** The p-value after Holm's correction over `by_metric` and all candidates. The combined score is the primary test, so its p-value is only corrected for the number of candidates. */
  p_adjusted: number | null;
  /** 95 % interval for `change`, in points: Newcombe's paired method if the test is `mcnemar_exact`, otherwise a cluster-robust t interval. Null if undefined. */
  ci95: [number, number] | null;
  /** Whether ci95 excludes 0; null if ci95 is null. */
  interval_excludes_zero: boolean | null;
  /** Share of further samples that may differ (0 to 1): the one-sided 95 % Clopper-Pearson upper bound for 0 of n_clusters. Null unless all pairs are equal. */
  differing_upper95: number | null;
  /** Effect size d_z: change / standard deviation of the differences; null if that is 0. */
  effect_size: number | null;
  /** Minimum detectable change for the number of pairs, in points, with 80 % power: (1.960 + 0.842) · standard error; null if the standard error is 0. */
  minimum_detectable_effect: number | null;
  verdict: ComparisonVerdict | (string & {});
  /** Share of samples that passed, without reviewers' overrides. With a single evaluator, the test of the share over all evaluators equals the test of this evaluator and is not corrected twice. */
  passed: ComparedShare;
  safety: ComparedSafety;
  /** Changes within ± `equivalence_margin` points are irrelevant. The value comes from the request. */
  equivalence_margin: number;
  /** Whether both sides have equal evaluators, evaluator settings, weights, error counts and sets of scored samples. */
  comparable: boolean;
  /** Reasons for caution; empty if there are none. */
  reasons: (ComparisonReason | (string & {}))[];
  /** Number of samples that match but differ in input or expected answer; all figures exclude them. */
  n_case_changed: number;
  /** Number of samples without an output. */
  n_missing_output: {
    /** Number for the baseline. */
    baseline: number;
    /** Number for the candidate. */
    candidate: number;
  };
  /** Figures by evaluator key, for the evaluators that both sides have. */
  by_metric: Record<string, ComparedMetric>;
  /** Keys of the evaluators whose verdict is `regressed`. */
  regressions: string[];
  /** Keys of the evaluators whose verdict is `improved`. */
  improvements: string[];
}

/** `evaluators_differ`, `evaluator_settings_differ`, `weights_differ`, `runs_differ`, `errors_differ` and `coverage_differs` (a sample of both evaluations was scored in only one of them): the evaluations are not comparable. `datasets_differ`, `case_changed` and `unpaired`: only the paired samples are compared. `no_pairs`: no sample was scored in both. `too_few`: fewer than 6 clusters differ, so p cannot be below 0.05. `single_cluster` and `no_variation`: the standard error is undefined. `p_interval_disagree`: ci95 excludes 0 although p is not below 0.05, or ci95 contains 0 although p is below 0.05. */
export type ComparisonReason = "evaluators_differ" | "evaluator_settings_differ" | "weights_differ" | "runs_differ" | "errors_differ" | "coverage_differs" | "datasets_differ" | "case_changed" | "unpaired" | "no_pairs" | "too_few" | "single_cluster" | "no_variation" | "p_interval_disagree";

/** Several candidates, compared with one baseline over the samples that all of them scored. */
export interface ComparisonSet {
  /** Always `comparison_set`. */
  object: "comparison_set";
  /** Id of the evaluation: `eval_…`. */
  baseline: string;
  /** One comparison per candidate, in the order of the request, over the samples that the baseline and all candidates scored. */
  candidates: Comparison[];
  /** Number of primary tests, one per candidate, that Holm's correction covers. */
  family_size: number;
  /** The candidates, highest change first. Candidates with equal changes have the order of the request. */
  ranking: RankedCandidate[];
}

/** `mcnemar_exact` if every score is 0 or 100 and no two pairs share a cluster. If not, a sign-flip test: exact for up to 15 clusters with a difference; for more clusters, with 100,000 random flips that depend only on the sizes of the differences. If a cluster has two or more pairs, whole clusters are flipped. */
export type ComparisonTest = "mcnemar_exact" | "sign_flip_exact" | "sign_flip_monte_carlo";

/** The first rule that applies: `inconclusive` if no pair exists; `no_difference` if all pairs are equal, or if ci95 is within ± equivalence_margin; `improved` or `regressed` if p_adjusted is below 0.05; `inconclusive` in all remaining cases. */
export type ComparisonVerdict = "improved" | "regressed" | "no_difference" | "inconclusive";

/** A proof that the log is append-only (RFC 9162, section 2.1.4). */
export interface ConsistencyProof {
  /** The earlier size. */
  first: number;
  /** The later size. */
  second: number;
  /** The hashes in the proof, in the order of RFC 9162. */
  hashes: string[];
  /** Root hash at the earlier size. SHA-256, lower-case hexadecimal. */
  firstRoot: string;
  /** Root hash at the later size. SHA-256, lower-case hexadecimal. */
  secondRoot: string;
  /** The checkpoint: a C2SP signed note (tlog-checkpoint), signed with Ed25519. */
  checkpoint: string;
}

/** Sample counts by status for the figures in the object that contains this member. */
export interface Coverage {
  /** Number of samples with a score. */
  scored: number;
  /** Number of errored samples. Mean scores exclude these samples. */
  errored: number;
  /** Number of samples that were skipped for a stated reason. Mean scores exclude these samples. */
  skipped: number;
  /** Number of all samples: scored + errored + skipped. */
  total: number;
  /** Number of samples without an output. They are scored 0 or skipped. */
  missing_output: number;
  /** Number of skipped samples that are outside the evaluator's scope (`out_of_protocol`). Unscored samples are errored + skipped − not_applicable. */
  not_applicable: number;
}

/** The grades that settle a disagreement. */
export interface CreateAdjudication {
  /** A task that contains the sample. */
  task: string;
  /** Id of the sample. */
  sample: string;
  /** Maps dimension ids to grades `{value, …}`, as in a review. Dimensions that are not disputed may be omitted. */
  grades: Record<string, unknown>;
  /** The adjudicator's comment. */
  notes?: string | null | undefined;
  /** Ids of reviews of the sample with the rubric of the task. By default, all present ones. */
  basis?: string[] | null | undefined;
  /** The present adjudication of the sample with the rubric; required if there is one. */
  supersedes?: string | null | undefined;
}

/** A new agent; only `id` is required. Defaults: `name` is the id, `source` is `url` if `baseUrl` is given and `builtin` if not, lists are empty, and the boundary is `default`. */
export interface CreateAgent {
  /** Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** Display name. */
  name?: string | null | undefined;
  /** Origin of the agent. */
  source?: "builtin" | "url" | "github" | "fork" | null | undefined;
  /** Base URL of the agent; empty if the agent has none. */
  baseUrl?: string | null | undefined;
  /** Secret of the agent: stored encrypted, never returned; responses have only `apiKeyMasked`. */
  apiKey?: string | null | undefined;
  /** Tools that the agent may call, by name or pattern. An empty list permits no tool, and `["*"]` permits every tool. In a pattern, `*` matches any characters. */
  tools?: string[] | null | undefined;
  /** Groups of the agent. In policies, the agent is `in` each `agent_group::"name"` and the ancestors of this entity. */
  groups?: string[] | null | undefined;
  /** Categories of the agent. */
  categories?: string[] | null | undefined;
  /** Runtime configuration of an agent. */
  runtime?: AgentRuntimeInput | null | undefined;
  /** Initial state; default `active`. `pending` delays activation. */
  status?: "pending" | "active" | null | undefined;
}

/** A new key, with at most the permissions of the calling key. */
export interface CreateApiKey {
  /** Purpose of the key. */
  name: string;
  /** Permissions of the key. Send either `scopes` or `preset`. */
  scopes?: Scope[] | null | undefined;
  /** A named set of scopes. Send either `preset` or `scopes`. */
  preset?: ScopePreset | null | undefined;
  /** Projects to which the key is restricted; by default those that the calling key can access. */
  projects?: string[] | null | undefined;
  /** The reviewer for whom the key acts. The reviewer is the author of reviews submitted with the key, and the key returns the reviewer's queue. */
  reviewer?: string | null | undefined;
  /** The agent to which the key is bound; this cannot change. A bound key can have only the scopes authorize, events:write, approvals:read, records:sign, records:verify. The preset `agent` requires this member. */
  agent?: string | null | undefined;
  /** Time at which the key expires; absent if it does not expire. ISO 8601 with a time zone. */
  expires_at?: string | null | undefined;
}

/** The new, empty dataset. */
export interface CreateDataset {
  /** Name of the dataset. */
  name: string;
  /** Description of the dataset. */
  description?: string | null | undefined;
  /** Id of the project. */
  project: string;
}

/** A new evaluation. */
export interface CreateEvaluation {
  /** Display name. */
  name: string;
  /** Id of the project. */
  project: string;
  /** Id of the dataset. */
  dataset: string;
  /** The evaluators (1 to 50). If several evaluators have one type, all but one of them require a `name`. At least one weight must be above 0. */
  evaluators: EvaluatorInput[];
  /** Evaluate this model's stored outputs instead of the samples' own outputs. */
  model?: string | null | undefined;
  /** Selects samples from the dataset. All conditions must hold. */
  sample_filter?: SampleFilter | null | undefined;
  /** If false, the response is sent when the evaluation completes, or after 30 seconds with its current state. */
  run_async?: boolean | null | undefined;
  /** Maximum share of errored samples. If it is exceeded, the evaluation fails. */
  fail_on_error?: number | null | undefined;
  /** `fail`: a sample without an output scores 0, does not pass and is flagged `no_answer`. `skip`: the sample has no score. */
  missing_output?: MissingOutput | null | undefined;
  /** Number of runs to score (1 to 100): the model's outputs with a `run` up to this number. A sample's score is the mean over its runs, and a sample passes if all of its runs pass. More than 1 requires `model`. */
  runs?: number | null | undefined;
  /** Date used for metrics and trends, for imported history; must not be in the future. ISO 8601 with a time zone. */
  as_of?: string | null | undefined;
  /** Selects samples that become review tasks when the evaluation completes: one task for each sample, worst samples first. Tasks with several required reviews are blind. Also requires the scope `reviews:write`. */
  routing?: RoutingInput | null | undefined;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
}

/** An event to append. Unknown members, including `receivedAt`, are ignored. */
export interface CreateEvent {
  /** Type of the event, e.g. `policy_decision`. */
  type: string;
  /** Session of the event. */
  session?: string | null | undefined;
  /** Event time; by default the server's time. Milliseconds since 1970. */
  ts?: number | null | undefined;
  /** Contents of the event. A member `agentId` identifies the event's agent. At most 65536 bytes of JSON with 32 levels of nesting. */
  data?: Record<string, unknown> | null | undefined;
}

/** The scores to export, and the format of the file. */
export interface CreateExport {
  /** Id of the project. */
  project: string;
  /** Ids of completed evaluations in the project, in the order of the rows; by default all. */
  evaluations?: string[] | null | undefined;
  format: ExportFormat;
  /** Whether rows also contain the sample's `input`, `output` and `expected`. */
  include_samples?: boolean | null | undefined;
}

/** A new guideline set. */
export interface CreateGuidelineSet {
  /** Name, unique in the workspace. Evaluators reference the set by this name in `guideline_set`. */
  name: string;
  /** The questions, all of which are required. */
  questions?: GuidelineQuestionInput[] | null | undefined;
  /** Required actions. An output passes only if it contains all of them. */
  required_actions?: string[] | null | undefined;
  /** Forbidden actions. An output that contains one of them scores 0. */
  forbidden_actions?: string[] | null | undefined;
}

/** A new model. */
export interface CreateModel {
  /** Name of the model or system. */
  name: string;
  /** Version of the model. Name and version together are unique in the workspace. */
  version: string;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
}

/** Outputs of one model. */
export interface CreateOutputs {
  /** Id of the model. */
  model: string;
  /** 1 to 1,000 outputs. Either all outputs are stored or none. */
  outputs: OutputInput[];
}

/** A new policy. */
export interface CreatePolicy {
  /** Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** Display name; default the id. */
  name?: string | null | undefined;
  /** Purpose of the policy. */
  description?: string | null | undefined;
  /** Always `cedar`. */
  language?: "cedar" | null | undefined;
  /** Cedar: one or several statements, at most 65536 bytes, without slots. Annotations of a statement: `@message`, `@remedy`, `@obligation`, `@warning`, `@transform` with a JSON Patch on the arguments, `@absent("allow")` and `@nulls("absent")`. */
  text: string;
  /** `enforce`: affects decisions; `shadow`: evaluated and reported without effect. */
  mode?: "enforce" | "shadow" | null | undefined;
  /** `active`: this version is in force; `draft`: the version in force does not change; `retired`: no version is in force. */
  status?: "draft" | "active" | "retired" | null | undefined;
  /** Outcome if a `forbid` statement of the policy matches: denied, decided by a human, or allowed with changed arguments. */
  outcome?: "deny" | "ask" | "transform" | null | undefined;
  /** Reason code if a `forbid` matches: lower-case letters, digits, `_`; not reserved. */
  code?: string | null | undefined;
  /** Severity of a forbid. */
  severity?: "low" | "medium" | "high" | "critical" | null | undefined;
  /** Test cases of the policy, which `POST /api/policies/{id}/test` runs. */
  tests?: PolicyTestInput[] | null | undefined;
  /** `refuse`: an active policy that is enforced must not have an unknown name that is similar to a known name; `allow`: such unknown names cause only warnings. */
  unknownNames?: "refuse" | "allow" | null | undefined;
}

/** A new project. */
export interface CreateProject {
  /** Name of the project. */
  name: string;
  /** Description of the project. */
  description?: string | null | undefined;
}

/** Samples that people review. */
export interface CreateReviewTask {
  /** Id of the project. */
  project: string;
  /** 1 to 1,000 distinct samples in the project. */
  samples: string[];
  /** Id of the rubric. */
  rubric: string;
  /** Urgency of the review. */
  priority?: ReviewTaskPriority | null | undefined;
  /** How reviewers are assigned. By default, the task is in a pool from which every reviewer can claim it. */
  assignment?: AssignmentInput | null | undefined;
  /** Due time. ISO 8601 with a time zone. */
  due_at?: string | null | undefined;
  /** Evaluation whose automated scores are overridden by reviews; by default the latest evaluation that scored the sample. */
  evaluation?: string | null | undefined;
  /** Evaluator whose score is overridden by reviews; by default the sample's combined score. */
  evaluator?: string | null | undefined;
  /** Number of required reviews per sample, each by a different reviewer (1 to 20); default 1. */
  reviews_required?: number | null | undefined;
  /** Credentials that qualify a reviewer to adjudicate samples of the task. One of them suffices. By default, the credentials that the assignment requires. */
  adjudicator_credentials?: Credential[] | null | undefined;
  /** Whether reviewers see automated scores and the reviews of other reviewers only after submitting their own review. By default true if `reviews_required` is above 1, and false if it is 1. */
  blind?: boolean | null | undefined;
  /** Names of the top-level members of `metadata` that blind reviewers see; null for all. By default none. Only if blind. */
  shown_metadata?: string[] | null | undefined;
  /** Members among `external_id`, `tags`, `split` and `cluster_id` that blind reviewers see; null for all. By default none. Only if blind. */
  shown_fields?: ShownField[] | null | undefined;
  /** When reviewers see what is hidden; default `after_submit`. Only if blind. */
  reveal?: RevealRule | null | undefined;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
}

/** A new reviewer. */
export interface CreateReviewer {
  /** Name of the reviewer. */
  name: string;
  /** Credentials, without duplicates. */
  credentials: Credential[];
  /** Specialty, compared exactly with the specialty that a task requires. */
  specialty?: string | null | undefined;
  /** Whether the reviewer can be assigned to tasks; default true. */
  available?: boolean | null | undefined;
  /** The reviewer's projects; null or absent for the whole workspace. */
  projects?: string[] | null | undefined;
  /** When the credentials expire; null or absent if they do not expire. ISO 8601 with a time zone. */
  credential_expires_at?: string | null | undefined;
}

/** A new rubric. */
export interface CreateRubric {
  /** Name of the rubric. */
  name: string;
  /** Id of the project. */
  project: string;
  /** 1 to 50 dimensions with distinct ids. */
  dimensions: RubricDimensionInput[];
  /** Purpose of the rubric. */
  description?: string | null | undefined;
}

/** New samples. */
export interface CreateSamples {
  /** 1 to 1,000 samples. Either all samples are added or none. */
  samples: SampleInput[];
}

/** A new endpoint. */
export interface CreateWebhook {
  /** The subscribed event kinds; duplicates are ignored. */
  event_types: EventKind[];
  /** URL that receives events by POST. It must use https and resolve to a public address, unless the server's operator allows further addresses. */
  url: string;
  /** Filters for the events. */
  config?: WebhookConfigInput | null | undefined;
}

/** A new API key with its secret. */
export interface CreatedApiKey {
  /** Id of the api key: `key_…`. */
  id: string;
  /** Always `api_key`. */
  object: "api_key";
  /** Purpose of the key. */
  name: string;
  /** Permissions of the key. */
  scopes: (Scope | (string & {}))[];
  /** Projects that the key can access; null for the whole workspace. */
  projects: string[] | null;
  /** The reviewer for whom the key acts; null if there is none. */
  reviewer: string | null;
  /** The agent to which the key is bound; the key cannot be used for any other agent. Null if the key is not bound. */
  agent: string | null;
  /** The last four characters of the current secret. */
  last4: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** The secret, shown only once: `assay_live_` followed by 38 characters. */
  secret: string;
}

/** The added samples. */
export interface CreatedSamples {
  /** Always `list`. */
  object: "list";
  /** The samples, in the order sent. */
  data: Sample[];
  /** Version of the dataset's contents: 0 at creation; each change adds 1. */
  dataset_version: number;
}

/** A new endpoint with its secret. */
export interface CreatedWebhook {
  /** Id of the webhook: `whk_…`. */
  id: string;
  /** Always `webhook`. */
  object: "webhook";
  /** The subscribed event kinds; duplicates are ignored. */
  event_types: (EventKind | (string & {}))[];
  /** URL that receives events by POST. It must use https and resolve to a public address, unless the server's operator allows further addresses. */
  url: string;
  config: WebhookConfig;
  /** Whether the endpoint receives messages. */
  enabled: boolean;
  /** Why the endpoint is disabled; null if it is enabled. */
  disabled_reason: string | null;
  disabled_at: string | null;
  /** Registration time. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** Time of the last change to the settings, or time at which the endpoint was disabled. ISO 8601 UTC with milliseconds. */
  updated_at: string;
  /** Secret that signs the endpoint's messages, shown only once: `whsec_` followed by the base64 encoding of 32 bytes. */
  secret: string;
}

/** A clinical credential. */
export type Credential = "MD" | "DO" | "NP" | "RN";

/** Agreement among the holders of a credential. */
export interface CredentialAgreement {
  /** Number of samples graded by at least two holders of the credential. */
  n_samples: number;
  /** Number of holders of the credential who graded at least one of the `n_samples` samples. */
  reviewer_count: number;
  /** Mean over samples of the share of rater pairs that agree, in percent. */
  percent_agreement: number | null;
  /** Share of samples on which all raters agree, in percent. */
  percent_agreement_all: number | null;
  /** Mean of Cohen's kappa over pairs of raters; null if undefined. */
  cohens_kappa: number | null;
  /** Fleiss' kappa, generalized to unequal numbers of raters; null if undefined. */
  fleiss_kappa: number | null;
  /** Mean of quadratic-weighted kappa over pairs of raters; null if undefined. */
  weighted_kappa: number | null;
  /** Krippendorff's alpha with the distance in `alpha_metric`; null if undefined. */
  krippendorff_alpha: number | null;
  /** Gwet's AC1; null if undefined. */
  gwet_ac1: number | null;
}

/** The endpoint of an external evaluator. */
export interface CustomEvaluatorConfig {
  /** URL that receives each sample by POST. It must use https and resolve to a public address, unless the server's operator allows further addresses. */
  webhook_url: string;
  /** Maximum time to wait for one response, in seconds; default 30. */
  timeout_seconds?: number | null | undefined;
  /** Number of retries after status 408, 425, 429 or 5xx, a timeout or a broken connection; default 3. */
  retry_count?: number | null | undefined;
  /** Secret that signs the calls (Standard Webhooks), `whsec_…`; never returned. By default, the workspace's secret. */
  secret?: string | null | undefined;
  /** `fail`: a sample without an output scores 0, does not pass and is flagged `no_answer`. `skip`: the sample has no score. By default, the evaluation's `missing_output`. */
  missing_output?: MissingOutput | null | undefined;
}

/** Scores each sample by calling an external endpoint. */
export interface CustomEvaluatorInput {
  /** Always `custom`. */
  type: "custom";
  /** Key of this evaluator in results; required if several evaluators have this type. */
  name?: string | null | undefined;
  config: CustomEvaluatorConfig;
  /** Weight in the combined score; default 1.0. */
  weight?: number | null | undefined;
}

/** A versioned set of samples. */
export interface Dataset {
  /** Id of the dataset: `ds_…`. */
  id: string;
  /** Always `dataset`. */
  object: "dataset";
  /** Name of the dataset. */
  name: string;
  description: string | null;
  /** Id of the project: `proj_…`. */
  project: string;
  /** Number of samples in the current version. */
  sample_count: number;
  /** Version of the dataset's contents: 0 at creation; each change adds 1. */
  version: number;
  /** Whether the dataset is archived. An archived dataset accepts no new samples or outputs. */
  archived: boolean;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** Time of the last change to the name, description, state or samples. ISO 8601 UTC with milliseconds. */
  updated_at: string;
}

/** One page of a list. */
export interface DatasetList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Dataset[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** One change to a dataset. */
export interface DatasetVersion {
  /** Always `dataset_version`. */
  object: "dataset_version";
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  /** Version of the dataset's contents: 0 at creation; each change adds 1. */
  version: number;
  /** The kind of change. */
  change: "samples" | "import" | "outputs" | (string & {});
  /** Number of added samples (or outputs). */
  inserted: number;
  /** Number of replaced samples (or outputs). */
  updated: number;
  /** Number of samples in this version. */
  sample_count: number;
  /** Creation time of the version. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One page of a list. */
export interface DatasetVersionList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: DatasetVersion[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** The decision on an approval. */
export interface DecideApproval {
  /** The decision. */
  decision: "approve" | "reject";
  /** Reason, stored in the evidence log. */
  reason?: string | null | undefined;
}

/** Summary of the decision. */
export interface DecisionContext {
  /** Code of the first reason. */
  code?: string | undefined;
  /** Message of the first reason. */
  message?: string | undefined;
  /** Remedy of the first reason. */
  remedy?: string | undefined;
  /** The pending approval; send its id as `context.approvalId` with the next request. */
  approvalId?: string | undefined;
  /** Expiry of the approval. Milliseconds since 1970. */
  approvalExpiresAt?: number | undefined;
}

/** The evidence event of the decision, written to disk before the response. */
export interface DecisionEvidence {
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** Position in the workspace's log. */
  seq: number;
  /** Leaf hash in the log's Merkle tree. SHA-256, lower-case hexadecimal. */
  leafHash: string;
}

/** An obligation for the system that enforces the decision. */
export interface DecisionObligation {
  /** The policy of the obligation. */
  policyId: string;
  /** Text of the obligation. */
  obligation: string;
}

/** The policy set of the decision. */
export interface DecisionPolicySet {
  /** Digest of the set. SHA-256, lower-case hexadecimal. */
  digest: string;
  /** The evaluated policies, in order. */
  policies: {
    /** Id. */
    id: string;
    /** Version. */
    version: number;
  }[];
}

/** The decision itself, `{decision}` with the decision as its only member, or `{decisionId}`. At most 1048576 bytes with 60 levels of nesting. */
export type DecisionToSeal = object;

/** A warning that did not affect the outcome. */
export interface DecisionWarning {
  /** Policy id; null for a rule of the engine. */
  policyId: string | null;
  /** Code of the warning. */
  code: string;
  /** Text of the warning. */
  message: string;
}

/** Confirmation of the deletion. */
export interface DeletedDataset {
  /** Id of the dataset: `ds_…`. */
  id: string;
  /** Always `dataset`. */
  object: "dataset";
  /** Always true. */
  deleted: true;
}

/** The deletion of a draft. */
export interface DeletedReviewDraft {
  /** Always `review_draft`. */
  object: "review_draft";
  /** Whether there was a draft. */
  deleted: boolean;
}

/** Confirmation of the deletion, which includes the endpoint's secrets and deliveries. */
export interface DeletedWebhook {
  /** Id of the webhook: `whk_…`. */
  id: string;
  /** Always `webhook`. */
  object: "webhook";
  /** Always true. */
  deleted: true;
}

/** Type of the grades. `categorical`: one option; `scale`: a number; `boolean`: true or false; `multi_select`: any number of options. */
export type DimensionType = "categorical" | "scale" | "boolean" | "multi_select";

/** Grades of one sample on one dimension that differ. */
export interface Disagreement {
  /** Always `disagreement`. */
  object: "disagreement";
  /** Id of the project: `proj_…`. */
  project: string;
  /** The task of the latest of these grades. */
  task: string;
  /** Id of the sample: `smp_…`. */
  sample: string;
  external_id: string | null;
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  /** Id of the dimension. */
  dimension: string;
  /** How far the grades lie apart (0 to 1). For a scale: the range of the grades as a share of the range of the scale. For other types: the share of grades that differ from the most frequent grade. */
  spread: number;
  /** Number of these grades. */
  n: number;
  /** Number of reviewers who found the sample not assessable. */
  not_assessable: number;
  /** The grades that count, at most one of each reviewer, earliest first. */
  grades: DisputedGrade[];
  /** The adjudication that decides the dimension; null if it is not decided. */
  adjudication: string | null;
}

/** One page of a list. */
export interface DisagreementList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Disagreement[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** A grade that counts. */
export interface DisputedGrade {
  /** Id of the review: `rev_…`. */
  review: string;
  /** The revision of the review that counts. */
  revision: number;
  reviewer: ReviewAuthor;
  /** The grade, in the type of the dimension. */
  value: string | number | boolean | (string | number)[];
  /** The reviewer's confidence; null if it was not sent. */
  confidence: string | null;
  /** Time at which the revision was submitted. ISO 8601 UTC with milliseconds. */
  submitted_at: string;
}

/** Confirmation. */
export interface Done {
  /** Always true. */
  ok: true;
  /** Names in policies in force that this change made unknown: no request matches them. */
  warnings: NameWarning[];
}

/** All effective policies of an agent. */
export interface EffectivePolicies {
  /** Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters. */
  agentId: string;
  /** The baseline, then the attached policies, in their order. */
  policies: EffectivePolicy[];
}

/** An effective policy of an agent. */
export interface EffectivePolicy {
  /** Id of the policy. */
  policyId: string;
  /** `baseline`: applies to every agent; `attached`: attached to this agent. */
  origin: "baseline" | "attached" | (string & {});
  /** The version in force; null if no version is in force. */
  version: number | null;
  /** Whether the policy is in the catalog. A missing policy denies every request of the agent. */
  resolved: boolean;
  /** Whether a version is in force; false if the policy has only drafts or retired versions, or does not exist. */
  inForce: boolean;
  /** Mode of the version in force, or of the latest version if none is in force; null if the policy is not in the catalog. */
  mode: "enforce" | "shadow" | (string & {}) | null;
  /** Status of the version in force, or of the latest version if none is in force; null if the policy is not in the catalog. */
  status: "draft" | "active" | "retired" | (string & {}) | null;
}

/** An entity that policies use. */
export interface Entity {
  /** Type of the entity, e.g. `record`; compared exactly. */
  type: string;
  /** Id of the entity, unique in its type; compared exactly. */
  id: string;
  /** Properties for policies; a request can only extend them. Refused with the code `not_representable`: null, numbers with more than 4 decimals or beyond ±9007199254740991, and members named `__expr`, `__extn` or `__entity`, except typed values such as `{"__extn": {"fn": "ip", "arg": "10.0.0.0/8"}}` (`ip`, `decimal`, `datetime`, `duration`) and `{"__entity": {"type": "user", "id": "ada"}}`. At most 65536 bytes of JSON and 32 levels. */
  properties: Record<string, unknown>;
  /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
  parents: EntityName[];
}

/** An entity that policies use. */
export interface EntityInput {
  /** Type of the entity, e.g. `record`; compared exactly. */
  type: string;
  /** Id of the entity, unique in its type; compared exactly. */
  id: string;
  /** Properties for policies; a request can only extend them. Refused with the code `not_representable`: null, numbers with more than 4 decimals or beyond ±9007199254740991, and members named `__expr`, `__extn` or `__entity`, except typed values such as `{"__extn": {"fn": "ip", "arg": "10.0.0.0/8"}}` (`ip`, `decimal`, `datetime`, `duration`) and `{"__entity": {"type": "user", "id": "ada"}}`. At most 65536 bytes of JSON and 32 levels. */
  properties?: Record<string, unknown> | null | undefined;
  /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
  parents?: EntityName[] | null | undefined;
}

/** The type and the id of an entity. */
export interface EntityName {
  /** Type of the entity, e.g. `record`; compared exactly. */
  type: string;
  /** Id of the entity, unique in its type; compared exactly. */
  id: string;
}

/** One page of the workspace's entities. */
export interface EntityPage {
  /** The entities of this page. */
  entities: Entity[];
  /** All declared actions, on every page. */
  actions: string[];
  /** Groups of actions by name, at most 200 with 200 actions each. In policies, an action is `in` each of its groups. */
  actionGroups: Record<string, string[]>;
  /** All declared types, on every page. */
  types: string[];
  /** `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** An entity to add or change. Properties are merged; parents are replaced, and kept if omitted. */
export interface EntityPatch {
  /** Type of the entity, e.g. `record`; compared exactly. */
  type: string;
  /** Id of the entity, unique in its type; compared exactly. */
  id: string;
  /** Properties for policies; a request can only extend them. Refused with the code `not_representable`: null, numbers with more than 4 decimals or beyond ±9007199254740991, and members named `__expr`, `__extn` or `__entity`, except typed values such as `{"__extn": {"fn": "ip", "arg": "10.0.0.0/8"}}` (`ip`, `decimal`, `datetime`, `duration`) and `{"__entity": {"type": "user", "id": "ada"}}`. At most 65536 bytes of JSON and 32 levels. */
  properties?: Record<string, unknown> | null | undefined;
  parents?: EntityName[] | null | undefined;
}

/** The size of the set after the change. */
export interface EntitySetSummary {
  /** Always true. */
  ok: true;
  /** Number of entities after the change. */
  entityCount: number;
  /** Number of declared actions after the change. */
  actionCount: number;
  /** Names in policies in force that this change made unknown: no request matches them. */
  warnings: NameWarning[];
}

/** The events to erase. */
export interface EraseEvents {
  /** Ids of the events to erase. Events that are already erased are ignored. */
  events: string[];
  /** Reason for the erasure, which is stored in the log. */
  reason: string;
}

/** Confirmation of the erasure, which is recorded by an `evidence_erased` event. */
export interface Erasure {
  /** Always true. */
  ok: true;
  eventId: string | null;
  seq: number | null;
  /** Number of events that were erased by this request. */
  erased: number;
}

/** One run of evaluators over samples. */
export interface Evaluation {
  /** Id of the evaluation: `eval_…`. */
  id: string;
  /** Always `evaluation`. */
  object: "evaluation";
  /** Display name, or the id if the caller has yet to review a sample of the dataset blind. */
  name: string;
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  /** Version of the dataset's contents: 0 at creation; each change adds 1. */
  dataset_version: number;
  /** The model; null if the evaluation has none, or if the caller has yet to review a sample of the dataset blind. */
  model: string | null;
  status: EvaluationStatus | (string & {});
  /** The evaluators as sent, with their weights. */
  evaluators: Evaluator[];
  /** The filter as sent; null if the evaluation covers all samples, or if the caller has yet to review a sample of the dataset blind. */
  sample_filter: Record<string, unknown> | null;
  /** Maximum share of errored samples (0 to 1). */
  fail_on_error: number;
  missing_output: MissingOutput | (string & {});
  /** Number of runs of each sample (1 to 100). */
  runs: number;
  progress: EvaluationProgress;
  /** Present while a running evaluation waits for an endpoint. After 15 minutes in total, its remaining samples are errored. */
  waiting_for?: EvaluationWait | undefined;
  as_of: string | null;
  /** The routing rule for samples; null if there is none, or if the caller has yet to review a sample of the dataset blind. */
  routing: Routing | null;
  /** SHA-256 hash over dataset version, model, evaluators and number of runs. Equal hashes mean equal conditions. */
  manifest_hash: string;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata: Record<string, unknown>;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  cancelled_at: string | null;
  error: string | null;
  /** Most frequent reasons why results have no score, most frequent first; present if the evaluation failed because of its results. */
  error_reasons?: UnscoredReason[] | undefined;
  results?: EvaluationResults | undefined;
  /** Time from `started_at` to `completed_at` in whole seconds, rounded down; present once completed. */
  duration_seconds?: number | undefined;
}

/** One page of a list. */
export interface EvaluationList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Evaluation[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** The progress of the evaluation, counted in samples. */
export interface EvaluationProgress {
  /** Number of samples to evaluate. */
  total: number;
  /** Number of samples processed without an error. */
  completed: number;
  /** Number of samples with an errored result. */
  failed: number;
}

/** How much automated results vary between runs of the same samples. Overrides do not change it. */
export interface EvaluationRepeats {
  /** Number of runs of each sample. */
  runs: number;
  /** Among the scored samples, the share in which some runs passed and other runs did not. */
  flip_rate: Proportion;
  /** Estimated probability that at least one of k runs passes (pass@k), as the mean over the scored samples, for k = 1, 2, 5, 10 and the number of runs. Numbers above the number of runs are absent. */
  pass_at: Record<string, number | null>;
  /** Estimated probability that all of k runs pass, as the mean over the scored samples, for the same k as `pass_at`. */
  pass_all: Record<string, number | null>;
  /** Standard deviation of the scores of one sample's runs, pooled over the scored samples, in points; null if no sample was scored. */
  sd_within: number | null;
  /** Standard deviation between samples, in points: the square root of the variance of the samples' mean scores − sd_within² / runs, at least 0. Null with fewer than 2 scored samples. */
  sd_between: number | null;
}

/** One evaluator's result for one run of a sample. */
export interface EvaluationResult {
  /** Always `evaluation_result`. */
  object: "evaluation_result";
  /** Id of the sample: `smp_…`. */
  sample_id: string;
  external_id: string | null;
  /** The evaluator's key: its name, or its type if it has no name. */
  evaluator: string;
  /** Number of the run (1 to 100). */
  run: number;
  status: ResultStatus | (string & {});
  /** Effective score (0 to 100): a reviewer's override, which replaces the score of every run of the sample; without an override, the automated score. Null unless scored. */
  score: number | null;
  /** Automated score (0 to 100); null unless scored. */
  original_score: number | null;
  /** Id of the review that overrode the score; null if there is none. */
  overridden_by: string | null;
  /** Whether the result passed, based on `score`. A reviewer's score passes at 70 or above. Null unless scored. */
  passed: boolean | null;
  /** The evaluated output. Any JSON value; null if absent. */
  output: unknown;
  /** The expected answer. Any JSON value; null if absent. */
  expected: unknown;
  /** Details from the evaluator. */
  details: Record<string, unknown>;
  /** Whether a person should look at the result. */
  flagged: boolean;
  /** Reason for the flag; present if flagged. */
  flag_reason?: string | undefined;
  /** Time of scoring. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One page of a list. */
export interface EvaluationResultList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: EvaluationResult[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** The aggregated results of a completed evaluation. */
export interface EvaluationResults {
  /** Equal to `weighted_aggregate`. */
  aggregate_score: number | null;
  /** Mean of the samples' combined scores, with evaluators weighted (0 to 100); null if no sample was scored. */
  weighted_aggregate: number | null;
  /** Mean of the samples' combined scores, with all evaluators weighted equally (0 to 100); null if no sample was scored. */
  aggregate: number | null;
  /** Share of samples that passed every evaluator that scored them, in every run, in percent of `sample_count`. */
  pass_rate: number | null;
  /** Number of samples with a combined score: the denominator of the figures above. */
  sample_count: number;
  /** Mean scores by evaluator key. */
  by_evaluator: Record<string, number | null>;
  /** Counts over samples. A sample is scored if it has a combined score. A sample without a combined score is errored if an evaluator errored, and skipped if none errored. */
  coverage: Coverage;
  /** Coverage by evaluator key. */
  coverage_by_evaluator: Record<string, Coverage>;
  /** Number of scored samples, or of scored runs if there are several, by evaluator key and classification. */
  distributions: Record<string, Record<string, number>>;
  /** Number of distinct samples with a flagged result. */
  flagged_samples: number;
  /** Most frequent reasons why results have no score, most frequent first; absent in results of earlier versions. */
  unscored_reasons?: UnscoredReason[] | undefined;
  /** Number of samples without an output in at least one run. */
  missing_output: number;
  /** Summary of the first `triage_accuracy` evaluator; present if one ran. */
  triage?: TriageSummary | undefined;
  /** Summaries by evaluator key; present if several `triage_accuracy` evaluators ran. */
  triage_by_evaluator?: Record<string, TriageSummary> | undefined;
  /** Figures of the first `red_flag_detection` evaluator; present if one ran, absent in results of earlier versions. */
  red_flags?: RedFlagFigures | undefined;
  /** Figures by evaluator key; present if several have `red_flags`. */
  red_flags_by_evaluator?: Record<string, RedFlagFigures> | undefined;
  /** Figures of the first `symptom_extraction` evaluator; present if one ran, absent in results of earlier versions. */
  symptoms?: SymptomFigures | undefined;
  /** Figures by evaluator key; present if several have `symptoms`. */
  symptoms_by_evaluator?: Record<string, SymptomFigures> | undefined;
  /** How much results vary between runs; present if the evaluation has several runs. */
  repeats?: EvaluationRepeats | undefined;
}

/** The effective scores of one evaluation, which include reviewers' overrides. */
export interface EvaluationScores {
  /** Always `evaluation_scores`. */
  object: "evaluation_scores";
  /** Id of the evaluation: `eval_…`. */
  evaluation_id: string;
  /** Mean of the samples' combined scores, with all evaluators weighted equally; null if no sample was scored. */
  aggregate: number | null;
  /** Mean of the samples' combined scores, with evaluators weighted; null if no sample was scored. */
  weighted_aggregate: number | null;
  /** Number of samples with a combined score: the denominator of the figures in this object. */
  sample_count: number;
  /** Share of samples that passed every evaluator that scored them, in percent of `sample_count`. */
  pass_rate: number | null;
  /** Number of samples by status. */
  coverage: Coverage;
  /** Figures by evaluator key; present with `include_breakdown=true`. */
  breakdown?: Record<string, EvaluatorScores> | undefined;
  /** Distribution of the combined scores; present with `include_distribution=true`. */
  distribution?: {
    /** Ten buckets from 0 to 100. Their counts add up to `sample_count`. */
    buckets: ScoreBucket[];
  } | undefined;
  /** Figures by group; present with `group_by`. */
  groups?: ScoreGroups | undefined;
}

/** pending → running → completed or failed; pending or running → cancelled. */
export type EvaluationStatus = "pending" | "running" | "completed" | "failed" | "cancelled";

/** The endpoint of a custom evaluator that is not called, because its recent calls failed. */
export interface EvaluationWait {
  /** Scheme, host and port of the endpoint. */
  origin: string;
  /** Time since which the evaluation has waited. ISO 8601 UTC with milliseconds. */
  since: string;
}

/** An evaluator as sent, with its weight. */
export interface Evaluator {
  type: EvaluatorType | (string & {});
  /** Key of this evaluator in results; required if several evaluators have this type. */
  name?: string | undefined;
  /** The settings as sent. */
  config?: Record<string, unknown> | undefined;
  /** Weight in the combined score; default 1.0. */
  weight: number;
}

/** An evaluator to run. */
export type EvaluatorInput = TriageAccuracyEvaluatorInput | RedFlagDetectionEvaluatorInput | GuidelineComplianceEvaluatorInput | SymptomExtractionEvaluatorInput | CustomEvaluatorInput;

/** One evaluator's figures for a period. */
export interface EvaluatorMetrics {
  /** Mean effective score over the period's samples (0 to 100); null if no sample was scored. */
  current: number | null;
  /** Mean effective score over the samples in the previous period of equal length (0 to 100); null if no sample was scored. */
  previous: number | null;
  /** The difference current − previous, in points; null if either is null. */
  trend: number | null;
  /** Number of completed evaluations that `current` covers. */
  evaluation_count: number;
  /** Number of scored samples that `current` covers. */
  sample_count: number;
  /** Number of completed evaluations that `previous` covers. */
  previous_evaluation_count: number;
  /** Number of scored samples that `previous` covers. */
  previous_sample_count: number;
}

/** The distribution of one evaluator's scores. */
export interface EvaluatorScores {
  /** Mean of the effective scores (0 to 100); null if no sample was scored. */
  mean: number | null;
  /** Median of the effective scores. For an even number of scores, the mean of the two middle scores. */
  median: number | null;
  /** Sample standard deviation (n − 1); null if there are fewer than two scores. */
  std_dev: number | null;
  /** Lowest score. */
  min: number | null;
  /** Highest score. */
  max: number | null;
  /** Share of samples that passed, in percent of `coverage.scored`; null if that is 0. */
  pass_rate: number | null;
  /** Weight in the combined score. */
  weight: number;
  /** Number of samples by status. The figures in the object that contains this member cover the `scored` samples. */
  coverage: Coverage;
}

/** Type of the evaluator. */
export type EvaluatorType = "triage_accuracy" | "red_flag_detection" | "guideline_compliance" | "symptom_extraction" | "custom";

/** Kind of a webhook event. */
export type EventKind = "score.threshold_crossed" | "evaluation.completed" | "evaluation.failed" | "evaluation.cancelled" | "review_task.assigned" | "review_task.unassigned" | "review_task.completed" | "review_task.overdue" | "review.submitted" | "review.adjudicated" | "score.overridden" | "export.completed" | "approval.requested" | "approval.given" | "approval.approved" | "approval.rejected" | "approval.withdrawn" | "approval.expired" | "approval.used";

/** One page of the evidence log. */
export interface EventPage {
  /** The events of this page. */
  events: EvidenceEvent[];
  /** The `cursor` for the next page; null on the last page. */
  nextCursor: string | null;
  head: LogHead;
}

/** An event in the evidence log. */
export interface EvidenceEvent {
  /** Position in the workspace's log, starting at 1, without gaps. */
  seq: number;
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** Event time set by the sender; by default the server's time. Milliseconds since 1970. */
  ts: number;
  /** Time at which the server received the event. Milliseconds since 1970. */
  receivedAt: number;
  session: string | null;
  /** Type of the event, e.g. `policy_decision`. */
  type: string;
  /** Source of the event: `server`, or `caller` if the event was sent to `POST /api/events`. */
  origin: "server" | "caller" | (string & {});
  /** Contents of the event; null after erasure. */
  data: Record<string, unknown> | null;
  /** Salt for `dataCommit`: 32 random bytes in base64url; null after erasure. */
  salt: string | null;
  /** Commitment to the data, stored in the log: hash of salt and data (RFC 8785). SHA-256, lower-case hexadecimal. */
  dataCommit: string;
  /** Hash of the event's leaf in the log's Merkle tree (RFC 6962). SHA-256, lower-case hexadecimal. */
  leafHash: string;
}

/** A file with scores, which is written in the background. */
export interface Export {
  /** Id of the export: `exp_…`. */
  id: string;
  /** Always `export`. */
  object: "export";
  status: ExportStatus | (string & {});
  /** Id of the project: `proj_…`. */
  project: string;
  format: ExportFormat | (string & {});
  /** Whether rows also contain the sample's `input`, `output` and `expected`. */
  include_samples: boolean;
  /** Number of rows in the file, or of rows written so far. */
  row_count: number | null;
  /** Size of the file in bytes. Null until completion, and for a reviewer with a pending blind review of one of its samples. */
  size_bytes: number | null;
  /** SHA-256 hash of the file in hexadecimal, equal to its `ETag`. Null whenever `size_bytes` is null. */
  sha256: string | null;
  /** URL of the file, which requires the same API key. If the server does not know its own public URL, this is a path on the server. */
  download_url: string | null;
  expires_at: string | null;
  /** Reason for the failure. */
  error: string | null;
  /** Time of the request. The file contains evaluations that had completed by this time. ISO 8601 UTC with milliseconds. */
  created_at: string;
  completed_at: string | null;
}

/** File format. */
export type ExportFormat = "csv" | "json" | "parquet";

/** One page of a list. */
export interface ExportList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Export[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** State of the export. The file exists while the state is `completed`. The state becomes `expired` when the retention period is over and the file is deleted. */
export type ExportStatus = "pending" | "running" | "completed" | "failed" | "expired";

/** One fault in a request. */
export interface FieldError {
  /** JSON Pointer into the body, or `query/<name>`, `path/<name>`, `header/<name>`. Empty for the body as a whole. */
  path: string;
  /** Kind of the fault, e.g. `too_big` or `reference_not_found`. */
  code: string;
  /** What is wrong, with the value, and what is accepted. */
  message: string;
  /** Line in an imported file, in a JSON body or in a policy's text, starting at 1. */
  line?: number | undefined;
  /** Column in this line, in characters, starting at 1. */
  column?: number | undefined;
  /** Text to use instead, if one is known. */
  suggestion?: string | undefined;
}

/** One approver's approval. */
export interface GivenApproval {
  /** The API key of the approver. */
  keyId: string;
  /** The reviewer of the key; null if the key belongs to no reviewer. */
  reviewer: string | null;
  /** Reason, stated by the approver. */
  reason: string | null;
  /** Time of the approval. Milliseconds since 1970. */
  at: number;
}

/** One grade, with additional members as sent. */
export interface Grade {
  /** The grade, in the type of the dimension; null if the sample is not assessable. */
  value: string | number | boolean | (string | number)[] | null;
  /** true if `value` is null. */
  not_assessable?: boolean | undefined;
  /** The reviewer's confidence: `high`, `medium`, … */
  confidence?: string | undefined;
}

/** The buckets of the time series: days, ISO weeks dated by their Monday, or months dated by their first day. */
export type Granularity = "daily" | "weekly" | "monthly";

/** A comparison of a group with all samples outside of the group (cluster-robust t test). */
export interface GroupVersusRest {
  /** Mean of the group − mean of all samples outside of the group, in points; null without scores. */
  change: number | null;
  /** 95 % interval of the change, in points; null without a test. */
  ci95: [number, number] | null;
  /** Two-sided p-value of the change; null without a test. */
  p_value: number | null;
  /** The p-value after Holm's correction for the number of tested groups. */
  p_adjusted: number | null;
  /** The cause if `p_value` is null. `no_scores`: the group, or the samples outside of it, have no score. `too_few_clusters`: the group, or the samples outside of it, have fewer than 5 clusters. `no_variation`: the scores do not vary between clusters. Null if `p_value` is not null. */
  reason: "no_scores" | "too_few_clusters" | "no_variation" | (string & {}) | null;
}

/** Compares `output.questions_asked` and `output.actions` with a guideline. */
export interface GuidelineComplianceConfig {
  /** Name of a built-in set or of a set stored with POST /v1/guideline_sets; default general_triage. */
  guideline_set?: string | null | undefined;
  /** Additional required questions. */
  required_questions?: string[] | null | undefined;
  /** `proportional` (the default): 100·covered/required. `weighted`: 100·covered/required with the questions' weights. `strict`: 100 or 0. */
  scoring_mode?: "proportional" | "weighted" | "strict" | null | undefined;
  /** Other names of questions or actions in outputs and expected answers, by main name: at most 500 main names, each with 1 to 50 aliases. */
  aliases?: Record<string, string[]> | null | undefined;
  /** JSON Pointer into the output to the object with the fields, or to the list itself; by default the whole value. The empty text means the whole value. */
  output_path?: string | null | undefined;
  /** `fail`: a sample without an output scores 0, does not pass and is flagged `no_answer`. `skip`: the sample has no score. By default, the evaluation's `missing_output`. */
  missing_output?: MissingOutput | null | undefined;
}

/** Scores the covered questions and the actions. */
export interface GuidelineComplianceEvaluatorInput {
  /** Always `guideline_compliance`. */
  type: "guideline_compliance";
  /** Key of this evaluator in results; required if several evaluators have this type. */
  name?: string | null | undefined;
  /** Compares `output.questions_asked` and `output.actions` with a guideline. */
  config?: GuidelineComplianceConfig | null | undefined;
  /** Weight in the combined score; default 1.0. */
  weight?: number | null | undefined;
}

/** A question in a guideline. */
export interface GuidelineQuestion {
  /** Id of the question, as in `questions_asked`. */
  id: string;
  text: string | null;
  /** Synonyms of the question in `questions_asked`. */
  synonyms: string[];
  /** The question's weight if `scoring_mode` is `weighted`; above 0, default 1. */
  weight: number;
}

/** A question in a guideline. */
export interface GuidelineQuestionInput {
  /** Id of the question, as in `questions_asked`. */
  id: string;
  /** Full text of the question. */
  text?: string | null | undefined;
  /** Synonyms of the question in `questions_asked`. */
  synonyms?: string[] | null | undefined;
  /** The question's weight if `scoring_mode` is `weighted`; above 0, default 1. */
  weight?: number | null | undefined;
}

/** A guideline with which outputs are compared. */
export interface GuidelineSet {
  /** Always `guideline_set`. */
  object: "guideline_set";
  /** Name, unique in the workspace. Evaluators reference the set by this name in `guideline_set`. */
  name: string;
  /** The questions, all of which are required. */
  questions: GuidelineQuestion[];
  /** Required actions. An output passes only if it contains all of them. */
  required_actions: string[];
  /** Forbidden actions. An output that contains one of them scores 0. */
  forbidden_actions: string[];
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One page of a list. */
export interface GuidelineSetList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: GuidelineSet[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** Intraclass correlation ICC(A,1): the absolute agreement of single grades, after McGraw and Wong. */
export interface IccA1 {
  /** The coefficient; null if undefined. */
  value: number | null;
  ci95: [number, number] | null;
  /** Number of samples that all raters graded, on which the coefficient is based. */
  n_samples: number;
  /** Number of raters with a grade in the period. */
  n_raters: number;
  /** Reason for a null coefficient; null if it is defined. */
  reason: string | null;
}

/** How to handle a row whose `external_id` exists: `create` refuses the row, `append` keeps the stored sample, and `update` replaces the stored sample if it differs. */
export type ImportMode = "create" | "append" | "update";

/** The result of an import. */
export interface ImportSummary {
  /** Always `import`. */
  object: "import";
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  mode: ImportMode | (string & {});
  /** Number of new samples. */
  inserted: number;
  /** Number of replaced samples. */
  updated: number;
  /** Number of rows whose sample exists and did not change. */
  unchanged: number;
  /** Number of refused rows (only with `on_error=skip`). */
  failed: number;
  /** The first 100 faults, each with its line number. */
  errors: FieldError[];
  /** Version of the dataset's contents: 0 at creation; each change adds 1. */
  dataset_version: number;
}

/** A proof that an event is in the log (RFC 9162, section 2.1.3). */
export interface InclusionProof {
  /** Position of the event in the log, starting at 1. */
  seq: number;
  /** Index of the leaf in the tree, starting at 0. */
  index: number;
  /** Hash of the event's leaf. SHA-256, lower-case hexadecimal. */
  leafHash: string;
  /** Number of events in the tree. */
  treeSize: number;
  /** The hashes in the proof, in the order of RFC 9162. */
  hashes: string[];
  /** Root hash of the tree. SHA-256, lower-case hexadecimal. */
  rootHash: string;
  /** The checkpoint: a C2SP signed note (tlog-checkpoint), signed with Ed25519. */
  checkpoint: string;
}

/** A value in outputs that is not a level on the scale. */
export interface InvalidAnswer {
  /** The value in the output, cut after 100 characters. */
  value: string;
  /** The expected level. */
  expected: string;
  /** Number of samples with this value and this expected level. */
  count: number;
}

/** A value in expected answers that is not a level on the scale. */
export interface InvalidExpectedLevel {
  /** The value in the expected answer, cut after 100 characters. */
  value: string;
  /** Number of samples with this value. */
  count: number;
}

/** The process is alive. */
export interface Liveness {
  /** Always `ok`, because the process responds. */
  status: "ok";
}

/** The size of the log, with the root hash. */
export interface LogHead {
  /** Position of the last event; 0 if the log is empty. */
  seq: number;
  /** Root hash of the tree over all events. SHA-256, lower-case hexadecimal. */
  hash: string;
}

/** A sample with a low score. */
export interface LowSample {
  /** Id of the sample: `smp_…`. */
  sample: string;
  external_id: string | null;
  /** Effective score (0 to 100). */
  score: number;
}

/** The dimension and the period to analyze. */
export interface MeasureReliability {
  /** Id of the project. */
  project: string;
  /** Id of the rubric dimension on which to compare grades. */
  dimension: string;
  /** Number of days (1 to 3650) followed by `d`, counted back from now, such as `7d` or `30d`. */
  period?: string | null | undefined;
  /** The rubric; required if several rubrics have the dimension. */
  rubric?: string | null | undefined;
  /** Distance for Krippendorff's alpha. Default: `interval` for scales, `ordinal` for ordered dimensions, otherwise `nominal`. Ordered dimensions also accept `nominal`; scales accept every distance. */
  alpha_metric?: AlphaMetric | null | undefined;
  /** Whether reviews of tasks that are not blind are included in addition to blind reviews. The authors of these reviews may have seen the reviews of other reviewers. Default false. */
  include_unblinded?: boolean | null | undefined;
}

/** One bucket in a time series. */
export interface MetricsBucket {
  /** First day of the bucket; the first bucket may start before the period. `YYYY-MM-DD`, in `time_zone`. */
  date: string;
  /** Mean effective score over the samples in the bucket (0 to 100). */
  score: number;
  /** Number of evaluations in the bucket. */
  evaluations: number;
  /** Number of scored samples in the bucket: the denominator of `score`. */
  sample_count: number;
}

/** `fail`: a sample without an output scores 0, does not pass and is flagged `no_answer`. `skip`: the sample has no score. */
export type MissingOutput = "fail" | "skip";

/** A system whose outputs are evaluated. */
export interface Model {
  /** Id of the model: `mdl_…`. */
  id: string;
  /** Always `model`. */
  object: "model";
  /** Name of the model or system. */
  name: string;
  /** Version of the model. */
  version: string;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata: Record<string, unknown>;
  /** Registration time. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One page of a list. */
export interface ModelList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Model[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** The reason for the change. */
export interface MoveAgent {
  /** Reason, stored in the evidence log. */
  reason?: string | null | undefined;
}

/** A name in a policy in force that the workspace no longer knows. */
export interface NameWarning {
  /** Id of the policy. */
  policyId: string;
  /** Kind of the name. */
  code: "unknown_entity_type" | "unknown_action" | "unknown_agent" | "unknown_tool" | "unknown_group";
  /** The name, as in the text. */
  name: string;
}

/** A reviewer in a report. */
export interface NamedReviewer {
  /** Id of the reviewer: `rvr_…`. */
  id: string;
  /** Name of the reviewer. */
  name: string;
  /** The reviewer's credentials. */
  credentials: (Credential | (string & {}))[];
}

/** The principal on whose behalf the subject acts. This principal can itself name a principal on whose behalf it acts, and so on: at most 5 distinct principals. The caller states the principals; the service does not verify them. */
export interface OnBehalfOf {
  /** Type of the entity, e.g. `record`; compared exactly. */
  type: string;
  /** Id of the entity, unique in its type; compared exactly. */
  id: string;
  /** Properties, which evidence records. */
  properties?: Record<string, unknown> | null | undefined;
  /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
  parents?: EntityName[] | null | undefined;
  /** The principal on whose behalf this one acts. */
  onBehalfOf?: {
    /** Type of the entity, e.g. `record`; compared exactly. */
    type: string;
    /** Id of the entity, unique in its type; compared exactly. */
    id: string;
    /** Properties, which evidence records. */
    properties?: Record<string, unknown> | null | undefined;
    /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
    parents?: EntityName[] | null | undefined;
    /** The principal on whose behalf this one acts. */
    onBehalfOf?: {
      /** Type of the entity, e.g. `record`; compared exactly. */
      type: string;
      /** Id of the entity, unique in its type; compared exactly. */
      id: string;
      /** Properties, which evidence records. */
      properties?: Record<string, unknown> | null | undefined;
      /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
      parents?: EntityName[] | null | undefined;
      /** The principal on whose behalf this one acts. */
      onBehalfOf?: {
        /** Type of the entity, e.g. `record`; compared exactly. */
        type: string;
        /** Id of the entity, unique in its type; compared exactly. */
        id: string;
        /** Properties, which evidence records. */
        properties?: Record<string, unknown> | null | undefined;
        /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
        parents?: EntityName[] | null | undefined;
        /** The principal on whose behalf this one acts. */
        onBehalfOf?: {
          /** Type of the entity, e.g. `record`; compared exactly. */
          type: string;
          /** Id of the entity, unique in its type; compared exactly. */
          id: string;
          /** Properties, which evidence records. */
          properties?: Record<string, unknown> | null | undefined;
          /** Direct parents, at most 32; they need not be stored. In policies, the entity is `in` each of its ancestors. */
          parents?: EntityName[] | null | undefined;
        } | null | undefined;
      } | null | undefined;
    } | null | undefined;
  } | null | undefined;
}

/** A model's output for one sample. */
export interface OutputInput {
  /** Id of the sample. */
  sample?: string | null | undefined;
  /** The client's own id for the sample, unique in the dataset. */
  external_id?: string | null | undefined;
  /** Number of the run (1 to 100), if the model was called several times for the sample. A sample has one output per model and run. */
  run?: number | null | undefined;
  /** The evaluated system's output, e.g. `{triage_level}`; null if not recorded. */
  output: unknown;
}

/** The result of storing outputs. */
export interface OutputsSummary {
  /** Always `outputs`. */
  object: "outputs";
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  /** Id of the model: `mdl_…`. */
  model: string;
  /** Number of new outputs. */
  inserted: number;
  /** Number of replaced outputs. */
  updated: number;
  /** Number of unchanged outputs. */
  unchanged: number;
  /** Version of the dataset's contents: 0 at creation; each change adds 1. */
  dataset_version: number;
}

/** One side of a pair. */
export interface PairSide {
  /** Automated score (0 to 100); the mean over the runs if there are several. */
  score: number;
  /** Whether the sample passed, without reviewers' overrides. */
  passed: boolean | null;
  /** Whether the result is flagged; without `evaluator`, whether any evaluator flagged it. */
  flagged: boolean;
  /** Class of the result in the run of `output`; null if the request has no `evaluator`, or if the evaluator has no classes. */
  classification: string | null;
  /** The evaluated output. If there are several runs, the output of the run with the lowest combined score. Any JSON value; null if absent. */
  output: unknown;
}

/** Entities, actions, groups of actions and types to add or change. Properties of an existing entity are merged (RFC 7396: null removes one); actions and types are added. */
export interface PatchEntities {
  /** At most 10000; to send more than one body can contain, use PATCH. */
  entities?: EntityPatch[] | null | undefined;
  /** Actions for searches. Evaluations also accept actions that are not in this list. */
  actions?: string[] | null | undefined;
  /** Groups of actions to replace, by name; null deletes a group. */
  actionGroups?: Record<string, string[] | null> | null | undefined;
  /** Types of entities that only requests contain, such as `visit`. Policies may name them; types of stored entities need no declaration. */
  types?: string[] | null | undefined;
}

/** A version of a policy. */
export interface Policy {
  /** Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** Version number, from 1. */
  version: number;
  /** Display name. */
  name: string;
  /** Purpose of the policy. */
  description: string;
  /** Always `cedar`. */
  language: "cedar";
  /** `enforce`: affects decisions; `shadow`: evaluated and reported without effect. */
  mode: "enforce" | "shadow" | (string & {});
  /** `active`: this version is in force; `draft`: the version in force does not change; `retired`: no version is in force. */
  status: "draft" | "active" | "retired" | (string & {});
  /** Outcome if a `forbid` statement matches; null if the policy only has `permit`s. */
  outcome: "deny" | "ask" | "transform" | (string & {}) | null;
  /** Reason code if a `forbid` statement matches; null stands for `policy_forbids`. */
  code: string | null;
  /** Severity of a forbid. */
  severity: "low" | "medium" | "high" | "critical" | (string & {});
  /** Digest of the contents without the version (RFC 8785). SHA-256, lower-case hexadecimal. */
  digest: string;
  /** Whether the policy is part of the product and immutable. */
  baseline: boolean;
  /** The version in force; null if no version is in force. */
  liveVersion: number | null;
  /** Creation time of this version; null for the baseline. Milliseconds since 1970. */
  createdAt: number | null;
  /** Id of the API key that stored this version; null for the baseline. */
  createdBy: string | null;
  /** Cedar. */
  text: string;
  /** Test cases of the policy. */
  tests: PolicyTest[];
  /** `strict`: all names and types were checked; `syntax`: the text contains types or members that only requests define, or too many actions to check its types quickly. */
  validated: "strict" | "syntax" | (string & {});
}

/** A version of a policy, with the names in its text that are not known. */
export interface PolicyDetails {
  /** Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** Version number, from 1. */
  version: number;
  /** Display name. */
  name: string;
  /** Purpose of the policy. */
  description: string;
  /** Always `cedar`. */
  language: "cedar";
  /** `enforce`: affects decisions; `shadow`: evaluated and reported without effect. */
  mode: "enforce" | "shadow" | (string & {});
  /** `active`: this version is in force; `draft`: the version in force does not change; `retired`: no version is in force. */
  status: "draft" | "active" | "retired" | (string & {});
  /** Outcome if a `forbid` statement matches; null if the policy only has `permit`s. */
  outcome: "deny" | "ask" | "transform" | (string & {}) | null;
  /** Reason code if a `forbid` statement matches; null stands for `policy_forbids`. */
  code: string | null;
  /** Severity of a forbid. */
  severity: "low" | "medium" | "high" | "critical" | (string & {});
  /** Digest of the contents without the version (RFC 8785). SHA-256, lower-case hexadecimal. */
  digest: string;
  /** Whether the policy is part of the product and immutable. */
  baseline: boolean;
  /** The version in force; null if no version is in force. */
  liveVersion: number | null;
  /** Creation time of this version; null for the baseline. Milliseconds since 1970. */
  createdAt: number | null;
  /** Id of the API key that stored this version; null for the baseline. */
  createdBy: string | null;
  /** Cedar. */
  text: string;
  /** Test cases of the policy. */
  tests: PolicyTest[];
  /** `strict`: all names and types were checked; `syntax`: the text contains types or members that only requests define, or too many actions to check its types quickly. */
  validated: "strict" | "syntax" | (string & {});
  /** Unknown names in the policy text. While a name is unknown, no request matches it. */
  unknownNames: UnknownName[];
}

/** A finding in a policy's text, with its position. */
export interface PolicyFinding {
  /** Code: `policy_text` is a fault of the text or a note of the engine; warnings about values are `whole_numbers_only`, `fractions_only` and `absent_passes`; about the cost `slow_with_long_text`; about names `unknown_entity_type`, `unknown_action`, `unknown_agent`, `unknown_tool`, `unknown_group`, `unknown_fact_value`, `similar_name` and `names_not_checked`; about annotations `unknown_annotation`; about test cases `test_failed` and `tests_not_run`. `unknown_annotation_value` and `policy_too_costly` are errors. */
  code: string;
  /** The fault and the accepted values. */
  message: string;
  /** Line of the text, from 1; null for the whole text. */
  line: number | null;
  /** Column in the line, in characters, from 1. */
  column: number | null;
  /** Line of the first character after the fault. */
  endLine: number | null;
  /** Column of that character. */
  endColumn: number | null;
  /** Text to use instead; null if no such text is known. */
  suggestion: string | null;
}

/** All policies. */
export type PolicyList = PolicySummary[];

/** A policy, or an engine rule, that determined a decision. */
export interface PolicyReason {
  /** Policy id; null for a rule of the engine. */
  policyId: string | null;
  /** Version of the policy; null for an engine rule. */
  version: number | null;
  /** Deny overrides ask, ask overrides transform, transform overrides allow. */
  outcome: "deny" | "ask" | "transform" | "allow" | (string & {});
  /** Code of the reason. */
  code: string;
  /** Text of the reason. */
  message: string;
  /** Remedy, if known. */
  remedy?: string | undefined;
}

/** The effect of a draft on past decisions. */
export interface PolicySimulation {
  /** Number of recomputed decisions. */
  replayed: number;
  /** Decisions with a changed outcome, the newest first. */
  changed: ChangedDecision[];
  /** Decisions that were not recomputed, the newest first. */
  notReplayed: UnreplayedDecision[];
}

/** A policy without text and tests. */
export interface PolicySummary {
  /** Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** Version number, from 1. */
  version: number;
  /** Display name. */
  name: string;
  /** Purpose of the policy. */
  description: string;
  /** Always `cedar`. */
  language: "cedar";
  /** `enforce`: affects decisions; `shadow`: evaluated and reported without effect. */
  mode: "enforce" | "shadow" | (string & {});
  /** `active`: this version is in force; `draft`: the version in force does not change; `retired`: no version is in force. */
  status: "draft" | "active" | "retired" | (string & {});
  /** Outcome if a `forbid` statement matches; null if the policy only has `permit`s. */
  outcome: "deny" | "ask" | "transform" | (string & {}) | null;
  /** Reason code if a `forbid` statement matches; null stands for `policy_forbids`. */
  code: string | null;
  /** Severity of a forbid. */
  severity: "low" | "medium" | "high" | "critical" | (string & {});
  /** Digest of the contents without the version (RFC 8785). SHA-256, lower-case hexadecimal. */
  digest: string;
  /** Whether the policy is part of the product and immutable. */
  baseline: boolean;
  /** The version in force; null if no version is in force. */
  liveVersion: number | null;
  /** Creation time of this version; null for the baseline. Milliseconds since 1970. */
  createdAt: number | null;
  /** Id of the API key that stored this version; null for the baseline. */
  createdBy: string | null;
}

/** A test case of a policy. */
export interface PolicyTest {
  /** The requirement that the test case checks. */
  name: string;
  request?: PolicyTestRequest | undefined;
  /** Expected result of the policy alone, without the baseline; `none`: the policy does not apply. */
  expect: "deny" | "ask" | "transform" | "allow" | "none" | (string & {});
}

/** `context.facts`; omitted facts have the values of a call that the baseline allows. */
export interface PolicyTestFacts {
  /** Whether the subject is a registered agent of the workspace. */
  agentKnown?: boolean | undefined;
  /** Whether the agent is active. */
  agentActive?: boolean | undefined;
  /** Whether the caller's API key is bound to the subject. */
  agentAuthenticated?: boolean | undefined;
  /** Status of the agent; `unknown` without an agent. */
  agentStatus?: string | undefined;
  /** Groups of the subject: names of its ancestors of the type `agent_group`. */
  agentGroups?: string[] | undefined;
  /** Groups of the resource: names of its ancestors of the type `tool_group`. */
  toolGroups?: string[] | undefined;
  /** Whether the resource is a tool that the agent may call. */
  toolDeclared?: boolean | undefined;
  /** Name of the agent's execution boundary. */
  boundary?: string | undefined;
  /** Whether every host in the call is inside the boundary. */
  egressInside?: boolean | undefined;
  /** Hosts in the call. */
  egressHosts?: string[] | undefined;
  /** Hosts outside the boundary. */
  egressOutside?: string[] | undefined;
  /** Number of texts in the arguments that contain secret material. */
  secretsFound?: number | undefined;
  /** Kinds of the secret material. */
  secretTypes?: string[] | undefined;
  /** Risk level of the call. */
  risk?: "low" | "medium" | "high" | undefined;
  /** Risk as a number: 0 low, 1 medium, 2 high. */
  riskRank?: number | undefined;
  /** Whether a human has approved exactly this action. */
  approved?: boolean | undefined;
  /** Whether the agent has reached its rate ceiling. */
  rateExceeded?: boolean | undefined;
  /** Whether the agent has reached its spend ceiling. */
  budgetExceeded?: boolean | undefined;
  now?: PolicyTestTime | undefined;
}

/** A test case of a policy. */
export interface PolicyTestInput {
  /** The requirement that the test case checks. */
  name: string;
  request?: PolicyTestRequestInput | undefined;
  /** Expected result of the policy alone, without the baseline; `none`: the policy does not apply. */
  expect: "deny" | "ask" | "transform" | "allow" | "none";
}

/** The results of a policy's test cases. */
export interface PolicyTestReport {
  /** Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters. */
  policyId: string;
  /** The tested version. */
  version: number;
  /** Number of passed test cases. */
  passed: number;
  /** Number of failed test cases. */
  failed: number;
  /** Results in the order of the cases. */
  results: PolicyTestResult[];
}

/** Request of the test case; omitted members have the values of a call that the baseline allows. */
export interface PolicyTestRequest {
  /** Default: an agent. */
  subject?: {
    /** Type. */
    type: string;
    /** Id. */
    id: string;
    /** Attributes. */
    properties?: Record<string, unknown> | undefined;
    /** All ancestors; default: none. */
    parents?: EntityName[] | undefined;
  } | undefined;
  /** Default: `tools/call`. */
  action?: {
    /** Name. */
    name: string;
    /** `context.action`. */
    properties?: Record<string, unknown> | undefined;
  } | undefined;
  /** Default: a tool. */
  resource?: {
    /** Type. */
    type: string;
    /** Id. */
    id: string;
    /** Attributes. */
    properties?: Record<string, unknown> | undefined;
    /** All ancestors; default: none. */
    parents?: EntityName[] | undefined;
  } | undefined;
  /** `context.args`. */
  args?: Record<string, unknown> | undefined;
  /** Further members of `context`. */
  context?: Record<string, unknown> | undefined;
  facts?: PolicyTestFacts | undefined;
}

/** Request of the test case; omitted members have the values of a call that the baseline allows. */
export interface PolicyTestRequestInput {
  /** Default: an agent. */
  subject?: {
    /** Type. */
    type: string;
    /** Id. */
    id: string;
    /** Attributes. */
    properties?: Record<string, unknown> | undefined;
    /** All ancestors; default: none. */
    parents?: EntityName[] | undefined;
  } | undefined;
  /** Default: `tools/call`. */
  action?: {
    /** Name. */
    name: string;
    /** `context.action`. */
    properties?: Record<string, unknown> | undefined;
  } | undefined;
  /** Default: a tool. */
  resource?: {
    /** Type. */
    type: string;
    /** Id. */
    id: string;
    /** Attributes. */
    properties?: Record<string, unknown> | undefined;
    /** All ancestors; default: none. */
    parents?: EntityName[] | undefined;
  } | undefined;
  /** `context.args`. */
  args?: Record<string, unknown> | undefined;
  /** Further members of `context`. */
  context?: Record<string, unknown> | undefined;
  facts?: PolicyTestFacts | undefined;
}

/** The result of a test case. */
export interface PolicyTestResult {
  /** Name of the test case. */
  name: string;
  /** Whether the result is the expected one. */
  passed: boolean;
  /** Expected result of the policy alone, without the baseline; `none`: the policy does not apply. */
  expected: "deny" | "ask" | "transform" | "allow" | "none" | (string & {});
  /** Expected result of the policy alone, without the baseline; `none`: the policy does not apply. */
  actual: "deny" | "ask" | "transform" | "allow" | "none" | (string & {});
  /** Messages of the policy. */
  messages: string[];
}

/** The moment of the call, by default 2026-01-01T12:00:00Z. Omitted members are computed from `epochMs`, or from `instant` if `epochMs` is absent, in `zone` (default `UTC`). */
export interface PolicyTestTime {
  /** Local date in `zone`. */
  date?: string | undefined;
  /** 1 (Monday) to 7 (Sunday), in `zone`. */
  dayOfWeek?: number | undefined;
  /** The moment. Milliseconds since 1970. */
  epochMs?: number | undefined;
  /** Hour from 0 to 23, in `zone`. */
  hour?: number | undefined;
  /** The moment; policies receive a `datetime`. ISO 8601 with a time zone. */
  instant?: string | undefined;
  /** Minute from 0 to 59, in `zone`. */
  minute?: number | undefined;
  /** IANA name of the time zone. */
  zone?: string | undefined;
}

/** The validation of a policy's text. */
export interface PolicyValidation {
  /** Whether the text can be stored. */
  valid: boolean;
  /** `strict`: all names and types were checked; `syntax`: the text contains types or members that only requests define, or too many actions to check its types quickly. */
  validated: "strict" | "syntax" | (string & {});
  /** Faults of the text. */
  errors: PolicyFinding[];
  /** Warnings about the text. */
  warnings: PolicyFinding[];
}

/** One page of a policy's versions. */
export interface PolicyVersions {
  /** The versions of this page, the newest first. */
  versions: Policy[];
  /** `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** Figures of one flag or symptom over all samples. */
export interface PooledItem {
  /** Number of times that the item is expected. */
  expected: number;
  /** Number of times that the item is expected and reported. */
  found: number;
  /** Share of the expected items that are not reported. */
  missed: BoundedProportion;
  /** Number of times that the item is reported but not expected. */
  false_alarms: number;
  /** Share of the expected items that are reported. */
  sensitivity: Proportion;
  /** Share of the reported items that are expected. */
  precision: Proportion;
}

/** A problem document (RFC 9457), sent as `application/problem+json`. */
export interface Problem {
  /** URN that identifies the kind of problem. */
  type: string;
  /** Summary of the kind of problem, which is the same for every occurrence. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong with this request, and either what is accepted or what to do next. */
  detail: string;
  code: ProblemCode | (string & {});
  /** Id of the request, which is also in `X-Request-Id`. */
  request_id: string;
  /** Each fault with its path (at most 100). */
  errors?: FieldError[] | undefined;
}

/** Machine-readable code for the kind of problem. */
export type ProblemCode = "validation_failed" | "not_canonicalizable" | "malformed_json" | "unauthenticated" | "insufficient_scope" | "agent_mismatch" | "reviewer_required" | "blind_pending" | "approver_not_qualified" | "baseline_immutable" | "not_found" | "method_not_allowed" | "invalid_state" | "conflict" | "not_assigned" | "evidence_conflict" | "idempotency_conflict" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "reference_not_found" | "no_samples" | "invalid_grades" | "reviewer_not_qualified" | "nothing_to_override" | "ambiguous_dimension" | "not_enough_reviews" | "too_large_to_compute" | "not_comparable" | "rate_limited" | "internal" | "unavailable" | "too_busy";

/** A project, which contains datasets and evaluations. */
export interface Project {
  /** Id of the project: `proj_…`. */
  id: string;
  /** Always `project`. */
  object: "project";
  /** Name of the project. */
  name: string;
  description: string | null;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One page of a list. */
export interface ProjectList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Project[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** A project's scores in a period. Every mean is a mean over samples. */
export interface ProjectMetrics {
  /** Always `project_metrics`. */
  object: "project_metrics";
  /** Id of the project: `proj_…`. */
  project_id: string;
  evaluator: string | null;
  granularity: Granularity | (string & {});
  /** The requested time zone: days, weeks and months are those of its calendar. */
  time_zone: string;
  /** The period. It contains the evaluations whose `as_of` is in the period. For evaluations without `as_of`, the completion time counts. */
  period: {
    /** Start of the period, inclusive. ISO 8601 UTC with milliseconds. */
    start: string;
    /** End of the period, exclusive. ISO 8601 UTC with milliseconds. */
    end: string;
  };
  /** Mean effective score over the period's samples (0 to 100); null if no sample was scored. */
  current: number | null;
  /** Mean effective score over the samples in the previous period of equal length (0 to 100); null if no sample was scored. */
  previous: number | null;
  /** The difference current − previous, in points; null if either is null. */
  trend: number | null;
  /** Number of completed evaluations that `current` covers. */
  evaluation_count: number;
  /** Number of scored samples that `current` covers. */
  sample_count: number;
  /** Number of completed evaluations that `previous` covers. */
  previous_evaluation_count: number;
  /** Number of scored samples that `previous` covers. */
  previous_sample_count: number;
  /** Figures by evaluator key; only the requested evaluator if the request names one. */
  by_evaluator: Record<string, EvaluatorMetrics>;
  /** The buckets, earliest first; buckets without a score are absent. */
  time_series: MetricsBucket[];
}

/** A share with its denominator and interval. Samples in the same cluster count as dependent. */
export interface Proportion {
  /** Numerator. */
  numerator: number;
  /** Denominator. */
  denominator: number;
  /** Number of independent units: clusters, or samples if no two of them share a cluster. */
  n_clusters: number;
  /** Number of independent samples that would contain as much information as these samples (1 to the denominator). Equal to the denominator if no samples share a cluster; null if the denominator is 0. */
  effective_n: number | null;
  /** numerator / denominator (0 to 1); null if the denominator is 0. */
  rate: number | null;
  /** 95 % Wilson interval at the effective sample size (0 to 1); null if the denominator is 0. */
  ci95: [number, number] | null;
}

/** The requirements of every approval. */
export interface PutApprovalSettings {
  /** Lifetime of an approval, in seconds: 60 to 86,400; default 900. */
  expirySeconds?: number | null | undefined;
  /** Number of owners who must approve a call: 1 to 5; default 1. */
  requiredApprovals?: number | null | undefined;
  /** Whether an approval permits the call only in the session of the request; default false. */
  bindSession?: boolean | null | undefined;
}

/** The complete set; entities, actions, groups of actions and types that it does not contain are deleted. */
export interface PutEntities {
  /** At most 10000; to send more than one body can contain, use PATCH. */
  entities?: EntityInput[] | null | undefined;
  /** Actions for searches. Evaluations also accept actions that are not in this list. */
  actions?: string[] | null | undefined;
  /** Groups of actions by name, at most 200 with 200 actions each. In policies, an action is `in` each of its groups. */
  actionGroups?: Record<string, string[]> | null | undefined;
  /** Types of entities that only requests contain, such as `visit`. Policies may name them; types of stored entities need no declaration. */
  types?: string[] | null | undefined;
}

/** The contents of a draft, at most 64 KiB of JSON. They replace the stored draft. */
export interface PutReviewDraft {
  /** Grades by dimension id. They are not checked against the rubric. */
  grades?: Record<string, unknown> | null | undefined;
  /** The reviewer's comment. */
  notes?: string | null | undefined;
  /** Flags for filtering. */
  flags?: string[] | null | undefined;
  /** Whether to override the automated score. */
  override_ai_score?: boolean | null | undefined;
  /** The score that replaces the automated score. */
  override_value?: number | null | undefined;
}

/** All settings; omitted members have their defaults, which limit nothing. */
export interface PutSettings {
  /** Risk of tools by name or pattern; `*` matches any characters. The most specific pattern applies. A request may raise the risk, never lower it; `high` requires human approval. */
  toolRisk?: Record<string, "low" | "medium" | "high"> | null | undefined;
  /** Risk of tools that `toolRisk` does not match; default `low`. */
  defaultToolRisk?: "low" | "medium" | "high" | null | undefined;
  /** Rate ceiling of each agent; null if unlimited. */
  rateCeiling?: RateCeiling | null | undefined;
  /** Spend ceiling of each agent; null if unlimited. */
  spendCeiling?: SpendCeiling | null | undefined;
  /** Named execution boundaries of agents. `default` is built in: no loopback, link-local, metadata or private addresses, http and https only. */
  boundaries?: Record<string, Boundary> | null | undefined;
  /** The requirements of every approval. */
  approvals?: PutApprovalSettings | null | undefined;
  /** Requirements for approvals by tool name or pattern; `*` matches any characters. The most specific pattern applies. Omitted members come from `approvals`. */
  toolApprovers?: Record<string, ToolApprovers> | null | undefined;
  /** Groups of tools by name. In policies, a tool that a pattern matches is `in` `tool_group::"name"` and the ancestors of this entity. */
  toolGroups?: Record<string, string[]> | null | undefined;
  /** IANA name of the time zone of `context.facts.now`; default `UTC`. */
  timeZone?: string | null | undefined;
  updatedAt?: number | null | undefined;
  /** Ignored; accepted so that a response can be sent back. */
  warnings?: NameWarning[] | undefined;
}

/** Evaluation data for the sample. Members are null if no evaluation scored it. */
export interface QueueContext {
  /** Evaluation that scored the sample; null if there is none. */
  evaluation: string | null;
  /** The sample's automated score; null if there is none, or if the task is blind. */
  ai_score: number | null;
  /** Reason for the sample's flag; null if the sample is not flagged, or if the task is blind. */
  flag_reason: string | null;
  /** The sample's expected answer; null if it is unknown, or if the task is blind. */
  expected: unknown;
}

/** A sample that waits for the reviewer. */
export interface QueueItem {
  /** Id of the review task: `task_…`. */
  task_id: string;
  /** Id of the sample: `smp_…`. */
  sample_id: string;
  priority: ReviewTaskPriority | (string & {});
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  due_at: string | null;
  /** Position of the sample in its task; the first sample has the index 1. */
  index: number;
  /** Number of samples of the task. */
  total: number;
  /** Whether the reviewer has a draft of the review. */
  has_draft: boolean;
  context: QueueContext;
}

/** A candidate's place in the ranking. */
export interface RankedCandidate {
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** Mean of candidate − baseline over the common samples, in points. */
  change: number | null;
  /** 95 % interval for `change`, in points; null if undefined. */
  ci95: [number, number] | null;
  verdict: ComparisonVerdict | (string & {});
}

/** Rate ceiling of each agent. */
export interface RateCeiling {
  /** Maximum number of decisions of one agent in the window. */
  calls: number;
  /** Length of the sliding window, in seconds: 1 second to 31 days. */
  windowSeconds: number;
}

/** How well two raters agree. */
export interface RaterPair {
  /** The two raters. */
  reviewers: [string, string];
  /** Number of samples that both raters graded. */
  n_samples: number;
  /** Share of the `n_samples` samples on which the two raters agree, in percent. */
  percent_agreement: number | null;
  /** Cohen's kappa of the two raters; null if undefined. */
  cohens_kappa: number | null;
  /** Quadratic-weighted kappa of the two raters; null if undefined. */
  weighted_kappa: number | null;
  /** Reason for a null kappa; null if both kappas are defined. */
  reason: string | null;
  bland_altman: BlandAltman | null;
}

/** The process can serve requests. */
export interface Readiness {
  /** Always `ready`, because the process can serve requests. */
  status: "ready";
  /** The database engine in use. */
  database: "embedded" | "postgres" | (string & {});
  /** Name of the last applied migration. */
  schema: string | null;
}

/** The reviewer to assign. */
export interface ReassignReviewTask {
  /** Reviewer to assign. */
  reviewer_id: string;
  /** Reviewer to replace. By default, an open slot is filled, or the only assigned reviewer is replaced. */
  from?: string | null | undefined;
}

/** One of the checks that a record must pass. */
export interface RecordCheck {
  /** Name of the check. */
  name: "shape" | "payload" | "key" | "signature" | "evidence" | "inclusion" | "revocation" | (string & {});
  /** Whether the check passed. */
  ok: boolean;
  /** Result of the check. */
  detail: string;
}

/** The members of the event that connect the payload to its leaf. The data of the event is the payload. */
export interface RecordEvent {
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** Decision time. Milliseconds since 1970. */
  ts: number;
  /** Time at which the server received the event. Milliseconds since 1970. */
  receivedAt: number;
  session: string | null;
  /** Type of the event, e.g. `policy_decision`. */
  type: string;
  /** Source of the event: `server`, or `caller` if the event was sent to `POST /api/events`. */
  origin: "server" | "caller" | (string & {});
  /** 32 bytes in base64url. */
  salt: string | null;
  /** Commitment to the payload: hash of salt and payload. SHA-256, lower-case hexadecimal. */
  dataCommit: string;
}

/** The proof that the payload is in the evidence log. The proof is not signed, because it is self-contained. */
export interface RecordInclusion {
  event: RecordEvent;
  /** Position of the event in the log, starting at 1. */
  seq: number;
  /** Index of the leaf in the tree, starting at 0. */
  index: number;
  /** Hash of the event's leaf. SHA-256, lower-case hexadecimal. */
  leafHash: string;
  /** Number of events in the tree. */
  treeSize: number;
  /** The hashes in the proof, in the order of RFC 9162. */
  hashes: string[];
  /** Root hash of the tree. SHA-256, lower-case hexadecimal. */
  rootHash: string;
  /** The checkpoint: a C2SP signed note (tlog-checkpoint), signed with Ed25519. */
  checkpoint: string;
}

/** A signature over the DSSE PAE of `kind` and of the RFC 8785 form of the record without `signatures` and `inclusion`. */
export interface RecordSignature {
  /** Always `Ed25519`. */
  alg: "Ed25519";
  /** Id of the key, as in `/.well-known/jwks.json`. */
  kid: string;
  /** 64 bytes in base64url, without padding. */
  sig: string;
}

/** A record: either the body itself, or the value of the body's only member, which is named `record` or `envelope`. Any other content is reported as invalid. */
export type RecordToVerify = object;

/** The result of verifying a record. */
export interface RecordVerification {
  /** Whether the record is valid. */
  valid: boolean;
  /** `ok`, or the reason why the record is invalid. `evidence_conflict`: the signature is valid, but the record contradicts the log. Another party may have the key, or the log was changed. */
  code: "ok" | "malformed_record" | "kind_unsupported" | "duplicate_key" | "payload_digest_mismatch" | "kid_unknown" | "kid_revoked" | "signature_invalid" | "inclusion_invalid" | "evidence_conflict" | (string & {});
  /** The checks that were made, up to the first failed check. */
  checks: RecordCheck[];
  /** Id of the key in the record; null if it could not be read. */
  kid: string | null;
  issuedAt: number | null;
  provenance: "recorded" | "asserted" | (string & {}) | null;
}

/** Compares `red_flags` and `escalated` in the output and the expected answer. */
export interface RedFlagDetectionConfig {
  /** Protocols whose flags are evaluated; if the list is empty, all flags are evaluated. Known protocols: chest_pain, stroke, sepsis, head_injury, pregnancy, suicide_risk, paediatric_fever, anaphylaxis, back_pain, headache. */
  protocols?: string[] | null | undefined;
  /** Whether missing a required escalation scores 0; default true. */
  require_escalation?: boolean | null | undefined;
  /** Flags with a lower confidence (0 to 1) count as not detected; default 0.5. */
  min_confidence?: number | null | undefined;
  /** Other names of flags in outputs and expected answers, by main name: at most 500 main names, each with 1 to 50 aliases. */
  aliases?: Record<string, string[]> | null | undefined;
  /** JSON Pointer into the output to the object with the fields, or to the list itself; by default the whole value. The empty text means the whole value. */
  output_path?: string | null | undefined;
  /** JSON Pointer into the expected answer to the object with the fields, or to the list itself; by default the whole value. The empty text means the whole value. */
  expected_path?: string | null | undefined;
  /** `fail`: a sample without an output scores 0, does not pass and is flagged `no_answer`. `skip`: the sample has no score. By default, the evaluation's `missing_output`. */
  missing_output?: MissingOutput | null | undefined;
}

/** Scores the detected red flags and the escalation. */
export interface RedFlagDetectionEvaluatorInput {
  /** Always `red_flag_detection`. */
  type: "red_flag_detection";
  /** Key of this evaluator in results; required if several evaluators have this type. */
  name?: string | null | undefined;
  /** Compares `red_flags` and `escalated` in the output and the expected answer. */
  config?: RedFlagDetectionConfig | null | undefined;
  /** Weight in the combined score; default 1.0. */
  weight?: number | null | undefined;
}

/** Figures over all red flags of an evaluation's samples, from automated results. If the evaluation has several runs, each run counts as an observation: numbers of samples are then numbers of runs, and the runs of one sample belong to one cluster. */
export interface RedFlagFigures {
  /** Number of samples with a readable expectation in scope. If their output is missing, invalid or errored, every expected item counts as missed. */
  samples: number;
  /** Number of samples whose expected items are all out of scope. */
  not_applicable: number;
  /** Number of samples without a readable expectation; the figures exclude them. */
  unknown_expected: number;
  /** Number of errored samples among `samples`. */
  errored: number;
  /** Number of expected flags. */
  expected: number;
  /** Number of expected flags that are reported. */
  found: number;
  /** Number of expected flags that are not reported. */
  missed_count: number;
  /** Number of reported flags that are not expected. */
  false_alarms: number;
  /** Share of the expected flags that are reported. */
  sensitivity: Proportion;
  /** Share of the reported flags that are expected. */
  precision: Proportion;
  /** Share of the expected flags that are not reported. */
  missed: BoundedProportion;
  /** F1 over all flags (0 to 1): 2·found / (2·found + missed + false alarms); null if none is expected or reported. */
  f1: number | null;
  /** 95 % interval of `f1` (Student's t over clusters, within 0 to 1); null with fewer than 2 clusters or without variation. */
  f1_ci95: [number, number] | null;
  /** Reported items that are not expected, per sample. */
  false_alarms_per_sample: {
    /** Number of reported items that are not expected. */
    count: number;
    /** Number of samples. */
    samples: number;
    /** count / samples; null if there are no samples. */
    rate: number | null;
    /** 95 % interval of `rate` (Student's t over clusters); null with fewer than 2 clusters or without variation. */
    ci95: [number, number] | null;
  };
  /** Among the samples that expect flags, the share in which at least one of them is not reported. */
  samples_missed: BoundedProportion;
  /** Whether there are more than 200 different flags. */
  truncated: boolean;
  /** Escalations. */
  escalation: {
    /** Among the samples that expect an escalation, the share whose output does not escalate. */
    missed: BoundedProportion;
    /** Among the samples that expect no escalation, the share whose output escalates. */
    unnecessary: Proportion;
  };
  /** Figures by name, of the 200 flags that are expected most often. */
  by_flag: Record<string, PooledItem>;
}

/** The value of a dimension on which people settled. */
export interface ReferenceLabel {
  /** Always `reference_label`. */
  object: "reference_label";
  /** Id of the sample: `smp_…`. */
  sample: string;
  external_id: string | null;
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  /** Id of the dimension. */
  dimension: string;
  /** The grade, in the type of the dimension. */
  value: string | number | boolean | (string | number)[];
  source: ReferenceSource | (string & {});
  /** Number of grades that count. */
  n: number;
  /** The present adjudication; null if the source is not `adjudicated`. */
  adjudication: string | null;
}

/** One page of a list. */
export interface ReferenceLabelList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: ReferenceLabel[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** `adjudicated`: the present adjudication decides the dimension. `unanimous`: at least two grades count, and all of them are equal. */
export type ReferenceSource = "adjudicated" | "unanimous";

/** The response to an invalid request in a batch. No event is written for the request, and it does not count. */
export interface RefusedRequest {
  /** Always false. */
  decision: false;
  /** Always `deny`. */
  outcome: "deny";
  /** Why the request is not valid. */
  error: {
    /** Error code, as in a problem document. */
    code: string;
    /** The first fault. */
    detail: string;
    /** The faults, at most 100. */
    errors: FieldError[];
  };
  /** The reason `request_invalid`. */
  reasons: PolicyReason[];
  /** Null, because no decision was made. */
  decisionId: null;
  /** Null, because no event was written. */
  evidence: null;
}

/** A drop from the score of the previous evaluation that is unlikely to be due to chance. */
export interface Regression {
  /** Date of the evaluation with the lower score. `YYYY-MM-DD`, in `time_zone`. */
  date: string;
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** Name of the evaluation. */
  evaluation_name: string;
  /** The previous evaluation of the same dataset with the same evaluator settings. */
  baseline: string;
  /** Name of the previous evaluation. */
  baseline_name: string;
  /** Score of the previous evaluation. */
  before: number;
  /** Score of this evaluation. */
  after: number;
  /** The difference after − before, in points. */
  change: number;
  /** Size of the drop. `minor`: below 5 points; `moderate`: below 10 points; `severe`: 10 points or more. */
  severity: "minor" | "moderate" | "severe" | (string & {});
  /** Whether a later evaluation in the same series reached `before` again. */
  recovered: boolean;
  recovery_date: string | null;
  /** Paired test of the automated scores, as in a comparison. `welch` if the evaluations share no samples: Welch's t test of the mean effective scores, for drops of at least 5 points. If the scores within each evaluation are equal, the exact permutation test replaces it. */
  test: "mcnemar_exact" | "sign_flip_exact" | "sign_flip_monte_carlo" | "welch" | (string & {});
  /** Number of samples that both evaluations scored; 0 for `welch`. */
  n_paired: number;
  /** p-value of the test, which is below 0.05. */
  p_value: number;
  /** p-value after Holm's correction for the number of `looks`. It is below 0.05 in `regressions`, but not in `suspected`. */
  p_adjusted: number;
}

/** How well reviewers agree on a dimension. */
export interface Reliability {
  /** Always `reliability`. */
  object: "reliability";
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  /** The requested dimension. */
  dimension: string;
  /** The requested period, counted back from now. */
  period: string;
  /** The value in the request. */
  include_unblinded: boolean;
  /** Mean over samples of the share of rater pairs that agree, in percent. */
  percent_agreement: number | null;
  /** Share of samples on which all raters agree, in percent. */
  percent_agreement_all: number | null;
  /** Mean of Cohen's kappa over pairs of raters; null if undefined. */
  cohens_kappa: number | null;
  /** Fleiss' kappa, generalized to unequal numbers of raters; null if undefined. */
  fleiss_kappa: number | null;
  /** Mean of quadratic-weighted kappa over pairs of raters; null if undefined. */
  weighted_kappa: number | null;
  /** Krippendorff's alpha with the distance in `alpha_metric`; null if undefined. */
  krippendorff_alpha: number | null;
  /** Gwet's AC1; null if undefined. */
  gwet_ac1: number | null;
  alpha_metric: AlphaMetric | (string & {});
  /** Landis and Koch's interpretation of the coefficient in `interpretation_of`; null if that is undefined. */
  interpretation: "poor_agreement" | "slight_agreement" | "fair_agreement" | "moderate_agreement" | "substantial_agreement" | "almost_perfect_agreement" | (string & {}) | null;
  /** The interpreted coefficient. Scales: `krippendorff_alpha`. Ordered dimensions: `weighted_kappa` for two raters, else `krippendorff_alpha`. All remaining dimensions: `cohens_kappa` for two raters, else `fleiss_kappa`. Alpha has the default distance of the dimension here, whatever `alpha_metric` is. */
  interpretation_of: "cohens_kappa" | "fleiss_kappa" | "weighted_kappa" | "krippendorff_alpha" | (string & {});
  /** Reason for a null statistic; null if the statistic is defined. */
  reasons: {
    /** Reason for a null value; null if the statistic is defined. */
    percent_agreement: string | null;
    /** Reason for a null value; null if the statistic is defined. */
    percent_agreement_all: string | null;
    /** Reason for a null value; null if the statistic is defined. */
    cohens_kappa: string | null;
    /** Reason for a null value; null if the statistic is defined. */
    fleiss_kappa: string | null;
    /** Reason for a null value; null if the statistic is defined. */
    weighted_kappa: string | null;
    /** Reason for a null value; null if the statistic is defined. */
    krippendorff_alpha: string | null;
    /** Reason for a null value; null if the statistic is defined. */
    gwet_ac1: string | null;
  };
  /** 95 % percentile intervals over resamples of the samples. An interval is null if the statistic is undefined in more than 5 % of the resamples. */
  ci95: {
    /** Lower and upper bound, in the unit of the statistic; null if undefined. */
    percent_agreement: [number, number] | null;
    /** Lower and upper bound, in the unit of the statistic; null if undefined. */
    percent_agreement_all: [number, number] | null;
    /** Lower and upper bound, in the unit of the statistic; null if undefined. */
    cohens_kappa: [number, number] | null;
    /** Lower and upper bound, in the unit of the statistic; null if undefined. */
    fleiss_kappa: [number, number] | null;
    /** Lower and upper bound, in the unit of the statistic; null if undefined. */
    weighted_kappa: [number, number] | null;
    /** Lower and upper bound, in the unit of the statistic; null if undefined. */
    krippendorff_alpha: [number, number] | null;
    /** Lower and upper bound, in the unit of the statistic; null if undefined. */
    gwet_ac1: [number, number] | null;
  };
  /** Number of resamples for each interval: 1,000, or 200 if more than 2,000,000 pairs of grades (two grades of one sample) exist. */
  resamples: number;
  icc_a1: IccA1 | null;
  /** Number of samples graded by at least two raters, on which the statistics are based. */
  n_samples: number;
  /** Number of grades in the period. Single grades affect the chance terms only. */
  review_count: number;
  /** Number of raters with a grade in the period. */
  reviewer_count: number;
  /** Number of pairs of raters with at least two shared samples. */
  pair_count: number;
  /** Number of pairs among `pair_count` with an undefined Cohen's kappa. The mean of Cohen's kappa excludes these pairs. */
  undefined_pairs: number;
  /** Agreement by category (option, true or false, number, or set as JSON). The order of keys is arbitrary; the rubric contains the order of the options. */
  by_category: Record<string, CategoryAgreement>;
  /** Every pair of raters with shared samples. If more than 5,000 pairs exist, only the 5,000 pairs with the most shared samples. */
  by_pair: RaterPair[];
  /** Agreement by credential, for credentials with two holders who share a sample. */
  by_credential: Record<string, CredentialAgreement>;
}

/** The complete next version of a policy; omitted members have their defaults. */
export interface ReplacePolicy {
  /** Display name; default the id. */
  name?: string | null | undefined;
  /** Purpose of the policy. */
  description?: string | null | undefined;
  /** Always `cedar`. */
  language?: "cedar" | null | undefined;
  /** Cedar: one or several statements, at most 65536 bytes, without slots. Annotations of a statement: `@message`, `@remedy`, `@obligation`, `@warning`, `@transform` with a JSON Patch on the arguments, `@absent("allow")` and `@nulls("absent")`. */
  text: string;
  /** `enforce`: affects decisions; `shadow`: evaluated and reported without effect. */
  mode?: "enforce" | "shadow" | null | undefined;
  /** `active`: this version is in force; `draft`: the version in force does not change; `retired`: no version is in force. */
  status?: "draft" | "active" | "retired" | null | undefined;
  /** Outcome if a `forbid` statement of the policy matches: denied, decided by a human, or allowed with changed arguments. */
  outcome?: "deny" | "ask" | "transform" | null | undefined;
  /** Reason code if a `forbid` matches: lower-case letters, digits, `_`; not reserved. */
  code?: string | null | undefined;
  /** Severity of a forbid. */
  severity?: "low" | "medium" | "high" | "critical" | null | undefined;
  /** Test cases of the policy, which `POST /api/policies/{id}/test` runs. */
  tests?: PolicyTestInput[] | null | undefined;
  /** `refuse`: an active policy that is enforced must not have an unknown name that is similar to a known name; `allow`: such unknown names cause only warnings. */
  unknownNames?: "refuse" | "allow" | null | undefined;
}

/** Status of the result. Skipped and errored results have no score and are excluded from means. */
export type ResultStatus = "scored" | "skipped" | "errored";

/** When reviewers of a blind task see the hidden data of a sample. `after_submit`: after submitting their review of the sample. `after_task`: after submitting their reviews of all samples of the task, or when the task has ended. */
export type RevealRule = "after_submit" | "after_task";

/** One reviewer's review of one sample. */
export interface Review {
  /** Id of the review: `rev_…`. */
  id: string;
  /** Always `review`. */
  object: "review";
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the review task: `task_…`. */
  task: string;
  /** Id of the sample: `smp_…`. */
  sample: string;
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  /** Evaluation with the automated score; null if no evaluation scored the sample. */
  evaluation: string | null;
  reviewer: ReviewAuthor;
  /** Grades by dimension id. */
  grades: Record<string, Grade>;
  /** Whether the review overrides the automated score. */
  override_ai_score: boolean;
  /** The score that replaces the automated score; null if there is none. */
  override_value: number | null;
  evaluator: string | null;
  notes: string | null;
  /** Flags for filtering. */
  flags: string[];
  /** Time during which the reviewer was active on the sample before this revision was submitted (seconds); null if it was not sent. */
  active_seconds: number | null;
  /** Whether the reviewer could see what the blind task hides when they submitted this revision. Such revisions count neither for agreement nor for labels. */
  after_reveal: boolean;
  /** Time at which this revision was submitted. ISO 8601 UTC with milliseconds. */
  submitted_at: string;
  /** The automated score, without overrides; null if there is none. */
  original_ai_score: number | null;
  /** Whether another current override of this score has a different value. */
  override_conflict: boolean;
  /** Revision number: 1 for the first submission; each further submission adds 1. */
  revision: number;
  /** Time at which the first revision was submitted. ISO 8601 UTC with milliseconds. */
  first_submitted_at: string;
}

/** The author of the review. */
export interface ReviewAuthor {
  /** Id of the reviewer: `rvr_…`. */
  id: string;
  /** Name of the reviewer. */
  name: string;
  /** The reviewer's credentials at the time of submission. */
  credentials: (Credential | (string & {}))[];
}

/** A review that its author has not submitted. It may be incomplete. */
export interface ReviewDraft {
  /** Always `review_draft`. */
  object: "review_draft";
  /** Id of the review task: `task_…`. */
  task: string;
  /** Id of the sample: `smp_…`. */
  sample: string;
  /** Number of times that the draft was stored; its `ETag`. */
  revision: number;
  /** Grades by dimension id, as sent; null if the draft has none. */
  grades: Record<string, unknown> | null;
  notes: string | null;
  /** Flags for filtering; null if the draft has none. */
  flags: string[] | null;
  /** Whether to override the automated score; null if the draft does not state it. */
  override_ai_score: boolean | null;
  /** The score that replaces the automated score; null if the draft has none. */
  override_value: number | null;
  /** Time of the last change. ISO 8601 UTC with milliseconds. */
  updated_at: string;
}

/** The result of an import of ratings. */
export interface ReviewImport {
  /** Always `review_import`. */
  object: "review_import";
  /** The completed tasks that contain the new reviews, in the order of the rows. */
  tasks: string[];
  /** Number of new reviews. */
  inserted: number;
  /** Number of stored reviews with a new revision. */
  updated: number;
  /** Number of stored reviews that the file contains and that did not change. */
  unchanged: number;
  /** Number of refused rows (only with `on_error=skip`). */
  failed: number;
  /** Number of new reviewers. */
  reviewers_created: number;
  /** The first 100 faults, each with its line number. */
  errors: FieldError[];
}

/** A sample of a task with all that a reviewer needs to review it. */
export interface ReviewItem {
  /** Always `review_item`. */
  object: "review_item";
  state: ReviewItemState | (string & {});
  /** Why the caller cannot submit; null unless the state is `read_only`. */
  read_only_reason: string | null;
  /** Whether data of the item is hidden from the caller. */
  blind: boolean;
  revealed_at: string | null;
  task: ReviewItemTask;
  sample: ReviewItemSample;
  /** The answer to review. Any JSON value; null if absent. */
  output: unknown;
  /** Whether the answer is a model's output or stored in the sample; null if there is none. */
  output_origin: "model" | "sample" | (string & {}) | null;
  /** The model of the evaluation; null if it has none, or if hidden. */
  model: {
    /** Id of the model: `mdl_…`. */
    id: string;
    /** Name of the model. */
    name: string;
    /** Version of the model. */
    version: string;
  } | null;
  rubric: Rubric;
  /** The sample's automated score; null if there is none, or if hidden. */
  ai_score: number | null;
  /** Reason for the sample's flag; null if not flagged, or if hidden. */
  flag_reason: string | null;
  /** The evaluators' results; null if no completed evaluation scored the sample, or if hidden. */
  results: ReviewItemResult[] | null;
  /** The caller's review of the sample; null if there is none. */
  my_review: Review | null;
  /** The caller's draft of a review of the sample; null if there is none. */
  draft: ReviewDraft | null;
  /** Reviews of the sample in the task by other reviewers, oldest first; null if hidden. */
  other_reviews: Review[] | null;
  position: ReviewItemPosition;
  /** The previous sample of the task; null for the first one. */
  previous: string | null;
  /** The next sample of the task; null for the last one. */
  next: string | null;
  /** The next sample of the task, after the last one the first again, that the calling reviewer has not reviewed; null if none is left. */
  next_pending: string | null;
}

/** One page of a list. */
export interface ReviewItemList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: ReviewItemSummary[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** Position in the task. */
export interface ReviewItemPosition {
  /** Position of the sample in the task, starting at 1. */
  index: number;
  /** Number of samples in the task. */
  total: number;
}

/** `draft`: the calling reviewer has a draft and no review. `submitted`: the calling reviewer has reviewed the sample or, for a key without a reviewer, it has all required reviews. */
export type ReviewItemProgress = "pending" | "draft" | "submitted";

/** One evaluator's result for the sample of an item. */
export interface ReviewItemResult {
  /** The evaluator's key. */
  evaluator: string;
  /** Status of the result. */
  status: "scored" | "skipped" | "errored" | (string & {});
  /** Automated score (0 to 100); null unless scored. */
  score: number | null;
  /** Whether the result passed; null unless scored. */
  passed: boolean | null;
  /** Whether a person should look at the result. */
  flagged: boolean;
  /** Reason for the flag; null if not flagged. */
  flag_reason: string | null;
  /** Details from the evaluator. */
  details: Record<string, unknown>;
}

/** The sample of an item. */
export interface ReviewItemSample {
  /** Id of the sample: `smp_…`. */
  id: string;
  external_id: string | null;
  /** The case, in the version that the evaluation read. Any JSON value; null if absent. */
  input: unknown;
  /** The expected answer, in the version that the evaluation read; null if hidden. Any JSON value; null if absent. */
  expected: unknown;
  /** The metadata without hidden members. */
  metadata: Record<string, unknown>;
  /** The tags; empty if hidden. */
  tags: string[];
  /** The split; null if hidden. */
  split: string | null;
  /** The cluster; null if hidden. */
  cluster_id: string | null;
}

/** `open`: the caller may submit a review. `submitted`: the caller has submitted one and may submit a new revision. `read_only`: the caller cannot submit. */
export type ReviewItemState = "open" | "submitted" | "read_only";

/** The state of a sample of a task. */
export interface ReviewItemSummary {
  /** Always `review_item_summary`. */
  object: "review_item_summary";
  /** Id of the sample: `smp_…`. */
  sample: string;
  /** Position of the sample in the task, starting at 1. */
  index: number;
  state: ReviewItemProgress | (string & {});
  submitted_at: string | null;
  /** Number of reviews of the sample; null for a reviewer's key without `reviews:write`. */
  reviews: number | null;
}

/** The task of an item. */
export interface ReviewItemTask {
  /** Id of the review task: `task_…`. */
  id: string;
  /** Id of the project: `proj_…`. */
  project: string;
  status: ReviewTaskStatus | (string & {});
  priority: ReviewTaskPriority | (string & {});
  due_at: string | null;
  /** The evaluation of the task; null if it has none. */
  evaluation: string | null;
  evaluator: string | null;
  /** Required reviews per sample. */
  reviews_required: number;
  /** When reviewers see what is hidden; `after_submit` if not blind. */
  reveal: RevealRule | (string & {});
}

/** One page of a list. */
export interface ReviewList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Review[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** The progress of all review tasks. */
export interface ReviewProgress {
  /** Always `review_progress`. */
  object: "review_progress";
  /** The requested project; null for all projects. */
  project: string | null;
  /** The requested period, counted back from now. */
  period: string;
  tasks: ReviewProgressTasks;
  samples: ReviewProgressSamples;
  /** At most 1,000 reviewers, those with the most pending samples first. */
  by_reviewer: ReviewProgressReviewer[];
}

/** The work of one reviewer. */
export interface ReviewProgressReviewer {
  reviewer: NamedReviewer;
  /** Whether the reviewer accepts new tasks. */
  available: boolean;
  credential_expires_at: string | null;
  /** Number of samples of open tasks that wait for the reviewer. */
  pending: number;
  /** Number of these samples in overdue tasks. */
  overdue: number;
  /** Number of reviews first submitted in the period. */
  completed: number;
  /** Median of the `active_seconds` of these reviews; null if none has them. */
  median_active_seconds: number | null;
}

/** Numbers of samples. */
export interface ReviewProgressSamples {
  /** Number of samples of open tasks that lack required reviews. */
  waiting: number;
  /** Number of these samples in overdue tasks. */
  overdue: number;
}

/** Numbers of tasks. */
export interface ReviewProgressTasks {
  /** Number of open tasks without a reviewer. */
  pending: number;
  /** Number of open tasks with a reviewer and without reviews. */
  assigned: number;
  /** Number of open tasks with reviews. */
  in_progress: number;
  /** Number of tasks completed in the period. */
  completed: number;
  /** Number of tasks cancelled in the period. */
  cancelled: number;
  /** Number of open tasks whose due time has passed. */
  overdue: number;
  /** Number of open tasks with `unassigned_reason`. */
  unassigned: number;
}

/** One revision of a review. */
export interface ReviewRevision {
  /** Always `review_revision`. */
  object: "review_revision";
  /** Id of the review: `rev_…`. */
  review: string;
  /** Revision number, starting at 1. */
  revision: number;
  /** Grades by dimension id. */
  grades: Record<string, Grade>;
  /** Whether the review overrides the automated score. */
  override_ai_score: boolean;
  /** The score that replaces the automated score; null if there is none. */
  override_value: number | null;
  evaluator: string | null;
  notes: string | null;
  /** Flags for filtering. */
  flags: string[];
  /** Time during which the reviewer was active on the sample before this revision was submitted (seconds); null if it was not sent. */
  active_seconds: number | null;
  /** Whether the reviewer could see what the blind task hides when they submitted this revision. Such revisions count neither for agreement nor for labels. */
  after_reveal: boolean;
  /** Time at which this revision was submitted. ISO 8601 UTC with milliseconds. */
  submitted_at: string;
}

/** One page of a list. */
export interface ReviewRevisionList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: ReviewRevision[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** Samples that people review with a rubric. */
export interface ReviewTask {
  /** Id of the review task: `task_…`. */
  id: string;
  /** Always `review_task`. */
  object: "review_task";
  /** Id of the project: `proj_…`. */
  project: string;
  /** The samples to review, in the order of the request. */
  samples: string[];
  /** Number of samples. */
  sample_count: number;
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  /** Evaluation whose automated scores are overridden by reviews; null for the latest evaluation that scored the sample. */
  evaluation: string | null;
  evaluator: string | null;
  origin: ReviewTaskOrigin | (string & {});
  status: ReviewTaskStatus | (string & {});
  priority: ReviewTaskPriority | (string & {});
  assignment: Assignment;
  /** Number of required reviews per sample, each by a different reviewer. */
  reviews_required: number;
  /** Credentials that qualify a reviewer to adjudicate samples of the task. One of them suffices. Empty if no credential is required. */
  adjudicator_credentials: (Credential | (string & {}))[];
  /** Whether reviewers see automated scores, reasons, expected answers and the reviews of other reviewers only after submitting their own review of the sample. */
  blind: boolean;
  /** Names of the top-level members of `metadata` that blind reviewers see; null for all, and if the task is not blind. */
  shown_metadata: string[] | null;
  /** Members among `external_id`, `tags`, `split` and `cluster_id` that blind reviewers see; null for all, and if the task is not blind. */
  shown_fields: (ShownField | (string & {}))[] | null;
  /** When reviewers see what is hidden; `after_submit` if not blind. */
  reveal: RevealRule | (string & {});
  /** The first assigned reviewer; null if there is none. */
  assignee: Assignee | null;
  /** The assigned reviewers, in the order of their assignment. */
  assignments: TaskAssignment[];
  /** Why a slot is open in mode `auto` or `manual`: no reviewer currently qualifies. The slot is assigned as soon as a reviewer qualifies. */
  unassigned_reason: "no_matching_reviewer" | (string & {}) | null;
  progress: ReviewTaskProgress;
  due_at: string | null;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata: Record<string, unknown>;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
  completed_at: string | null;
  cancelled_at: string | null;
}

/** One page of a list. */
export interface ReviewTaskList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: ReviewTask[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** Where the reviews of the task come from. `review`: reviewers submit them. `import`: they were imported from a file, and only an import changes them. */
export type ReviewTaskOrigin = "review" | "import";

/** Urgency of the review. */
export type ReviewTaskPriority = "urgent" | "high" | "normal" | "low";

/** The progress of the task, counted in samples. */
export interface ReviewTaskProgress {
  /** Number of samples with all required reviews. */
  completed: number;
  /** Number of samples. */
  total: number;
}

/** State of the task. `pending`: no reviewer is assigned. `assigned`: at least one reviewer is assigned. `in_progress`: at least one review was submitted. `completed`: each sample has all required reviews. */
export type ReviewTaskStatus = "pending" | "assigned" | "in_progress" | "completed" | "cancelled";

/** A person with credentials who reviews samples. */
export interface Reviewer {
  /** Id of the reviewer: `rvr_…`. */
  id: string;
  /** Always `reviewer`. */
  object: "reviewer";
  /** Name of the reviewer. */
  name: string;
  /** The reviewer's credentials. Empty for a reviewer whom an import of ratings created. */
  credentials: (Credential | (string & {}))[];
  specialty: string | null;
  /** Whether tasks can be assigned to the reviewer. false releases all held tasks. */
  available: boolean;
  /** Projects in which the reviewer may review; null for the whole workspace. */
  projects: string[] | null;
  /** Number of samples in held tasks that the reviewer has yet to review. */
  pending_count: number;
  credential_expires_at: string | null;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One page of a list. */
export interface ReviewerList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Reviewer[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** The samples that wait for the calling reviewer. */
export interface ReviewerQueue {
  /** Always `reviewer_queue`. */
  object: "reviewer_queue";
  /** Id of the reviewer: `rvr_…`. */
  reviewer: string;
  /** Number of waiting samples that match the filters. */
  total_pending: number;
  /** Sorted by priority, then overdue tasks first, then by due date, then by age. */
  items: QueueItem[];
  /** Number of tasks that the reviewer can claim and that match the filters. */
  claimable_total: number;
  /** The first of these tasks, in the order of `items`. */
  claimable: ClaimableTask[];
  claimable_reason: ClaimableReason;
}

/** A reviewer's statistics for a period. */
export interface ReviewerStatistics {
  /** Always `reviewer_statistics`. */
  object: "reviewer_statistics";
  /** Id of the reviewer: `rvr_…`. */
  reviewer: string;
  /** The requested period, counted back from now. */
  period: string;
  /** Number of reviews first submitted in the period. */
  completed: number;
  /** Mean time in seconds from the claim of a task to its first review, or between consecutive reviews; null if `duration_count` is 0. */
  avg_duration_seconds: number | null;
  /** Number of reviews that the mean duration covers: the reviews that were submitted during a claim. */
  duration_count: number;
  /** Median of the `active_seconds` of the latest revisions (interpolated between the two middle values); null if `active_count` is 0. */
  median_active_seconds: number | null;
  /** Number of completed reviews whose latest revision has `active_seconds`. */
  active_count: number;
  /** override_count / completed (0 to 1); null if there are no completed reviews. */
  override_rate: number | null;
  /** Number of completed reviews that currently override the automated score. */
  override_count: number;
  /** Share of grades equal to the majority of co-raters for the same sample and dimension (0 to 1). Ties are excluded. Null if `consensus_count` is 0. */
  consensus_agreement: number | null;
  /** Number of grades for which the co-raters have a majority. */
  consensus_count: number;
}

/** Progress of the reviewer. `assigned` to `completed`: as in the assignments of the task. `released`: the reviewer is no longer assigned, but has reviewed samples. */
export type ReviewerTaskStatus = "assigned" | "claimed" | "in_progress" | "completed" | "released";

/** A revoked public key. */
export interface RevokedSigningKey {
  /** Always `OKP`. */
  kty: "OKP";
  /** Always `Ed25519`. */
  crv: "Ed25519";
  /** The public key: 32 bytes in base64url. */
  x: string;
  /** Key id: the key's thumbprint (RFC 7638). */
  kid: string;
  /** Revocation time in milliseconds since 1970. */
  revokedAt: number;
}

/** The version of a rollback. */
export interface RollbackPolicy {
  /** The version to restore. */
  version: number;
  /** `refuse`: an active policy that is enforced must not have an unknown name that is similar to a known name; `allow`: such unknown names cause only warnings. */
  unknownNames?: "refuse" | "allow" | null | undefined;
}

/** The new key, which replaces the current one. */
export interface RotateAgentKey {
  /** Secret of the agent: stored encrypted, never returned; responses have only `apiKeyMasked`. */
  apiKey: string;
}

/** Options for the rotation. */
export interface RotateApiKey {
  /** How long the previous secret stays valid (0 to 604800 seconds); default 86400 (one day). Use 0 if the secret was leaked. */
  grace_seconds?: number | null | undefined;
}

/** Options for the rotation. */
export interface RotateCustomEvaluatorSecret {
  /** How long calls are also signed with the previous secret (0 to 604800 seconds); default 86400 (one day). Use 0 if the secret was leaked. */
  grace_seconds?: number | null | undefined;
}

/** Options for the rotation. */
export interface RotateWebhookSecret {
  /** How long messages are also signed with the previous secret (0 to 604800 seconds); default 86400 (one day). Use 0 if the secret was leaked. */
  grace_seconds?: number | null | undefined;
}

/** An API key with its new secret. */
export interface RotatedApiKey {
  /** Id of the api key: `key_…`. */
  id: string;
  /** Always `api_key`. */
  object: "api_key";
  /** Purpose of the key. */
  name: string;
  /** Permissions of the key. */
  scopes: (Scope | (string & {}))[];
  /** Projects that the key can access; null for the whole workspace. */
  projects: string[] | null;
  /** The reviewer for whom the key acts; null if there is none. */
  reviewer: string | null;
  /** The agent to which the key is bound; the key cannot be used for any other agent. Null if the key is not bound. */
  agent: string | null;
  /** The last four characters of the current secret. */
  last4: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** The secret, shown only once: `assay_live_` followed by 38 characters. */
  secret: string;
  /** Time until which the previous secret stays valid. ISO 8601 UTC with milliseconds. */
  previous_secret_expires_at: string;
}

/** The workspace's signing secret for custom evaluators without a secret of their own. */
export interface RotatedCustomEvaluatorSecret {
  /** Always `custom_evaluator_secret`. */
  object: "custom_evaluator_secret";
  /** The secret, shown only once: `whsec_` followed by the base64 encoding of 32 bytes. */
  secret: string;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
  previous_secret_expires_at: string | null;
}

/** An endpoint with its new secret. */
export interface RotatedWebhook {
  /** Id of the webhook: `whk_…`. */
  id: string;
  /** Always `webhook`. */
  object: "webhook";
  /** The subscribed event kinds; duplicates are ignored. */
  event_types: (EventKind | (string & {}))[];
  /** URL that receives events by POST. It must use https and resolve to a public address, unless the server's operator allows further addresses. */
  url: string;
  config: WebhookConfig;
  /** Whether the endpoint receives messages. */
  enabled: boolean;
  /** Why the endpoint is disabled; null if it is enabled. */
  disabled_reason: string | null;
  disabled_at: string | null;
  /** Registration time. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** Time of the last change to the settings, or time at which the endpoint was disabled. ISO 8601 UTC with milliseconds. */
  updated_at: string;
  /** Secret that signs the endpoint's messages, shown only once: `whsec_` followed by the base64 encoding of 32 bytes. */
  secret: string;
  /** Time until which messages are also signed with the previous secret. ISO 8601 UTC with milliseconds. */
  previous_secret_expires_at: string;
}

/** Selects samples that become review tasks. */
export interface Routing {
  score_below: number | null;
  /** Whether to select flagged samples, regardless of their score. */
  flagged: boolean;
  evaluators: string[] | null;
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  priority: ReviewTaskPriority | (string & {});
  assignment: Assignment;
  /** Number of required reviews per sample, each by a different reviewer. */
  reviews_required: number;
  /** Maximum number of samples, worst first (1 to 1,000). */
  max_samples: number;
  due_in_hours: number | null;
  /** Names of the top-level members of `metadata` that blind reviewers see; null for all, and if the task is not blind. */
  shown_metadata: string[] | null;
  /** Members among `external_id`, `tags`, `split` and `cluster_id` that blind reviewers see; null for all, and if the task is not blind. */
  shown_fields: (ShownField | (string & {}))[] | null;
  /** When reviewers see what is hidden; `after_submit` if not blind. */
  reveal: RevealRule | (string & {});
}

/** Selects samples that become review tasks when the evaluation completes: one task for each sample, worst samples first. Tasks with several required reviews are blind. Also requires the scope `reviews:write`. */
export interface RoutingInput {
  /** Selects samples with an automated score below this number. */
  score_below?: number | null | undefined;
  /** Whether to select flagged samples, regardless of their score. */
  flagged?: boolean | null | undefined;
  /** Keys of the evaluators whose scores and flags apply. By default, the combined score and any flag apply. */
  evaluators?: string[] | null | undefined;
  /** Id of the rubric. */
  rubric: string;
  /** Urgency of the review. */
  priority?: ReviewTaskPriority | null | undefined;
  /** How reviewers are assigned. By default, the task is in a pool from which every reviewer can claim it. */
  assignment?: AssignmentInput | null | undefined;
  /** Number of required reviews per sample, each by a different reviewer. */
  reviews_required?: number | null | undefined;
  /** Maximum number of samples, worst first (1 to 1,000). */
  max_samples?: number | null | undefined;
  /** Hours from the evaluation's completion until the tasks are due. */
  due_in_hours?: number | null | undefined;
  /** Names of the top-level members of `metadata` that blind reviewers see; null for all. By default none. Only if blind. */
  shown_metadata?: string[] | null | undefined;
  /** Members among `external_id`, `tags`, `split` and `cluster_id` that blind reviewers see; null for all. By default none. Only if blind. */
  shown_fields?: ShownField[] | null | undefined;
  /** When reviewers see what is hidden; default `after_submit`. Only if blind. */
  reveal?: RevealRule | null | undefined;
}

/** Criteria for grading. A stored rubric never changes, so that grades keep their meaning. */
export interface Rubric {
  /** Id of the rubric: `rub_…`. */
  id: string;
  /** Always `rubric`. */
  object: "rubric";
  /** Name of the rubric. */
  name: string;
  /** Id of the project: `proj_…`. */
  project: string;
  description: string | null;
  /** Dimensions in display order. */
  dimensions: RubricDimension[];
  /** Version of the rubric: 1 for the first rubric with this name in the project; each additional rubric adds 1. */
  version: number;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One dimension to grade. */
export interface RubricDimension {
  /** Key of the dimension in `grades`, unique in the rubric. */
  id: string;
  /** Label shown to reviewers. */
  name: string;
  type: DimensionType | (string & {});
  /** Whether every review must grade this dimension; default true. */
  required: boolean;
  /** Whether the order of the options has a meaning, so that agreement uses their distance. Only for `categorical`; default false. */
  ordered: boolean;
  /** The lowest grade of a scale. */
  min?: number | undefined;
  /** The highest grade of a scale. */
  max?: number | undefined;
  /** Labels for points on a scale. The keys are the points as strings. */
  labels?: Record<string, string> | undefined;
  /** Instructions for the reviewer. */
  guidance?: string | undefined;
  /** The options in order, for `categorical` and `multi_select`. */
  options?: RubricOption[] | undefined;
}

/** One dimension to grade. */
export interface RubricDimensionInput {
  /** Key of the dimension in `grades`, unique in the rubric. */
  id: string;
  /** Label shown to reviewers. */
  name: string;
  type: DimensionType;
  /** Whether every review must grade this dimension; default true. */
  required?: boolean | null | undefined;
  /** Whether the order of the options has a meaning, so that agreement uses their distance. Only for `categorical`; default false. */
  ordered?: boolean | null | undefined;
  /** The lowest grade of a scale. */
  min?: number | null | undefined;
  /** The highest grade of a scale. */
  max?: number | null | undefined;
  /** Labels for points on a scale. The keys are the points as strings. */
  labels?: Record<string, string> | null | undefined;
  /** Instructions for the reviewer. */
  guidance?: string | null | undefined;
  /** The options in order, for `categorical` and `multi_select`. */
  options?: RubricOptionInput[] | null | undefined;
}

/** One page of a list. */
export interface RubricList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Rubric[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** One option of a dimension. */
export interface RubricOption {
  /** Value of the option in grades (a string or a number). The order of the options is the order of the levels. */
  value: string | number;
  /** Label shown to reviewers. */
  label: string;
  /** Points for the option. The points are returned but not added up. */
  score_impact?: number | undefined;
  /** Whether the option indicates a danger. */
  safety_flag?: boolean | undefined;
}

/** One option of a dimension. */
export interface RubricOptionInput {
  /** Value of the option in grades (a string or a number). The order of the options is the order of the levels. */
  value: string | number;
  /** Label shown to reviewers. */
  label: string;
  /** Points for the option. The points are returned but not added up. */
  score_impact?: number | null | undefined;
  /** Whether the option indicates a danger. */
  safety_flag?: boolean | null | undefined;
}

/** One case, with input, output and expected answer. */
export interface Sample {
  /** Id of the sample: `smp_…`. */
  id: string;
  /** Always `sample`. */
  object: "sample";
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  external_id: string | null;
  /** Input for the evaluated system (any JSON value). */
  input: unknown;
  /** The evaluated system's output, e.g. `{triage_level}`; null if not recorded. */
  output: unknown;
  /** Expected answer, e.g. `{triage_level}`; null if unknown. */
  expected: unknown;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata: Record<string, unknown>;
  /** Tags for filtering. */
  tags: string[];
  split: string | null;
  cluster_id: string | null;
  /** SHA-256 hash of the RFC 8785 form of `{input, output, expected}`, in lower-case hexadecimal. Null, like `expected`, for a reviewer with a pending blind review of the sample. */
  content_hash: string | null;
  /** SHA-256 hash of the RFC 8785 form of `{input, expected}`, in lower-case hexadecimal. Null, like `expected`, for a reviewer with a pending blind review of the sample. */
  case_hash: string | null;
  /** Time at which the sample was first added. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** Selects samples from the dataset. All conditions must hold. */
export interface SampleFilter {
  /** Filter by sample id. */
  ids?: string[] | null | undefined;
  /** Filter by external id. */
  external_ids?: string[] | null | undefined;
  /** Filter by tags. A sample must have at least one of them. */
  tags_any?: string[] | null | undefined;
  /** Filter by split. */
  split?: string | null | undefined;
  /** Filter by metadata values (at most 20 keys). */
  metadata?: Record<string, string | number | boolean | null> | null | undefined;
  /** Maximum number of samples. If more samples match, a random subset is drawn with `seed`. */
  limit?: number | null | undefined;
  /** Seed for the random subset; default 0. Equal seeds select equal subsets. */
  seed?: number | null | undefined;
}

/** A new sample. */
export interface SampleInput {
  external_id?: string | null | undefined;
  /** Input for the evaluated system (any JSON value). */
  input: unknown;
  /** The evaluated system's output; null or absent if not recorded. */
  output?: unknown;
  /** Expected answer; null or absent if unknown. */
  expected?: unknown;
  metadata?: Record<string, unknown> | null | undefined;
  tags?: string[] | null | undefined;
  split?: string | null | undefined;
  cluster_id?: string | null | undefined;
}

/** One page of a list. */
export interface SampleList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Sample[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** One evaluator's result for the sample. */
export interface SampleScore {
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** The evaluator's key: its name, or its type if it has no name. */
  evaluator: string;
  /** Skipped and errored results have no score. */
  status: "scored" | "skipped" | "errored" | (string & {});
  /** The effective score, which includes a reviewer's override (0 to 100); null unless scored. */
  value: number | null;
  /** The automated score, before any reviewer's override. */
  original_value: number | null;
  /** Whether the result passed; null unless scored. */
  passed: boolean | null;
  overridden_by: string | null;
  /** Details from the evaluator. An override does not change them. */
  details: Record<string, unknown>;
  /** Time of scoring. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** All scores of one sample. */
export interface SampleScores {
  /** Always `sample_scores`. */
  object: "sample_scores";
  /** Id of the sample: `smp_…`. */
  sample_id: string;
  /** Scores in completed evaluations, newest evaluation first. Within an evaluation, scores are in the order of its evaluators. */
  scores: SampleScore[];
  /** One item for each evaluation in `scores`, in the order of `scores`. */
  combined: CombinedSampleScore[];
  /** Whether older scores are omitted. A response has at most 1000 scores. To get the omitted scores, filter by evaluation or evaluator. */
  has_more: boolean;
}

/** One permission of an API key. */
export type Scope = "projects:read" | "projects:write" | "datasets:read" | "datasets:write" | "models:read" | "models:write" | "evaluations:read" | "evaluations:write" | "reviews:read" | "reviews:write" | "scores:read" | "scores:write" | "webhooks:read" | "webhooks:write" | "exports:read" | "exports:write" | "reviews:submit" | "reviews:adjudicate" | "agents:read" | "agents:write" | "policies:read" | "policies:write" | "authorize" | "approvals:read" | "approvals:decide" | "events:read" | "events:write" | "evidence:read" | "records:sign" | "records:verify" | "settings:write" | "metrics:read" | "keys:admin";

/** A named set of scopes. Send either `preset` or `scopes`. */
export type ScopePreset = "admin" | "developer" | "reviewer" | "agent" | "gateway" | "viewer" | "lead" | "approver" | "auditor";

/** One of ten buckets of width 10. */
export interface ScoreBucket {
  /** The range `<low>-<high>`. The lower end is inclusive and the upper end exclusive, except in 90-100. */
  range: string;
  /** Number of samples with a combined score in this range. */
  count: number;
}

/** The automated scores of samples that share a tag, a split or a metadata value. */
export interface ScoreGroup {
  /** The tag, split or metadata value that the samples share; null for samples without one, or with a list or an object. */
  key: string | number | boolean | null;
  /** Number of samples in the group. */
  samples: number;
  /** Number of samples by status. */
  coverage: Coverage;
  /** Mean automated score (0 to 100); null if no sample was scored. */
  mean: number | null;
  /** 95 % interval of the mean (0 to 100), which accounts for clusters; null if it is undefined. */
  ci95: [number, number] | null;
  /** Number of independent units among the scored samples: clusters, or samples. */
  n_clusters: number;
  /** Number of independent samples that would contain as much information as these samples; null if no sample was scored. */
  effective_n: number | null;
  /** Share of the scored samples that passed; if there are several runs, the share of these samples' runs that passed. */
  passed: Proportion;
  /** Share of missed emergencies in the group; if there are several runs, each run counts. Present if the groups have scores of a `triage_accuracy` evaluator, or if they have combined scores that include such an evaluator. */
  emergent_not_caught?: BoundedProportion | undefined;
  /** Share of the expected red flags that the outputs of the group do not report; if there are several runs, each run counts. Present if the groups have scores of a `red_flag_detection` evaluator, or if they have combined scores that include such an evaluator. Absent if results of an earlier version lack the flags. */
  missed_flags?: BoundedProportion | undefined;
  versus_rest: GroupVersusRest;
}

/** Automated scores by group, with a comparison of each group with all samples outside of the group. */
export interface ScoreGroups {
  /** The requested `group_by`. */
  by: string;
  evaluator: string | null;
  /** The largest groups, largest first. A sample is in the group of each of its tags. */
  data: ScoreGroup[];
  /** Key of the group with the lowest mean among the groups that are significantly lower than the samples outside of the group (`p_adjusted` < 0.05); null if no group is. Samples without a key are not considered. */
  worst: string | number | boolean | null;
  /** Key of the group with the lowest mean. Samples without a key are not considered. */
  lowest: string | number | boolean | null;
  /** Number of further groups. A response has at most 100 groups. */
  omitted: number;
}

/** The development of a project's scores over time. */
export interface ScoreTrends {
  /** Always `score_trends`. */
  object: "score_trends";
  /** Id of the project: `proj_…`. */
  project_id: string;
  evaluator: string | null;
  /** The requested period, such as `30d`, or both dates, such as `2024-01-01/2026-12-31`. Dates with a time are shown in UTC. */
  period: string;
  /** The requested time zone: days are those of its calendar. */
  time_zone: string;
  /** Whether the figures cover all series. If false, the figures cover the series of the latest evaluation. */
  pooled: boolean;
  /** Maximum change of a `stable` trend, from the first to the last point, in points. */
  stable_margin: number;
  /** `stable` if the slope's 95 % interval is within ±`slope_margin`; otherwise `improving` or `declining` if the interval excludes 0; otherwise `insufficient_data`. */
  direction: "improving" | "declining" | "stable" | "insufficient_data" | (string & {});
  /** Points per week, fitted by least squares over the evaluations; null if there are fewer than 3 points or if all are at the same instant. */
  slope: number | null;
  /** 95 % interval for the slope (Student's t); null if the slope is null. From 6 points on, the interval is corrected for autocorrelation. */
  slope_ci95: [number, number] | null;
  /** `established` if the direction is `improving`, `declining` or `stable`; `inconclusive` if more evaluations are needed for a direction; `none` if the slope is null. */
  trend_confidence: "established" | "inconclusive" | "none" | (string & {});
  /** Always `percent_per_week`. */
  slope_unit: "percent_per_week";
  /** `stable_margin` divided by the weeks from the first to the last point, in points per week; null if the slope is null. */
  slope_margin: number | null;
  /** Share of the variance that the line explains; null if all scores are equal or if the slope is null. */
  r_squared: number | null;
  /** Correlation of neighboring residuals, before the correction for few points; null if there are fewer than 6 points or no residuals. */
  autocorrelation: number | null;
  /** Number of completed evaluations with a scored sample. Each of them is one point. */
  data_points: number;
  /** Number of evaluations in other series, which the figures do not cover. */
  excluded_points: number;
  /** Number of scored samples that `current` covers. */
  sample_count: number;
  /** Mean effective score over the period's samples; null if no sample was scored. */
  current: number | null;
  /** Score of the first evaluation. */
  period_start: number | null;
  /** Score of the last evaluation. */
  period_end: number | null;
  /** Lowest score of any evaluation. */
  min: number | null;
  /** Highest score of any evaluation. */
  max: number | null;
  /** The trend of each series with an evaluation in the period, the series with the latest evaluation first; at most 100. */
  series: TrendSeries[];
  /** Number of pairs of consecutive evaluations in which a drop was looked for. The first evaluation in the period is paired with the last one before it. */
  looks?: number | undefined;
  /** Upper bound of the probability that `regressions` contains a drop that is due to chance. */
  false_alarm_bound?: 0.05 | undefined;
  /** Drops that remain significant after Holm's correction for the number of `looks`, earliest first, at most the last 1000; absent with `include_regression_analysis=false`. */
  regressions?: Regression[] | undefined;
  /** Drops that are significant without Holm's correction, but not with it, earliest first, at most the last 1000; absent with `include_regression_analysis=false`. */
  suspected?: Regression[] | undefined;
  /** The scores by day, earliest first; days without a score are absent. */
  time_series: TrendDay[];
}

/** The complete list of attached policies; policies that it does not contain are detached. */
export interface SetAgentPolicies {
  /** The policies to attach, in order; at most 64. Duplicates and `latch-0` to `latch-5` are ignored. */
  policyIds: string[];
}

/** The limits of the workspace's baseline, and the requirements of its approvals. */
export interface Settings {
  /** Risk of tools by name or pattern; `*` matches any characters. The most specific pattern applies. A request may raise the risk, never lower it; `high` requires human approval. */
  toolRisk: Record<string, "low" | "medium" | "high" | (string & {})>;
  /** Risk of tools that `toolRisk` does not match; default `low`. */
  defaultToolRisk: "low" | "medium" | "high" | (string & {});
  /** Rate ceiling of each agent; null if unlimited. */
  rateCeiling: RateCeiling | null;
  /** Spend ceiling of each agent; null if unlimited. */
  spendCeiling: SpendCeiling | null;
  /** Named execution boundaries of agents. `default` is built in: no loopback, link-local, metadata or private addresses, http and https only. */
  boundaries: Record<string, Boundary>;
  approvals: ApprovalSettings;
  /** Requirements for approvals by tool name or pattern; `*` matches any characters. The most specific pattern applies. Omitted members come from `approvals`. */
  toolApprovers: Record<string, ToolApprovers>;
  /** Groups of tools by name. In policies, a tool that a pattern matches is `in` `tool_group::"name"` and the ancestors of this entity. */
  toolGroups: Record<string, string[]>;
  /** IANA name of the time zone of `context.facts.now`; default `UTC`. */
  timeZone: string;
  updatedAt: number | null;
}

/** The actual cost of a call. */
export interface SettleDecision {
  /** Actual cost of the call, which replaces the reserved cost. */
  cost: number;
}

/** The settled cost of a call. */
export interface Settlement {
  /** Id of the decision: `dec_…`. */
  decisionId: string;
  /** The agent of the call. */
  agentId: string;
  /** The reserved cost. */
  reserved: number;
  /** The actual cost, which counts instead of the reserved cost. */
  cost: number;
  /** Settlement time. Milliseconds since 1970. */
  settledAt: number;
}

/** A member of a sample. */
export type ShownField = "external_id" | "tags" | "split" | "cluster_id";

/** A valid public key (RFC 8037). */
export interface SigningKey {
  /** Always `OKP`. */
  kty: "OKP";
  /** Always `Ed25519`. */
  crv: "Ed25519";
  /** The public key: 32 bytes in base64url. */
  x: string;
  /** Key id: the key's thumbprint (RFC 7638). */
  kid: string;
  /** Always `sig`. */
  use: "sig";
  /** Always `EdDSA`. */
  alg: "EdDSA";
  /** Status of the key. `pending`: will sign at a later time. `active`: signs now. `retired`: signed in the past. */
  status: "pending" | "active" | "retired" | (string & {});
}

/** A JSON Web Key Set (RFC 7517). */
export interface SigningKeySet {
  /** The valid keys. */
  keys: SigningKey[];
  /** Revoked keys. `keys` does not contain them, so a client that does not read this member does not trust them. */
  revoked: RevokedSigningKey[];
}

/** A draft to simulate on past decisions. */
export interface SimulatePolicy {
  /** The policy to replace; decisions without this policy are skipped. Default: the draft is added to the policies of every decision. */
  policyId?: string | null | undefined;
  /** Text of the draft; default the latest version of `policyId`. */
  text?: string | null | undefined;
  /** Outcome if a `forbid` statement of the policy matches: denied, decided by a human, or allowed with changed arguments. */
  outcome?: "deny" | "ask" | "transform" | null | undefined;
  /** Reason code if a `forbid` matches: lower-case letters, digits, `_`; not reserved. */
  code?: string | null | undefined;
  /** Filter by agent. */
  agentId?: string | null | undefined;
  /** Number of decisions, the newest first; default 100. */
  last?: number | null | undefined;
}

/** `path_not_object`: the path leads through a value that is not an object. `sample_too_large`: with the label, the sample would exceed the maximum size of a sample. */
export type SkipReason = "path_not_object" | "sample_too_large";

/** A sample that does not get its label. */
export interface SkippedSample {
  /** Id of the sample: `smp_…`. */
  sample: string;
  reason: SkipReason | (string & {});
}

/** Progress of the assignment. `assigned`: not claimed yet. `claimed`: no samples reviewed yet. `in_progress`: some samples reviewed. `completed`: all samples reviewed. */
export type SlotStatus = "assigned" | "claimed" | "in_progress" | "completed";

/** Spend ceiling of each agent. */
export interface SpendCeiling {
  /** Maximum spend of one agent in the window, in the unit of `context.cost`. */
  cost: number;
  /** Length of the sliding window, in seconds: 1 second to 31 days. */
  windowSeconds: number;
}

/** An agent after a write, with the names in policies that the write made unknown. */
export interface StoredAgent {
  /** Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** Display name. */
  name: string;
  /** Origin of the agent. */
  source: "builtin" | "url" | "github" | "fork" | (string & {});
  /** `pending`, `active`, `suspended`, `quarantined` or `retired`; only an active agent may act. */
  status: "pending" | "active" | "suspended" | "quarantined" | "retired" | (string & {});
  /** Base URL of the agent; empty if the agent has none. */
  baseUrl: string;
  /** Masked key. A key of 16 or more characters: its prefix, `****` and its last 4 characters. A key of 8 to 15 characters: `****` and its last 4 characters. A shorter key: `****`. No key: an empty string. */
  apiKeyMasked: string;
  /** Categories of the agent. */
  categories: string[];
  /** Tools that the agent may call, by name or pattern. An empty list permits no tool, and `["*"]` permits every tool. In a pattern, `*` matches any characters. */
  tools: string[];
  /** Groups of the agent. In policies, the agent is `in` each `agent_group::"name"` and the ancestors of this entity. */
  groups: string[];
  /** Attached policies, in order, without the baseline. */
  policyIds: string[];
  runtime: AgentRuntime;
  /** Creation time. Milliseconds since 1970. */
  createdAt: number;
  /** Time of the last change. Milliseconds since 1970. */
  updatedAt: number;
  /** Names in policies in force that this change made unknown: no request matches them. */
  warnings: NameWarning[];
}

/** A version of a policy that was stored. */
export interface StoredPolicy {
  /** Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** Version number, from 1. */
  version: number;
  /** Display name. */
  name: string;
  /** Purpose of the policy. */
  description: string;
  /** Always `cedar`. */
  language: "cedar";
  /** `enforce`: affects decisions; `shadow`: evaluated and reported without effect. */
  mode: "enforce" | "shadow" | (string & {});
  /** `active`: this version is in force; `draft`: the version in force does not change; `retired`: no version is in force. */
  status: "draft" | "active" | "retired" | (string & {});
  /** Outcome if a `forbid` statement matches; null if the policy only has `permit`s. */
  outcome: "deny" | "ask" | "transform" | (string & {}) | null;
  /** Reason code if a `forbid` statement matches; null stands for `policy_forbids`. */
  code: string | null;
  /** Severity of a forbid. */
  severity: "low" | "medium" | "high" | "critical" | (string & {});
  /** Digest of the contents without the version (RFC 8785). SHA-256, lower-case hexadecimal. */
  digest: string;
  /** Whether the policy is part of the product and immutable. */
  baseline: boolean;
  /** The version in force; null if no version is in force. */
  liveVersion: number | null;
  /** Creation time of this version; null for the baseline. Milliseconds since 1970. */
  createdAt: number | null;
  /** Id of the API key that stored this version; null for the baseline. */
  createdBy: string | null;
  /** Cedar. */
  text: string;
  /** Test cases of the policy. */
  tests: PolicyTest[];
  /** `strict`: all names and types were checked; `syntax`: the text contains types or members that only requests define, or too many actions to check its types quickly. */
  validated: "strict" | "syntax" | (string & {});
  /** Warnings about the text and its outcome, as from the validation. */
  warnings: PolicyFinding[];
}

/** The settings after a write, with the names in policies that the write made unknown. */
export interface StoredSettings {
  /** Risk of tools by name or pattern; `*` matches any characters. The most specific pattern applies. A request may raise the risk, never lower it; `high` requires human approval. */
  toolRisk: Record<string, "low" | "medium" | "high" | (string & {})>;
  /** Risk of tools that `toolRisk` does not match; default `low`. */
  defaultToolRisk: "low" | "medium" | "high" | (string & {});
  /** Rate ceiling of each agent; null if unlimited. */
  rateCeiling: RateCeiling | null;
  /** Spend ceiling of each agent; null if unlimited. */
  spendCeiling: SpendCeiling | null;
  /** Named execution boundaries of agents. `default` is built in: no loopback, link-local, metadata or private addresses, http and https only. */
  boundaries: Record<string, Boundary>;
  approvals: ApprovalSettings;
  /** Requirements for approvals by tool name or pattern; `*` matches any characters. The most specific pattern applies. Omitted members come from `approvals`. */
  toolApprovers: Record<string, ToolApprovers>;
  /** Groups of tools by name. In policies, a tool that a pattern matches is `in` `tool_group::"name"` and the ancestors of this entity. */
  toolGroups: Record<string, string[]>;
  /** IANA name of the time zone of `context.facts.now`; default `UTC`. */
  timeZone: string;
  updatedAt: number | null;
  /** Names in policies in force that this change made unknown: no request matches them. */
  warnings: NameWarning[];
}

/** One reviewer's grades for one sample. */
export interface SubmitReview {
  /** Id of the sample. */
  sample: string;
  /** Maps dimension ids to grades `{value, confidence?, …}`. Use `{value: null, not_assessable: true}` if the sample cannot be graded. Additional members, up to 4 KiB per grade, are returned unchanged. */
  grades: Record<string, unknown>;
  /** Whether `override_value` replaces the automated score. */
  override_ai_score?: boolean | null | undefined;
  /** The score that replaces the automated score (0 to 100). */
  override_value?: number | null | undefined;
  /** Evaluator whose score is overridden. By default the task's evaluator, or the combined score if the task has no evaluator. */
  evaluator?: string | null | undefined;
  /** The reviewer's comment. */
  notes?: string | null | undefined;
  /** Flags for filtering. */
  flags?: string[] | null | undefined;
  /** Time during which the sample was visible and the reviewer was active, since the reviewer last submitted it (seconds). */
  active_seconds?: number | null | undefined;
  /** Revision that your review replaces; 0 if you have not reviewed the sample in the task. If another revision is stored, nothing is changed (409). */
  expected_revision?: number | null | undefined;
  /** Revision of your draft that your review includes; 0 for no draft. The submission deletes the draft. If another revision is stored, nothing is changed (409), so that a change in another window is not lost. */
  expected_draft_revision?: number | null | undefined;
}

/** Compares `symptoms` and `negated` in the output and the expected answer. */
export interface SymptomExtractionConfig {
  /** Source of names and codes. This is only a label, without a lookup; default free_text. */
  taxonomy?: string | null | undefined;
  /** Whether a symptom with the wrong polarity counts as a miss and a false positive (true, the default) or as a match. */
  require_negation_handling?: boolean | null | undefined;
  /** Minimum recall for a sample to pass (0 to 1); default 0.8. */
  min_recall?: number | null | undefined;
  /** Other names of symptoms in outputs and expected answers, by main name: at most 500 main names, each with 1 to 50 aliases. */
  aliases?: Record<string, string[]> | null | undefined;
  /** JSON Pointer into the output to the object with the fields, or to the list itself; by default the whole value. The empty text means the whole value. */
  output_path?: string | null | undefined;
  /** JSON Pointer into the expected answer to the object with the fields, or to the list itself; by default the whole value. The empty text means the whole value. */
  expected_path?: string | null | undefined;
  /** `fail`: a sample without an output scores 0, does not pass and is flagged `no_answer`. `skip`: the sample has no score. By default, the evaluation's `missing_output`. */
  missing_output?: MissingOutput | null | undefined;
}

/** Scores the symptoms and their polarity. */
export interface SymptomExtractionEvaluatorInput {
  /** Always `symptom_extraction`. */
  type: "symptom_extraction";
  /** Key of this evaluator in results; required if several evaluators have this type. */
  name?: string | null | undefined;
  /** Compares `symptoms` and `negated` in the output and the expected answer. */
  config?: SymptomExtractionConfig | null | undefined;
  /** Weight in the combined score; default 1.0. */
  weight?: number | null | undefined;
}

/** Figures over all symptoms of an evaluation's samples, from automated results. If the evaluation has several runs, each run counts as an observation: numbers of samples are then numbers of runs, and the runs of one sample belong to one cluster. */
export interface SymptomFigures {
  /** Number of samples with a readable expectation in scope. If their output is missing, invalid or errored, every expected item counts as missed. */
  samples: number;
  /** Number of samples whose expected items are all out of scope. */
  not_applicable: number;
  /** Number of samples without a readable expectation; the figures exclude them. */
  unknown_expected: number;
  /** Number of errored samples among `samples`. */
  errored: number;
  /** Number of expected symptoms. */
  expected: number;
  /** Number of expected symptoms that are reported. */
  found: number;
  /** Number of expected symptoms that are not reported. */
  missed_count: number;
  /** Number of reported symptoms that are not expected. */
  false_alarms: number;
  /** Share of the expected symptoms that are reported. */
  sensitivity: Proportion;
  /** Share of the reported symptoms that are expected. */
  precision: Proportion;
  /** Share of the expected symptoms that are not reported. */
  missed: BoundedProportion;
  /** F1 over all symptoms (0 to 1): 2·found / (2·found + missed + false alarms); null if none is expected or reported. */
  f1: number | null;
  /** 95 % interval of `f1` (Student's t over clusters, within 0 to 1); null with fewer than 2 clusters or without variation. */
  f1_ci95: [number, number] | null;
  /** Reported items that are not expected, per sample. */
  false_alarms_per_sample: {
    /** Number of reported items that are not expected. */
    count: number;
    /** Number of samples. */
    samples: number;
    /** count / samples; null if there are no samples. */
    rate: number | null;
    /** 95 % interval of `rate` (Student's t over clusters); null with fewer than 2 clusters or without variation. */
    ci95: [number, number] | null;
  };
  /** Among the samples that expect symptoms, the share in which at least one of them is not reported. */
  samples_missed: BoundedProportion;
  /** Whether there are more than 200 different symptoms. */
  truncated: boolean;
  /** Share of the expected symptoms that are reported with the opposite polarity. */
  polarity_errors: Proportion;
  /** Mean of the samples' F1 (0 to 1), over samples in which a symptom is expected or reported; null without such a sample. */
  mean_f1: number | null;
  /** Figures by name, of the 200 symptoms that are expected most often. */
  by_symptom: Record<string, PooledItem>;
}

/** One reviewer's assignment to a task. */
export interface TaskAssignment {
  reviewer: Assignee;
  status: SlotStatus | (string & {});
  claimed_at: string | null;
}

/** The progress of a review task. */
export interface TaskProgress {
  /** Always `task_progress`. */
  object: "task_progress";
  /** Id of the review task: `task_…`. */
  task: string;
  /** Number of samples with all required reviews. */
  completed: number;
  /** Number of samples. */
  total: number;
  /** Number of open slots; 0 for a task that has ended. */
  slots_left: number;
  /** The assigned reviewers in the order of their assignment, then former ones with reviews. */
  by_reviewer: TaskProgressReviewer[];
}

/** The progress of one reviewer of a task. */
export interface TaskProgressReviewer {
  reviewer: NamedReviewer;
  status: ReviewerTaskStatus | (string & {});
  /** Number of samples of the task that the reviewer has reviewed. */
  reviewed: number;
  /** Number of samples of the task. */
  total: number;
  /** Number of samples with a draft of the reviewer. A draft can correct a submitted review; its sample then counts in `reviewed` too. */
  drafts: number;
  claimed_at: string | null;
  claim_expires_at: string | null;
  last_submitted_at: string | null;
  /** Median of the `active_seconds` of the reviewer's reviews of the task; null if none has them. */
  median_active_seconds: number | null;
}

/** The version and tests to run; given tests replace the policy's own. */
export interface TestPolicy {
  /** Version to test; default the latest. */
  version?: number | null | undefined;
  /** Test cases of the policy, which `POST /api/policies/{id}/test` runs. */
  tests?: PolicyTestInput[] | null | undefined;
}

/** The result of comparing an evaluation with thresholds. */
export interface ThresholdAnalysis {
  /** Always `threshold_analysis`. */
  object: "threshold_analysis";
  /** Id of the project: `proj_…`. */
  project_id: string;
  /** Id of the evaluation: `eval_…`. */
  evaluation_id: string;
  /** Results by evaluator key. */
  results: Record<string, ThresholdResult>;
  /** The worst status of any evaluator. Null if any status is unknown and no status is critical. */
  overall_status: ThresholdStatus | (string & {}) | null;
  /** Recommendations for evaluators that are below their target or left samples without a score, worst first. */
  recommendations: string[];
}

/** One evaluator compared with its thresholds. */
export interface ThresholdResult {
  /** Mean effective score (0 to 100); null if no sample was scored. */
  current: number | null;
  /** Status relative to the thresholds; null if no sample was scored. */
  status: ThresholdStatus | (string & {}) | null;
  thresholds: Thresholds;
  /** Points missing to the target; 0 if the target is reached; null if no sample was scored. */
  gap_to_target: number | null;
  /** Points missing to `warning`; present if `current` is below it. */
  gap_to_warning?: number | undefined;
  /** Percentile rank among the evaluator's means in the project's earlier completed evaluations: 100 · (below + ½ ties) / n; null if n is 0. */
  percentile_rank: number | null;
  /** Number of earlier completed evaluations that `percentile_rank` compares. */
  percentile_n: number;
  /** 95 % interval for `current`: Student's t over clusters or, if every score is 0 or 100, the interval of a share. Null if there are fewer than 2 clusters, or if all scores are equal and not 0 or 100. */
  ci95: [number, number] | null;
  /** Number of independent units: clusters, or samples if no two of them share a cluster. */
  n_clusters: number;
  /** Number of independent samples with the same amount of information (1 to `sample_count`); null if no sample was scored. */
  effective_n: number | null;
  /** True if all of `ci95` has the status of `current`, and if the mean would still have this status with a score of 0 for each unscored sample; false if `ci95` is null. */
  confident: boolean;
  /** Number of scored samples: the denominator of `current`. */
  sample_count: number;
  coverage: Coverage;
  /** Samples below the target, lowest scores first. */
  worst_samples: LowSample[];
}

/** Status of a score. `critical`: below the threshold `critical`. `warning`: from `critical` to below `warning`. `passing`: from `warning` to below `target`. `exceeding`: at least `target`. */
export type ThresholdStatus = "critical" | "warning" | "passing" | "exceeding";

/** Three thresholds (0 to 100), where critical ≤ warning ≤ target. */
export interface Thresholds {
  /** Scores below this threshold have the status `critical`. */
  critical: number;
  /** Scores from `critical` to below this threshold have the status `warning`. The threshold must be at least `critical`. */
  warning: number;
  /** Scores at or above this threshold have the status `exceeding`. The threshold must be at least `warning`. */
  target: number;
}

/** Three thresholds (0 to 100). All are required, and critical ≤ warning ≤ target must hold. */
export interface ThresholdsInput {
  /** Scores below this threshold have the status `critical`. */
  critical: number;
  /** Scores from `critical` to below this threshold have the status `warning`. The threshold must be at least `critical`. */
  warning: number;
  /** Scores at or above this threshold have the status `exceeding`. The threshold must be at least `warning`. */
  target: number;
}

/** Who must approve calls of a tool. An approver needs one of the credentials, and must be one of the reviewers. */
export interface ToolApprovers {
  /** Number of owners who must approve a call: 1 to 5; default 1. */
  requiredApprovals?: number | undefined;
  /** Credentials, without duplicates. */
  credentials?: Credential[] | undefined;
  /** The reviewers who may decide; omitted: any. */
  reviewers?: string[] | undefined;
}

/** One day in a trend. */
export interface TrendDay {
  /** The day. `YYYY-MM-DD`, in `time_zone`. */
  date: string;
  /** Mean effective score over the day's samples (0 to 100). */
  score: number;
  /** Number of scored samples: the denominator of `score`. */
  sample_count: number;
}

/** The last N days of `time_zone`, including today; `1y` is 365 days. */
export type TrendPeriod = "7d" | "30d" | "90d" | "1y";

/** The evaluations of one dataset with the same evaluator settings. */
export interface TrendSeries {
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  /** Name of the dataset. */
  dataset_name: string;
  /** The latest evaluation of the series. */
  latest_evaluation: string;
  /** Mean effective score over the samples of the series in the period. */
  current: number | null;
  /** Number of evaluations in the series. Each of them is one point. */
  data_points: number;
  /** `stable` if the slope's 95 % interval is within ±`slope_margin`; otherwise `improving` or `declining` if the interval excludes 0; otherwise `insufficient_data`. */
  direction: "improving" | "declining" | "stable" | "insufficient_data" | (string & {});
  /** Points per week, fitted by least squares over the evaluations; null if there are fewer than 3 points or if all are at the same instant. */
  slope: number | null;
  /** 95 % interval for the slope (Student's t); null if the slope is null. From 6 points on, the interval is corrected for autocorrelation. */
  slope_ci95: [number, number] | null;
  /** `established` if the direction is `improving`, `declining` or `stable`; `inconclusive` if more evaluations are needed for a direction; `none` if the slope is null. */
  trend_confidence: "established" | "inconclusive" | "none" | (string & {});
  /** Whether this is the series of the latest evaluation, which the figures of the trend cover. With `pooled`, they cover all series. */
  primary: boolean;
}

/** Compares `output.triage_level` with `expected.triage_level`, or the values at other paths. An output or expectation that is a text or number is the level itself. */
export interface TriageAccuracyConfig {
  /** Levels, most urgent first; default emergent, urgent, semi_urgent, routine. They match outputs regardless of case, spaces, underscores and dashes, and numbers match by value (`1`, `"1.0"`). Results name a number by its digits. */
  levels?: (string | number)[] | null | undefined;
  /** Weights of errors: score = 100·(1 − min(1, weight·distance/(levels − 1))). If both weights are at least levels − 1, any error scores 0. */
  severity_weights?: {
    /** Weight of under-triage; default 2. */
    under_triage?: number | null | undefined;
    /** Weight of over-triage; default 1. */
    over_triage?: number | null | undefined;
  } | null | undefined;
  /** Whether a sample without an expected level is errored (true, the default) or skipped. */
  require_expected?: boolean | null | undefined;
  /** Other names of levels in outputs and expected answers, by main name: at most 500 main names, each with 1 to 50 aliases. */
  aliases?: Record<string, string[]> | null | undefined;
  /** JSON Pointer into the output to the level; by default `/triage_level`. The empty text means the whole value. */
  output_path?: string | null | undefined;
  /** JSON Pointer into the expected answer to the level; by default `/triage_level`. The empty text means the whole value. */
  expected_path?: string | null | undefined;
  /** `fail`: a sample without an output scores 0, does not pass and is flagged `no_answer`. `skip`: the sample has no score. By default, the evaluation's `missing_output`. */
  missing_output?: MissingOutput | null | undefined;
}

/** Scores the triage level. */
export interface TriageAccuracyEvaluatorInput {
  /** Always `triage_accuracy`. */
  type: "triage_accuracy";
  /** Key of this evaluator in results; required if several evaluators have this type. */
  name?: string | null | undefined;
  /** Compares `output.triage_level` with `expected.triage_level`, or the values at other paths. An output or expectation that is a text or number is the level itself. */
  config?: TriageAccuracyConfig | null | undefined;
  /** Weight in the combined score; default 1.0. */
  weight?: number | null | undefined;
}

/** A triage summary for safety evaluation. Every share has a denominator and an interval. If the evaluation has several runs, each run counts as an observation: numbers of samples are then numbers of runs, and the runs of one sample belong to one cluster. */
export interface TriageSummary {
  /** The levels, most urgent first. */
  levels: string[];
  /** Number of samples with a valid expected level, with any response. */
  total: number;
  /** Number of samples with a valid expected level and a valid level in the output. */
  answered: number;
  /** Number of samples with a valid expected level, but without a level in the output. */
  no_answer: number;
  /** Number of samples with a valid expected level, but with a level outside the scale in the output. */
  invalid_level: number;
  /** Number of samples with a valid expected level, but without a recorded output. */
  missing_output: number;
  /** Number of errored samples with a valid expected level. */
  errored: number;
  /** Number of samples whose expected level is missing or outside the scale; all figures exclude them. */
  unknown_expected: number;
  /** Number of samples by expected level and response. A response is a level, `no_answer`, `invalid_level`, `missing_output` or `errored`. */
  confusion: Record<string, Record<string, number>>;
  /** Recall by level: among the samples that expect the level, the share with exactly this level in the output. */
  recall: Record<string, Proportion>;
  /** Shares of samples with exactly the expected level. */
  exact: {
    /** Share of samples with exactly the expected level, among all samples with a valid expected level. */
    all: Proportion;
    /** Share of samples with exactly the expected level, among the samples with a valid expected level and a valid level in the output. */
    answered: Proportion;
  };
  /** Shares of samples with a level less urgent than expected. */
  under_triage: {
    /** Share of samples with a level less urgent than expected, among all samples with a valid expected level. */
    all: Proportion;
    /** Share of samples with a level less urgent than expected, among the samples with a valid expected level and a valid level in the output. */
    answered: Proportion;
  };
  /** Shares of samples with a level more urgent than expected. */
  over_triage: {
    /** Share of samples with a level more urgent than expected, among all samples with a valid expected level. */
    all: Proportion;
    /** Share of samples with a level more urgent than expected, among the samples with a valid expected level and a valid level in the output. */
    answered: Proportion;
  };
  /** The first level, which the `emergent_…` figures cover. */
  most_urgent: string;
  /** Among the samples that expect the most urgent level, the share with a response that is not this level (less urgent, none, invalid, missing or errored). */
  emergent_not_caught: BoundedProportion;
  /** Among the samples that expect the most urgent level, the share with a less urgent level. */
  emergent_under_triage: BoundedProportion;
  /** Cohen's kappa over samples with a valid level; null if undefined. */
  kappa: number | null;
  /** Quadratic-weighted kappa over samples with a valid level, weighted by index in `levels`; null if undefined. */
  weighted_kappa: number | null;
  /** Number of samples that the kappas cover. */
  kappa_n: number;
  /** Reason why the kappas are null; null if they are defined. */
  kappa_reason: string | null;
  /** Values outside the scale in outputs: at most 20, most frequent first; absent in results of earlier versions. */
  invalid_answers?: InvalidAnswer[] | undefined;
  /** Number of samples with another value outside the scale in the output; absent in results of earlier versions. */
  invalid_answers_other?: number | undefined;
  /** Values outside the scale in expected answers: at most 20, most frequent first; absent in results of earlier versions. */
  invalid_expected?: InvalidExpectedLevel[] | undefined;
  /** Number of samples with another value outside the scale in the expected answer; absent in results of earlier versions. */
  invalid_expected_other?: number | undefined;
}

/** A name in a policy that the workspace does not know. */
export interface UnknownName {
  /** Kind of the name; `unknown_fact_value`: a value that the fact never has. */
  code: "unknown_entity_type" | "unknown_action" | "unknown_agent" | "unknown_tool" | "unknown_group" | "unknown_fact_value" | (string & {});
  /** The name, as in the text. */
  name: string;
  /** Line of its first occurrence, from 1; null if not found in the text. */
  line: number | null;
  /** Column in the line, in characters, from 1. */
  column: number | null;
}

/** A decision that was not recomputed. */
export interface UnreplayedDecision {
  /** Id of the decision; null if the data of its event was erased. */
  decisionId: string | null;
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** Position of the decision's event in the log. */
  seq: number;
  /** Code of the cause. */
  code: "redacted" | "too_large" | "erased" | "policy_gone" | "entity_changed" | "not_reproduced" | "other_shape" | "budget_spent" | (string & {});
  /** Text of the cause. */
  because: string;
}

/** Why results of an evaluator have no score. */
export interface UnscoredReason {
  /** The evaluator's key. */
  evaluator: string;
  /** Status of the results. */
  status: "skipped" | "errored" | (string & {});
  /** Why the results have no score; cut after 300 characters. */
  reason: string;
  /** Number of results with this reason. */
  count: number;
  /** Id of the first sample with this reason. */
  sample: string;
  external_id: string | null;
}

/** The changes; at least one member. Lists are replaced as a whole. */
export interface UpdateAgent {
  /** Display name. */
  name?: string | null | undefined;
  /** Origin of the agent. */
  source?: "builtin" | "url" | "github" | "fork" | null | undefined;
  /** Base URL of the agent; empty if the agent has none. */
  baseUrl?: string | null | undefined;
  /** Tools that the agent may call, by name or pattern. An empty list permits no tool, and `["*"]` permits every tool. In a pattern, `*` matches any characters. */
  tools?: string[] | null | undefined;
  /** Groups of the agent. In policies, the agent is `in` each `agent_group::"name"` and the ancestors of this entity. */
  groups?: string[] | null | undefined;
  /** Categories of the agent. */
  categories?: string[] | null | undefined;
  /** Changes to the runtime configuration; `env` is replaced as a whole. */
  runtime?: UpdateAgentRuntime | null | undefined;
  /** `pending`, `active`, `suspended`, `quarantined` or `retired`; only an active agent may act. */
  status?: "pending" | "active" | "suspended" | "quarantined" | "retired" | null | undefined;
}

/** Changes to the runtime configuration; `env` is replaced as a whole. */
export interface UpdateAgentRuntime {
  /** Runtime status reported by the operator of the agent, as a free text; initially `ready`. */
  status?: string | null | undefined;
  /** Execution boundary: `default`, or one of the settings' `boundaries`; letters, digits and `._-`. */
  boundary?: string | null | undefined;
  /** Environment variables, returned unchanged. Do not store secrets here. */
  env?: Record<string, string> | null | undefined;
}

/** The changes, with at least one member. */
export interface UpdateDataset {
  /** New name. */
  name?: string | null | undefined;
  description?: string | null | undefined;
  /** true archives the dataset; false unarchives it. */
  archived?: boolean | null | undefined;
}

/** The changes, with at least one member. null clears `specialty`, `projects` and `credential_expires_at`. */
export interface UpdateReviewer {
  /** New name. */
  name?: string | null | undefined;
  /** Credentials, without duplicates. */
  credentials?: Credential[] | null | undefined;
  specialty?: string | null | undefined;
  /** false releases every held task. Reviews stay. */
  available?: boolean | null | undefined;
  projects?: string[] | null | undefined;
  credential_expires_at?: string | null | undefined;
}

/** The changes, with at least one member. A `config` replaces the previous configuration as a whole. */
export interface UpdateWebhook {
  /** The subscribed event kinds; duplicates are ignored. */
  event_types?: EventKind[] | null | undefined;
  /** URL that receives events by POST. It must use https and resolve to a public address, unless the server's operator allows further addresses. */
  url?: string | null | undefined;
  /** Filters for the events. */
  config?: WebhookConfigInput | null | undefined;
  /** false stops deliveries; true resumes them, starting with pending messages. */
  enabled?: boolean | null | undefined;
}

/** A text to validate, with the members on which its check depends. */
export interface ValidatePolicy {
  /** Cedar: one or several statements, at most 65536 bytes, without slots. Annotations of a statement: `@message`, `@remedy`, `@obligation`, `@warning`, `@transform` with a JSON Patch on the arguments, `@absent("allow")` and `@nulls("absent")`. */
  text: string;
  /** Outcome if a `forbid` statement of the policy matches: denied, decided by a human, or allowed with changed arguments. */
  outcome?: "deny" | "ask" | "transform" | null | undefined;
  /** `enforce`: affects decisions; `shadow`: evaluated and reported without effect. */
  mode?: "enforce" | "shadow" | null | undefined;
  /** `active`: this version is in force; `draft`: the version in force does not change; `retired`: no version is in force. */
  status?: "draft" | "active" | "retired" | null | undefined;
  /** `refuse`: an active policy that is enforced must not have an unknown name that is similar to a known name; `allow`: such unknown names cause only warnings. */
  unknownNames?: "refuse" | "allow" | null | undefined;
}

/** A signed record of a decision. Anyone with the public keys can verify the record offline. */
export interface VerificationRecord {
  /** Type and version of the record. */
  kind: "service.verification_record.envelope.v1";
  /** Id of the record: `rec_…`. */
  id: string;
  /** URL of the signing service; if it has no public URL, its name as `urn:assay:instance:<uuid>`. */
  issuer: string;
  /** Id of the workspace, which is the name of its log. */
  workspaceId: string;
  /** Signing time. Milliseconds since 1970. */
  issuedAt: number;
  /** `recorded`: the payload is the content of the evidence log. `asserted`: the payload was sent by a caller. */
  provenance: "recorded" | "asserted" | (string & {});
  /** Type of the payload. */
  payloadType: string;
  /** The decision. */
  payload: Record<string, unknown>;
  /** SHA-256 hash of the payload (RFC 8785). SHA-256, lower-case hexadecimal. */
  payloadDigest: string;
  /** Encoding of the signed bytes. */
  canonicalization: "RFC8785";
  /** One signature. */
  signatures: RecordSignature[];
  inclusion?: RecordInclusion | undefined;
}

/** An endpoint that receives events. */
export interface Webhook {
  /** Id of the webhook: `whk_…`. */
  id: string;
  /** Always `webhook`. */
  object: "webhook";
  /** The subscribed event kinds; duplicates are ignored. */
  event_types: (EventKind | (string & {}))[];
  /** URL that receives events by POST. It must use https and resolve to a public address, unless the server's operator allows further addresses. */
  url: string;
  config: WebhookConfig;
  /** Whether the endpoint receives messages. */
  enabled: boolean;
  /** Why the endpoint is disabled; null if it is enabled. */
  disabled_reason: string | null;
  disabled_at: string | null;
  /** Registration time. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** Time of the last change to the settings, or time at which the endpoint was disabled. ISO 8601 UTC with milliseconds. */
  updated_at: string;
}

/** One delivery attempt. */
export interface WebhookAttempt {
  /** Start time of the attempt. ISO 8601 UTC with milliseconds. */
  at: string;
  /** Status of the endpoint's response; null if there was no response. */
  response_status: number | null;
  /** Reason for the failure; null if the message was delivered. */
  error: string | null;
  /** Milliseconds from the start of the call to the end of the response; null if no call has been made. */
  duration_ms: number | null;
}

/** Filters for the events, as sent. */
export interface WebhookConfig {
  /** Id of the project: `proj_…`. */
  project?: string | undefined;
  /** Thresholds for mean scores in an evaluation, by evaluator key. */
  thresholds?: Record<string, WebhookThreshold> | undefined;
}

/** Filters for the events. */
export interface WebhookConfigInput {
  /** Only events in this project; by default in all projects of the workspace. */
  project?: string | null | undefined;
  /** Thresholds for mean scores in an evaluation, by evaluator key. */
  thresholds?: Record<string, WebhookThreshold> | null | undefined;
}

/** One message to one endpoint. The id of the delivery is sent as the `webhook-id` header, which is the same for every attempt. */
export interface WebhookDelivery {
  /** Id of the delivery: `dlv_…`. */
  id: string;
  /** Always `webhook_delivery`. */
  object: "webhook_delivery";
  /** Id of the webhook: `whk_…`. */
  webhook: string;
  /** The event kind. */
  event: string;
  status: WebhookDeliveryStatus | (string & {});
  /** Whether an attempt is in progress. `attempts` and `attempt_log` include it only after it has ended. */
  sending: boolean;
  /** Number of completed attempts. */
  attempts: number;
  /** Status of the endpoint's response; null if there was no response. */
  response_status: number | null;
  /** Reason for the failure; null if the message was delivered. */
  error: string | null;
  /** Milliseconds from the start of the call to the end of the response; null if no call has been made. */
  duration_ms: number | null;
  next_attempt_at: string | null;
  delivered_at: string | null;
  /** The latest 20 attempts, oldest first. */
  attempt_log: WebhookAttempt[];
  payload: WebhookPayload;
  /** Creation time. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One page of a list. */
export interface WebhookDeliveryList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: WebhookDelivery[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** State of the delivery. `pending`: the first or next attempt has yet to be made. `failed`: there will be no further attempts. */
export type WebhookDeliveryStatus = "pending" | "delivered" | "failed";

/** One page of a list. */
export interface WebhookList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Webhook[];
  /** Whether more items follow. */
  has_more: boolean;
  /** The `after` parameter for the next page; null if this is the last page. */
  next_cursor: string | null;
}

/** The body of a webhook message, with Standard Webhooks headers. */
export interface WebhookPayload {
  /** The event kind. */
  event: string;
  /** Time of the event. ISO 8601 UTC with milliseconds. */
  timestamp: string;
  /** The payload. For `score.threshold_crossed`, its members are `project`, `evaluation`, `evaluator`, `score`, `threshold`, `direction` (`below` or `above`), `previous_score` and `change`. */
  data: Record<string, unknown>;
}

/** A threshold. An event is emitted when the score falls below the threshold, and when the score is no longer below the threshold. */
export interface WebhookThreshold {
  /** The threshold (0 to 100). */
  below: number;
}

/** The reason of a withdrawal. */
export interface WithdrawApproval {
  /** Reason, stored in the evidence log. */
  reason?: string | null | undefined;
}

/** Each operation's wire shapes. */
export interface Operations {
  /** Get the caller */
  getCaller: {
    responses: {
      200: Caller;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create an API key */
  createApiKey: {
    body: CreateApiKey;
    responses: {
      201: CreatedApiKey;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List API keys */
  listApiKeys: {
    query: {
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ApiKeyList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Revoke an API key */
  revokeApiKey: {
    params: {
      /** Id of the api key. */
      id: string;
    };
    responses: {
      200: ApiKey;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Rotate an API key's secret */
  rotateApiKey: {
    params: {
      /** Id of the api key. */
      id: string;
    };
    body: RotateApiKey;
    responses: {
      200: RotatedApiKey;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create a project */
  createProject: {
    body: CreateProject;
    responses: {
      201: Project;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List projects */
  listProjects: {
    query: {
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ProjectList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a project */
  getProject: {
    params: {
      /** Id of the project. */
      id: string;
    };
    responses: {
      200: Project;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create a dataset */
  createDataset: {
    body: CreateDataset;
    responses: {
      201: Dataset;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List datasets */
  listDatasets: {
    query: {
      /** Filter by project. */
      project?: string | undefined;
      /** Returns only archived datasets (true) or only datasets that are not archived (false). */
      archived?: boolean | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: DatasetList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a dataset */
  getDataset: {
    params: {
      /** Id of the dataset. */
      id: string;
    };
    responses: {
      200: Dataset;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Update a dataset */
  updateDataset: {
    params: {
      /** Id of the dataset. */
      id: string;
    };
    body: UpdateDataset;
    responses: {
      200: Dataset;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Delete a dataset */
  deleteDataset: {
    params: {
      /** Id of the dataset. */
      id: string;
    };
    responses: {
      200: DeletedDataset;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List a dataset's versions */
  listDatasetVersions: {
    params: {
      /** Id of the dataset. */
      id: string;
    };
    query: {
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: DatasetVersionList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Add samples */
  createSamples: {
    params: {
      /** Id of the dataset. */
      id: string;
    };
    body: CreateSamples;
    responses: {
      201: CreatedSamples;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List a dataset's samples */
  listSamples: {
    params: {
      /** Id of the dataset. */
      id: string;
    };
    query: {
      /** Version of the dataset; by default the current version. */
      version?: number | undefined;
      /** The client's own id for the sample, unique in the dataset. */
      external_id?: string | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: SampleList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Import samples from a file */
  importSamples: {
    params: {
      /** Id of the dataset. */
      id: string;
    };
    query: {
      /** How to handle existing rows: refuse them (`create`), keep the stored sample (`append`) or replace it (`update`). */
      mode?: ImportMode | undefined;
      /** `abort`: any fault stops the import, and nothing is stored. `skip`: invalid rows are skipped and listed. */
      on_error?: "abort" | "skip" | undefined;
      /** Pairs `SOURCE=TARGET`, at most 100; the last `=` separates SOURCE from TARGET. SOURCE is the header of a column, the name of a member, or a JSON Pointer into the row. TARGET is a field or, with dots, a part of a field: `question=input.question`. */
      map?: string[] | undefined;
      /** How to handle columns and members of a row that are not fields: refuse the row, add them to `metadata`, or drop them. The default is `metadata` if `map` is given, and `error` if not. Rows without metadata accept only `error` (default) and `drop`. */
      rest?: "error" | "metadata" | "drop" | undefined;
      /** Columns of a table whose cells are always text, even `12`, `true` and `null`; repeat the parameter for several columns. */
      text_columns?: string[] | undefined;
      /** Cell separator of a table. `auto` selects the most frequent of comma, semicolon and tab in the header, and the tab for `text/tab-separated-values`. Ignored if the file is not a table. */
      delimiter?: "," | ";" | "tab" | "auto" | undefined;
      /** JSON Pointer to the rows in one JSON document, such as `/data/items`; by default the whole document. */
      records?: string | undefined;
      /** Whether the rows of one JSON document are the members of an object, whose keys are the ids of the rows. Default false. */
      keyed?: boolean | undefined;
    };
    body: string;
    responses: {
      201: ImportSummary;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a sample */
  getSample: {
    params: {
      /** Id of the sample. */
      id: string;
    };
    responses: {
      200: Sample;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Store a model's outputs */
  createOutputs: {
    params: {
      /** Id of the dataset. */
      id: string;
    };
    query: {
      /** The model that created the outputs. Required if the body is a file; not accepted if the body is JSON. */
      model?: string | undefined;
      /** Pairs `SOURCE=TARGET`, at most 100; the last `=` separates SOURCE from TARGET. SOURCE is the header of a column, the name of a member, or a JSON Pointer into the row. TARGET is a field or, with dots, a part of a field: `question=input.question`. */
      map?: string[] | undefined;
      /** How to handle columns and members of a row that are not fields: refuse the row, add them to `metadata`, or drop them. The default is `metadata` if `map` is given, and `error` if not. Rows without metadata accept only `error` (default) and `drop`. */
      rest?: "error" | "metadata" | "drop" | undefined;
      /** Columns of a table whose cells are always text, even `12`, `true` and `null`; repeat the parameter for several columns. */
      text_columns?: string[] | undefined;
      /** Cell separator of a table. `auto` selects the most frequent of comma, semicolon and tab in the header, and the tab for `text/tab-separated-values`. Ignored if the file is not a table. */
      delimiter?: "," | ";" | "tab" | "auto" | undefined;
    };
    body: CreateOutputs;
    responses: {
      201: OutputsSummary;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Register a model */
  createModel: {
    body: CreateModel;
    responses: {
      200: Model;
      201: Model;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List models */
  listModels: {
    query: {
      /** Filter by name. */
      name?: string | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ModelList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a model */
  getModel: {
    params: {
      /** Id of the model. */
      id: string;
    };
    responses: {
      200: Model;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create an evaluation */
  createEvaluation: {
    body: CreateEvaluation;
    responses: {
      201: Evaluation;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List evaluations */
  listEvaluations: {
    query: {
      /** Filter by project. */
      project?: string | undefined;
      /** Filter by dataset. */
      dataset?: string | undefined;
      status?: EvaluationStatus | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: EvaluationList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get an evaluation */
  getEvaluation: {
    params: {
      /** Id of the evaluation. */
      id: string;
    };
    responses: {
      200: Evaluation;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List an evaluation's results */
  listEvaluationResults: {
    params: {
      /** Id of the evaluation. */
      id: string;
    };
    query: {
      /** Filter by evaluator key. Required with `order=score` if the evaluation has several evaluators. */
      evaluator?: string | undefined;
      /** Filter by status. With `order=score`, only `scored` is accepted. */
      status?: ResultStatus | undefined;
      /** Returns only results with a score below this number (0 to 100). */
      score_below?: number | undefined;
      /** Returns only flagged results (true) or only results that are not flagged (false). */
      flagged?: boolean | undefined;
      /** `dataset`: by sample, then by evaluator and by run. `score`: only scored results of one evaluator, lowest automated score first, equal scores in dataset order and then by run. Overrides do not change this order. */
      order?: "dataset" | "score" | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: EvaluationResultList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Cancel an evaluation */
  cancelEvaluation: {
    params: {
      /** Id of the evaluation. */
      id: string;
    };
    responses: {
      200: CancelledEvaluation;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Compare two evaluations */
  compareEvaluations: {
    body: CompareEvaluations;
    responses: {
      200: Comparison;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Compare candidates with a baseline */
  compareCandidates: {
    body: CompareCandidates;
    responses: {
      200: ComparisonSet;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List the pairs of a comparison */
  listComparedPairs: {
    query: {
      /** Id of the completed evaluation that is the baseline. */
      baseline: string;
      /** Id of the completed evaluation to compare with the baseline. */
      candidate: string;
      /** Key of an evaluator of both evaluations; by default the combined score. */
      evaluator?: string | undefined;
      /** `worse`, `better` or `same`: only pairs whose score became worse, became better or did not change. `all` and `worse` start with the lowest change, `better` with the highest, `same` has dataset order. */
      change?: "worse" | "better" | "same" | "all" | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ComparedPairList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Rotate the custom evaluator secret */
  rotateCustomEvaluatorSecret: {
    body: RotateCustomEvaluatorSecret;
    responses: {
      200: RotatedCustomEvaluatorSecret;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create a guideline set */
  createGuidelineSet: {
    body: CreateGuidelineSet;
    responses: {
      200: GuidelineSet;
      201: GuidelineSet;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List guideline sets */
  listGuidelineSets: {
    query: {
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: GuidelineSetList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create a reviewer */
  createReviewer: {
    body: CreateReviewer;
    responses: {
      201: Reviewer;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List reviewers */
  listReviewers: {
    query: {
      /** Filter by project. */
      project?: string | undefined;
      /** Filter by credentials (any match); repeat the parameter for several credentials. */
      credentials?: Credential[] | undefined;
      /** Only available reviewers (true) or only unavailable reviewers (false). */
      available?: boolean | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ReviewerList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a reviewer */
  getReviewer: {
    params: {
      /** Id of the reviewer. */
      id: string;
    };
    responses: {
      200: Reviewer;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Update a reviewer */
  updateReviewer: {
    params: {
      /** Id of the reviewer. */
      id: string;
    };
    body: UpdateReviewer;
    responses: {
      200: Reviewer;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a reviewer's statistics */
  getReviewerStatistics: {
    params: {
      /** Id of the reviewer. */
      id: string;
    };
    query: {
      /** Number of days (1 to 3650) followed by `d`, counted back from now, such as `7d` or `30d`. */
      period?: string | undefined;
    };
    responses: {
      200: ReviewerStatistics;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create a rubric */
  createRubric: {
    body: CreateRubric;
    responses: {
      201: Rubric;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List rubrics */
  listRubrics: {
    query: {
      /** Id of the project. */
      project?: string | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: RubricList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a rubric */
  getRubric: {
    params: {
      /** Id of the rubric. */
      id: string;
    };
    responses: {
      200: Rubric;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create a review task */
  createReviewTask: {
    body: CreateReviewTask;
    responses: {
      201: ReviewTask;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List review tasks */
  listReviewTasks: {
    query: {
      /** Id of the project. */
      project?: string | undefined;
      status?: ReviewTaskStatus | undefined;
      /** Filter by assigned reviewer; for ended tasks, by the reviewers assigned at the end. */
      assignee?: string | undefined;
      priority?: ReviewTaskPriority | undefined;
      /** Only tasks that the calling reviewer can currently claim (true), or only tasks that this reviewer cannot claim (false). Requires an API key that belongs to a reviewer. */
      claimable?: boolean | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ReviewTaskList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a review task */
  getReviewTask: {
    params: {
      /** Id of the review task. */
      id: string;
    };
    responses: {
      200: ReviewTask;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Claim a review task */
  claimReviewTask: {
    params: {
      /** Id of the review task. */
      id: string;
    };
    responses: {
      200: ReviewTask;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Release a review task */
  releaseReviewTask: {
    params: {
      /** Id of the review task. */
      id: string;
    };
    responses: {
      200: ReviewTask;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Cancel a review task */
  cancelReviewTask: {
    params: {
      /** Id of the review task. */
      id: string;
    };
    responses: {
      200: ReviewTask;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Reassign a review task */
  reassignReviewTask: {
    params: {
      /** Id of the review task. */
      id: string;
    };
    body: ReassignReviewTask;
    responses: {
      200: ReviewTask;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List the samples of a review task */
  listReviewItems: {
    params: {
      /** Id of the review task. */
      id: string;
    };
    query: {
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ReviewItemList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a review item */
  getReviewItem: {
    params: {
      /** Id of the review task. */
      id: string;
      /** Id of the sample. */
      sample: string;
    };
    responses: {
      200: ReviewItem;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Reveal a review item */
  revealReviewItem: {
    params: {
      /** Id of the review task. */
      id: string;
      /** Id of the sample. */
      sample: string;
    };
    responses: {
      200: ReviewItem;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Store a draft of a review */
  putReviewDraft: {
    params: {
      /** Id of the review task. */
      id: string;
      /** Id of the sample. */
      sample: string;
    };
    body: PutReviewDraft;
    responses: {
      200: ReviewDraft;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      412: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Delete a draft of a review */
  deleteReviewDraft: {
    params: {
      /** Id of the review task. */
      id: string;
      /** Id of the sample. */
      sample: string;
    };
    responses: {
      200: DeletedReviewDraft;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      412: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Import ratings from a file */
  importRatings: {
    query: {
      /** The dataset with the rated samples. */
      dataset: string;
      /** The rubric whose dimensions were rated. It must be in the project of the dataset. */
      rubric: string;
      /** How to handle a rating whose sample, rater and dimension already have an imported grade: refuse the row (`create`), keep the stored grade (`append`) or replace it (`update`). In each mode, a row is refused if the rater submitted the grade in Assay. */
      mode?: "create" | "append" | "update" | undefined;
      /** `abort`: any fault stops the import, and nothing is stored. `skip`: invalid rows are skipped and listed. */
      on_error?: "abort" | "skip" | undefined;
      /** Pairs `SOURCE=TARGET`, at most 100; the last `=` separates SOURCE from TARGET. SOURCE is the header of a column, the name of a member, or a JSON Pointer into the row. TARGET is a field or, with dots, a part of a field: `question=input.question`. */
      map?: string[] | undefined;
      /** How to handle columns and members of a row that are not fields: refuse the row (default) or drop them. */
      rest?: "error" | "drop" | undefined;
      /** Columns of a table whose cells are always text, even `12`, `true` and `null`; repeat the parameter for several columns. */
      text_columns?: string[] | undefined;
      /** Cell separator of a table. `auto` selects the most frequent of comma, semicolon and tab in the header, and the tab for `text/tab-separated-values`. Ignored if the file is not a table. */
      delimiter?: "," | ";" | "tab" | "auto" | undefined;
      /** JSON Pointer to the rows in one JSON document, such as `/data/items`; by default the whole document. */
      records?: string | undefined;
      /** Whether the rows of one JSON document are the members of an object, whose keys are the ids of the rows. Default false. */
      keyed?: boolean | undefined;
      /** Id of the dimension that a wide table rates. Requires `raters`. */
      dimension?: string | undefined;
      /** The columns of a wide table, one per rater. Each cell is the rater's value for the sample of the row; an empty cell is not a rating. Requires `dimension`. */
      raters?: string[] | undefined;
      /** Whether the raters rated the samples without knowledge of each other's ratings and of automated scores. Only then are the reviews blind, as the analysis of reliability requires. Default false. */
      blind?: boolean | undefined;
      /** Whether unknown raters become reviewers without credentials, to whom no tasks are assigned (`available` is false). A new name that differs only in spelling from another name in the file or from a reviewer's name is refused. Default false: a row of an unknown rater is refused. */
      create_reviewers?: boolean | undefined;
    };
    body: string;
    responses: {
      200: ReviewImport;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List disagreements of reviewers */
  listDisagreements: {
    query: {
      /** Id of the project. */
      project: string;
      /** Id of the rubric. */
      rubric?: string | undefined;
      /** Id of the dimension. */
      dimension?: string | undefined;
      /** Only samples of this task, graded with the rubric of the task. The grades of all tasks count. */
      task?: string | undefined;
      /** Only disagreements with at least this spread (0 to 1). */
      min_spread?: number | undefined;
      /** Only decided disagreements (true), or only open disagreements (false). */
      adjudicated?: boolean | undefined;
      /** Whether grades of tasks that are not blind count too. Default false. */
      include_unblinded?: boolean | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: DisagreementList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List reference labels */
  listReferences: {
    query: {
      /** Id of the project. */
      project?: string | undefined;
      /** Id of the rubric. */
      rubric?: string | undefined;
      /** Id of the dimension. */
      dimension?: string | undefined;
      source?: ReferenceSource | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ReferenceLabelList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Set the expected answers to reference labels */
  applyReferences: {
    body: ApplyReferences;
    responses: {
      200: AppliedReferences;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create an adjudication */
  createAdjudication: {
    body: CreateAdjudication;
    responses: {
      201: Adjudication;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List adjudications */
  listAdjudications: {
    query: {
      /** Id of the project. */
      project?: string | undefined;
      /** Id of the review task. */
      task?: string | undefined;
      /** Id of the sample. */
      sample?: string | undefined;
      /** Id of the rubric. */
      rubric?: string | undefined;
      /** Id of the reviewer. */
      adjudicator?: string | undefined;
      /** Only present adjudications (true), or only superseded adjudications (false). */
      current?: boolean | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: AdjudicationList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get an adjudication */
  getAdjudication: {
    params: {
      /** Id of the adjudication. */
      id: string;
    };
    responses: {
      200: Adjudication;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get the progress of a review task */
  getReviewTaskProgress: {
    params: {
      /** Id of the review task. */
      id: string;
    };
    responses: {
      200: TaskProgress;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get the progress of all reviews */
  getReviewProgress: {
    query: {
      /** Id of the project. */
      project?: string | undefined;
      /** Number of days (1 to 3650) followed by `d`, counted back from now, such as `7d` or `30d`. */
      period?: string | undefined;
    };
    responses: {
      200: ReviewProgress;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Submit a review */
  submitReview: {
    params: {
      /** Id of the review task. */
      id: string;
    };
    body: SubmitReview;
    responses: {
      201: Review;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List reviews */
  listReviews: {
    query: {
      /** Id of the project. */
      project?: string | undefined;
      /** Id of the review task. */
      task?: string | undefined;
      /** Id of the sample. */
      sample?: string | undefined;
      /** Id of the reviewer. */
      reviewer?: string | undefined;
      /** Only reviews that override the automated score (true), or only reviews that do not override it (false). */
      has_override?: boolean | undefined;
      /** Filter by flags (any match); repeat the parameter for several flags. */
      flags?: string[] | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ReviewList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get the calling reviewer's queue */
  getReviewQueue: {
    query: {
      /** Id of the project. */
      project?: string | undefined;
      priority?: ReviewTaskPriority | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
    };
    responses: {
      200: ReviewerQueue;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Measure the agreement of reviewers */
  measureReliability: {
    body: MeasureReliability;
    responses: {
      200: Reliability;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a review */
  getReview: {
    params: {
      /** Id of the review. */
      id: string;
    };
    responses: {
      200: Review;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List the revisions of a review */
  listReviewRevisions: {
    params: {
      /** Id of the review. */
      id: string;
    };
    query: {
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ReviewRevisionList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a sample's scores */
  getSampleScores: {
    params: {
      /** Id of the sample. */
      sample_id: string;
    };
    query: {
      /** Filter by evaluation. */
      evaluation?: string | undefined;
      /** Filter by evaluator key. */
      evaluator?: string | undefined;
    };
    responses: {
      200: SampleScores;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get an evaluation's scores */
  getEvaluationScores: {
    params: {
      /** Id of the evaluation. */
      evaluation_id: string;
    };
    query: {
      /** If true, the response includes the distribution of the combined scores. */
      include_distribution?: boolean | undefined;
      /** If true, the response includes each evaluator's figures. */
      include_breakdown?: boolean | undefined;
      /** Adds `groups`: figures by `tags`, `split` or `metadata.KEY`, where KEY is a member of the samples' metadata. */
      group_by?: string | undefined;
      /** Key of the evaluator whose scores are grouped (only with `group_by`); by default the combined scores. */
      evaluator?: string | undefined;
    };
    responses: {
      200: EvaluationScores;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a project's metrics */
  getProjectMetrics: {
    params: {
      /** Id of the project. */
      project_id: string;
    };
    query: {
      /** Start of the period: a day or an instant. By default 30 days before the end, but never before 0001-01-01. A date (`2026-03-31`) or ISO 8601 with a time zone. */
      start_date?: string | undefined;
      /** End of the period: a day (inclusive) or an instant (exclusive). By default today, at most 9999-12-31T23:59:59.999Z. A date (`2026-03-31`) or ISO 8601 with a time zone. */
      end_date?: string | undefined;
      /** Key of the evaluator whose figures to return; by default the combined scores. */
      evaluator?: string | undefined;
      granularity?: Granularity | undefined;
      /** IANA name of the time zone of days, weeks, months and plain dates; default `UTC`. */
      time_zone?: string | undefined;
    };
    responses: {
      200: ProjectMetrics;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a project's trend */
  getScoreTrends: {
    query: {
      /** The project. */
      project: string;
      /** Key of the evaluator whose trend to return; by default the combined scores. */
      evaluator?: string | undefined;
      /** Filter by dataset. */
      dataset?: string | undefined;
      /** Filter by model. */
      model?: string | undefined;
      /** The period, by default `30d`. Omit it if you send dates. */
      period?: TrendPeriod | undefined;
      /** Start of the period: a day or an instant. By default 30 days before the end. The period has at most 1830 days. A date (`2026-03-31`) or ISO 8601 with a time zone. */
      start_date?: string | undefined;
      /** End of the period: a day (inclusive) or an instant (exclusive). By default today. A date (`2026-03-31`) or ISO 8601 with a time zone. */
      end_date?: string | undefined;
      /** IANA name of the time zone of days, weeks, months and plain dates; default `UTC`. */
      time_zone?: string | undefined;
      /** If true, the figures cover the evaluations of all datasets and evaluator settings; default false. */
      pooled?: boolean | undefined;
      /** Maximum change of a `stable` trend, from the first to the last point, in points (0 to 100); default 2. */
      stable_margin?: number | undefined;
      /** If false, the response omits `looks`, `false_alarm_bound`, `regressions` and `suspected`; default true. */
      include_regression_analysis?: boolean | undefined;
    };
    responses: {
      200: ScoreTrends;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Analyze thresholds */
  analyzeThresholds: {
    body: AnalyzeThresholds;
    responses: {
      200: ThresholdAnalysis;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Register a webhook */
  createWebhook: {
    body: CreateWebhook;
    responses: {
      201: CreatedWebhook;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List webhooks */
  listWebhooks: {
    query: {
      /** Filter by project. */
      project?: string | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: WebhookList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a webhook */
  getWebhook: {
    params: {
      /** Id of the webhook. */
      id: string;
    };
    responses: {
      200: Webhook;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Update a webhook */
  updateWebhook: {
    params: {
      /** Id of the webhook. */
      id: string;
    };
    body: UpdateWebhook;
    responses: {
      200: Webhook;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Delete a webhook */
  deleteWebhook: {
    params: {
      /** Id of the webhook. */
      id: string;
    };
    responses: {
      200: DeletedWebhook;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Send a test event */
  testWebhook: {
    params: {
      /** Id of the webhook. */
      id: string;
    };
    responses: {
      202: WebhookDelivery;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Rotate a webhook's secret */
  rotateWebhookSecret: {
    params: {
      /** Id of the webhook. */
      id: string;
    };
    body: RotateWebhookSecret;
    responses: {
      200: RotatedWebhook;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List a webhook's deliveries */
  listWebhookDeliveries: {
    params: {
      /** Id of the webhook. */
      id: string;
    };
    query: {
      status?: WebhookDeliveryStatus | undefined;
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: WebhookDeliveryList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Redeliver a message */
  redeliverWebhookDelivery: {
    params: {
      /** Id of the webhook. */
      id: string;
      /** Id of the delivery. */
      delivery: string;
    };
    responses: {
      202: WebhookDelivery;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Export scores */
  createExport: {
    body: CreateExport;
    responses: {
      202: Export;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List exports */
  listExports: {
    query: {
      /** Page size (1 to 100). */
      limit?: number | undefined;
      /** `next_cursor` from the previous page of this list, requested with these filters. */
      after?: string | undefined;
    };
    responses: {
      200: ExportList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get an export */
  getExport: {
    params: {
      /** Id of the export. */
      id: string;
    };
    responses: {
      200: Export;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Download an export */
  getExportContent: {
    params: {
      /** Id of the export. */
      id: string;
    };
    responses: {
      200: string;
      206: string;
      304: unknown;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      416: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Register an agent */
  createAgent: {
    body: CreateAgent;
    responses: {
      200: StoredAgent;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List agents */
  listAgents: {
    responses: {
      200: AgentList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get an agent */
  getAgent: {
    params: {
      /** Id of the agent; encode a `/` in the id as `%2F`. */
      id: string;
    };
    responses: {
      200: Agent;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Update an agent */
  updateAgent: {
    params: {
      /** Id of the agent; encode a `/` in the id as `%2F`. */
      id: string;
    };
    body: UpdateAgent;
    responses: {
      200: StoredAgent;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Delete an agent */
  deleteAgent: {
    params: {
      /** Id of the agent; encode a `/` in the id as `%2F`. */
      id: string;
    };
    responses: {
      200: Done;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Set an agent's attached policies */
  setAgentPolicies: {
    params: {
      /** Id of the agent; encode a `/` in the id as `%2F`. */
      id: string;
    };
    body: SetAgentPolicies;
    responses: {
      200: StoredAgent;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get an agent's effective policies */
  getEffectivePolicies: {
    params: {
      /** Id of the agent; encode a `/` in the id as `%2F`. */
      id: string;
    };
    responses: {
      200: EffectivePolicies;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Suspend an agent */
  suspendAgent: {
    params: {
      /** Id of the agent; encode a `/` in the id as `%2F`. */
      id: string;
    };
    body: MoveAgent;
    responses: {
      200: StoredAgent;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Activate an agent */
  activateAgent: {
    params: {
      /** Id of the agent; encode a `/` in the id as `%2F`. */
      id: string;
    };
    body: MoveAgent;
    responses: {
      200: StoredAgent;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Quarantine an agent */
  quarantineAgent: {
    params: {
      /** Id of the agent; encode a `/` in the id as `%2F`. */
      id: string;
    };
    body: MoveAgent;
    responses: {
      200: StoredAgent;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Replace an agent's key */
  rotateAgentKey: {
    params: {
      /** Id of the agent; encode a `/` in the id as `%2F`. */
      id: string;
    };
    body: RotateAgentKey;
    responses: {
      200: StoredAgent;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get the workspace's settings */
  getSettings: {
    responses: {
      200: Settings;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Set the workspace's settings */
  putSettings: {
    body: PutSettings;
    responses: {
      200: StoredSettings;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List entities and actions */
  listEntities: {
    query: {
      /** Type of the entity, e.g. `record`; compared exactly. */
      type?: string | undefined;
      /** Page size, 1 to 100; default 100. */
      limit?: number | undefined;
      /** `nextCursor` of the previous page, which was requested with this `type`. */
      cursor?: string | undefined;
    };
    responses: {
      200: EntityPage;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Replace all entities and actions */
  putEntities: {
    body: PutEntities;
    responses: {
      200: EntitySetSummary;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Add or change entities and actions */
  patchEntities: {
    body: PatchEntities;
    responses: {
      200: EntitySetSummary;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Delete an entity */
  deleteEntity: {
    params: {
      /** Type of the entity, e.g. `record`; compared exactly. */
      type: string;
      /** Id of the entity, unique in its type; compared exactly. */
      id: string;
    };
    responses: {
      200: EntitySetSummary;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Append an event */
  createEvent: {
    body: CreateEvent;
    responses: {
      200: AppendedEvent;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List events */
  listEvents: {
    query: {
      /** Filter by agent. */
      agentId?: string | undefined;
      /** Session of the event. */
      session?: string | undefined;
      /** Type of the event, e.g. `policy_decision`. */
      type?: string | undefined;
      /** Source of the event: `server`, or `caller` if the event was sent to `POST /api/events`. */
      origin?: "server" | "caller" | undefined;
      /** Filter by decision outcome. */
      outcome?: "allow" | "deny" | "ask" | "transform" | undefined;
      /** Filter by a principal on whose behalf the subject of a decision acts: its type, a colon and its id. Erased events do not match. */
      onBehalfOf?: string | undefined;
      /** Only events received at or after this time, in milliseconds since 1970. */
      from?: number | undefined;
      /** Only events received before this time, which must be after `from`, in milliseconds since 1970. */
      to?: number | undefined;
      /** `desc`: newest first; `asc`: oldest first. */
      order?: "asc" | "desc" | undefined;
      /** Page size, 1 to 500; default 100. */
      limit?: number | undefined;
      /** `nextCursor` from the previous page, which was requested with these filters and this order. */
      cursor?: string | undefined;
    };
    responses: {
      200: EventPage;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Follow new events */
  streamEvents: {
    query: {
      /** Filter by agent. */
      agentId?: string | undefined;
      /** Session of the event. */
      session?: string | undefined;
      /** Type of the event, e.g. `policy_decision`. */
      type?: string | undefined;
      /** Source of the event: `server`, or `caller` if the event was sent to `POST /api/events`. */
      origin?: "server" | "caller" | undefined;
      /** Filter by decision outcome. */
      outcome?: "allow" | "deny" | "ask" | "transform" | undefined;
      /** Filter by a principal on whose behalf the subject of a decision acts: its type, a colon and its id. Erased events do not match. */
      onBehalfOf?: string | undefined;
    };
    responses: {
      200: string;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get an event */
  getEvent: {
    params: {
      /** Id of the event. */
      id: string;
    };
    responses: {
      200: EvidenceEvent;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get the signed checkpoint of the log */
  getCheckpoint: {
    responses: {
      200: Checkpoint;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Prove that an event is in the log */
  getInclusionProof: {
    query: {
      /** Position of the event. */
      seq?: number | undefined;
      /** Id of the event. */
      eventId?: string | undefined;
      /** Size of the tree. */
      size?: number | undefined;
    };
    responses: {
      200: InclusionProof;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Prove that the log is append-only */
  getConsistencyProof: {
    query: {
      /** The earlier size. */
      first: number;
      /** The later size. */
      second?: number | undefined;
    };
    responses: {
      200: ConsistencyProof;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Export the whole log */
  exportEvidence: {
    responses: {
      200: string;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Erase event data */
  eraseEvents: {
    body: EraseEvents;
    responses: {
      200: Erasure;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create a policy */
  createPolicy: {
    body: CreatePolicy;
    responses: {
      200: StoredPolicy;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List policies */
  listPolicies: {
    responses: {
      200: PolicyList;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Validate a policy's text */
  validatePolicy: {
    body: ValidatePolicy;
    responses: {
      200: PolicyValidation;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Simulate a draft on past decisions */
  simulatePolicy: {
    body: SimulatePolicy;
    responses: {
      200: PolicySimulation;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a policy */
  getPolicy: {
    params: {
      /** Id of the policy; encode a `/` in the id as `%2F`. */
      id: string;
    };
    query: {
      /** Version; default the latest. */
      version?: number | undefined;
    };
    responses: {
      200: PolicyDetails;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Create a policy's next version */
  replacePolicy: {
    params: {
      /** Id of the policy; encode a `/` in the id as `%2F`. */
      id: string;
    };
    body: ReplacePolicy;
    responses: {
      200: StoredPolicy;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List a policy's versions */
  listPolicyVersions: {
    params: {
      /** Id of the policy; encode a `/` in the id as `%2F`. */
      id: string;
    };
    query: {
      /** Page size, 1 to 100; default 20. */
      limit?: number | undefined;
      /** `nextCursor` of the previous page. */
      cursor?: string | undefined;
    };
    responses: {
      200: PolicyVersions;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Roll back to an earlier version */
  rollbackPolicy: {
    params: {
      /** Id of the policy; encode a `/` in the id as `%2F`. */
      id: string;
    };
    body: RollbackPolicy;
    responses: {
      200: StoredPolicy;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Run a policy's test cases */
  testPolicy: {
    params: {
      /** Id of the policy; encode a `/` in the id as `%2F`. */
      id: string;
    };
    body: TestPolicy;
    responses: {
      200: PolicyTestReport;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      422: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Decide whether an agent may act */
  authorize: {
    body: Authorize;
    responses: {
      200: Authorization;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Decide several requests */
  authorizeBatch: {
    body: AuthorizeBatch;
    responses: {
      200: Authorizations;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Settle the cost of a call */
  settleDecision: {
    params: {
      /** Id of the decision. */
      id: string;
    };
    body: SettleDecision;
    responses: {
      200: Settlement;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** List approvals */
  listApprovals: {
    query: {
      /** `pending`: waits for approvers; `approved`: usable once, until it expires; `rejected`, `withdrawn`, `used` and `expired` are final. */
      status?: "pending" | "approved" | "rejected" | "withdrawn" | "used" | "expired" | undefined;
      /** Filter by agent. */
      agentId?: string | undefined;
      /** Filter by the tool that the agent calls. */
      tool?: string | undefined;
      /** Only approvals requested at or after this time, in milliseconds since 1970. */
      from?: number | undefined;
      /** Only approvals requested before this time, which must be after `from`, in milliseconds since 1970. */
      to?: number | undefined;
      /** Page size, 1 to 100; default 20. */
      limit?: number | undefined;
      /** `nextCursor` of the previous page, which was requested with these filters. */
      cursor?: string | undefined;
    };
    responses: {
      200: ApprovalPage;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Follow changes of approvals */
  streamApprovals: {
    query: {
      /** Whether the stream first sends each pending approval as `approval.pending` without an `id`, then `approval.snapshot_end`, then each later change. Ignored with `Last-Event-ID`. */
      snapshot?: boolean | undefined;
    };
    responses: {
      200: string;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get an approval */
  getApproval: {
    params: {
      /** Id of the approval. */
      id: string;
    };
    responses: {
      200: Approval;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Approve or reject a request */
  decideApproval: {
    params: {
      /** Id of the approval. */
      id: string;
    };
    body: DecideApproval;
    responses: {
      200: Approval;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Withdraw a request or an approval */
  withdrawApproval: {
    params: {
      /** Id of the approval. */
      id: string;
    };
    body: WithdrawApproval;
    responses: {
      200: Approval;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get the AuthZEN service metadata */
  getAuthZenConfiguration: {
    responses: {
      200: AuthZenConfiguration;
      405: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Evaluate a request (AuthZEN) */
  authzenEvaluation: {
    body: AuthZenEvaluation;
    responses: {
      200: AuthZenDecision;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Evaluate several requests (AuthZEN) */
  authzenEvaluations: {
    body: AuthZenEvaluations;
    responses: {
      200: AuthZenDecisions;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Search subjects (AuthZEN) */
  authzenSearchSubject: {
    body: AuthZenSubjectSearch;
    responses: {
      200: AuthZenEntities;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Search resources (AuthZEN) */
  authzenSearchResource: {
    body: AuthZenResourceSearch;
    responses: {
      200: AuthZenEntities;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Search actions (AuthZEN) */
  authzenSearchAction: {
    body: AuthZenActionSearch;
    responses: {
      200: AuthZenActions;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Sign a decision record */
  signRecord: {
    body: DecisionToSeal;
    responses: {
      200: VerificationRecord;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      409: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Verify a signed record */
  verifyRecord: {
    body: RecordToVerify;
    responses: {
      200: RecordVerification;
      400: Problem;
      401: Problem;
      403: Problem;
      404: Problem;
      405: Problem;
      413: Problem;
      415: Problem;
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get the public signing keys */
  getSigningKeys: {
    responses: {
      200: SigningKeySet;
      405: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Check liveness */
  getHealth: {
    responses: {
      200: Liveness;
      405: Problem;
      500: Problem;
    };
  };
  /** Check readiness */
  getReadiness: {
    responses: {
      200: Readiness;
      405: Problem;
      500: Problem;
      503: Problem;
    };
  };
}
