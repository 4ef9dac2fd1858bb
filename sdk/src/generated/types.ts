// Written by `npm run generate` from the contract. Do not edit.

/** An agent that asks before it acts. */
export interface Agent {
  /** Its id, which you choose: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** What people call it. */
  name: string;
  /** Where it comes from. */
  source: "builtin" | "url" | "github" | "fork" | (string & {});
  /** `pending`, `active`, `suspended`, `quarantined` or `retired`; only an active agent may act. */
  status: "pending" | "active" | "suspended" | "quarantined" | "retired" | (string & {});
  /** Where it is reached; empty: nowhere. */
  baseUrl: string;
  /** What shows of its key: of 16 characters or more the prefix, `****` and the last 4; of 8 to 15 `****` and the last 4; of fewer `****`; of none nothing. */
  apiKeyMasked: string;
  /** What it is filed under. */
  categories: string[];
  /** The tools that it may call: none when empty, any when `["*"]`. */
  tools: string[];
  /** The policies attached to it, in order, without the baseline. */
  policyIds: string[];
  runtime: AgentRuntime;
  /** When it was created. Milliseconds since 1970. */
  createdAt: number;
  /** When it was last changed. Milliseconds since 1970. */
  updatedAt: number;
}

/** Agents, the newest first. */
export type AgentList = Agent[];

/** How and where an agent runs. */
export interface AgentRuntime {
  /** What whoever runs it says of it, in a word of theirs; `ready` at first. */
  status: string;
  /** Execution boundary: `default`, or one of the settings' `boundaries`; letters, digits and `._-`. */
  boundary: string;
  /** Variables of its environment. Returned as they are: no place for secrets. */
  env: Record<string, string>;
  /** When it was set up: when the agent was created. Milliseconds since 1970. */
  provisionedAt: number;
}

/** How and where an agent runs. */
export interface AgentRuntimeInput {
  /** Execution boundary: `default`, or one of the settings' `boundaries`; letters, digits and `._-`. */
  boundary?: string | null | undefined;
  /** Variables of its environment. Returned as they are: no place for secrets. */
  env?: Record<string, string> | null | undefined;
}

/** `interval` for scales, `nominal` for everything else. */
export type AlphaMetric = "nominal" | "interval";

/** What to hold against which marks. */
export interface AnalyzeThresholds {
  /** Id of the project. */
  project: string;
  /** The evaluation to analyze; default the one that completed last. */
  evaluation?: string | null | undefined;
  /** Evaluator → its marks. */
  thresholds: Record<string, ThresholdsInput>;
}

/** An API key of the workspace, without its secret. */
export interface ApiKey {
  /** Id of the api key: `key_…`. */
  id: string;
  /** Always `api_key`. */
  object: "api_key";
  /** What the key is for. */
  name: string;
  /** What the key may do. */
  scopes: (Scope | (string & {}))[];
  /** The only projects the key may reach; null: all of the workspace. */
  projects: string[] | null;
  /** The reviewer as whom the key acts; null: none. */
  reviewer: string | null;
  /** The last four characters of the present secret. */
  last4: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  /** When the key was made. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** The event is in the log, and on the disk. */
export interface AppendedEvent {
  /** Always true. */
  ok: true;
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** Its place in the log. */
  seq: number;
}

/** What waits for a human. */
export interface Approval {
  /** Id of the approval: `apr_…`. */
  id: string;
  /** `pending`: waits for a human; `approved`: may be used once, until it expires; `rejected`, `used` and `expired` are final. */
  status: "pending" | "approved" | "rejected" | "used" | "expired" | (string & {});
  /** The decision that asks. */
  decisionId: string;
  /** Who wants to act, without its properties. */
  subject: {
    /** Its type. */
    type: string;
    /** Its id. */
    id: string;
  };
  /** What it wants to do. */
  action: {
    /** Its name. */
    name: string;
  };
  /** What it wants to do it to, without its properties. */
  resource: {
    /** Its type. */
    type: string;
    /** Its id. */
    id: string;
  };
  /** The arguments, secrets redacted; null: too large to be kept. */
  args: Record<string, unknown> | null;
  /** Its session. */
  session: string | null;
  /** Why a human is asked. */
  reasons: PolicyReason[];
  /** What the approval is bound to: agent, action, resource, arguments and policies (RFC 8785). SHA-256, lower-case hexadecimal. */
  actionDigest: string;
  /** The API key that asked for it. */
  requestedBy: string;
  /** When it was asked for. Milliseconds since 1970. */
  createdAt: number;
  /** Until when it can be given and used. Milliseconds since 1970. */
  expiresAt: number;
  decidedAt: number | null;
  /** The API key that decided; null: none has. */
  decidedBy: string | null;
  /** What whoever decided said. */
  reason: string | null;
  usedAt: number | null;
  /** The decision that used it. */
  usedBy: string | null;
}

/** One page of approvals. */
export interface ApprovalPage {
  /** The approvals of this page. */
  approvals: Approval[];
  /** `cursor` of the next page; null when nothing follows. */
  nextCursor: string | null;
}

/** A change of the arguments. */
export interface ArgumentChange {
  /** What to do (RFC 6902). */
  op: "add" | "replace" | "remove" | (string & {});
  /** JSON Pointer into the arguments. */
  path: string;
  /** The new value; none for `remove`. */
  value?: unknown;
}

/** An action. */
export interface AskedAction {
  /** Name; `tools/call` is the call of a tool. */
  name: string;
  /** Properties: `context.action` of policies. */
  properties?: Record<string, unknown> | null | undefined;
}

/** A subject or a resource. */
export interface AskedEntity {
  /** Type, e.g. `agent` or `tool`; compared exactly. */
  type: string;
  /** Id in its type; compared exactly. */
  id: string;
  /** Properties; they add to those that are stored, and replace none. */
  properties?: Record<string, unknown> | null | undefined;
}

/** A reviewer who holds a task. */
export interface Assignee {
  /** Id of the reviewer: `rvr_…`. */
  id: string;
  /** Name of the reviewer. */
  name: string;
  /** Credentials held. */
  credentials: (Credential | (string & {}))[];
  specialty: string | null;
}

/** Who is to review. */
export interface Assignment {
  mode: AssignmentMode | (string & {});
  /** Of `manual`: who was named; else null. */
  reviewer_id: string | null;
  /** Any one of these qualifies; empty: any reviewer does. */
  required_credentials: (Credential | (string & {}))[];
  specialty: string | null;
}

/** Who is to review; left out: a pool that any reviewer may claim from. */
export interface AssignmentInput {
  /** `auto`: the available qualified reviewer with the fewest pending samples; `manual`: the one named; `pool`: whoever claims it and qualifies. */
  mode?: AssignmentMode | null | undefined;
  /** Of `manual`: who reviews. */
  reviewer_id?: string | null | undefined;
  /** Any one of these qualifies; left out: any reviewer does. */
  required_credentials?: Credential[] | null | undefined;
  /** Only reviewers of exactly this specialty qualify. */
  specialty?: string | null | undefined;
}

/** `auto`: the available qualified reviewer with the fewest pending samples; `manual`: the one named; `pool`: whoever claims it and qualifies. */
export type AssignmentMode = "auto" | "manual" | "pool";

/** What may this one do to that? */
export interface AuthZenActionSearch {
  subject: AskedEntity;
  resource: AskedEntity;
  /** What else policies see. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`. */
  context?: Record<string, unknown> | null | undefined;
  /** Which page. */
  page?: {
    /** `next_token` of the page before. */
    token?: string | null | undefined;
    /** Most results; 1000 when left out. */
    limit?: number | null | undefined;
  } | null | undefined;
}

/** Actions. */
export interface AuthZenActions {
  /** What was found. */
  results: {
    /** Its name. */
    name: string;
  }[];
  /** Where the next page begins; left out when everything is here and no page was asked for. */
  page?: {
    /** `page.token` of the next page; empty: none follows. */
    next_token: string;
  } | undefined;
}

/** What the service can do, and where. */
export interface AuthZenConfiguration {
  /** Where the service is. */
  policy_decision_point: string;
  /** Where evaluations are asked for. */
  access_evaluation_endpoint: string;
  /** Where several at a time are. */
  access_evaluations_endpoint: string;
  /** Where subjects are searched. */
  search_subject_endpoint: string;
  /** Where resources are searched. */
  search_resource_endpoint: string;
  /** Where actions are searched. */
  search_action_endpoint: string;
}

/** A decision. */
export interface AuthZenDecision {
  /** Whether it is permitted. */
  decision: boolean;
  /** What policies say besides: `outcome`, `approvalId`, `transform`, `obligations`. */
  context?: Record<string, unknown> | undefined;
}

/** Several decisions, or that of a single evaluation. */
export interface AuthZenDecisions {
  /** One for each item that was gone through, in their order. */
  evaluations?: AuthZenDecision[] | undefined;
  /** Of a single evaluation. */
  decision?: boolean | undefined;
  /** What policies say besides: `outcome`, `approvalId`, `transform`, `obligations`. */
  context?: Record<string, unknown> | undefined;
}

/** Subjects or resources. */
export interface AuthZenEntities {
  /** What was found. */
  results: {
    /** Its type. */
    type: string;
    /** Its id. */
    id: string;
  }[];
  /** Where the next page begins; left out when everything is here and no page was asked for. */
  page?: {
    /** `page.token` of the next page; empty: none follows. */
    next_token: string;
  } | undefined;
}

/** What is asked. Members that are not listed are ignored. */
export interface AuthZenEvaluation {
  subject: AskedEntity;
  action: AskedAction;
  resource: AskedEntity;
  /** What else policies see. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`. */
  context?: Record<string, unknown> | null | undefined;
}

/** Several evaluations. */
export interface AuthZenEvaluations {
  /** Who wants to act. */
  subject?: Record<string, unknown> | null | undefined;
  /** What it wants to do. */
  action?: Record<string, unknown> | null | undefined;
  /** What it wants to do it to. */
  resource?: Record<string, unknown> | null | undefined;
  /** What else policies see. */
  context?: Record<string, unknown> | null | undefined;
  /** At most 100 items; what one lacks is taken from beside the list: a member as a whole, and of one that is there its `type`, `id` or `name`. Absent or empty: the request is a single evaluation. */
  evaluations?: {
    /** Who wants to act. */
    subject?: unknown;
    /** What it wants to do. */
    action?: unknown;
    /** What it wants to do it to. */
    resource?: unknown;
    /** What else policies see. */
    context?: unknown;
  }[] | null | undefined;
  /** How the items are gone through. */
  options?: {
    /** `execute_all`: every item; `deny_on_first_deny`, `permit_on_first_permit`: up to the first such decision. */
    evaluations_semantic?: "execute_all" | "deny_on_first_deny" | "permit_on_first_permit" | null | undefined;
  } | null | undefined;
}

/** What may this one do that to? */
export interface AuthZenResourceSearch {
  subject: AskedEntity;
  action: AskedAction;
  /** Of which type; an id is ignored. */
  resource: {
    /** Type, e.g. `agent` or `tool`; compared exactly. */
    type: string;
    /** Properties; they add to those that are stored, and replace none. */
    properties?: Record<string, unknown> | null | undefined;
  };
  /** What else policies see. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`. */
  context?: Record<string, unknown> | null | undefined;
  /** Which page. */
  page?: {
    /** `next_token` of the page before. */
    token?: string | null | undefined;
    /** Most results; 1000 when left out. */
    limit?: number | null | undefined;
  } | null | undefined;
}

/** Who may do this to that? */
export interface AuthZenSubjectSearch {
  /** Of which type; an id is ignored. */
  subject: {
    /** Type, e.g. `agent` or `tool`; compared exactly. */
    type: string;
    /** Properties; they add to those that are stored, and replace none. */
    properties?: Record<string, unknown> | null | undefined;
  };
  action: AskedAction;
  resource: AskedEntity;
  /** What else policies see. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`. */
  context?: Record<string, unknown> | null | undefined;
  /** Which page. */
  page?: {
    /** `next_token` of the page before. */
    token?: string | null | undefined;
    /** Most results; 1000 when left out. */
    limit?: number | null | undefined;
  } | null | undefined;
}

/** A decision, with all that it rests on. */
export interface Authorization {
  /** Whether to go on: true for `allow`, and for `transform` when the request said `context.supports: ["transform"]`. */
  decision: boolean;
  /** Deny beats ask beats transform beats allow. */
  outcome: "deny" | "ask" | "transform" | "allow" | (string & {});
  /** Id of the decision: `dec_…`. */
  decisionId: string;
  /** When it was decided. Milliseconds since 1970. */
  evaluatedAt: number;
  /** Until when it holds; of `ask`: until when it can be approved. Milliseconds since 1970. */
  expiresAt: number;
  /** All that determined it. */
  reasons: PolicyReason[];
  /** What should be known besides. */
  warnings: DecisionWarning[];
  /** What has to be done besides. */
  obligations: DecisionObligation[];
  /** How to change the arguments; null unless the outcome is `transform`. */
  transform: ArgumentChange[] | null;
  policySet: DecisionPolicySet;
  /** Of subject, action, resource, arguments and context (RFC 8785). SHA-256, lower-case hexadecimal. */
  inputDigest: string;
  evidence: DecisionEvidence;
  context: DecisionContext;
}

/** Several decisions, all on the disk. */
export interface Authorizations {
  /** One for each request, in their order. */
  decisions: Authorization[];
}

/** What is asked: `subject`, `action` and `resource`, or `agentId` and `tool`. Members that are not listed are ignored. */
export interface Authorize {
  /** Id of the agent; with `tool`. */
  agentId?: string | null | undefined;
  /** Name of the tool that the agent wants to call. */
  tool?: string | null | undefined;
  /** Arguments of the call: `context.args` of policies. */
  args?: Record<string, unknown> | null | undefined;
  /** A subject or a resource. */
  subject?: AskedEntity | null | undefined;
  /** An action. */
  action?: AskedAction | null | undefined;
  /** A subject or a resource. */
  resource?: AskedEntity | null | undefined;
  /** What else policies see. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`. */
  context?: Record<string, unknown> | null | undefined;
  /** The session it belongs to. */
  session?: string | null | undefined;
}

/** Several requests. */
export interface AuthorizeBatch {
  /** 1 to 100 requests; each gets its own decision. */
  requests: Authorize[];
}

/** An allow list of hosts. */
export interface Boundary {
  /** The hosts that may be reached; no other may. */
  allowedHosts: string[];
}

/** A share with its denominator, interval and upper bound. */
export interface BoundedProportion {
  /** How many. */
  numerator: number;
  /** Out of how many. */
  denominator: number;
  /** numerator / denominator, 0 to 1; null when the denominator is 0. */
  rate: number | null;
  /** 95 % Wilson interval, 0 to 1; null when the denominator is 0. */
  ci95: [number, number] | null;
  /** One-sided 95 % Clopper-Pearson upper bound, 0 to 1; null when the denominator is 0. */
  upper95: number | null;
}

/** The evaluation is cancelled; results so far are kept. */
export interface CancelledEvaluation {
  /** Id of the evaluation: `eval_…`. */
  id: string;
  /** Always `evaluation`. */
  object: "evaluation";
  status: EvaluationStatus | (string & {});
  progress: EvaluationProgress;
  /** When it was cancelled. ISO 8601 UTC with milliseconds. */
  cancelled_at: string;
}

/** Agreement on one category. */
export interface CategoryAgreement {
  /** How often a second rater chose it too when a first one did, 0 to 1: Σn(n_k−1)n_k / Σn_k(n−1); null when nobody chose it. */
  agreement: number | null;
  /** Σ n_k (n_k − 1): ordered pairs of raters who both chose it. */
  numerator: number;
  /** Σ n_k (n − 1): ordered pairs of raters of whom the first chose it. */
  denominator: number;
}

/** A decision that the draft would have changed. */
export interface ChangedDecision {
  /** Its id; null when its data was erased. */
  decisionId: string | null;
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** Place of its event in the log. */
  seq: number;
  /** What was decided. */
  from: "deny" | "ask" | "transform" | "allow" | (string & {});
  /** What would have been decided with the draft. */
  to: "deny" | "ask" | "transform" | "allow" | (string & {});
  /** Why it would have come out so. */
  because: string;
}

/** The signed state of the log. */
export interface Checkpoint {
  /** Which log it is. */
  origin: string;
  /** How many events the log has. */
  size: number;
  /** Root of the tree over them. SHA-256, lower-case hexadecimal. */
  rootHash: string;
  /** Which key signed, as `/.well-known/jwks.json` names it. */
  kid: string;
  /** The checkpoint: a C2SP signed note (tlog-checkpoint), signed with Ed25519. */
  checkpoint: string;
}

/** What the evaluators of one evaluation say of the sample together. */
export interface CombinedSampleScore {
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** The effective combined score by evaluator weight, 0 to 100; null: none scored. */
  value: number | null;
  /** The automated score: what `value` was before a reviewer's override. */
  original_value: number | null;
  /** Whether it passed; null unless scored. */
  passed: boolean | null;
  overridden_by: string | null;
}

/** Which evaluations to compare. */
export interface CompareEvaluations {
  /** Two completed evaluations, or one beside `baseline`. */
  evaluations: string[];
  /** The evaluation to measure against; default the first of `evaluations`. */
  baseline?: string | null | undefined;
  /** Only these evaluators in `by_metric`; default all that both have. */
  metrics?: string[] | null | undefined;
  /** A change within ± so many points is none that matters. */
  equivalence_margin?: number | null | undefined;
}

/** One side of a comparison. */
export interface ComparedEvaluation {
  /** Id of the evaluation: `eval_…`. */
  id: string;
  /** Name for people. */
  name: string;
  /** Mean automated combined score over the pairs, 0 to 100. */
  aggregate_score: number | null;
  /** The same with reviewers' overrides: shown, never tested. */
  effective_score: number | null;
}

/** One evaluator's scores, compared pair by pair. */
export interface ComparedMetric {
  /** Mean score over the pairs, 0 to 100. */
  baseline: number | null;
  /** Mean score over the pairs, 0 to 100. */
  candidate: number | null;
  /** Mean of candidate − baseline over the pairs, in points, −100 to 100. */
  change: number | null;
  /** 100 · change / baseline; null when the baseline is 0. */
  improvement_pct: number | null;
  test: ComparisonTest | (string & {}) | null;
  /** Samples that both evaluations scored: the denominator of every figure here. */
  n_paired: number;
  /** Scored samples without such a partner: in no figure here. */
  n_unpaired: {
    /** Of the baseline. */
    baseline: number;
    /** Of the candidate. */
    candidate: number;
  };
  /** Independent units: clusters of pairs, or the pairs where no two share a cluster. */
  n_clusters: number;
  /** Pairs with the same score. */
  ties: number;
  /** Pairs with different scores: better + worse. */
  discordant: number;
  /** Pairs in which the candidate scores higher. */
  better: number;
  /** Pairs in which the candidate scores lower. */
  worse: number;
  /** Two-sided p of the test; null without a pair. */
  p_value: number | null;
  /** p after Holm's correction over `by_metric`; of the combined score, the one primary test, p itself. */
  p_adjusted: number | null;
  /** 95 % interval of `change`, in points: cluster-robust t; Newcombe's paired method for mcnemar_exact. Null: not defined. */
  ci95: [number, number] | null;
  /** d_z: change / standard deviation of the differences; null when that is 0. */
  effect_size: number | null;
  /** The change that so many pairs would find with 80 % power, in points: (1.960 + 0.842) · standard error; null when that is 0. */
  minimum_detectable_effect: number | null;
  verdict: ComparisonVerdict | (string & {});
  /** p_adjusted is below 0.05. */
  significant: boolean;
  /** Why figures are missing or weak: no_pairs, too_few, single_cluster, no_variation. */
  reasons: (ComparisonReason | (string & {}))[];
}

/** Two evaluations of the same samples, compared pair by pair by their automated scores. */
export interface Comparison {
  /** Always `comparison`. */
  object: "comparison";
  baseline: ComparedEvaluation;
  candidate: ComparedEvaluation;
  /** p_adjusted of the combined score, the one primary test, is below 0.05. */
  is_significant: boolean;
  /** Mean of candidate − baseline over the pairs, in points, −100 to 100. */
  change: number | null;
  /** 100 · change / baseline; null when the baseline is 0. */
  improvement_pct: number | null;
  test: ComparisonTest | (string & {}) | null;
  /** Samples that both evaluations scored: the denominator of every figure here. */
  n_paired: number;
  /** Scored samples without such a partner: in no figure here. */
  n_unpaired: {
    /** Of the baseline. */
    baseline: number;
    /** Of the candidate. */
    candidate: number;
  };
  /** Independent units: clusters of pairs, or the pairs where no two share a cluster. */
  n_clusters: number;
  /** Pairs with the same score. */
  ties: number;
  /** Pairs with different scores: better + worse. */
  discordant: number;
  /** Pairs in which the candidate scores higher. */
  better: number;
  /** Pairs in which the candidate scores lower. */
  worse: number;
  /** Two-sided p of the test; null without a pair. */
  p_value: number | null;
  /** p after Holm's correction over `by_metric`; of the combined score, the one primary test, p itself. */
  p_adjusted: number | null;
  /** 95 % interval of `change`, in points: cluster-robust t; Newcombe's paired method for mcnemar_exact. Null: not defined. */
  ci95: [number, number] | null;
  /** d_z: change / standard deviation of the differences; null when that is 0. */
  effect_size: number | null;
  /** The change that so many pairs would find with 80 % power, in points: (1.960 + 0.842) · standard error; null when that is 0. */
  minimum_detectable_effect: number | null;
  verdict: ComparisonVerdict | (string & {});
  /** A change within ± so many points is none that matters; from the request. */
  equivalence_margin: number;
  /** Whether evaluators, their settings and weights, and error counts are the same. */
  comparable: boolean;
  /** What to know before the figures are used; empty: nothing. */
  reasons: (ComparisonReason | (string & {}))[];
  /** Samples of both with another input or expected answer: in no figure. */
  n_case_changed: number;
  /** Evaluator that both have → its figures. */
  by_metric: Record<string, ComparedMetric>;
  /** Evaluators whose verdict is regressed. */
  regressions: string[];
  /** Evaluators whose verdict is improved. */
  improvements: string[];
}

/** evaluators_differ, evaluator_settings_differ, weights_differ, errors_differ: not comparable. datasets_differ, case_changed, unpaired: only the pairs count. no_pairs: nothing to compare; too_few: under 6 clusters differ, p cannot reach 0.05; single_cluster, no_variation: no standard error. */
export type ComparisonReason = "evaluators_differ" | "evaluator_settings_differ" | "weights_differ" | "errors_differ" | "datasets_differ" | "case_changed" | "unpaired" | "no_pairs" | "too_few" | "single_cluster" | "no_variation";

/** mcnemar_exact when every score is 0 or 100; else a sign-flip test, exact for up to 15 clusters that differ, else by 10,000 seeded flips. Whole clusters are flipped where one holds two pairs or more. */
export type ComparisonTest = "mcnemar_exact" | "sign_flip_exact" | "sign_flip_monte_carlo";

/** improved, regressed: p_adjusted below 0.05; no_difference: ci95 lies within ± equivalence_margin; else inconclusive. */
export type ComparisonVerdict = "improved" | "regressed" | "no_difference" | "inconclusive";

/** A proof that the log was only added to (RFC 9162, section 2.1.4). */
export interface ConsistencyProof {
  /** The earlier size. */
  first: number;
  /** The later size. */
  second: number;
  /** The hashes of the proof, in the order of RFC 9162. */
  hashes: string[];
  /** Root at the earlier size. SHA-256, lower-case hexadecimal. */
  firstRoot: string;
  /** Root at the later size. SHA-256, lower-case hexadecimal. */
  secondRoot: string;
  /** The checkpoint: a C2SP signed note (tlog-checkpoint), signed with Ed25519. */
  checkpoint: string;
}

/** What the figures beside it are over. */
export interface Coverage {
  /** Samples with a score. */
  scored: number;
  /** Samples that errored; never averaged as 0. */
  errored: number;
  /** Samples that could not be scored for a stated reason; never averaged as 0. */
  skipped: number;
  /** All samples: scored + errored + skipped. */
  total: number;
}

/** A new agent; only `id` must be there. `name` is the id when left out, `source` `url` with a `baseUrl`, else `builtin`; lists are empty, the boundary is `default`. */
export interface CreateAgent {
  /** Its id, which you choose: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** What people call it. */
  name?: string | null | undefined;
  /** Where it comes from. */
  source?: "builtin" | "url" | "github" | "fork" | null | undefined;
  /** Where it is reached; empty: nowhere. */
  baseUrl?: string | null | undefined;
  /** A secret of the agent: kept encrypted, never returned; answers have `apiKeyMasked` alone. */
  apiKey?: string | null | undefined;
  /** The tools that it may call: none when empty, any when `["*"]`. */
  tools?: string[] | null | undefined;
  /** What it is filed under. */
  categories?: string[] | null | undefined;
  /** How and where an agent runs. */
  runtime?: AgentRuntimeInput | null | undefined;
  /** `active` unless it is to wait: then `pending`. */
  status?: "pending" | "active" | null | undefined;
}

/** A new key; it can be given only what the calling key may do itself. */
export interface CreateApiKey {
  /** What the key is for. */
  name: string;
  /** What the key may do; or give `preset`. */
  scopes?: Scope[] | null | undefined;
  /** A named set of scopes; or give `scopes`. */
  preset?: ScopePreset | null | undefined;
  /** Restrict the key to these projects; left out: as far as the calling key reaches. */
  projects?: string[] | null | undefined;
  /** The reviewer as whom the key acts: who submits and whose queue it is. */
  reviewer?: string | null | undefined;
  /** When the key stops working; left out: never. ISO 8601 with a time zone. */
  expires_at?: string | null | undefined;
}

/** A new, empty dataset. */
export interface CreateDataset {
  /** Name of the dataset. */
  name: string;
  /** What the dataset holds. */
  description?: string | null | undefined;
  /** Id of the project. */
  project: string;
}

/** A new evaluation. */
export interface CreateEvaluation {
  /** Name for people. */
  name: string;
  /** Id of the project. */
  project: string;
  /** Id of the dataset. */
  dataset: string;
  /** 1 to 50 evaluators; a second one of a type needs a `name`; not all weights 0. */
  evaluators: EvaluatorInput[];
  /** Score this model's stored outputs instead of the samples' own. */
  model?: string | null | undefined;
  /** Which samples of the dataset are evaluated; conditions add up. */
  sample_filter?: SampleFilter | null | undefined;
  /** false: answer when the evaluation is done, at the latest after 30 seconds with the state reached. */
  run_async?: boolean | null | undefined;
  /** The evaluation fails when more than this share of samples errored. */
  fail_on_error?: number | null | undefined;
  /** The date that metrics and trends use, not in the future; for importing history. ISO 8601 with a time zone. */
  as_of?: string | null | undefined;
  /** Samples that become review tasks when the evaluation completes, one task each, the worst first; needs the scope `reviews:write` too. */
  routing?: RoutingInput | null | undefined;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
}

/** An event to append. Members that are not listed are ignored, `receivedAt` among them. */
export interface CreateEvent {
  /** What kind of event it is, e.g. `policy_decision`. */
  type: string;
  /** The session that it belongs to. */
  session?: string | null | undefined;
  /** When it happened; the server's clock when left out. Milliseconds since 1970. */
  ts?: number | null | undefined;
  /** What happened. `agentId` in it is the event's agent. At most 65536 bytes of JSON and 32 levels. */
  data?: Record<string, unknown> | null | undefined;
}

/** Which scores to write, and how. */
export interface CreateExport {
  /** Id of the project. */
  project: string;
  /** Completed evaluations of the project, in the order of the rows; left out: all there are. */
  evaluations?: string[] | null | undefined;
  format: ExportFormat;
  /** Whether rows carry the sample's `input`, `output` and `expected` too. */
  include_samples?: boolean | null | undefined;
}

/** A guideline set to store. */
export interface CreateGuidelineSet {
  /** Its name, unique in the workspace: what `guideline_set` of an evaluator names. */
  name: string;
  /** All of them are required. */
  questions?: GuidelineQuestionInput[] | null | undefined;
  /** An output without one of them does not pass. */
  required_actions?: string[] | null | undefined;
  /** An output with one of them scores 0. */
  forbidden_actions?: string[] | null | undefined;
}

/** A model to register. */
export interface CreateModel {
  /** Name of the model or system. */
  name: string;
  /** Its version; name and version together are unique in the workspace. */
  version: string;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
}

/** Outputs of one model. */
export interface CreateOutputs {
  /** Id of the model. */
  model: string;
  /** 1 to 1,000 outputs; all are stored or none. */
  outputs: OutputInput[];
}

/** A policy to store. */
export interface CreatePolicy {
  /** Its id, which you choose: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** What people call it; its id when left out. */
  name?: string | null | undefined;
  /** What it is for. */
  description?: string | null | undefined;
  /** Always `cedar`. */
  language?: "cedar" | null | undefined;
  /** Cedar: one statement or several, at most 65536 bytes, without slots. Annotations say what is told: `@message`, `@remedy`, `@obligation`, `@warning`; `@transform` is a JSON Patch on the arguments. */
  text: string;
  /** `shadow`: evaluated and reported, and never counts. */
  mode?: "enforce" | "shadow" | null | undefined;
  /** `active`: this version is in force; `draft`: the version in force before stays; `retired`: none is in force. */
  status?: "draft" | "active" | "retired" | null | undefined;
  /** What its forbids come out as: refused, asked of a human, or let through with changed arguments. */
  outcome?: "deny" | "ask" | "transform" | null | undefined;
  /** What its forbids give as the reason's code: lower-case letters, digits, `_`. */
  code?: string | null | undefined;
  /** How grave it is when it forbids. */
  severity?: "low" | "medium" | "high" | "critical" | null | undefined;
  /** Its own test cases, which `POST /api/policies/{id}/test` runs. */
  tests?: PolicyTestInput[] | null | undefined;
}

/** A new project. */
export interface CreateProject {
  /** Name of the project. */
  name: string;
  /** What the project is about. */
  description?: string | null | undefined;
}

/** Samples for people to review. */
export interface CreateReviewTask {
  /** Id of the project. */
  project: string;
  /** 1 to 1,000 distinct samples of the project. */
  samples: string[];
  /** Id of the rubric. */
  rubric: string;
  /** How soon it should be reviewed. */
  priority?: ReviewTaskPriority | null | undefined;
  /** Who is to review; left out: a pool that any reviewer may claim from. */
  assignment?: AssignmentInput | null | undefined;
  /** When it should be done. ISO 8601 with a time zone. */
  due_at?: string | null | undefined;
  /** Whose automated scores reviews override; left out: the latest that scored the sample. */
  evaluation?: string | null | undefined;
  /** Evaluator whose score reviews override; left out: the sample's combined score. */
  evaluator?: string | null | undefined;
  /** Reviews that each sample needs, of as many reviewers; 1 to 20, default 1. */
  reviews_required?: number | null | undefined;
  /** Default: true when `reviews_required` is above 1, else false. */
  blind?: boolean | null | undefined;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
}

/** A new reviewer. */
export interface CreateReviewer {
  /** Name of the reviewer. */
  name: string;
  /** Credentials held, each once. */
  credentials: Credential[];
  /** The specialty; tasks that ask for one compare it exactly. */
  specialty?: string | null | undefined;
  /** Whether tasks may be assigned; default true. */
  available?: boolean | null | undefined;
  /** The only projects to review in; null or left out: all of the workspace. */
  projects?: string[] | null | undefined;
  /** When the credentials expire; null or left out: never. ISO 8601 with a time zone. */
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
  /** What it is for. */
  description?: string | null | undefined;
}

/** Samples to add together. */
export interface CreateSamples {
  /** 1 to 1,000 samples; all are added or none. */
  samples: SampleInput[];
}

/** A new endpoint. */
export interface CreateWebhook {
  /** The kinds of events to be told of; said twice counts once. */
  event_types: EventKind[];
  /** Where events are sent, by POST. https, at a public address; the server's operator may allow others. */
  url: string;
  /** What narrows the events. */
  config?: WebhookConfigInput | null | undefined;
}

/** A new API key with its secret. */
export interface CreatedApiKey {
  /** Id of the api key: `key_…`. */
  id: string;
  /** Always `api_key`. */
  object: "api_key";
  /** What the key is for. */
  name: string;
  /** What the key may do. */
  scopes: (Scope | (string & {}))[];
  /** The only projects the key may reach; null: all of the workspace. */
  projects: string[] | null;
  /** The reviewer as whom the key acts; null: none. */
  reviewer: string | null;
  /** The last four characters of the present secret. */
  last4: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  /** When the key was made. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** The secret itself, shown this once: `assay_live_` and 38 characters. */
  secret: string;
}

/** The samples that were added. */
export interface CreatedSamples {
  /** Always `list`. */
  object: "list";
  /** The samples, in the order sent. */
  data: Sample[];
  /** Version of the dataset's contents: 0 when created, one more for each change. */
  dataset_version: number;
}

/** A new endpoint with its secret. */
export interface CreatedWebhook {
  /** Id of the webhook: `whk_…`. */
  id: string;
  /** Always `webhook`. */
  object: "webhook";
  /** The kinds of events to be told of; said twice counts once. */
  event_types: (EventKind | (string & {}))[];
  /** Where events are sent, by POST. https, at a public address; the server's operator may allow others. */
  url: string;
  config: WebhookConfig;
  /** Whether it is sent anything. */
  enabled: boolean;
  /** Why it is not enabled; null: it is. */
  disabled_reason: string | null;
  disabled_at: string | null;
  /** When it was registered. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** When its settings last changed, or it was disabled. ISO 8601 UTC with milliseconds. */
  updated_at: string;
  /** What its messages are signed with, shown this once: `whsec_` and the base64 of 32 bytes. */
  secret: string;
}

/** A clinical credential. */
export type Credential = "MD" | "DO" | "NP" | "RN";

/** How far those who hold a credential agree with each other. */
export interface CredentialAgreement {
  /** Samples that at least two who hold it graded. */
  n_samples: number;
  /** Raters who hold it and graded one of these. */
  reviewer_count: number;
  /** Mean over samples of the share of rater pairs that agree, in percent. */
  percent_agreement: number | null;
  /** Share of samples on which all raters agree, in percent. */
  percent_agreement_all: number | null;
  /** Mean of Cohen's kappa over pairs of raters; null when undefined. */
  cohens_kappa: number | null;
  /** Fleiss' kappa, generalized to unequal numbers of raters; null when undefined. */
  fleiss_kappa: number | null;
  /** Mean of quadratic-weighted kappa over pairs of raters; null when undefined. */
  weighted_kappa: number | null;
  /** Krippendorff's alpha by `alpha_metric`; null when undefined. */
  krippendorff_alpha: number | null;
  /** Gwet's AC1; null when undefined. */
  gwet_ac1: number | null;
}

/** Where and how somebody else's evaluator is asked. */
export interface CustomEvaluatorConfig {
  /** Where each sample is sent, by POST. https, at a public address; the server's operator may allow others. */
  webhook_url: string;
  /** Longest wait for one answer, in seconds; default 30. */
  timeout_seconds?: number | null | undefined;
  /** How often a call is repeated after 408, 425, 429, 5xx, no answer in time or a broken connection; default 3. */
  retry_count?: number | null | undefined;
  /** What calls are signed with (Standard Webhooks), `whsec_…`; never shown again. Default: the workspace's. */
  secret?: string | null | undefined;
}

/** Scores by asking an endpoint of yours, sample by sample. */
export interface CustomEvaluatorInput {
  /** Always `custom`. */
  type: "custom";
  /** Key of this evaluator in results; needed when its type occurs twice. */
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
  /** Number of samples in the present version. */
  sample_count: number;
  /** Version of the dataset's contents: 0 when created, one more for each change. */
  version: number;
  /** An archived dataset takes no new samples or outputs. */
  archived: boolean;
  /** When it was created. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** When its name, description, state or samples last changed. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** One change of a dataset. */
export interface DatasetVersion {
  /** Always `dataset_version`. */
  object: "dataset_version";
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  /** Version of the dataset's contents: 0 when created, one more for each change. */
  version: number;
  /** What made this version. */
  change: "samples" | "import" | "outputs" | (string & {});
  /** Samples (or outputs) that were added. */
  inserted: number;
  /** Samples (or outputs) that were replaced. */
  updated: number;
  /** Number of samples in this version. */
  sample_count: number;
  /** When the version was made. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** What is decided. */
export interface DecideApproval {
  /** What is decided. */
  decision: "approve" | "reject";
  /** Why; kept in the evidence log. */
  reason?: string | null | undefined;
}

/** The decision in short. */
export interface DecisionContext {
  /** Code of the first reason. */
  code?: string | undefined;
  /** Its message. */
  message?: string | undefined;
  /** Its remedy. */
  remedy?: string | undefined;
  /** The approval that is waited for; sent again as `context.approvalId`. */
  approvalId?: string | undefined;
  /** Until when it can be given and used. Milliseconds since 1970. */
  approvalExpiresAt?: number | undefined;
}

/** The event of the decision, which was on the disk before the answer. */
export interface DecisionEvidence {
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** Its place in the workspace's log. */
  seq: number;
  /** Its leaf in the log's Merkle tree. SHA-256, lower-case hexadecimal. */
  leafHash: string;
}

/** What whoever enforces the decision has to do besides. */
export interface DecisionObligation {
  /** The policy that obliges. */
  policyId: string;
  /** What has to be done besides. */
  obligation: string;
}

/** The policies that decided. */
export interface DecisionPolicySet {
  /** Of the set. SHA-256, lower-case hexadecimal. */
  digest: string;
  /** The policies that were asked, in their order. */
  policies: {
    /** Its id. */
    id: string;
    /** Its version. */
    version: number;
  }[];
}

/** The decision itself, `{decision}` with it, or `{decisionId}`. At most 1048576 bytes and 60 levels. */
export type DecisionToSeal = object;

/** Something that determined nothing and should be known. */
export interface DecisionWarning {
  /** Null: a rule of the engine. */
  policyId: string | null;
  /** Kind of warning, for programs. */
  code: string;
  /** What it is. */
  message: string;
}

/** The dataset is gone. */
export interface DeletedDataset {
  /** Id of the dataset: `ds_…`. */
  id: string;
  /** Always `dataset`. */
  object: "dataset";
  /** Always true. */
  deleted: true;
}

/** The endpoint, its secrets and its deliveries are gone. */
export interface DeletedWebhook {
  /** Id of the webhook: `whk_…`. */
  id: string;
  /** Always `webhook`. */
  object: "webhook";
  /** Always true. */
  deleted: true;
}

/** `categorical`: one option; `scale`: a number; `boolean`; `multi_select`: several options. */
export type DimensionType = "categorical" | "scale" | "boolean" | "multi_select";

/** It is done. */
export interface Done {
  /** Always true. */
  ok: true;
}

/** Every policy that decides about an agent. */
export interface EffectivePolicies {
  /** Its id, which you choose: letters, digits and `._:@/-`, 1 to 128 characters. */
  agentId: string;
  /** The baseline, then those attached, in their order. */
  policies: EffectivePolicy[];
}

/** A policy that an agent is under. */
export interface EffectivePolicy {
  /** Id of the policy. */
  policyId: string;
  /** Whether every agent is under it, or it was attached to this one. */
  origin: "baseline" | "attached" | (string & {});
  /** The version that decides; null: the policy is not in the catalog. */
  version: number | null;
  /** Whether it is in the catalog. One that is not denies whatever the agent asks. */
  resolved: boolean;
}

/** Something that policies decide about. */
export interface Entity {
  /** Type of the entity, e.g. `record`; compared exactly. */
  type: string;
  /** Id of the entity, unique in its type; compared exactly. */
  id: string;
  /** What policies see of it, a request can only add to that. At most 65536 bytes of JSON and 32 levels. */
  properties: Record<string, unknown>;
}

/** Something that policies decide about. */
export interface EntityInput {
  /** Type of the entity, e.g. `record`; compared exactly. */
  type: string;
  /** Id of the entity, unique in its type; compared exactly. */
  id: string;
  /** What policies see of it, a request can only add to that. At most 65536 bytes of JSON and 32 levels. */
  properties?: Record<string, unknown> | null | undefined;
}

/** One page of the workspace's entities. */
export interface EntityPage {
  /** The entities of this page. */
  entities: Entity[];
  /** The declared actions, all of them, on every page. */
  actions: string[];
  /** `cursor` of the next page; null when nothing follows. */
  nextCursor: string | null;
}

/** The set as it is now, in numbers. */
export interface EntitySetSummary {
  /** Always true. */
  ok: true;
  /** Entities there are now. */
  entityCount: number;
  /** Declared actions there are now. */
  actionCount: number;
}

/** Events whose data is to be erased. */
export interface EraseEvents {
  /** Ids of the events whose data goes; those erased already are left out. */
  events: string[];
  /** Why; it stands in the log. */
  reason: string;
}

/** The data is gone; an `evidence_erased` event says so. */
export interface Erasure {
  /** Always true. */
  ok: true;
  eventId: string | null;
  seq: number | null;
  /** How many events lost their data by this. */
  erased: number;
}

/** One run of evaluators over samples. */
export interface Evaluation {
  /** Id of the evaluation: `eval_…`. */
  id: string;
  /** Always `evaluation`. */
  object: "evaluation";
  /** Name for people. */
  name: string;
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  /** Version of the dataset's contents: 0 when created, one more for each change. */
  dataset_version: number;
  model: string | null;
  status: EvaluationStatus | (string & {});
  /** The evaluators as sent, plus their weights. */
  evaluators: Evaluator[];
  /** The filter as sent; null: all samples. */
  sample_filter: Record<string, unknown> | null;
  /** Share of samples that may error, 0 to 1. */
  fail_on_error: number;
  progress: EvaluationProgress;
  as_of: string | null;
  /** Which samples become review tasks; null: none, or not told to a reviewer with a blind review of a sample of it still to submit. */
  routing: Routing | null;
  /** SHA-256 over dataset version, model and evaluators: equal hashes, equal conditions. */
  manifest_hash: string;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata: Record<string, unknown>;
  /** When it was created. ISO 8601 UTC with milliseconds. */
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  cancelled_at: string | null;
  error: string | null;
  results?: EvaluationResults | undefined;
  /** Whole seconds from `started_at` to `completed_at`, rounded down; once completed. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** How far the evaluation is, in samples. */
export interface EvaluationProgress {
  /** Samples to evaluate. */
  total: number;
  /** Samples processed without an error. */
  completed: number;
  /** Samples with an errored result. */
  failed: number;
}

/** What one evaluator says of one sample. */
export interface EvaluationResult {
  /** Always `evaluation_result`. */
  object: "evaluation_result";
  /** Id of the sample: `smp_…`. */
  sample_id: string;
  external_id: string | null;
  /** The evaluator's key: its type, or its name. */
  evaluator: string;
  status: ResultStatus | (string & {});
  /** 0 to 100, a reviewer's where one overrode it; null unless scored. */
  score: number | null;
  /** What the evaluator gave, 0 to 100; null unless scored. */
  original_score: number | null;
  /** Review that overrode the score; null: none. */
  overridden_by: string | null;
  /** Whether it passed, by `score`: a reviewer's score passes from 70; null unless scored. */
  passed: boolean | null;
  /** What was scored. Any JSON; null: there is none. */
  output: unknown;
  /** What was expected. Any JSON; null: there is none. */
  expected: unknown;
  /** What the evaluator says of it. */
  details: Record<string, unknown>;
  /** Whether a person should look at it. */
  flagged: boolean;
  /** Why it is flagged; there when it is. */
  flag_reason?: string | undefined;
  /** When it was scored. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** What a completed evaluation says as a whole. */
export interface EvaluationResults {
  /** The same as `weighted_aggregate`. */
  aggregate_score: number | null;
  /** Mean of the samples' combined scores by evaluator weight, 0 to 100; null: none scored. */
  weighted_aggregate: number | null;
  /** The same with equal weights. */
  aggregate: number | null;
  /** Samples that passed every evaluator that scored them, in percent of `sample_count`. */
  pass_rate: number | null;
  /** Samples with a combined score: the denominator of the figures above. */
  sample_count: number;
  /** Evaluator → mean score. */
  by_evaluator: Record<string, number | null>;
  /** Over samples: scored with a combined score, errored without one where an evaluator errored, else skipped. */
  coverage: Coverage;
  /** Evaluator → its coverage. */
  coverage_by_evaluator: Record<string, Coverage>;
  /** Evaluator → classification → count of scored samples. */
  distributions: Record<string, Record<string, number>>;
  /** Distinct samples with a flagged result. */
  flagged_samples: number;
  /** When `triage_accuracy` ran; of the first such evaluator. */
  triage?: TriageSummary | undefined;
  /** When several `triage_accuracy` evaluators ran: evaluator → its summary. */
  triage_by_evaluator?: Record<string, TriageSummary> | undefined;
}

/** The scores of one evaluation, effective: after reviewers' overrides. */
export interface EvaluationScores {
  /** Always `evaluation_scores`. */
  object: "evaluation_scores";
  /** Id of the evaluation: `eval_…`. */
  evaluation_id: string;
  /** Mean of the samples' combined scores with equal weights; null: none scored. */
  aggregate: number | null;
  /** The same by evaluator weight. */
  weighted_aggregate: number | null;
  /** Samples with a combined score: the denominator of these figures. */
  sample_count: number;
  /** Samples that passed every evaluator that scored them, in percent of `sample_count`. */
  pass_rate: number | null;
  /** What became of every sample. */
  coverage: Coverage;
  /** Evaluator → its figures; there with `include_breakdown=true`. */
  breakdown?: Record<string, EvaluatorScores> | undefined;
  /** Of the combined scores; there with `include_distribution=true`. */
  distribution?: {
    /** Ten, from 0 to 100; their counts add up to `sample_count`. */
    buckets: ScoreBucket[];
  } | undefined;
}

/** pending → running → completed or failed; pending or running → cancelled. */
export type EvaluationStatus = "pending" | "running" | "completed" | "failed" | "cancelled";

/** An evaluator as it was sent, plus its weight. */
export interface Evaluator {
  type: EvaluatorType | (string & {});
  /** Key of this evaluator in results; needed when its type occurs twice. */
  name?: string | undefined;
  /** The settings as they were sent. */
  config?: Record<string, unknown> | undefined;
  /** Weight in the combined score; default 1.0. */
  weight: number;
}

/** One evaluator of an evaluation. */
export type EvaluatorInput = TriageAccuracyEvaluatorInput | RedFlagDetectionEvaluatorInput | GuidelineComplianceEvaluatorInput | SymptomExtractionEvaluatorInput | CustomEvaluatorInput;

/** One evaluator's figures over a period. */
export interface EvaluatorMetrics {
  /** Mean effective score of the period's samples, 0 to 100; null: none was scored. */
  current: number | null;
  /** The same of the period of equal length before. */
  previous: number | null;
  /** current − previous, in points; null when either is null. */
  trend: number | null;
  /** Completed evaluations that `current` is over. */
  evaluation_count: number;
  /** Scored samples that `current` is over. */
  sample_count: number;
  /** Completed evaluations that `previous` is over. */
  previous_evaluation_count: number;
  /** Scored samples that `previous` is over. */
  previous_sample_count: number;
}

/** How one evaluator's scores are distributed. */
export interface EvaluatorScores {
  /** Mean of the effective scores, 0 to 100; null: none scored. */
  mean: number | null;
  /** Median, half-way between the two middle scores when their number is even. */
  median: number | null;
  /** Sample standard deviation (n − 1); null for fewer than two scores. */
  std_dev: number | null;
  /** Lowest score. */
  min: number | null;
  /** Highest score. */
  max: number | null;
  /** Samples that passed, in percent of `coverage.scored`; null when that is 0. */
  pass_rate: number | null;
  /** Its weight in the combined score. */
  weight: number;
  /** What these figures are over: `scored`. */
  coverage: Coverage;
}

/** Kind of evaluator. */
export type EvaluatorType = "triage_accuracy" | "red_flag_detection" | "guideline_compliance" | "symptom_extraction" | "custom";

/** A kind of event that an endpoint can be told of. */
export type EventKind = "score.threshold_crossed" | "evaluation.completed" | "evaluation.failed" | "evaluation.cancelled" | "review_task.assigned" | "review_task.unassigned" | "review_task.completed" | "review_task.overdue" | "review.submitted" | "score.overridden" | "export.completed" | "approval.requested";

/** One page of the evidence log. */
export interface EventPage {
  /** The events of this page. */
  events: EvidenceEvent[];
  /** `cursor` of the next page; null when nothing follows. */
  nextCursor: string | null;
  head: LogHead;
}

/** An event of the evidence log. */
export interface EvidenceEvent {
  /** Its place in the workspace's log, from 1, without gaps. */
  seq: number;
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** When it happened, as the sender says; the server's clock when it said nothing. Milliseconds since 1970. */
  ts: number;
  /** When the server took it. Milliseconds since 1970. */
  receivedAt: number;
  session: string | null;
  /** What kind of event it is, e.g. `policy_decision`. */
  type: string;
  /** Who says so: `server`, or `caller` for what was sent to `POST /api/events`. */
  origin: "server" | "caller" | (string & {});
  /** What happened; null once erased. */
  data: Record<string, unknown> | null;
  /** 32 random bytes in base64url that go into `dataCommit`; null once erased. */
  salt: string | null;
  /** What stands for the data in the log: of salt and data (RFC 8785). SHA-256, lower-case hexadecimal. */
  dataCommit: string;
  /** Its leaf in the log's Merkle tree (RFC 6962). SHA-256, lower-case hexadecimal. */
  leafHash: string;
}

/** A file of scores, written in the background. */
export interface Export {
  /** Id of the export: `exp_…`. */
  id: string;
  /** Always `export`. */
  object: "export";
  status: ExportStatus | (string & {});
  /** Id of the project: `proj_…`. */
  project: string;
  format: ExportFormat | (string & {});
  /** Whether rows carry the sample's `input`, `output` and `expected` too. */
  include_samples: boolean;
  /** Rows of the file; while it is written, those so far. */
  row_count: number | null;
  /** Bytes of the file; null until it is complete, and for a reviewer with a blind review of a sample in it still to submit. */
  size_bytes: number | null;
  /** SHA-256 of the file in hexadecimal, which is its `ETag` too; null as `size_bytes` is. */
  sha256: string | null;
  /** Where the file is, with the same API key; a path of this server unless it knows its address. */
  download_url: string | null;
  expires_at: string | null;
  /** Why it failed. */
  error: string | null;
  /** When it was asked for: what had completed by then is in it. ISO 8601 UTC with milliseconds. */
  created_at: string;
  completed_at: string | null;
}

/** What kind of file is written. */
export type ExportFormat = "csv" | "json" | "parquet";

/** One page of a list. */
export interface ExportList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Export[];
  /** Whether more items follow. */
  has_more: boolean;
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** The file is there while it is `completed`; `expired`: its time is over, and it is deleted. */
export type ExportStatus = "pending" | "running" | "completed" | "failed" | "expired";

/** One fault of a request. */
export interface FieldError {
  /** JSON Pointer into the body, or `query/<name>`, `path/<name>`, `header/<name>`. Empty: the body as a whole. */
  path: string;
  /** Kind of fault, e.g. `too_big` or `reference_not_found`. */
  code: string;
  /** What is wrong, quoting the value, and what would be accepted. */
  message: string;
  /** Line of an imported file, or of a policy's text, counted from 1. */
  line?: number | undefined;
  /** Column in the line of a policy's text, in characters, counted from 1. */
  column?: number | undefined;
}

/** One grade, with further keys as they were sent. */
export interface Grade {
  /** What the reviewer says, as the dimension's type has it; null: not assessable. */
  value: string | number | boolean | (string | number)[] | null;
  /** true where `value` is null. */
  not_assessable?: boolean | undefined;
  /** How sure the reviewer is: `high`, `medium`, … */
  confidence?: string | undefined;
}

/** UTC days; ISO weeks, dated by their Monday; months, dated by their first day. */
export type Granularity = "daily" | "weekly" | "monthly";

/** Holds `output.questions_asked` and `output.actions` against a guideline. */
export interface GuidelineComplianceConfig {
  /** A built-in set, or one stored by POST /v1/guideline_sets; default general_triage. */
  guideline_set?: string | null | undefined;
  /** Questions that are required besides those of the set. */
  required_questions?: string[] | null | undefined;
  /** `proportional`: 100·asked/required (the default); `weighted`: by the questions' weights; `strict`: all or 0. */
  scoring_mode?: "proportional" | "weighted" | "strict" | null | undefined;
}

/** Scores the questions asked and the actions taken. */
export interface GuidelineComplianceEvaluatorInput {
  /** Always `guideline_compliance`. */
  type: "guideline_compliance";
  /** Key of this evaluator in results; needed when its type occurs twice. */
  name?: string | null | undefined;
  /** Holds `output.questions_asked` and `output.actions` against a guideline. */
  config?: GuidelineComplianceConfig | null | undefined;
  /** Weight in the combined score; default 1.0. */
  weight?: number | null | undefined;
}

/** A question that a guideline wants asked. */
export interface GuidelineQuestion {
  /** Id of the question, as `questions_asked` names it. */
  id: string;
  text: string | null;
  /** Other names that it goes by in `questions_asked`. */
  synonyms: string[];
  /** How much it counts under `scoring_mode` `weighted`; above 0, default 1. */
  weight: number;
}

/** A question that a guideline wants asked. */
export interface GuidelineQuestionInput {
  /** Id of the question, as `questions_asked` names it. */
  id: string;
  /** The question in full. */
  text?: string | null | undefined;
  /** Other names that it goes by in `questions_asked`. */
  synonyms?: string[] | null | undefined;
  /** How much it counts under `scoring_mode` `weighted`; above 0, default 1. */
  weight?: number | null | undefined;
}

/** What answers are held against. */
export interface GuidelineSet {
  /** Always `guideline_set`. */
  object: "guideline_set";
  /** Its name, unique in the workspace: what `guideline_set` of an evaluator names. */
  name: string;
  /** All of them are required. */
  questions: GuidelineQuestion[];
  /** An output without one of them does not pass. */
  required_actions: string[];
  /** An output with one of them scores 0. */
  forbidden_actions: string[];
  /** When it was stored. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** What happens to a row whose `external_id` is there already: `create` refuses it, `append` leaves the stored sample as it is, `update` replaces it when it differs. */
export type ImportMode = "create" | "append" | "update";

/** What an import did. */
export interface ImportSummary {
  /** Always `import`. */
  object: "import";
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  mode: ImportMode | (string & {});
  /** Rows that became new samples. */
  inserted: number;
  /** Rows that replaced a sample. */
  updated: number;
  /** Rows whose sample was there already. */
  unchanged: number;
  /** Rows that were refused (only with `on_error=skip`). */
  failed: number;
  /** The first 100 faults, each with its line. */
  errors: FieldError[];
  /** Version of the dataset's contents: 0 when created, one more for each change. */
  dataset_version: number;
}

/** A proof that an event is in the log (RFC 9162, section 2.1.3). */
export interface InclusionProof {
  /** The event's place in the log, from 1. */
  seq: number;
  /** The leaf's place in the tree, from 0. */
  index: number;
  /** The event's leaf. SHA-256, lower-case hexadecimal. */
  leafHash: string;
  /** Size of the tree that it is in. */
  treeSize: number;
  /** The hashes of the proof, in the order of RFC 9162. */
  hashes: string[];
  /** Root of that tree. SHA-256, lower-case hexadecimal. */
  rootHash: string;
  /** The checkpoint: a C2SP signed note (tlog-checkpoint), signed with Ed25519. */
  checkpoint: string;
}

/** The process is alive. */
export interface Liveness {
  /** Always `ok`: the process answers. */
  status: "ok";
}

/** How far the log is. */
export interface LogHead {
  /** Place of the last event; 0: there is none. */
  seq: number;
  /** Root of the tree over all events. SHA-256, lower-case hexadecimal. */
  hash: string;
}

/** A sample with a low score. */
export interface LowSample {
  /** Id of the sample: `smp_…`. */
  sample: string;
  external_id: string | null;
  /** Its effective score, 0 to 100. */
  score: number;
}

/** Whose agreement on what. */
export interface MeasureReliability {
  /** Id of the project. */
  project: string;
  /** Id of the rubric dimension whose grades are compared. */
  dimension: string;
  /** Number of days followed by `d`, counted back from now: `7d`, `30d`; 1 to 3650. */
  period?: string | null | undefined;
  /** Needed when several rubrics of the project have the dimension. */
  rubric?: string | null | undefined;
  /** Whether reviews of tasks that are not blind count too; their authors may have seen each other's. Default false. */
  include_unblinded?: boolean | null | undefined;
}

/** One bucket of a time series. */
export interface MetricsBucket {
  /** First day of the bucket; of the first one it may lie before the period. `YYYY-MM-DD`, UTC. */
  date: string;
  /** Mean effective score of its samples, 0 to 100. */
  score: number;
  /** Evaluations in it. */
  evaluations: number;
  /** Scored samples in it: the denominator of `score`. */
  sample_count: number;
}

/** A system whose outputs are evaluated. */
export interface Model {
  /** Id of the model: `mdl_…`. */
  id: string;
  /** Always `model`. */
  object: "model";
  /** Name of the model or system. */
  name: string;
  /** Its version. */
  version: string;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata: Record<string, unknown>;
  /** When it was registered. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** Why it is done. */
export interface MoveAgent {
  /** Why; it is kept in the evidence log. */
  reason?: string | null | undefined;
}

/** What the model answered to one sample. */
export interface OutputInput {
  /** Id of the sample. */
  sample?: string | null | undefined;
  /** Your own id of the sample; unique in its dataset. */
  external_id?: string | null | undefined;
  /** What the system answered, e.g. `{triage_level}`; null: no recorded answer. */
  output: unknown;
}

/** What was stored. */
export interface OutputsSummary {
  /** Always `outputs`. */
  object: "outputs";
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  /** Id of the model: `mdl_…`. */
  model: string;
  /** Outputs stored for the first time. */
  inserted: number;
  /** Outputs that replaced another. */
  updated: number;
  /** Outputs that were there already. */
  unchanged: number;
  /** Version of the dataset's contents: 0 when created, one more for each change. */
  dataset_version: number;
}

/** What to add or change. Properties of an entity that is there are merged (RFC 7396: null takes one away); actions are added. */
export interface PatchEntities {
  /** At most 10000; a larger set than one body holds is sent by PATCH. */
  entities?: EntityInput[] | null | undefined;
  /** Actions that searches go through. Others are evaluated all the same. */
  actions?: string[] | null | undefined;
}

/** A version of a policy. */
export interface Policy {
  /** Its id, which you choose: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** Counts the versions, from 1. */
  version: number;
  /** What people call it. */
  name: string;
  /** What it is for. */
  description: string;
  /** Always `cedar`. */
  language: "cedar";
  /** `shadow`: evaluated and reported, and never counts. */
  mode: "enforce" | "shadow" | (string & {});
  /** `active`: this version is in force; `draft`: the version in force before stays; `retired`: none is in force. */
  status: "draft" | "active" | "retired" | (string & {});
  /** What its forbids come out as; null: it only permits. */
  outcome: "deny" | "ask" | "transform" | (string & {}) | null;
  /** What its forbids give as the reason's code; null: `policy_forbids`. */
  code: string | null;
  /** How grave it is when it forbids. */
  severity: "low" | "medium" | "high" | "critical" | (string & {});
  /** Of its contents without the version (RFC 8785). SHA-256, lower-case hexadecimal. */
  digest: string;
  /** Whether it is part of the product, and cannot be changed. */
  baseline: boolean;
  /** The version in force; null: none is. */
  liveVersion: number | null;
  /** When this version was stored; null of the baseline. Milliseconds since 1970. */
  createdAt: number | null;
  /** Id of the API key that stored this version; null of the baseline. */
  createdBy: string | null;
  /** Cedar. */
  text: string;
  /** Its own test cases. */
  tests: PolicyTest[];
  /** `strict`: every name and type was checked; `syntax`: it names types or members that only requests know. */
  validated: "strict" | "syntax" | (string & {});
}

/** Something about a policy's text, and where. */
export interface PolicyFinding {
  /** What is wrong, and what would be accepted. */
  message: string;
  /** Line of the text, counted from 1; null: the text as a whole. */
  line: number | null;
  /** Column in it, in characters, counted from 1. */
  column: number | null;
  /** Line of the first character after it. */
  endLine: number | null;
  /** Column of that character. */
  endColumn: number | null;
}

/** All policies. */
export type PolicyList = PolicySummary[];

/** A policy, or a rule of the engine, that determined a decision. */
export interface PolicyReason {
  /** Null: a rule of the engine. */
  policyId: string | null;
  /** Version of the policy; null where there is none. */
  version: number | null;
  /** Deny beats ask beats transform beats allow. */
  outcome: "deny" | "ask" | "transform" | "allow" | (string & {});
  /** Kind of reason, for programs. */
  code: string;
  /** What it is. */
  message: string;
  /** What would help. */
  remedy?: string | undefined;
}

/** What a draft would have changed. */
export interface PolicySimulation {
  /** Decisions that were made anew. */
  replayed: number;
  /** Those that came out otherwise, the newest first. */
  changed: ChangedDecision[];
  /** Those that could not be, the newest first. */
  notReplayed: UnreplayedDecision[];
}

/** A policy without its text and its tests. */
export interface PolicySummary {
  /** Its id, which you choose: letters, digits and `._:@/-`, 1 to 128 characters. */
  id: string;
  /** Counts the versions, from 1. */
  version: number;
  /** What people call it. */
  name: string;
  /** What it is for. */
  description: string;
  /** Always `cedar`. */
  language: "cedar";
  /** `shadow`: evaluated and reported, and never counts. */
  mode: "enforce" | "shadow" | (string & {});
  /** `active`: this version is in force; `draft`: the version in force before stays; `retired`: none is in force. */
  status: "draft" | "active" | "retired" | (string & {});
  /** What its forbids come out as; null: it only permits. */
  outcome: "deny" | "ask" | "transform" | (string & {}) | null;
  /** What its forbids give as the reason's code; null: `policy_forbids`. */
  code: string | null;
  /** How grave it is when it forbids. */
  severity: "low" | "medium" | "high" | "critical" | (string & {});
  /** Of its contents without the version (RFC 8785). SHA-256, lower-case hexadecimal. */
  digest: string;
  /** Whether it is part of the product, and cannot be changed. */
  baseline: boolean;
  /** The version in force; null: none is. */
  liveVersion: number | null;
  /** When this version was stored; null of the baseline. Milliseconds since 1970. */
  createdAt: number | null;
  /** Id of the API key that stored this version; null of the baseline. */
  createdBy: string | null;
}

/** A test case of a policy. */
export interface PolicyTest {
  /** The rule that it holds the policy to. */
  name: string;
  request?: PolicyTestRequest | undefined;
  /** What the policy says alone, without the baseline; `none`: it has nothing to say. */
  expect: "deny" | "ask" | "transform" | "allow" | "none" | (string & {});
}

/** `context.facts`; those left out are of a call that the baseline has nothing against. */
export interface PolicyTestFacts {
  /** Whether the subject is an agent of the workspace. */
  agentKnown?: boolean | undefined;
  /** Whether it is active. */
  agentActive?: boolean | undefined;
  /** Its status; `unknown` when there is none. */
  agentStatus?: string | undefined;
  /** Whether the resource is a tool that the agent may call. */
  toolDeclared?: boolean | undefined;
  /** Name of the agent's execution boundary. */
  boundary?: string | undefined;
  /** Whether every host that the call names lies inside it. */
  egressInside?: boolean | undefined;
  /** Hosts that the call names. */
  egressHosts?: string[] | undefined;
  /** Those of them that lie outside the boundary. */
  egressOutside?: string[] | undefined;
  /** Places in the arguments that hold secret material. */
  secretsFound?: number | undefined;
  /** Kinds of it. */
  secretTypes?: string[] | undefined;
  /** How dangerous the call is. */
  risk?: "low" | "medium" | "high" | undefined;
  /** 0 low, 1 medium, 2 high. */
  riskRank?: number | undefined;
  /** Whether a human has approved this very action. */
  approved?: boolean | undefined;
  /** Whether the agent has reached its ceiling of calls. */
  rateExceeded?: boolean | undefined;
  /** Whether the agent has reached its ceiling of spend. */
  budgetExceeded?: boolean | undefined;
}

/** A test case of a policy. */
export interface PolicyTestInput {
  /** The rule that it holds the policy to. */
  name: string;
  request?: PolicyTestRequestInput | undefined;
  /** What the policy says alone, without the baseline; `none`: it has nothing to say. */
  expect: "deny" | "ask" | "transform" | "allow" | "none";
}

/** What came of a policy's test cases. */
export interface PolicyTestReport {
  /** Its id, which you choose: letters, digits and `._:@/-`, 1 to 128 characters. */
  policyId: string;
  /** The version that was tested. */
  version: number;
  /** Test cases that came out as expected. */
  passed: number;
  /** Those that did not. */
  failed: number;
  /** In the order of the cases. */
  results: PolicyTestResult[];
}

/** What is left out is a call that the baseline has nothing against. */
export interface PolicyTestRequest {
  /** Default: an agent. */
  subject?: {
    /** Its type. */
    type: string;
    /** Its id. */
    id: string;
    /** Its attributes. */
    properties?: Record<string, unknown> | undefined;
  } | undefined;
  /** Default: `tools/call`. */
  action?: {
    /** Its name. */
    name: string;
    /** `context.action`. */
    properties?: Record<string, unknown> | undefined;
  } | undefined;
  /** Default: a tool. */
  resource?: {
    /** Its type. */
    type: string;
    /** Its id. */
    id: string;
    /** Its attributes. */
    properties?: Record<string, unknown> | undefined;
  } | undefined;
  /** `context.args`. */
  args?: Record<string, unknown> | undefined;
  /** Further members of `context`. */
  context?: Record<string, unknown> | undefined;
  facts?: PolicyTestFacts | undefined;
}

/** What is left out is a call that the baseline has nothing against. */
export interface PolicyTestRequestInput {
  /** Default: an agent. */
  subject?: {
    /** Its type. */
    type: string;
    /** Its id. */
    id: string;
    /** Its attributes. */
    properties?: Record<string, unknown> | undefined;
  } | undefined;
  /** Default: `tools/call`. */
  action?: {
    /** Its name. */
    name: string;
    /** `context.action`. */
    properties?: Record<string, unknown> | undefined;
  } | undefined;
  /** Default: a tool. */
  resource?: {
    /** Its type. */
    type: string;
    /** Its id. */
    id: string;
    /** Its attributes. */
    properties?: Record<string, unknown> | undefined;
  } | undefined;
  /** `context.args`. */
  args?: Record<string, unknown> | undefined;
  /** Further members of `context`. */
  context?: Record<string, unknown> | undefined;
  facts?: PolicyTestFacts | undefined;
}

/** What came of a test case. */
export interface PolicyTestResult {
  /** Name of the test case. */
  name: string;
  /** Whether it came out as expected. */
  passed: boolean;
  /** What the policy says alone, without the baseline; `none`: it has nothing to say. */
  expected: "deny" | "ask" | "transform" | "allow" | "none" | (string & {});
  /** What the policy says alone, without the baseline; `none`: it has nothing to say. */
  actual: "deny" | "ask" | "transform" | "allow" | "none" | (string & {});
  /** What the policy said. */
  messages: string[];
}

/** What is found in a policy's text. */
export interface PolicyValidation {
  /** Whether it would be stored. */
  valid: boolean;
  /** `strict`: every name and type was checked; `syntax`: it names types or members that only requests know. */
  validated: "strict" | "syntax" | (string & {});
  /** What stands against it. */
  errors: PolicyFinding[];
  /** What should be looked at. */
  warnings: PolicyFinding[];
}

/** One page of a policy's versions. */
export interface PolicyVersions {
  /** The versions of this page, the newest first. */
  versions: Policy[];
  /** `cursor` of the next page; null when nothing follows. */
  nextCursor: string | null;
}

/** A problem document (RFC 9457), sent as `application/problem+json`. */
export interface Problem {
  /** URN of the kind of problem. */
  type: string;
  /** The kind of problem in words; the same for every occurrence. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What happened this time and what would be accepted. */
  detail: string;
  code: ProblemCode | (string & {});
  /** The request's id, also in `X-Request-Id`. */
  request_id: string;
  /** Each fault with its place; at most 100. */
  errors?: FieldError[] | undefined;
}

/** The kind of problem, for programs. */
export type ProblemCode = "validation_failed" | "not_canonicalizable" | "malformed_json" | "unauthenticated" | "insufficient_scope" | "reviewer_required" | "blind_pending" | "baseline_immutable" | "not_found" | "method_not_allowed" | "invalid_state" | "conflict" | "not_assigned" | "evidence_conflict" | "idempotency_conflict" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "reference_not_found" | "no_samples" | "invalid_grades" | "reviewer_not_qualified" | "nothing_to_override" | "ambiguous_dimension" | "not_enough_reviews" | "not_comparable" | "rate_limited" | "internal" | "unavailable";

/** What datasets and evaluations belong to. */
export interface Project {
  /** Id of the project: `proj_…`. */
  id: string;
  /** Always `project`. */
  object: "project";
  /** Name of the project. */
  name: string;
  description: string | null;
  /** When it was created. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** A project's scores over a period; every mean is over samples. */
export interface ProjectMetrics {
  /** Always `project_metrics`. */
  object: "project_metrics";
  /** Id of the project: `proj_…`. */
  project_id: string;
  evaluator: string | null;
  granularity: Granularity | (string & {});
  /** What the figures are of, by each evaluation's `as_of`, else its completion. */
  period: {
    /** The first instant of the period. ISO 8601 UTC with milliseconds. */
    start: string;
    /** The instant at which it is over, no part of it. ISO 8601 UTC with milliseconds. */
    end: string;
  };
  /** Mean effective score of the period's samples, 0 to 100; null: none was scored. */
  current: number | null;
  /** The same of the period of equal length before. */
  previous: number | null;
  /** current − previous, in points; null when either is null. */
  trend: number | null;
  /** Completed evaluations that `current` is over. */
  evaluation_count: number;
  /** Scored samples that `current` is over. */
  sample_count: number;
  /** Completed evaluations that `previous` is over. */
  previous_evaluation_count: number;
  /** Scored samples that `previous` is over. */
  previous_sample_count: number;
  /** Evaluator → its figures; only the one asked for. */
  by_evaluator: Record<string, EvaluatorMetrics>;
  /** Earliest first; buckets without a score are absent. */
  time_series: MetricsBucket[];
}

/** A share with its denominator and interval. */
export interface Proportion {
  /** How many. */
  numerator: number;
  /** Out of how many. */
  denominator: number;
  /** numerator / denominator, 0 to 1; null when the denominator is 0. */
  rate: number | null;
  /** 95 % Wilson interval, 0 to 1; null when the denominator is 0. */
  ci95: [number, number] | null;
}

/** The whole set: what is not named is gone afterwards. */
export interface PutEntities {
  /** At most 10000; a larger set than one body holds is sent by PATCH. */
  entities?: EntityInput[] | null | undefined;
  /** Actions that searches go through. Others are evaluated all the same. */
  actions?: string[] | null | undefined;
}

/** All settings; what is left out gets its default, which limits nothing. */
export interface PutSettings {
  /** Risk of tools by name; `low` for those not named. A request may say more, never less; `high` asks a human. */
  toolRisk?: Record<string, "low" | "medium" | "high"> | null | undefined;
  /** How often an agent may ask; null: unlimited. */
  rateCeiling?: RateCeiling | null | undefined;
  /** How much an agent may spend; null: unlimited. */
  spendCeiling?: SpendCeiling | null | undefined;
  /** Named boundaries that agents can run in. `default` is built in: no loopback, link-local, metadata or private addresses, http and https only. */
  boundaries?: Record<string, Boundary> | null | undefined;
  updatedAt?: number | null | undefined;
}

/** What is known of the sample; null each without an evaluation. */
export interface QueueContext {
  /** Evaluation that scored the sample; null: none did. */
  evaluation: string | null;
  /** Automated score of the sample; null without one, and of a blind task. */
  ai_score: number | null;
  /** Why the sample is flagged; null when it is not, and of a blind task. */
  flag_reason: string | null;
  /** What was expected of the sample; null without it, and of a blind task. */
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
  context: QueueContext;
}

/** How often an agent may ask. */
export interface RateCeiling {
  /** Most decisions that one agent may ask for in the window. */
  calls: number;
  /** Length of the sliding window, in seconds: 1 second to 31 days. */
  windowSeconds: number;
}

/** How far two raters agree. */
export interface RaterPair {
  /** The two raters. */
  reviewers: [string, string];
  /** Samples that both graded. */
  n_samples: number;
  /** Share of these on which they agree, in percent. */
  percent_agreement: number | null;
  /** Cohen's kappa of the two; null when undefined. */
  cohens_kappa: number | null;
  /** Quadratic-weighted kappa of the two; null when undefined. */
  weighted_kappa: number | null;
  /** Why a kappa is null; null when none is. */
  reason: string | null;
}

/** The process can serve requests. */
export interface Readiness {
  /** Always `ready`: requests can be served. */
  status: "ready";
  /** The database engine in use. */
  database: "embedded" | "postgres" | (string & {});
  /** Name of the last migration applied. */
  schema: string | null;
}

/** Who is to hold the task. */
export interface ReassignReviewTask {
  /** Who is to hold the task. */
  reviewer_id: string;
  /** Who is to give it up; left out: an open place is filled, or the only holder gives it up. */
  from?: string | null | undefined;
}

/** One thing that was looked at. */
export interface RecordCheck {
  /** What was looked at. */
  name: "shape" | "payload" | "key" | "signature" | "evidence" | "inclusion" | "revocation" | (string & {});
  /** Whether it holds. */
  ok: boolean;
  /** What was found. */
  detail: string;
}

/** The event whose data is the payload: with these members the payload leads to its leaf. */
export interface RecordEvent {
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** When it was decided. Milliseconds since 1970. */
  ts: number;
  /** When the event was written. Milliseconds since 1970. */
  receivedAt: number;
  session: string | null;
  /** What kind of event it is, e.g. `policy_decision`. */
  type: string;
  /** Who says so: `server`, or `caller` for what was sent to `POST /api/events`. */
  origin: "server" | "caller" | (string & {});
  /** 32 bytes in base64url. */
  salt: string | null;
  /** Of salt and payload. SHA-256, lower-case hexadecimal. */
  dataCommit: string;
}

/** The proof that the payload is in the evidence log. Not signed: it proves itself. */
export interface RecordInclusion {
  event: RecordEvent;
  /** The event's place in the log, from 1. */
  seq: number;
  /** The leaf's place in the tree, from 0. */
  index: number;
  /** The event's leaf. SHA-256, lower-case hexadecimal. */
  leafHash: string;
  /** Size of the tree that it is in. */
  treeSize: number;
  /** The hashes of the proof, in the order of RFC 9162. */
  hashes: string[];
  /** Root of that tree. SHA-256, lower-case hexadecimal. */
  rootHash: string;
  /** The checkpoint: a C2SP signed note (tlog-checkpoint), signed with Ed25519. */
  checkpoint: string;
}

/** A signature over DSSE's PAE of `kind` and the RFC 8785 form of the record without `signatures` and `inclusion`. */
export interface RecordSignature {
  /** Always `Ed25519`. */
  alg: "Ed25519";
  /** Which key, as `/.well-known/jwks.json` names it. */
  kid: string;
  /** 64 bytes in base64url, without padding. */
  sig: string;
}

/** A record: itself, or as the only member `record` or `envelope`. Whatever else it is, the answer says so. */
export type RecordToVerify = object;

/** Whether a record holds, and why not. */
export interface RecordVerification {
  /** Whether the record holds. */
  valid: boolean;
  /** `ok`, or why it does not hold. `evidence_conflict`: rightly signed, and the log says otherwise: whoever signed it has the key and not the log. */
  code: "ok" | "malformed_record" | "kind_unsupported" | "duplicate_key" | "payload_digest_mismatch" | "kid_unknown" | "kid_revoked" | "signature_invalid" | "inclusion_invalid" | "evidence_conflict" | (string & {});
  /** What was looked at, up to the first that does not hold. */
  checks: RecordCheck[];
  /** Which key it names; null: it cannot be read. */
  kid: string | null;
  issuedAt: number | null;
  provenance: "recorded" | "asserted" | (string & {}) | null;
}

/** Compares `red_flags` and `escalated` of output and expectation. */
export interface RedFlagDetectionConfig {
  /** Only flags of these protocols count; none named: all do. Known: chest_pain, stroke, sepsis, head_injury, pregnancy, suicide_risk, paediatric_fever, anaphylaxis, back_pain, headache. */
  protocols?: string[] | null | undefined;
  /** A required escalation not made scores 0 (true, the default). */
  require_escalation?: boolean | null | undefined;
  /** A flag with less confidence counts as not detected, 0 to 1; default 0.5. */
  min_confidence?: number | null | undefined;
}

/** Scores the red flags found and the escalation. */
export interface RedFlagDetectionEvaluatorInput {
  /** Always `red_flag_detection`. */
  type: "red_flag_detection";
  /** Key of this evaluator in results; needed when its type occurs twice. */
  name?: string | null | undefined;
  /** Compares `red_flags` and `escalated` of output and expectation. */
  config?: RedFlagDetectionConfig | null | undefined;
  /** Weight in the combined score; default 1.0. */
  weight?: number | null | undefined;
}

/** An evaluation that scored less than the one before, by more than chance. */
export interface Regression {
  /** Of the evaluation that scored less. `YYYY-MM-DD`, UTC. */
  date: string;
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** The evaluation before: the same dataset, the same evaluator settings. */
  baseline: string;
  /** What the evaluation before scored. */
  before: number;
  /** What this one scored. */
  after: number;
  /** after − before, in points. */
  change: number;
  /** minor: below 5 points; moderate: below 10; severe: 10 or more. */
  severity: "minor" | "moderate" | "severe" | (string & {});
  /** Whether a later evaluation of the kind is back at `before`. */
  recovered: boolean;
  recovery_date: string | null;
  /** Paired test of the automated scores, as of a comparison; null: no sample was shared, and 5 points or more count. */
  test: "mcnemar_exact" | "sign_flip_exact" | "sign_flip_monte_carlo" | (string & {}) | null;
  /** Samples that both evaluations scored. */
  n_paired: number;
  /** Of the test; below 0.05. */
  p_value: number | null;
}

/** How far reviewers agree on a dimension. */
export interface Reliability {
  /** Always `reliability`. */
  object: "reliability";
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  /** The dimension asked for. */
  dimension: string;
  /** The period asked for, counted back from now. */
  period: string;
  /** As asked for. */
  include_unblinded: boolean;
  /** Mean over samples of the share of rater pairs that agree, in percent. */
  percent_agreement: number | null;
  /** Share of samples on which all raters agree, in percent. */
  percent_agreement_all: number | null;
  /** Mean of Cohen's kappa over pairs of raters; null when undefined. */
  cohens_kappa: number | null;
  /** Fleiss' kappa, generalized to unequal numbers of raters; null when undefined. */
  fleiss_kappa: number | null;
  /** Mean of quadratic-weighted kappa over pairs of raters; null when undefined. */
  weighted_kappa: number | null;
  /** Krippendorff's alpha by `alpha_metric`; null when undefined. */
  krippendorff_alpha: number | null;
  /** Gwet's AC1; null when undefined. */
  gwet_ac1: number | null;
  alpha_metric: AlphaMetric | (string & {});
  /** Landis and Koch's word for Cohen's kappa of two raters, for Fleiss' of more; null when that is. */
  interpretation: "poor_agreement" | "slight_agreement" | "fair_agreement" | "moderate_agreement" | "substantial_agreement" | "almost_perfect_agreement" | (string & {}) | null;
  /** Why a statistic is null; null when it is not. */
  reasons: {
    /** Why it is null; null when it is not. */
    percent_agreement: string | null;
    /** Why it is null; null when it is not. */
    percent_agreement_all: string | null;
    /** Why it is null; null when it is not. */
    cohens_kappa: string | null;
    /** Why it is null; null when it is not. */
    fleiss_kappa: string | null;
    /** Why it is null; null when it is not. */
    weighted_kappa: string | null;
    /** Why it is null; null when it is not. */
    krippendorff_alpha: string | null;
    /** Why it is null; null when it is not. */
    gwet_ac1: string | null;
  };
  /** 95 % percentile intervals over 1,000 resamples of the samples; null when more than 5 % of them were undefined. */
  ci95: {
    /** Lower and upper bound, in the statistic's own unit; null when undefined. */
    percent_agreement: [number, number] | null;
    /** Lower and upper bound, in the statistic's own unit; null when undefined. */
    percent_agreement_all: [number, number] | null;
    /** Lower and upper bound, in the statistic's own unit; null when undefined. */
    cohens_kappa: [number, number] | null;
    /** Lower and upper bound, in the statistic's own unit; null when undefined. */
    fleiss_kappa: [number, number] | null;
    /** Lower and upper bound, in the statistic's own unit; null when undefined. */
    weighted_kappa: [number, number] | null;
    /** Lower and upper bound, in the statistic's own unit; null when undefined. */
    krippendorff_alpha: [number, number] | null;
    /** Lower and upper bound, in the statistic's own unit; null when undefined. */
    gwet_ac1: [number, number] | null;
  };
  /** Samples graded by at least two raters: what the statistics are over. */
  n_samples: number;
  /** Grades in the period; those of samples with a single one count for chance alone. */
  review_count: number;
  /** Raters who gave them. */
  reviewer_count: number;
  /** Pairs of raters who share at least two samples. */
  pair_count: number;
  /** Of these, pairs whose Cohen's kappa is undefined: left out of its mean. */
  undefined_pairs: number;
  /** Category (option, true or false, number, or set as JSON) → agreement on it. The order of the keys says nothing: that of the options is the rubric's. */
  by_category: Record<string, CategoryAgreement>;
  /** Every pair with shared samples; above 5,000 those that share the most. */
  by_pair: RaterPair[];
  /** Credential → agreement among its holders; only where two share a sample. */
  by_credential: Record<string, CredentialAgreement>;
}

/** The next version of a policy, whole: what is left out has its default. */
export interface ReplacePolicy {
  /** What people call it; its id when left out. */
  name?: string | null | undefined;
  /** What it is for. */
  description?: string | null | undefined;
  /** Always `cedar`. */
  language?: "cedar" | null | undefined;
  /** Cedar: one statement or several, at most 65536 bytes, without slots. Annotations say what is told: `@message`, `@remedy`, `@obligation`, `@warning`; `@transform` is a JSON Patch on the arguments. */
  text: string;
  /** `shadow`: evaluated and reported, and never counts. */
  mode?: "enforce" | "shadow" | null | undefined;
  /** `active`: this version is in force; `draft`: the version in force before stays; `retired`: none is in force. */
  status?: "draft" | "active" | "retired" | null | undefined;
  /** What its forbids come out as: refused, asked of a human, or let through with changed arguments. */
  outcome?: "deny" | "ask" | "transform" | null | undefined;
  /** What its forbids give as the reason's code: lower-case letters, digits, `_`. */
  code?: string | null | undefined;
  /** How grave it is when it forbids. */
  severity?: "low" | "medium" | "high" | "critical" | null | undefined;
  /** Its own test cases, which `POST /api/policies/{id}/test` runs. */
  tests?: PolicyTestInput[] | null | undefined;
}

/** Skipped and errored results have no score and count in no mean. */
export type ResultStatus = "scored" | "skipped" | "errored";

/** What one reviewer says of one sample. */
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
  /** Evaluation whose automated score is meant; null: none scored the sample. */
  evaluation: string | null;
  reviewer: ReviewAuthor;
  /** Dimension id → grade. */
  grades: Record<string, Grade>;
  /** Whether it replaces the automated score. */
  override_ai_score: boolean;
  /** The score in its place; null: none. */
  override_value: number | null;
  evaluator: string | null;
  notes: string | null;
  /** Words to find it by. */
  flags: string[];
  /** When this revision was submitted. ISO 8601 UTC with milliseconds. */
  submitted_at: string;
  /** The automated score, whatever was overridden; null: there is none. */
  original_ai_score: number | null;
  /** Whether another present override of the same score says another value. */
  override_conflict: boolean;
  /** 1, and one more each time it was submitted again. */
  revision: number;
  /** When its first revision was submitted. ISO 8601 UTC with milliseconds. */
  first_submitted_at: string;
}

/** Who reviewed. */
export interface ReviewAuthor {
  /** Id of the reviewer: `rvr_…`. */
  id: string;
  /** Name of the reviewer. */
  name: string;
  /** Credentials held when it was submitted. */
  credentials: (Credential | (string & {}))[];
}

/** One page of a list. */
export interface ReviewList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Review[];
  /** Whether more items follow. */
  has_more: boolean;
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** A review as it was submitted once. */
export interface ReviewRevision {
  /** Always `review_revision`. */
  object: "review_revision";
  /** Id of the review: `rev_…`. */
  review: string;
  /** 1 for the first. */
  revision: number;
  /** Dimension id → grade. */
  grades: Record<string, Grade>;
  /** Whether it replaces the automated score. */
  override_ai_score: boolean;
  /** The score in its place; null: none. */
  override_value: number | null;
  evaluator: string | null;
  notes: string | null;
  /** Words to find it by. */
  flags: string[];
  /** When this revision was submitted. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** Samples for people to review by a rubric. */
export interface ReviewTask {
  /** Id of the review task: `task_…`. */
  id: string;
  /** Always `review_task`. */
  object: "review_task";
  /** Id of the project: `proj_…`. */
  project: string;
  /** What is to be reviewed, in the order it was sent. */
  samples: string[];
  /** Number of samples. */
  sample_count: number;
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  /** Whose automated scores reviews override; null: the latest that scored the sample. */
  evaluation: string | null;
  evaluator: string | null;
  status: ReviewTaskStatus | (string & {});
  priority: ReviewTaskPriority | (string & {});
  assignment: Assignment;
  /** Reviews that each sample needs, of as many reviewers. */
  reviews_required: number;
  /** Whether who holds it sees no automated score, reason, expectation or other's review of a sample before reviewing it. */
  blind: boolean;
  /** The first who holds it; null: nobody does. */
  assignee: Assignee | null;
  /** Who holds it, the first first. */
  assignments: TaskAssignment[];
  /** Why a place is open although the mode is `auto` or `manual`: nobody fits now; it is assigned as soon as somebody does. */
  unassigned_reason: "no_matching_reviewer" | (string & {}) | null;
  progress: ReviewTaskProgress;
  due_at: string | null;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata: Record<string, unknown>;
  /** When it was created. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** How soon it should be reviewed. */
export type ReviewTaskPriority = "urgent" | "high" | "normal" | "low";

/** How far it is, in samples. */
export interface ReviewTaskProgress {
  /** Samples that have their reviews. */
  completed: number;
  /** Samples in all. */
  total: number;
}

/** `pending`: nobody holds it; `assigned`: somebody does; `in_progress`: a first review is in; `completed`: each sample has its reviews. */
export type ReviewTaskStatus = "pending" | "assigned" | "in_progress" | "completed" | "cancelled";

/** A credentialed person who reviews. */
export interface Reviewer {
  /** Id of the reviewer: `rvr_…`. */
  id: string;
  /** Always `reviewer`. */
  object: "reviewer";
  /** Name of the reviewer. */
  name: string;
  /** Credentials held, each once. */
  credentials: (Credential | (string & {}))[];
  specialty: string | null;
  /** Whether tasks may be assigned; false releases all that are held. */
  available: boolean;
  /** The only projects that the reviewer reviews in; null: all of the workspace. */
  projects: string[] | null;
  /** Samples of tasks held that the reviewer has still to review. */
  pending_count: number;
  credential_expires_at: string | null;
  /** When the reviewer was created. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** What waits for the calling reviewer. */
export interface ReviewerQueue {
  /** Always `reviewer_queue`. */
  object: "reviewer_queue";
  /** Id of the reviewer: `rvr_…`. */
  reviewer: string;
  /** How many wait in all, under the same filters. */
  total_pending: number;
  /** By priority, then overdue ones, then by due date, then by age. */
  items: QueueItem[];
}

/** What a reviewer did in a period. */
export interface ReviewerStatistics {
  /** Always `reviewer_statistics`. */
  object: "reviewer_statistics";
  /** Id of the reviewer: `rvr_…`. */
  reviewer: string;
  /** The period asked for, counted back from now. */
  period: string;
  /** Reviews first submitted in the period. */
  completed: number;
  /** Mean seconds from claiming a task to the first review of it, or from one review of it to the next; null when `duration_count` is 0. */
  avg_duration_seconds: number | null;
  /** Reviews that the mean duration is over: those of tasks that were claimed before. */
  duration_count: number;
  /** override_count / completed, 0 to 1; null when nothing was completed. */
  override_rate: number | null;
  /** Of the completed ones, those that override the automated score now. */
  override_count: number;
  /** Share of grades equal to what most co-raters of the same sample and dimension gave, 0 to 1; ties left out; null when `consensus_count` is 0. */
  consensus_agreement: number | null;
  /** Grades that could be compared with a majority of co-raters. */
  consensus_count: number;
}

/** A public key whose signatures count no more. */
export interface RevokedSigningKey {
  /** Always `OKP`. */
  kty: "OKP";
  /** Always `Ed25519`. */
  crv: "Ed25519";
  /** The public key: 32 bytes in base64url. */
  x: string;
  /** Its name: the thumbprint of RFC 7638. */
  kid: string;
  /** When it was revoked. Milliseconds since 1970. */
  revokedAt: number;
}

/** Which version. */
export interface RollbackPolicy {
  /** The version to go back to. */
  version: number;
}

/** The key in place of the present one. */
export interface RotateAgentKey {
  /** A secret of the agent: kept encrypted, never returned; answers have `apiKeyMasked` alone. */
  apiKey: string;
}

/** How to rotate. */
export interface RotateApiKey {
  /** How long the old secret still works, 0 to 604800 seconds; default 86400 (a day). 0 for one that leaked. */
  grace_seconds?: number | null | undefined;
}

/** How to rotate. */
export interface RotateCustomEvaluatorSecret {
  /** How long calls are signed with the old secret too, 0 to 604800 seconds; default 86400 (a day). 0 for one that leaked. */
  grace_seconds?: number | null | undefined;
}

/** How to rotate. */
export interface RotateWebhookSecret {
  /** How long messages are signed with the old secret too, 0 to 604800 seconds; default 86400 (a day). 0 for one that leaked. */
  grace_seconds?: number | null | undefined;
}

/** An API key with its new secret. */
export interface RotatedApiKey {
  /** Id of the api key: `key_…`. */
  id: string;
  /** Always `api_key`. */
  object: "api_key";
  /** What the key is for. */
  name: string;
  /** What the key may do. */
  scopes: (Scope | (string & {}))[];
  /** The only projects the key may reach; null: all of the workspace. */
  projects: string[] | null;
  /** The reviewer as whom the key acts; null: none. */
  reviewer: string | null;
  /** The last four characters of the present secret. */
  last4: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  /** When the key was made. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** The secret itself, shown this once: `assay_live_` and 38 characters. */
  secret: string;
  /** Until when the secret before works too. ISO 8601 UTC with milliseconds. */
  previous_secret_expires_at: string;
}

/** What calls to custom evaluators without a secret of their own are signed with. */
export interface RotatedCustomEvaluatorSecret {
  /** Always `custom_evaluator_secret`. */
  object: "custom_evaluator_secret";
  /** The secret itself, shown this once: `whsec_` and the base64 of 32 bytes. */
  secret: string;
  /** When it was made. ISO 8601 UTC with milliseconds. */
  created_at: string;
  previous_secret_expires_at: string | null;
}

/** An endpoint with its new secret. */
export interface RotatedWebhook {
  /** Id of the webhook: `whk_…`. */
  id: string;
  /** Always `webhook`. */
  object: "webhook";
  /** The kinds of events to be told of; said twice counts once. */
  event_types: (EventKind | (string & {}))[];
  /** Where events are sent, by POST. https, at a public address; the server's operator may allow others. */
  url: string;
  config: WebhookConfig;
  /** Whether it is sent anything. */
  enabled: boolean;
  /** Why it is not enabled; null: it is. */
  disabled_reason: string | null;
  disabled_at: string | null;
  /** When it was registered. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** When its settings last changed, or it was disabled. ISO 8601 UTC with milliseconds. */
  updated_at: string;
  /** What its messages are signed with, shown this once: `whsec_` and the base64 of 32 bytes. */
  secret: string;
  /** Until when messages are signed with the secret before too. ISO 8601 UTC with milliseconds. */
  previous_secret_expires_at: string;
}

/** Samples that become review tasks. */
export interface Routing {
  score_below: number | null;
  /** Whether flagged samples are reviewed, whatever their score. */
  flagged: boolean;
  evaluators: string[] | null;
  /** Id of the rubric: `rub_…`. */
  rubric: string;
  priority: ReviewTaskPriority | (string & {});
  assignment: Assignment;
  /** Reviews that each sample needs, of as many reviewers. */
  reviews_required: number;
  /** At most so many samples, the worst first; 1 to 1,000. */
  max_samples: number;
  due_in_hours: number | null;
}

/** Samples that become review tasks when the evaluation completes, one task each, the worst first; needs the scope `reviews:write` too. */
export interface RoutingInput {
  /** Samples whose automated score is below it are reviewed. */
  score_below?: number | null | undefined;
  /** Whether flagged samples are reviewed, whatever their score. */
  flagged?: boolean | null | undefined;
  /** Evaluators whose scores and flags count; left out: the combined score, and any flag. */
  evaluators?: string[] | null | undefined;
  /** Id of the rubric. */
  rubric: string;
  /** How soon it should be reviewed. */
  priority?: ReviewTaskPriority | null | undefined;
  /** Who is to review; left out: a pool that any reviewer may claim from. */
  assignment?: AssignmentInput | null | undefined;
  /** Reviews that each sample needs, of as many reviewers. */
  reviews_required?: number | null | undefined;
  /** At most so many samples, the worst first; 1 to 1,000. */
  max_samples?: number | null | undefined;
  /** Hours from completion until the tasks are due. */
  due_in_hours?: number | null | undefined;
}

/** Grading criteria. A stored rubric is never changed: grades keep their meaning. */
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
  /** What is graded, in the order shown to reviewers. */
  dimensions: RubricDimension[];
  /** 1, and one more for each further rubric of this name in the project. */
  version: number;
  /** When it was created. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** One thing that is graded. */
export interface RubricDimension {
  /** Key of the dimension in `grades`, unique in the rubric. */
  id: string;
  /** What reviewers read. */
  name: string;
  type: DimensionType | (string & {});
  /** Whether every review must grade it; default true. */
  required: boolean;
  /** Of a scale: the lowest grade. */
  min?: number | undefined;
  /** Of a scale: the highest grade. */
  max?: number | undefined;
  /** Of a scale: point (as text) to what it means. */
  labels?: Record<string, string> | undefined;
  /** Instruction to the reviewer. */
  guidance?: string | undefined;
  /** Of categorical and multi_select: in order. */
  options?: RubricOption[] | undefined;
}

/** One thing that is graded. */
export interface RubricDimensionInput {
  /** Key of the dimension in `grades`, unique in the rubric. */
  id: string;
  /** What reviewers read. */
  name: string;
  type: DimensionType;
  /** Whether every review must grade it; default true. */
  required?: boolean | null | undefined;
  /** Of a scale: the lowest grade. */
  min?: number | null | undefined;
  /** Of a scale: the highest grade. */
  max?: number | null | undefined;
  /** Of a scale: point (as text) to what it means. */
  labels?: Record<string, string> | null | undefined;
  /** Instruction to the reviewer. */
  guidance?: string | null | undefined;
  /** Of categorical and multi_select: in order. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** One option of a dimension. */
export interface RubricOption {
  /** What a grade says: a text or a number; the order of options is the order of levels. */
  value: string | number;
  /** What reviewers read. */
  label: string;
  /** Points that the option is worth; told, not added. */
  score_impact?: number | undefined;
  /** Whether the option names a danger. */
  safety_flag?: boolean | undefined;
}

/** One option of a dimension. */
export interface RubricOptionInput {
  /** What a grade says: a text or a number; the order of options is the order of levels. */
  value: string | number;
  /** What reviewers read. */
  label: string;
  /** Points that the option is worth; told, not added. */
  score_impact?: number | null | undefined;
  /** Whether the option names a danger. */
  safety_flag?: boolean | null | undefined;
}

/** One case: input, output and expectation. */
export interface Sample {
  /** Id of the sample: `smp_…`. */
  id: string;
  /** Always `sample`. */
  object: "sample";
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  external_id: string | null;
  /** What the system was given: any JSON. */
  input: unknown;
  /** What the system answered, e.g. `{triage_level}`; null: no recorded answer. */
  output: unknown;
  /** What it should have answered, e.g. `{triage_level}`; null: not known. */
  expected: unknown;
  /** Arbitrary key-value pairs, at most 16384 bytes of JSON. */
  metadata: Record<string, unknown>;
  /** Tags to select by. */
  tags: string[];
  split: string | null;
  cluster_id: string | null;
  /** SHA-256 of the RFC 8785 form of `{input, output, expected}`, in lower-case hexadecimal; null, as `expected` is, for a reviewer with a blind review of the sample still to submit. */
  content_hash: string | null;
  /** SHA-256 of the RFC 8785 form of `{input, expected}`, in lower-case hexadecimal; null, as `expected` is, for a reviewer with a blind review of the sample still to submit. */
  case_hash: string | null;
  /** When the sample was first added. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** Which samples of the dataset are evaluated; conditions add up. */
export interface SampleFilter {
  /** Only these samples, by id. */
  ids?: string[] | null | undefined;
  /** Only these samples, by external id. */
  external_ids?: string[] | null | undefined;
  /** Only samples with at least one of these tags. */
  tags_any?: string[] | null | undefined;
  /** Only samples of this split. */
  split?: string | null | undefined;
  /** Only samples whose metadata have these values at these keys; at most 20. */
  metadata?: Record<string, string | number | boolean | null> | null | undefined;
  /** At most so many, a random subset drawn with `seed`. */
  limit?: number | null | undefined;
  /** Seed of the random subset; default 0. Same seed, same subset. */
  seed?: number | null | undefined;
}

/** A sample to add. */
export interface SampleInput {
  external_id?: string | null | undefined;
  /** What the system was given: any JSON. */
  input: unknown;
  /** What the system answered; null or left out: no recorded answer. */
  output?: unknown;
  /** What it should have answered; null or left out: not known. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** What one evaluator says of the sample. */
export interface SampleScore {
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** The evaluator's key: its type, or its name. */
  evaluator: string;
  /** Skipped and errored results have no score. */
  status: "scored" | "skipped" | "errored" | (string & {});
  /** The effective score: after a reviewer's override. 0 to 100; null unless scored. */
  value: number | null;
  /** The automated score: what `value` was before a reviewer's override. */
  original_value: number | null;
  /** Whether it passed; null unless scored. */
  passed: boolean | null;
  overridden_by: string | null;
  /** What the evaluator says of it; it stays as it was when the score is overridden. */
  details: Record<string, unknown>;
  /** When it was scored. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** Every score of one sample. */
export interface SampleScores {
  /** Always `sample_scores`. */
  object: "sample_scores";
  /** Id of the sample: `smp_…`. */
  sample_id: string;
  /** Of completed evaluations, the newest first; by evaluator in their order. */
  scores: SampleScore[];
  /** One for each evaluation in `scores`, in the same order. */
  combined: CombinedSampleScore[];
  /** Whether older scores are left out: at most 1000 are shown; ask for one evaluation or evaluator. */
  has_more: boolean;
}

/** One permission of an API key. */
export type Scope = "projects:read" | "projects:write" | "datasets:read" | "datasets:write" | "models:read" | "models:write" | "evaluations:read" | "evaluations:write" | "reviews:read" | "reviews:write" | "scores:read" | "scores:write" | "webhooks:read" | "webhooks:write" | "exports:read" | "exports:write" | "reviews:submit" | "agents:read" | "agents:write" | "policies:read" | "policies:write" | "authorize" | "approvals:read" | "approvals:decide" | "events:read" | "events:write" | "evidence:read" | "records:sign" | "records:verify" | "settings:write" | "metrics:read" | "keys:admin";

/** A named set of scopes; or give `scopes`. */
export type ScopePreset = "admin" | "developer" | "reviewer" | "agent" | "viewer";

/** One of ten buckets of width 10. */
export interface ScoreBucket {
  /** `<low>-<high>`: low is in it, high is not, but for 90-100. */
  range: string;
  /** Samples with a combined score in this range. */
  count: number;
}

/** Where a project's scores were, are and head. */
export interface ScoreTrends {
  /** Always `score_trends`. */
  object: "score_trends";
  /** Id of the project: `proj_…`. */
  project_id: string;
  evaluator: string | null;
  period: TrendPeriod | (string & {});
  /** improving, declining: the slope's 95 % interval leaves 0 out; stable: it holds 0; insufficient_data: fewer than 3 points, or all at one instant. */
  direction: "improving" | "declining" | "stable" | "insufficient_data" | (string & {});
  /** Points a week, by least squares over the evaluations; null: insufficient_data. */
  slope: number | null;
  /** Always `percent_per_week`. */
  slope_unit: "percent_per_week";
  /** 95 % interval of the slope (Student's t); null with it. */
  slope_ci95: [number, number] | null;
  /** Share of the variance that the line explains; null when all scores are equal, or with the slope. */
  r_squared: number | null;
  /** Completed evaluations that scored a sample: one point each. */
  data_points: number;
  /** Scored samples that `current` is over. */
  sample_count: number;
  /** Mean effective score of the period's samples; null: none. */
  current: number | null;
  /** Score of the first evaluation. */
  period_start: number | null;
  /** Score of the last evaluation. */
  period_end: number | null;
  /** Lowest score of an evaluation. */
  min: number | null;
  /** Highest score of an evaluation. */
  max: number | null;
  /** Earliest first, at most the last 1000; absent with `include_regression_analysis=false`. */
  regressions?: Regression[] | undefined;
  /** By UTC day, earliest first; days without a score are absent. */
  time_series: TrendDay[];
}

/** All policies that are to be attached; those there are and not named are taken off. */
export interface SetAgentPolicies {
  /** The policies to attach, in order; at most 64, repeated ones and `latch-0` to `latch-5` left out. */
  policyIds: string[];
}

/** The limits of the workspace's baseline. */
export interface Settings {
  /** Risk of tools by name; `low` for those not named. A request may say more, never less; `high` asks a human. */
  toolRisk: Record<string, "low" | "medium" | "high" | (string & {})>;
  /** How often an agent may ask; null: unlimited. */
  rateCeiling: RateCeiling | null;
  /** How much an agent may spend; null: unlimited. */
  spendCeiling: SpendCeiling | null;
  /** Named boundaries that agents can run in. `default` is built in: no loopback, link-local, metadata or private addresses, http and https only. */
  boundaries: Record<string, Boundary>;
  updatedAt: number | null;
}

/** What a call really cost. */
export interface SettleDecision {
  /** What the call really cost; it takes the place of what was reserved. */
  cost: number;
}

/** What a call cost. */
export interface Settlement {
  /** Id of the decision: `dec_…`. */
  decisionId: string;
  /** The agent that spent it. */
  agentId: string;
  /** What was reserved. */
  reserved: number;
  /** What counts instead. */
  cost: number;
  /** When it was settled. Milliseconds since 1970. */
  settledAt: number;
}

/** A public key whose signatures count (RFC 8037). */
export interface SigningKey {
  /** Always `OKP`. */
  kty: "OKP";
  /** Always `Ed25519`. */
  crv: "Ed25519";
  /** The public key: 32 bytes in base64url. */
  x: string;
  /** Its name: the thumbprint of RFC 7638. */
  kid: string;
  /** Always `sig`. */
  use: "sig";
  /** Always `EdDSA`. */
  alg: "EdDSA";
  /** `pending`: signs from some later time on; `active`: signs now; `retired`: signed before. */
  status: "pending" | "active" | "retired" | (string & {});
}

/** A JSON Web Key Set (RFC 7517). */
export interface SigningKeySet {
  /** The keys whose signatures count. */
  keys: SigningKey[];
  /** Keys that were revoked; apart from `keys`, so that who knows nothing of this trusts none. */
  revoked: RevokedSigningKey[];
}

/** A draft to try on decisions that were made. */
export interface SimulatePolicy {
  /** The policy that the draft would replace; decisions that it took no part in are passed over. Left out: the draft is added to every decision's policies. */
  policyId?: string | null | undefined;
  /** The draft; left out: the latest version of `policyId`. */
  text?: string | null | undefined;
  /** What its forbids come out as: refused, asked of a human, or let through with changed arguments. */
  outcome?: "deny" | "ask" | "transform" | null | undefined;
  /** What its forbids give as the reason's code: lower-case letters, digits, `_`. */
  code?: string | null | undefined;
  /** Only decisions about this agent. */
  agentId?: string | null | undefined;
  /** How many decisions, the newest first; default 100. */
  last?: number | null | undefined;
}

/** `assigned`: not taken up yet; `claimed`: taken up; `in_progress`: some samples reviewed; `completed`: all of them. */
export type SlotStatus = "assigned" | "claimed" | "in_progress" | "completed";

/** How much an agent may spend. */
export interface SpendCeiling {
  /** Most that one agent may spend in the window, in the unit of `context.cost`. */
  cost: number;
  /** Length of the sliding window, in seconds: 1 second to 31 days. */
  windowSeconds: number;
}

/** One reviewer's grades of one sample. */
export interface SubmitReview {
  /** Id of the sample. */
  sample: string;
  /** Dimension id → `{value, confidence?, …}`. `{value: null, not_assessable: true}` where the sample cannot be judged. Further keys, at most 4 KiB a grade, are returned as they are. */
  grades: Record<string, unknown>;
  /** Whether `override_value` replaces the automated score. */
  override_ai_score?: boolean | null | undefined;
  /** The score in place of the automated one, 0 to 100. */
  override_value?: number | null | undefined;
  /** Evaluator whose score is overridden; left out: the task's, else the combined score. */
  evaluator?: string | null | undefined;
  /** What the reviewer has to say. */
  notes?: string | null | undefined;
  /** Words to find the review by. */
  flags?: string[] | null | undefined;
}

/** Compares `symptoms` and `negated` of output and expectation. */
export interface SymptomExtractionConfig {
  /** What names and codes are taken from: a label, nothing is looked up; default free_text. */
  taxonomy?: string | null | undefined;
  /** The wrong polarity is a miss and a false positive (true, the default), or a match. */
  require_negation_handling?: boolean | null | undefined;
  /** Recall from which on a sample passes, 0 to 1; default 0.8. */
  min_recall?: number | null | undefined;
}

/** Scores the symptoms found, with their polarity. */
export interface SymptomExtractionEvaluatorInput {
  /** Always `symptom_extraction`. */
  type: "symptom_extraction";
  /** Key of this evaluator in results; needed when its type occurs twice. */
  name?: string | null | undefined;
  /** Compares `symptoms` and `negated` of output and expectation. */
  config?: SymptomExtractionConfig | null | undefined;
  /** Weight in the combined score; default 1.0. */
  weight?: number | null | undefined;
}

/** One reviewer's hold of a task. */
export interface TaskAssignment {
  reviewer: Assignee;
  status: SlotStatus | (string & {});
  claimed_at: string | null;
}

/** What to test; tests that are given take the place of the policy's own. */
export interface TestPolicy {
  /** The version to test; the latest when left out. */
  version?: number | null | undefined;
  /** Its own test cases, which `POST /api/policies/{id}/test` runs. */
  tests?: PolicyTestInput[] | null | undefined;
}

/** An evaluation held against marks. */
export interface ThresholdAnalysis {
  /** Always `threshold_analysis`. */
  object: "threshold_analysis";
  /** Id of the project: `proj_…`. */
  project_id: string;
  /** Id of the evaluation: `eval_…`. */
  evaluation_id: string;
  /** Evaluator → where it stands. */
  results: Record<string, ThresholdResult>;
  /** The worst; null when one is not known, unless another is critical. */
  overall_status: ThresholdStatus | (string & {}) | null;
  /** What to do about evaluators below their target, the worst first. */
  recommendations: string[];
}

/** One evaluator held against its marks. */
export interface ThresholdResult {
  /** Mean effective score, 0 to 100; null: nothing was scored. */
  current: number | null;
  /** Where it stands; null: nothing was scored. */
  status: ThresholdStatus | (string & {}) | null;
  thresholds: Thresholds;
  /** Points up to the target; 0 from it on; null: nothing was scored. */
  gap_to_target: number | null;
  /** Points up to `warning`; there when `current` is below it. */
  gap_to_warning?: number | undefined;
  /** 100 · (below + ½ ties) / n among the means of the project's evaluations that completed earlier with this evaluator; null when n is 0. */
  percentile_rank: number | null;
  /** How many these are. */
  percentile_n: number;
  /** 95 % interval of `current` (Student's t, samples taken as independent); null for fewer than 2 scores, or when all are equal. */
  ci95: [number, number] | null;
  /** Whether all of `ci95` has this status; false without it. */
  confident: boolean;
  /** Scored samples: the denominator of `current`. */
  sample_count: number;
  /** Lowest scores first, below the target alone. */
  worst_samples: LowSample[];
}

/** critical: below critical; warning: below warning; passing: from warning; exceeding: from target. */
export type ThresholdStatus = "critical" | "warning" | "passing" | "exceeding";

/** Three marks, 0 to 100; critical ≤ warning ≤ target. */
export interface Thresholds {
  /** Below it the status is critical. */
  critical: number;
  /** Below it the status is warning; not below `critical`. */
  warning: number;
  /** From it the status is exceeding; not below `warning`. */
  target: number;
}

/** Three marks, 0 to 100, all required; critical ≤ warning ≤ target. */
export interface ThresholdsInput {
  /** Below it the status is critical. */
  critical: number;
  /** Below it the status is warning; not below `critical`. */
  warning: number;
  /** From it the status is exceeding; not below `warning`. */
  target: number;
}

/** One day of a trend. */
export interface TrendDay {
  /** The day. `YYYY-MM-DD`, UTC. */
  date: string;
  /** Mean effective score of its samples, 0 to 100. */
  score: number;
  /** Scored samples: the denominator of `score`. */
  sample_count: number;
}

/** So many UTC days up to and with today; 1y is 365. */
export type TrendPeriod = "7d" | "30d" | "90d" | "1y";

/** Compares `output.triage_level` with `expected.triage_level`. */
export interface TriageAccuracyConfig {
  /** Levels, most urgent first; default emergent, urgent, semi_urgent, routine. */
  levels?: string[] | null | undefined;
  /** How hard errors count: score = 100·(1 − min(1, weight·distance/(levels − 1))). Both at levels − 1 or more: any error scores 0. */
  severity_weights?: {
    /** Weight of a level too low; default 2. */
    under_triage?: number | null | undefined;
    /** Weight of a level too high; default 1. */
    over_triage?: number | null | undefined;
  } | null | undefined;
  /** A sample without an expected level errors (true, the default) or is skipped. */
  require_expected?: boolean | null | undefined;
}

/** Scores the triage level. */
export interface TriageAccuracyEvaluatorInput {
  /** Always `triage_accuracy`. */
  type: "triage_accuracy";
  /** Key of this evaluator in results; needed when its type occurs twice. */
  name?: string | null | undefined;
  /** Compares `output.triage_level` with `expected.triage_level`. */
  config?: TriageAccuracyConfig | null | undefined;
  /** Weight in the combined score; default 1.0. */
  weight?: number | null | undefined;
}

/** Triage scored for safety: every share with its denominator and interval. */
export interface TriageSummary {
  /** Levels, most urgent first. */
  levels: string[];
  /** Samples with a valid expected level, whatever came back. */
  total: number;
  /** Of these, answered with a valid level. */
  answered: number;
  /** Of these, answered without a level. */
  no_answer: number;
  /** Of these, answered with a level outside the scale. */
  invalid_level: number;
  /** Of these, without a recorded output. */
  missing_output: number;
  /** Of these, that errored. */
  errored: number;
  /** Samples whose expected level is missing or outside the scale; in no figure here. */
  unknown_expected: number;
  /** Expected level → what came back (a level, no_answer, invalid_level, missing_output, errored) → count. */
  confusion: Record<string, Record<string, number>>;
  /** Per level: answered exactly so, over all expected of that level. */
  recall: Record<string, Proportion>;
  /** Answered exactly as expected. */
  exact: {
    /** Answered exactly as expected, over all samples with a valid expected level. */
    all: Proportion;
    /** Answered exactly as expected, over the samples that were answered with a valid level. */
    answered: Proportion;
  };
  /** Answered less urgent than expected. */
  under_triage: {
    /** Answered less urgent than expected, over all samples with a valid expected level. */
    all: Proportion;
    /** Answered less urgent than expected, over the samples that were answered with a valid level. */
    answered: Proportion;
  };
  /** Answered more urgent than expected. */
  over_triage: {
    /** Answered more urgent than expected, over all samples with a valid expected level. */
    all: Proportion;
    /** Answered more urgent than expected, over the samples that were answered with a valid level. */
    answered: Proportion;
  };
  /** The level that the two `emergent_…` figures speak of: the first. */
  most_urgent: string;
  /** Most urgent samples not answered so: under-triaged, no answer, invalid, missing or errored, over all of them. */
  emergent_not_caught: BoundedProportion;
  /** Most urgent samples answered less urgent, over all of them. */
  emergent_under_triage: BoundedProportion;
  /** Cohen's kappa over answered samples; null when undefined. */
  kappa: number | null;
  /** Quadratic-weighted kappa over answered samples, by position in `levels`; null when undefined. */
  weighted_kappa: number | null;
  /** Samples that the kappas are over. */
  kappa_n: number;
  /** Why the kappas are null; null when they are not. */
  kappa_reason: string | null;
}

/** A decision that cannot be made anew from what is kept of it. */
export interface UnreplayedDecision {
  /** Its id; null when its data was erased. */
  decisionId: string | null;
  /** Id of the event: `evt_…`. */
  eventId: string;
  /** Place of its event in the log. */
  seq: number;
  /** Why it could not be made anew. */
  code: "redacted" | "too_large" | "erased" | "policy_gone" | "entity_changed" | "not_reproduced" | "other_shape" | (string & {});
  /** The same in words. */
  because: string;
}

/** What to change; at least one field. Lists are replaced as a whole. */
export interface UpdateAgent {
  /** What people call it. */
  name?: string | null | undefined;
  /** Where it comes from. */
  source?: "builtin" | "url" | "github" | "fork" | null | undefined;
  /** Where it is reached; empty: nowhere. */
  baseUrl?: string | null | undefined;
  /** The tools that it may call: none when empty, any when `["*"]`. */
  tools?: string[] | null | undefined;
  /** What it is filed under. */
  categories?: string[] | null | undefined;
  /** What to change of how it runs; `env` is replaced as a whole. */
  runtime?: UpdateAgentRuntime | null | undefined;
  /** `pending`, `active`, `suspended`, `quarantined` or `retired`; only an active agent may act. */
  status?: "pending" | "active" | "suspended" | "quarantined" | "retired" | null | undefined;
}

/** What to change of how it runs; `env` is replaced as a whole. */
export interface UpdateAgentRuntime {
  /** What whoever runs it says of it, in a word of theirs; `ready` at first. */
  status?: string | null | undefined;
  /** Execution boundary: `default`, or one of the settings' `boundaries`; letters, digits and `._-`. */
  boundary?: string | null | undefined;
  /** Variables of its environment. Returned as they are: no place for secrets. */
  env?: Record<string, string> | null | undefined;
}

/** What to change; at least one field. */
export interface UpdateDataset {
  /** New name. */
  name?: string | null | undefined;
  description?: string | null | undefined;
  /** Archive or bring back. */
  archived?: boolean | null | undefined;
}

/** What to change; at least one field. null clears specialty, projects and credential_expires_at. */
export interface UpdateReviewer {
  /** New name. */
  name?: string | null | undefined;
  /** Credentials held, each once. */
  credentials?: Credential[] | null | undefined;
  specialty?: string | null | undefined;
  /** false releases every task that the reviewer holds; reviews stay. */
  available?: boolean | null | undefined;
  projects?: string[] | null | undefined;
  credential_expires_at?: string | null | undefined;
}

/** What to change; at least one field. A `config` replaces the one before whole. */
export interface UpdateWebhook {
  /** The kinds of events to be told of; said twice counts once. */
  event_types?: EventKind[] | null | undefined;
  /** Where events are sent, by POST. https, at a public address; the server's operator may allow others. */
  url?: string | null | undefined;
  /** What narrows the events. */
  config?: WebhookConfigInput | null | undefined;
  /** false: send it nothing; true: send again, what waits first. */
  enabled?: boolean | null | undefined;
}

/** A text to check. */
export interface ValidatePolicy {
  /** Cedar: one statement or several, at most 65536 bytes, without slots. Annotations say what is told: `@message`, `@remedy`, `@obligation`, `@warning`; `@transform` is a JSON Patch on the arguments. */
  text: string;
  /** What its forbids come out as: refused, asked of a human, or let through with changed arguments. */
  outcome?: "deny" | "ask" | "transform" | null | undefined;
}

/** A signed record of a decision. Whoever has the public keys can verify it, without a network. */
export interface VerificationRecord {
  /** What it is, and its version. */
  kind: "service.verification_record.envelope.v1";
  /** Id of the record: `rec_…`. */
  id: string;
  /** The address of the service that signed it. */
  issuer: string;
  /** The workspace that it is of: the name of its log. */
  workspaceId: string;
  /** When it was signed. Milliseconds since 1970. */
  issuedAt: number;
  /** `recorded`: the payload is what the evidence log holds; `asserted`: it is what somebody sent to be signed. */
  provenance: "recorded" | "asserted" | (string & {});
  /** What the payload is. */
  payloadType: string;
  /** The decision. */
  payload: Record<string, unknown>;
  /** Of the payload (RFC 8785). SHA-256, lower-case hexadecimal. */
  payloadDigest: string;
  /** How what is signed was written. */
  canonicalization: "RFC8785";
  /** One signature. */
  signatures: RecordSignature[];
  inclusion?: RecordInclusion | undefined;
}

/** An endpoint that is told of events. */
export interface Webhook {
  /** Id of the webhook: `whk_…`. */
  id: string;
  /** Always `webhook`. */
  object: "webhook";
  /** The kinds of events to be told of; said twice counts once. */
  event_types: (EventKind | (string & {}))[];
  /** Where events are sent, by POST. https, at a public address; the server's operator may allow others. */
  url: string;
  config: WebhookConfig;
  /** Whether it is sent anything. */
  enabled: boolean;
  /** Why it is not enabled; null: it is. */
  disabled_reason: string | null;
  disabled_at: string | null;
  /** When it was registered. ISO 8601 UTC with milliseconds. */
  created_at: string;
  /** When its settings last changed, or it was disabled. ISO 8601 UTC with milliseconds. */
  updated_at: string;
}

/** One attempt to deliver. */
export interface WebhookAttempt {
  /** When it began. ISO 8601 UTC with milliseconds. */
  at: string;
  /** Status of the endpoint's answer; null: there was none. */
  response_status: number | null;
  /** Why it was not delivered; null: it was. */
  error: string | null;
  /** Milliseconds from the call to the end of its answer; null: not called yet. */
  duration_ms: number | null;
}

/** What narrows the events; as sent. */
export interface WebhookConfig {
  /** Id of the project: `proj_…`. */
  project?: string | undefined;
  /** Evaluator key → threshold of its mean score in an evaluation. */
  thresholds?: Record<string, WebhookThreshold> | undefined;
}

/** What narrows the events. */
export interface WebhookConfigInput {
  /** Only events of this project; left out: of the workspace. */
  project?: string | null | undefined;
  /** Evaluator key → threshold of its mean score in an evaluation. */
  thresholds?: Record<string, WebhookThreshold> | null | undefined;
}

/** One message to one endpoint; its id is the `webhook-id` header, the same each time it is sent. */
export interface WebhookDelivery {
  /** Id of the delivery: `dlv_…`. */
  id: string;
  /** Always `webhook_delivery`. */
  object: "webhook_delivery";
  /** Id of the webhook: `whk_…`. */
  webhook: string;
  /** The kind of event. */
  event: string;
  status: WebhookDeliveryStatus | (string & {});
  /** Whether it is being sent right now: this attempt is in neither `attempts` nor `attempt_log` before it ends. */
  sending: boolean;
  /** How often it was tried, to the end. */
  attempts: number;
  /** Status of the endpoint's answer; null: there was none. */
  response_status: number | null;
  /** Why it was not delivered; null: it was. */
  error: string | null;
  /** Milliseconds from the call to the end of its answer; null: not called yet. */
  duration_ms: number | null;
  next_attempt_at: string | null;
  delivered_at: string | null;
  /** The last 20 attempts, oldest first. */
  attempt_log: WebhookAttempt[];
  payload: WebhookPayload;
  /** When it was made. ISO 8601 UTC with milliseconds. */
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
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** `pending`: to be sent, or sent again; `failed`: given up. */
export type WebhookDeliveryStatus = "pending" | "delivered" | "failed";

/** One page of a list. */
export interface WebhookList {
  /** Always `list`. */
  object: "list";
  /** The items of this page. */
  data: Webhook[];
  /** Whether more items follow. */
  has_more: boolean;
  /** `after` of the next page; null when nothing follows. */
  next_cursor: string | null;
}

/** The body that an endpoint is sent, under Standard Webhooks headers. */
export interface WebhookPayload {
  /** What happened. */
  event: string;
  /** When it happened. ISO 8601 UTC with milliseconds. */
  timestamp: string;
  /** What it happened to. Of `score.threshold_crossed`: `project`, `evaluation`, `evaluator`, `score`, `threshold`, `direction` (`below`, `above`), `previous_score`, `change`. */
  data: Record<string, unknown>;
}

/** Tells when the score falls below, and when it comes back. */
export interface WebhookThreshold {
  /** The threshold, 0 to 100. */
  below: number;
}

/** Each operation's wire shapes. */
export interface Operations {
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
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
  /** Give an API key a new secret */
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
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
      /** Only those of this project. */
      project?: string | undefined;
      /** Only archived ones (true), or only others (false). */
      archived?: boolean | undefined;
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
  /** Change a dataset's name, description or state */
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
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
      /** Version of the dataset; the present one when left out. */
      version?: number | undefined;
      /** Your own id of the sample; unique in its dataset. */
      external_id?: string | undefined;
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
      /** What happens to rows that are there already: refused (create), left (append), replaced (update). */
      mode?: ImportMode | undefined;
      /** `abort`: one bad row and nothing is written; `skip`: bad rows are left out and listed. */
      on_error?: "abort" | "skip" | undefined;
      /** What separates the cells of a table (`text/csv`); `auto`: whichever of comma, semicolon and tab occurs most often in the header. Other files have none. */
      delimiter?: "," | ";" | "tab" | "auto" | undefined;
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
      /** The model that gave the outputs: needed with JSON Lines, and with nothing else. */
      model?: string | undefined;
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
      /** Only models of this name. */
      name?: string | undefined;
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
      /** Only those of this project. */
      project?: string | undefined;
      /** Only those over this dataset. */
      dataset?: string | undefined;
      status?: EvaluationStatus | undefined;
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
      /** Only results of this evaluator, by its key. */
      evaluator?: string | undefined;
      /** Only results with a score below this, 0 to 100. */
      score_below?: number | undefined;
      /** Only flagged results (true), or only others (false). */
      flagged?: boolean | undefined;
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
  /** Make a new secret for custom evaluators */
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
  /** Store a guideline set */
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
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
      /** Only those who review in this project. */
      project?: string | undefined;
      /** Only those who hold any of these; repeat the parameter. */
      credentials?: Credential[] | undefined;
      /** Only those who are available, or who are not. */
      available?: boolean | undefined;
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
  /** Change a reviewer */
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
      /** Number of days followed by `d`, counted back from now: `7d`, `30d`; 1 to 3650. */
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
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
      /** Only those that this reviewer holds or held to their end. */
      assignee?: string | undefined;
      priority?: ReviewTaskPriority | undefined;
      /** true: only those that the calling reviewer may claim now; false: only others. The key must be a reviewer's. */
      claimable?: boolean | undefined;
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
  /** Give a review task to a reviewer */
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
      /** Only those that override the automated score, or that do not. */
      has_override?: boolean | undefined;
      /** Only those with any of these; repeat the parameter. */
      flags?: string[] | undefined;
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
      /** Page size, 1 to 100. */
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
  /** Measure how far reviewers agree */
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
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
      /** Only scores of this evaluation. */
      evaluation?: string | undefined;
      /** Only scores of this evaluator, by its key. */
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
      /** true: how the combined scores are distributed. */
      include_distribution?: boolean | undefined;
      /** true: the figures of each evaluator. */
      include_breakdown?: boolean | undefined;
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
      /** The first day or instant; default 30 days before the end, but never before 0001-01-01. A date (`2026-03-31`) or ISO 8601 with a time zone. */
      start_date?: string | undefined;
      /** The last day, which is part of the period, or the instant at which it is over; default today. A period is over at 9999-12-31T23:59:59.999Z at the latest. A date (`2026-03-31`) or ISO 8601 with a time zone. */
      end_date?: string | undefined;
      /** Figures of this evaluator, by its key; default the combined scores. */
      evaluator?: string | undefined;
      granularity?: Granularity | undefined;
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
      /** The trend of this evaluator, by its key; default the combined scores. */
      evaluator?: string | undefined;
      /** Only evaluations over this dataset. */
      dataset?: string | undefined;
      /** Only evaluations of this model. */
      model?: string | undefined;
      period?: TrendPeriod | undefined;
      /** false: without `regressions`; default true. */
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
      /** Only those of this project. */
      project?: string | undefined;
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
  /** Change a webhook */
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
  /** Give a webhook a new secret */
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
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
  /** Send a delivery again */
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
      /** Page size, 1 to 100. */
      limit?: number | undefined;
      /** `next_cursor` of the page before, of the same list and filters. */
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
      200: Agent;
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
      /** Id of the agent; a `/` in it is sent as `%2F`. */
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
  /** Change an agent */
  updateAgent: {
    params: {
      /** Id of the agent; a `/` in it is sent as `%2F`. */
      id: string;
    };
    body: UpdateAgent;
    responses: {
      200: Agent;
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
      /** Id of the agent; a `/` in it is sent as `%2F`. */
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
      /** Id of the agent; a `/` in it is sent as `%2F`. */
      id: string;
    };
    body: SetAgentPolicies;
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
  /** Get the policies that an agent is under */
  getEffectivePolicies: {
    params: {
      /** Id of the agent; a `/` in it is sent as `%2F`. */
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
      /** Id of the agent; a `/` in it is sent as `%2F`. */
      id: string;
    };
    body: MoveAgent;
    responses: {
      200: Agent;
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
      /** Id of the agent; a `/` in it is sent as `%2F`. */
      id: string;
    };
    body: MoveAgent;
    responses: {
      200: Agent;
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
      /** Id of the agent; a `/` in it is sent as `%2F`. */
      id: string;
    };
    body: MoveAgent;
    responses: {
      200: Agent;
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
      /** Id of the agent; a `/` in it is sent as `%2F`. */
      id: string;
    };
    body: RotateAgentKey;
    responses: {
      200: Agent;
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
      200: Settings;
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
      /** Page size, 1 to 100; 100 when left out. */
      limit?: number | undefined;
      /** `nextCursor` of the page before, read with the same `type`. */
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
      /** Only events of this agent. */
      agentId?: string | undefined;
      /** The session that it belongs to. */
      session?: string | undefined;
      /** What kind of event it is, e.g. `policy_decision`. */
      type?: string | undefined;
      /** Who says so: `server`, or `caller` for what was sent to `POST /api/events`. */
      origin?: "server" | "caller" | undefined;
      /** Only decisions with this outcome. */
      outcome?: "allow" | "deny" | "ask" | "transform" | undefined;
      /** Only events received at this time or later, in milliseconds since 1970. */
      from?: number | undefined;
      /** Only events received before this time, in milliseconds since 1970. */
      to?: number | undefined;
      /** `desc`: the newest first; `asc`: the oldest first. */
      order?: "asc" | "desc" | undefined;
      /** Page size, 1 to 500; 100 when left out. */
      limit?: number | undefined;
      /** `nextCursor` of the page before, read with the same filters and order. */
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
  /** Follow events as they are appended */
  streamEvents: {
    query: {
      /** Only events of this agent. */
      agentId?: string | undefined;
      /** The session that it belongs to. */
      session?: string | undefined;
      /** What kind of event it is, e.g. `policy_decision`. */
      type?: string | undefined;
      /** Who says so: `server`, or `caller` for what was sent to `POST /api/events`. */
      origin?: "server" | "caller" | undefined;
      /** Only decisions with this outcome. */
      outcome?: "allow" | "deny" | "ask" | "transform" | undefined;
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
  /** Get the signed state of the log */
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
      /** Place of the event. */
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
  /** Prove that the log was only added to */
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
  /** Erase the data of events */
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
  /** Store a policy */
  createPolicy: {
    body: CreatePolicy;
    responses: {
      200: Policy;
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
  /** Check a policy's text */
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
  /** Try a draft on decisions that were made */
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
      429: Problem;
      500: Problem;
      503: Problem;
    };
  };
  /** Get a policy */
  getPolicy: {
    params: {
      /** Id of the policy; a `/` in it is sent as `%2F`. */
      id: string;
    };
    query: {
      /** The version; the latest when left out. */
      version?: number | undefined;
    };
    responses: {
      200: Policy;
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
  /** Store a policy's next version */
  replacePolicy: {
    params: {
      /** Id of the policy; a `/` in it is sent as `%2F`. */
      id: string;
    };
    body: ReplacePolicy;
    responses: {
      200: Policy;
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
      /** Id of the policy; a `/` in it is sent as `%2F`. */
      id: string;
    };
    query: {
      /** Page size, 1 to 100; 20 when left out. */
      limit?: number | undefined;
      /** `nextCursor` of the page before. */
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
  /** Go back to an earlier version */
  rollbackPolicy: {
    params: {
      /** Id of the policy; a `/` in it is sent as `%2F`. */
      id: string;
    };
    body: RollbackPolicy;
    responses: {
      200: Policy;
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
      /** Id of the policy; a `/` in it is sent as `%2F`. */
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
  /** Decide on several requests */
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
  /** Settle what a call cost */
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
      /** `pending`: waits for a human; `approved`: may be used once, until it expires; `rejected`, `used` and `expired` are final. */
      status?: "pending" | "approved" | "rejected" | "used" | "expired" | undefined;
      /** Only those of this agent. */
      agentId?: string | undefined;
      /** Page size, 1 to 100; 20 when left out. */
      limit?: number | undefined;
      /** `nextCursor` of the page before, read with the same filters. */
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
  /** Approve or reject */
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
  /** What the AuthZEN service can do */
  getAuthZenConfiguration: {
    responses: {
      200: AuthZenConfiguration;
      405: Problem;
      500: Problem;
    };
  };
  /** Decide (AuthZEN) */
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
  /** Decide on several (AuthZEN) */
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
  /** Seal a decision into a signed record */
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
  /** Is the process alive */
  getHealth: {
    responses: {
      200: Liveness;
      405: Problem;
      500: Problem;
    };
  };
  /** Can the process serve requests */
  getReadiness: {
    responses: {
      200: Readiness;
      405: Problem;
      500: Problem;
      503: Problem;
    };
  };
}
