// Written by `npm run generate` from the contract. Do not edit.

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
  /** When the key stops working; left out: never. ISO 8601 with a time zone. */
  expires_at?: string | null | undefined;
}

/** A new, empty data set. */
export interface CreateDataset {
  /** Name of the data set. */
  name: string;
  /** What the data set holds. */
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
  /** Which samples of the data set are evaluated; conditions add up. */
  sample_filter?: SampleFilter | null | undefined;
  /** false: answer when the evaluation is done, at the latest after 30 seconds with the state reached. */
  run_async?: boolean | null | undefined;
  /** The evaluation fails when more than this share of samples errored. */
  fail_on_error?: number | null | undefined;
  /** The date that metrics and trends use, not in the future; for importing history. ISO 8601 with a time zone. */
  as_of?: string | null | undefined;
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

/** Samples to add together. */
export interface CreateSamples {
  /** 1 to 1,000 samples; all are added or none. */
  samples: SampleInput[];
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
  /** Version of the data set's contents: 0 when created, one more for each change. */
  dataset_version: number;
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
  /** Name of the data set. */
  name: string;
  description: string | null;
  /** Id of the project: `proj_…`. */
  project: string;
  /** Number of samples in the present version. */
  sample_count: number;
  /** Version of the data set's contents: 0 when created, one more for each change. */
  version: number;
  /** An archived data set takes no new samples or outputs. */
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

/** One change of a data set. */
export interface DatasetVersion {
  /** Always `dataset_version`. */
  object: "dataset_version";
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  /** Version of the data set's contents: 0 when created, one more for each change. */
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

/** The data set is gone. */
export interface DeletedDataset {
  /** Id of the dataset: `ds_…`. */
  id: string;
  /** Always `dataset`. */
  object: "dataset";
  /** Always true. */
  deleted: true;
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
  /** Version of the data set's contents: 0 when created, one more for each change. */
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
  /** SHA-256 over data set version, model and evaluators: equal hashes, equal conditions. */
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
  /** 0 to 100; null unless scored. */
  score: number | null;
  /** Whether the sample passed; null unless scored. */
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

/** Kind of evaluator. */
export type EvaluatorType = "triage_accuracy" | "red_flag_detection" | "guideline_compliance" | "symptom_extraction" | "custom";

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
  /** Version of the data set's contents: 0 when created, one more for each change. */
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

/** What the model answered to one sample. */
export interface OutputInput {
  /** Id of the sample. */
  sample?: string | null | undefined;
  /** Your own id of the sample; unique in its data set. */
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
  /** Version of the data set's contents: 0 when created, one more for each change. */
  dataset_version: number;
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
export type ProblemCode = "validation_failed" | "malformed_json" | "unauthenticated" | "insufficient_scope" | "baseline_immutable" | "not_found" | "method_not_allowed" | "invalid_state" | "conflict" | "evidence_conflict" | "idempotency_conflict" | "payload_too_large" | "unsupported_media_type" | "reference_not_found" | "no_samples" | "not_comparable" | "rate_limited" | "internal" | "unavailable";

/** What data sets and evaluations belong to. */
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

/** The process can serve requests. */
export interface Readiness {
  /** Always `ready`: requests can be served. */
  status: "ready";
  /** The database engine in use. */
  database: "embedded" | "postgres" | (string & {});
  /** Name of the last migration applied. */
  schema: string | null;
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

/** How to rotate. */
export interface RotateApiKey {
  /** How long the old secret still works, 0 to 604800 seconds; default 86400 (a day). 0 for one that leaked. */
  grace_seconds?: number | null | undefined;
}

/** How to rotate. */
export interface RotateCustomEvaluatorSecret {
  /** How long calls are signed with the old secret too, 0 to 604800 seconds; default one day. */
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
  /** SHA-256 of the RFC 8785 form of `{input, output, expected}`, in lower-case hexadecimal. */
  content_hash: string;
  /** SHA-256 of the RFC 8785 form of `{input, expected}`, in lower-case hexadecimal. */
  case_hash: string;
  /** When the sample was first added. ISO 8601 UTC with milliseconds. */
  created_at: string;
}

/** Which samples of the data set are evaluated; conditions add up. */
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

/** One permission of an API key. */
export type Scope = "projects:read" | "projects:write" | "datasets:read" | "datasets:write" | "models:read" | "models:write" | "evaluations:read" | "evaluations:write" | "reviews:read" | "reviews:write" | "scores:read" | "scores:write" | "webhooks:read" | "webhooks:write" | "exports:read" | "exports:write" | "reviews:submit" | "agents:read" | "agents:write" | "policies:read" | "policies:write" | "authorize" | "approvals:read" | "approvals:decide" | "events:read" | "events:write" | "evidence:read" | "records:sign" | "records:verify" | "settings:write" | "metrics:read" | "keys:admin";

/** A named set of scopes; or give `scopes`. */
export type ScopePreset = "admin" | "developer" | "reviewer" | "agent" | "viewer";

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

/** What to test; tests that are given take the place of the policy's own. */
export interface TestPolicy {
  /** The version to test; the latest when left out. */
  version?: number | null | undefined;
  /** Its own test cases, which `POST /api/policies/{id}/test` runs. */
  tests?: PolicyTestInput[] | null | undefined;
}

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
  code: "redacted" | "too_large" | "erased" | "policy_gone" | "not_reproduced" | "other_shape" | (string & {});
  /** The same in words. */
  because: string;
}

/** What to change; at least one field. */
export interface UpdateDataset {
  /** New name. */
  name?: string | null | undefined;
  description?: string | null | undefined;
  /** Archive or bring back. */
  archived?: boolean | null | undefined;
}

/** A text to check. */
export interface ValidatePolicy {
  /** Cedar: one statement or several, at most 65536 bytes, without slots. Annotations say what is told: `@message`, `@remedy`, `@obligation`, `@warning`; `@transform` is a JSON Patch on the arguments. */
  text: string;
  /** What its forbids come out as: refused, asked of a human, or let through with changed arguments. */
  outcome?: "deny" | "ask" | "transform" | null | undefined;
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
  /** Create a data set */
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
  /** List data sets */
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
  /** Get a data set */
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
  /** Change a data set's name, description or state */
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
  /** Delete a data set */
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
  /** List a data set's versions */
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
  /** List a data set's samples */
  listSamples: {
    params: {
      /** Id of the dataset. */
      id: string;
    };
    query: {
      /** Version of the data set; the present one when left out. */
      version?: number | undefined;
      /** Your own id of the sample; unique in its data set. */
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
      /** Only those over this data set. */
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
