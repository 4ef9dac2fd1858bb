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
  /** Bytes of the file; null until it is complete. */
  size_bytes: number | null;
  /** SHA-256 of the file in hexadecimal, which is its `ETag` too. */
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
  /** Line of an imported file, counted from 1. */
  line?: number | undefined;
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

/** The process is alive. */
export interface Liveness {
  /** Always `ok`: the process answers. */
  status: "ok";
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
export type ProblemCode = "validation_failed" | "malformed_json" | "unauthenticated" | "insufficient_scope" | "not_found" | "method_not_allowed" | "invalid_state" | "conflict" | "idempotency_conflict" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "reference_not_found" | "no_samples" | "not_comparable" | "rate_limited" | "internal" | "unavailable";

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

/** Skipped and errored results have no score and count in no mean. */
export type ResultStatus = "scored" | "skipped" | "errored";

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

/** What to change; at least one field. */
export interface UpdateDataset {
  /** New name. */
  name?: string | null | undefined;
  description?: string | null | undefined;
  /** Archive or bring back. */
  archived?: boolean | null | undefined;
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
