// Written by `npm run generate` from the contract. Do not edit.
import type { ApiPromise } from "../client/api-promise.ts";
import type { PagePromise } from "../client/page.ts";
import type { RequestOptions, UploadBody } from "../client/transport/transport.ts";
import type { Adjudication, Agent, AgentList, AnalyzeThresholds, ApiKey, AppendedEvent, AppliedReferences, ApplyReferences, Approval, ApprovalPage, Authorization, Authorizations, Authorize, AuthorizeBatch, Caller, CancelledEvaluation, Checkpoint, CompareCandidates, CompareEvaluations, Comparison, ComparisonSet, ConsistencyProof, CreateAdjudication, CreateAgent, CreateApiKey, CreateDataset, CreateEvaluation, CreateEvent, CreateExport, CreateGuidelineSet, CreateModel, CreateOutputs, CreatePolicy, CreateProject, CreateReviewTask, CreateReviewer, CreateRubric, CreateSamples, CreateWebhook, CreatedApiKey, CreatedSamples, CreatedWebhook, Dataset, DecideApproval, DecisionToSeal, DeletedDataset, DeletedReviewDraft, DeletedWebhook, Done, EffectivePolicies, EntityPage, EntitySetSummary, EraseEvents, Erasure, Evaluation, EvaluationScores, EventPage, EvidenceEvent, Export, GuidelineSet, ImportSummary, InclusionProof, Liveness, MeasureReliability, Model, MoveAgent, Operations, OutputsSummary, PatchEntities, PolicyDetails, PolicyList, PolicySimulation, PolicyTestReport, PolicyValidation, PolicyVersions, Project, ProjectMetrics, PutEntities, PutReviewDraft, PutSettings, Readiness, ReassignReviewTask, RecordToVerify, RecordVerification, Reliability, ReplacePolicy, Review, ReviewDraft, ReviewItem, ReviewProgress, ReviewTask, Reviewer, ReviewerQueue, ReviewerStatistics, RollbackPolicy, RotateAgentKey, RotateApiKey, RotateCustomEvaluatorSecret, RotateWebhookSecret, RotatedApiKey, RotatedCustomEvaluatorSecret, RotatedWebhook, Rubric, Sample, SampleScores, ScoreTrends, SetAgentPolicies, Settings, SettleDecision, Settlement, SigningKeySet, SimulatePolicy, StoredAgent, StoredPolicy, StoredSettings, SubmitReview, TaskProgress, TestPolicy, ThresholdAnalysis, UpdateAgent, UpdateDataset, UpdateReviewer, UpdateWebhook, ValidatePolicy, VerificationRecord, Webhook, WebhookDelivery, WithdrawApproval } from "./types.ts";

/** API keys. */
export interface ApiKeys {
  /**
   * Create an API key. Creates an API key. Only this response contains the secret; the server stores a keyed hash of it.
   *
   * `POST /v1/api_keys`, scope `keys:admin`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `scopes?`: 1 to 33 items, each one of `Scope`
   *   - `preset?`: "admin" or "developer" or "reviewer" or "agent" or "gateway" or "viewer" or "lead" or "approver" or "auditor"
   *   - `projects?`: 1 to 100 items, each 1 to 200 characters
   *   - `reviewer?`: 1 to 200 characters
   *   - `agent?`: 1 to 128 characters
   *   - `expires_at?`: ISO 8601 with a time zone
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.apiKeys.create({ name: "Nightly evaluation", scopes: ["datasets:read", "evaluations:write"] });
   */
  create(body: CreateApiKey, options?: RequestOptions): ApiPromise<CreatedApiKey>;

  /**
   * List API keys. Returns API keys, newest first, including revoked and expired keys. Responses do not contain secrets.
   *
   * `GET /v1/api_keys`, scope `keys:admin`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.apiKeys.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listApiKeys"]["query"], options?: RequestOptions): PagePromise<Operations["listApiKeys"]["responses"][200]["data"][number]>;

  /**
   * Revoke an API key. Revokes the key. Every server process rejects it within 5 seconds. Repeating the request changes nothing.
   *
   * `DELETE /v1/api_keys/:id`, scope `keys:admin`.
   *
   * @param id Id of the api key: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.apiKeys.revoke("key_01jd0vb2ywf5p8tw6axgyn8kd1");
   */
  revoke(id: string, options?: RequestOptions): ApiPromise<ApiKey>;

  /**
   * Rotate an API key's secret. Creates a new secret. The previous secret stays valid for the grace period. 409 for a revoked or expired key.
   *
   * `POST /v1/api_keys/:id/rotate`, scope `keys:admin`.
   *
   * @param id Id of the api key: 1 to 200 characters.
   * @param body
   *   - `grace_seconds?`: 0 to 604800
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.apiKeys.rotate("key_01jd0vb2ywf5p8tw6axgyn8kd1", { grace_seconds: 3600 });
   */
  rotate(id: string, body?: RotateApiKey, options?: RequestOptions): ApiPromise<RotatedApiKey>;
}

/** Projects. */
export interface Projects {
  /**
   * Create a project. Creates a project, which contains datasets and evaluations. 403 for an API key that is restricted to projects.
   *
   * `POST /v1/projects`, scope `projects:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `description?`: at most 10000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.projects.create({ name: "Nurse line" });
   */
  create(body: CreateProject, options?: RequestOptions): ApiPromise<Project>;

  /**
   * List projects. Returns projects, newest first.
   *
   * `GET /v1/projects`, scope `projects:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.projects.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listProjects"]["query"], options?: RequestOptions): PagePromise<Operations["listProjects"]["responses"][200]["data"][number]>;

  /**
   * Get a project. Returns one project by its id.
   *
   * `GET /v1/projects/:id`, scope `projects:read`.
   *
   * @param id Id of the project: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.projects.get("proj_01jd0v5c6ge4bsgz5mxjbvfzq2");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Project>;
}

/** Datasets. */
export interface Datasets {
  /**
   * Create a dataset. Creates an empty dataset in a project. 422 for an unknown project.
   *
   * `POST /v1/datasets`, scope `datasets:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `description?`: at most 10000 characters
   *   - `project`: 1 to 200 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.datasets.create({ name: "Calls of February", project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2" });
   */
  create(body: CreateDataset, options?: RequestOptions): ApiPromise<Dataset>;

  /**
   * List datasets. Returns datasets, newest first. Optionally filters by project or archived state.
   *
   * `GET /v1/datasets`, scope `datasets:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `archived?`: true or false
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.datasets.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listDatasets"]["query"], options?: RequestOptions): PagePromise<Operations["listDatasets"]["responses"][200]["data"][number]>;

  /**
   * Get a dataset. Returns one dataset by its id.
   *
   * `GET /v1/datasets/:id`, scope `datasets:read`.
   *
   * @param id Id of the dataset: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.datasets.get("ds_01jd0v6c9tf0prpc9h1yhw6y6s");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Dataset>;

  /**
   * Update a dataset. Updates only the given members. Does not create a new version.
   *
   * `PATCH /v1/datasets/:id`, scope `datasets:write`.
   *
   * @param id Id of the dataset: 1 to 200 characters.
   * @param body
   *   - `name?`: 1 to 200 characters
   *   - `description?`: at most 10000 characters
   *   - `archived?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.datasets.update("ds_01jd0v6c9tf0prpc9h1yhw6y6s", { description: "Calls of February 2026, adults only" });
   */
  update(id: string, body: UpdateDataset, options?: RequestOptions): ApiPromise<Dataset>;

  /**
   * Delete a dataset. Deletes the dataset with its samples and outputs. 409 if an evaluation used the dataset, or if a review task contains one of its samples; archive it instead.
   *
   * `DELETE /v1/datasets/:id`, scope `datasets:write`.
   *
   * @param id Id of the dataset: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.datasets.delete("ds_01jd0v6c9tf0prpc9h1yhw6y6s");
   */
  delete(id: string, options?: RequestOptions): ApiPromise<DeletedDataset>;

  /**
   * List a dataset's versions. Returns each change to samples or outputs, newest first. An evaluation uses the version that was current when it was created.
   *
   * `GET /v1/datasets/:id/versions`, scope `datasets:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param id Id of the dataset: 1 to 200 characters.
   * @param query
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.datasets.versions("ds_01jd0v6c9tf0prpc9h1yhw6y6s", { limit: 100 })) console.log(item);
   */
  versions(id: string, query?: Operations["listDatasetVersions"]["query"], options?: RequestOptions): PagePromise<Operations["listDatasetVersions"]["responses"][200]["data"][number]>;
}

/** Samples. */
export interface Samples {
  /**
   * Add samples. Adds up to 1,000 samples as one new version of the dataset. Either all samples are added or none.
   *
   * `POST /v1/datasets/:id/samples`, scope `datasets:write`.
   *
   * @param id Id of the dataset: 1 to 200 characters.
   * @param body
   *   - `samples`: 1 to 1000 items
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.samples.create("ds_01jd0v6c9tf0prpc9h1yhw6y6s", { samples: [{ external_id: "call-0018", input: { text: "Sprained ankle." } }] });
   */
  create(id: string, body: CreateSamples, options?: RequestOptions): ApiPromise<CreatedSamples>;

  /**
   * Import samples from a file. Streams up to 1 GiB of JSON Lines, one JSON document or a table into the dataset. A row is `{id|external_id, input, output, expected, metadata, tags, split, cluster_id}`. A table's header contains these names, with dots for nesting (`expected.triage_level`). `map` assigns columns and members to these fields. JSON in a cell of a nested field is parsed. Each fault has its line number.
   *
   * `POST /v1/datasets/:id/samples/import`, scope `datasets:write`.
   *
   * @param id Id of the dataset: 1 to 200 characters.
   * @param body the file, sent unchanged: `{ content, contentType }`.
   * @param query
   *   - `mode?`: "create" or "append" or "update"
   *   - `on_error?`: "abort" or "skip"
   *   - `map?`: at most 100 items, each 1 to 1000 characters
   *   - `rest?`: "error" or "metadata" or "drop"
   *   - `text_columns?`: at most 100 items, each 1 to 1000 characters
   *   - `delimiter?`: "," or ";" or "tab" or "auto"
   *   - `records?`: at most 200 characters
   *   - `keyed?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.samples.import("ds_01jd0v6c9tf0prpc9h1yhw6y6s", { content: "…", contentType: "application/x-ndjson" });
   */
  import(id: string, body: UploadBody, query?: Operations["importSamples"]["query"], options?: RequestOptions): ApiPromise<ImportSummary>;

  /**
   * List a dataset's samples. Returns the samples in the current version of the dataset or in an earlier version, in dataset order.
   *
   * `GET /v1/datasets/:id/samples`, scope `datasets:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param id Id of the dataset: 1 to 200 characters.
   * @param query
   *   - `version?`: 0 to 2147483647
   *   - `external_id?`: 1 to 200 characters
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.samples.list("ds_01jd0v6c9tf0prpc9h1yhw6y6s", { limit: 100 })) console.log(item);
   */
  list(id: string, query?: Operations["listSamples"]["query"], options?: RequestOptions): PagePromise<Operations["listSamples"]["responses"][200]["data"][number]>;

  /**
   * Get a sample. Returns the current version of one sample by its id.
   *
   * `GET /v1/samples/:id`, scope `datasets:read`.
   *
   * @param id Id of the sample: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.samples.get("smp_01jd0v7am0f1trsrsa8tc8nqhk");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Sample>;

  /**
   * Store a model's outputs. Stores one model's outputs for samples in the dataset. An evaluation with `model` scores these outputs. Either all are stored or none; a repeated output replaces the previous one. JSON accepts 1,000 outputs per request. A file of rows `{sample|external_id, output}` (JSON Lines or a table), with the model in the query, is streamed, up to 1 GiB.
   *
   * `POST /v1/datasets/:id/outputs`, scope `datasets:write`.
   *
   * @param id Id of the dataset: 1 to 200 characters.
   * @param body
   *   - `model`: 1 to 200 characters
   *   - `outputs`: 1 to 1000 items
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.samples.createOutputs("ds_01jd0v6c9tf0prpc9h1yhw6y6s", { model: "mdl_01jd0v8k3vew9s8b4g0p0q2xya", outputs: [{ output: "…" }] });
   */
  createOutputs(id: string, body: CreateOutputs, options?: RequestOptions): ApiPromise<OutputsSummary>;
}

/** Models. */
export interface Models {
  /**
   * Register a model. Registers a model. 201 if new; 200 with the stored model if name, version and metadata are identical; 409 if the metadata differ.
   *
   * `POST /v1/models`, scope `models:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `version`: 1 to 200 characters
   *   - `metadata?`
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.models.create({ name: "triage-assistant", version: "2026-02-11", metadata: { prompt: "v14" } });
   */
  create(body: CreateModel, options?: RequestOptions): ApiPromise<Model>;

  /**
   * List models. Returns models, newest first. Optionally filters by name.
   *
   * `GET /v1/models`, scope `models:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `name?`: 1 to 200 characters
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.models.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listModels"]["query"], options?: RequestOptions): PagePromise<Operations["listModels"]["responses"][200]["data"][number]>;

  /**
   * Get a model. Returns one model by its id.
   *
   * `GET /v1/models/:id`, scope `models:read`.
   *
   * @param id Id of the model: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.models.get("mdl_01jd0v8k3vew9s8b4g0p0q2xya");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Model>;
}

/** Evaluations. */
export interface Evaluations {
  /**
   * Create an evaluation. Runs evaluators over the samples in the dataset's current version, in the background. 422 `no_samples` if the filter matches no sample.
   *
   * `POST /v1/evaluations`, scope `evaluations:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `project`: 1 to 200 characters
   *   - `dataset`: 1 to 200 characters
   *   - `evaluators`: 1 to 50 items
   *   - `model?`: 1 to 200 characters
   *   - `sample_filter?`
   *   - `run_async?`: true or false
   *   - `fail_on_error?`: 0 to 1
   *   - `missing_output?`: "fail" or "skip"
   *   - `runs?`: 1 to 100
   *   - `as_of?`: ISO 8601 with a time zone
   *   - `routing?`
   *   - `metadata?`
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.evaluations.create({
   *   name: "Nightly, triage-assistant 2026-02-11",
   *   project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2",
   *   dataset: "ds_01jd0v6c9tf0prpc9h1yhw6y6s",
   *   evaluators: [{ type: "triage_accuracy" }],
   * });
   */
  create(body: CreateEvaluation, options?: RequestOptions): ApiPromise<Evaluation>;

  /**
   * List evaluations. Returns evaluations, newest first. Optionally filters by project, dataset or status.
   *
   * `GET /v1/evaluations`, scope `evaluations:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `dataset?`: 1 to 200 characters
   *   - `status?`: "pending" or "running" or "completed" or "failed" or "cancelled"
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.evaluations.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listEvaluations"]["query"], options?: RequestOptions): PagePromise<Operations["listEvaluations"]["responses"][200]["data"][number]>;

  /**
   * Get an evaluation. Returns one evaluation with its progress, and with its results once completed.
   *
   * `GET /v1/evaluations/:id`, scope `evaluations:read`.
   *
   * @param id Id of the evaluation: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.evaluations.get("eval_01jd0v9rx6e6wvj6w3fd0qk3ga");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Evaluation>;

  /**
   * List an evaluation's results. Returns one item per sample, evaluator and run, in dataset order or lowest score first (`order=score`). While the evaluation runs, returns the results that exist so far.
   *
   * `GET /v1/evaluations/:id/results`, scope `evaluations:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param id Id of the evaluation: 1 to 200 characters.
   * @param query
   *   - `evaluator?`: 1 to 200 characters
   *   - `status?`: "scored" or "skipped" or "errored"
   *   - `score_below?`: 0 to 100
   *   - `flagged?`: true or false
   *   - `order?`: "dataset" or "score"
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.evaluations.results("eval_01jd0v9rx6e6wvj6w3fd0qk3ga", { limit: 100 })) console.log(item);
   */
  results(id: string, query?: Operations["listEvaluationResults"]["query"], options?: RequestOptions): PagePromise<Operations["listEvaluationResults"]["responses"][200]["data"][number]>;

  /**
   * Cancel an evaluation. Stops a pending or running evaluation and retains the existing results. Repeating the request returns the first response again. 409 if the evaluation has completed or failed.
   *
   * `POST /v1/evaluations/:id/cancel`, scope `evaluations:write`.
   *
   * @param id Id of the evaluation: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.evaluations.cancel("eval_01jd0v9rx6e6wvj6w3fd0qk3ga");
   */
  cancel(id: string, options?: RequestOptions): ApiPromise<CancelledEvaluation>;

  /**
   * Compare two evaluations. Compares the automated scores of the samples in both evaluations, with test, interval and verdict. Equal requests return equal responses. 409 if an evaluation has not completed; 422 `not_comparable` if no sample was scored in both, `too_large_to_compute` above 200,000 samples per evaluation or 2,000,000 values (pairs × metrics).
   *
   * `POST /v1/evaluations/compare`, scope `evaluations:read`.
   *
   * @param body
   *   - `evaluations`: 1 to 2 items, each 1 to 200 characters
   *   - `baseline?`: 1 to 200 characters
   *   - `metrics?`: 1 to 50 items, each 1 to 200 characters
   *   - `equivalence_margin?`: 0 to 100
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.evaluations.compare({
   *   evaluations: ["eval_01jd0v9rx6e6wvj6w3fd0qk3ga", "eval_01jd0vap4te8v9xk2m5r7q1w3h"],
   * });
   */
  compare(body: CompareEvaluations, options?: RequestOptions): ApiPromise<Comparison>;

  /**
   * Compare candidates with a baseline. Compares up to 20 evaluations with one baseline, over the samples that all of them scored, and ranks them. P-values are corrected for the number of candidates (Holm). 409 if an evaluation has not completed; 422 `not_comparable` if no sample was scored in all of them, `too_large_to_compute` above 200,000 samples per evaluation or 2,000,000 values.
   *
   * `POST /v1/evaluations/compare/candidates`, scope `evaluations:read`.
   *
   * @param body
   *   - `baseline`: 1 to 200 characters
   *   - `candidates`: 1 to 20 items, each 1 to 200 characters
   *   - `metrics?`: 1 to 50 items, each 1 to 200 characters
   *   - `equivalence_margin?`: 0 to 100
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.evaluations.compareCandidates({
   *   baseline: "eval_01jd0v9rx6e6wvj6w3fd0qk3ga",
   *   candidates: ["eval_01jd0vap4te8v9xk2m5r7q1w3h"],
   * });
   */
  compareCandidates(body: CompareCandidates, options?: RequestOptions): ApiPromise<ComparisonSet>;

  /**
   * List the pairs of a comparison. Returns the samples that both evaluations scored, with outputs and automated scores of both. Equal changes have the order of the baseline's samples. 409 if an evaluation has not completed; 422 `too_large_to_compute` above 200,000 samples per evaluation.
   *
   * `GET /v1/evaluations/compare/pairs`, scope `evaluations:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `baseline`: 1 to 200 characters
   *   - `candidate`: 1 to 200 characters
   *   - `evaluator?`: 1 to 200 characters
   *   - `change?`: "worse" or "better" or "same" or "all"
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.evaluations.comparePairs({ baseline: "…", candidate: "eval_01jd0vap4te8v9xk2m5r7q1w3h", limit: 100 })) console.log(item);
   */
  comparePairs(query: Operations["listComparedPairs"]["query"], options?: RequestOptions): PagePromise<Operations["listComparedPairs"]["responses"][200]["data"][number]>;
}

/** Custom evaluators. */
export interface CustomEvaluatorSecret {
  /**
   * Rotate the custom evaluator secret. Creates a new workspace secret. It signs the calls to custom evaluators that have no secret of their own. Only this response contains the secret. The previous secret stays valid for the grace period.
   *
   * `POST /v1/custom_evaluator_secret/rotate`, scope `settings:write`.
   *
   * @param body
   *   - `grace_seconds?`: 0 to 604800
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.customEvaluatorSecret.rotate({ grace_seconds: 3600 });
   */
  rotate(body?: RotateCustomEvaluatorSecret, options?: RequestOptions): ApiPromise<RotatedCustomEvaluatorSecret>;
}

/** Guideline sets. */
export interface GuidelineSets {
  /**
   * Create a guideline set. Stores a guideline set. Stored sets never change. 201 if new; 200 with the stored set if the contents are identical; 409 if the contents differ or the name belongs to a built-in set.
   *
   * `POST /v1/guideline_sets`, scope `evaluations:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `questions?`: at most 200 items
   *   - `required_actions?`: at most 200 items, each 1 to 200 characters
   *   - `forbidden_actions?`: at most 200 items, each 1 to 200 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.guidelineSets.create({
   *   name: "nurse_line",
   *   questions: [
   *     {
   *       id: "onset",
   *       text: "When did it start?",
   *       synonyms: ["symptom_onset"],
   *       weight: 2,
   *     },
   *     { id: "allergies", text: null, synonyms: [], weight: 1 },
   *   ],
   *   required_actions: ["gave_safety_net_advice"],
   *   forbidden_actions: ["prescribed_medication"],
   * });
   */
  create(body: CreateGuidelineSet, options?: RequestOptions): ApiPromise<GuidelineSet>;

  /**
   * List guideline sets. Returns the stored sets, newest first, without the built-in sets.
   *
   * `GET /v1/guideline_sets`, scope `evaluations:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.guidelineSets.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listGuidelineSets"]["query"], options?: RequestOptions): PagePromise<Operations["listGuidelineSets"]["responses"][200]["data"][number]>;
}

/** Reviews. */
export interface Reviews {
  /**
   * Get the progress of all reviews. Returns numbers of tasks and waiting samples, and the work of each reviewer. The period, which ends now, limits completed and cancelled tasks and completed reviews. Reviews of samples that you have yet to review blind are not counted.
   *
   * `GET /v1/reviews/progress`, scope `reviews:read`.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `period?`: at most 100 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.progress();
   */
  progress(query?: Operations["getReviewProgress"]["query"], options?: RequestOptions): ApiPromise<ReviewProgress>;

  /**
   * Submit a review. Submits a review. Each reviewer has one review per task and sample; each further submission creates a new revision. To correct a refused review, submit it again with the same Idempotency-Key. If the task is in a pool, a submission claims an open slot.
   *
   * `POST /v1/reviews/tasks/:id/reviews`, scope `reviews:submit`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @param body
   *   - `sample`: 1 to 200 characters
   *   - `grades`
   *   - `override_ai_score?`: true or false
   *   - `override_value?`: 0 to 100
   *   - `evaluator?`: 1 to 200 characters
   *   - `notes?`: at most 10000 characters
   *   - `flags?`: at most 50 items, each 1 to 200 characters
   *   - `active_seconds?`: 0 to 86400
   *   - `expected_revision?`: 0 or more
   *   - `expected_draft_revision?`: 0 or more
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.submit("task_01jd0vcm5kf0h6p2z8v4n9d3qs", {
   *   sample: "smp_01jd0v7am0f1trsrsa8tc8nqhk",
   *   grades: {
   *     accuracy: { value: "too_low", correct_level: "emergent", confidence: "high" },
   *   },
   *   override_ai_score: true,
   *   override_value: 0,
   *   notes: "Chest pain with sweating is emergent.",
   * });
   */
  submit(id: string, body: SubmitReview, options?: RequestOptions): ApiPromise<Review>;

  /**
   * List reviews. Returns the latest revision of reviews, newest first. `flags` matches reviews with at least one of these flags.
   *
   * `GET /v1/reviews`, scope `reviews:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `task?`: 1 to 200 characters
   *   - `sample?`: 1 to 200 characters
   *   - `reviewer?`: 1 to 200 characters
   *   - `has_override?`: true or false
   *   - `flags?`: at most 50 items, each 1 to 200 characters
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listReviews"]["query"], options?: RequestOptions): PagePromise<Operations["listReviews"]["responses"][200]["data"][number]>;

  /**
   * Get the calling reviewer's queue. Returns the samples that the calling reviewer has yet to review, in tasks that are assigned to this reviewer, and the first 20 tasks that the reviewer can claim. Requires an API key that belongs to a reviewer.
   *
   * `GET /v1/reviews/queue`, scope `reviews:read`.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `priority?`: "urgent" or "high" or "normal" or "low"
   *   - `limit?`: 1 to 100
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.queue();
   */
  queue(query?: Operations["getReviewQueue"]["query"], options?: RequestOptions): ApiPromise<ReviewerQueue>;

  /**
   * Measure the agreement of reviewers. Measures agreement over samples that at least two reviewers graded in the period. In blind tasks, the last revision without `after_reveal` is used; in tasks that are not blind, the latest revision is used. 422 if fewer than two samples have grades of two reviewers, or if there are more than 20,000,000 pairs of grades of the same sample.
   *
   * `POST /v1/reviews/reliability`, scope `reviews:read`.
   *
   * @param body
   *   - `project`: 1 to 200 characters
   *   - `dimension`: 1 to 100 characters
   *   - `period?`: at most 100 characters
   *   - `rubric?`: 1 to 200 characters
   *   - `alpha_metric?`: "nominal" or "ordinal" or "interval"
   *   - `include_unblinded?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.reliability({
   *   project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2",
   *   dimension: "accuracy",
   *   period: "90d",
   * });
   */
  reliability(body: MeasureReliability, options?: RequestOptions): ApiPromise<Reliability>;

  /**
   * Get a review. Returns the latest revision of one review.
   *
   * `GET /v1/reviews/:id`, scope `reviews:read`.
   *
   * @param id Id of the review: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.get("rev_01jd0vd3q7e1k5w9t2x8b6m4ja");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Review>;

  /**
   * List the revisions of a review. Returns all revisions, newest first. Revisions never change and are never removed.
   *
   * `GET /v1/reviews/revisions/:id`, scope `reviews:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param id Id of the review: 1 to 200 characters.
   * @param query
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.revisions("rev_01jd0vd3q7e1k5w9t2x8b6m4ja", { limit: 100 })) console.log(item);
   */
  revisions(id: string, query?: Operations["listReviewRevisions"]["query"], options?: RequestOptions): PagePromise<Operations["listReviewRevisions"]["responses"][200]["data"][number]>;

  /** Reviewers. */
  readonly reviewers: ReviewsReviewers;

  /** Rubrics. */
  readonly rubrics: ReviewsRubrics;

  /** Review tasks. */
  readonly tasks: ReviewsTasks;

  /** Review items. */
  readonly items: ReviewsItems;

  /** Review drafts. */
  readonly drafts: ReviewsDrafts;

  /** Adjudication. */
  readonly disagreements: ReviewsDisagreements;

  /** Adjudication. */
  readonly references: ReviewsReferences;

  /** Adjudication. */
  readonly adjudications: ReviewsAdjudications;
}

/** Reviewers. */
export interface ReviewsReviewers {
  /**
   * Create a reviewer. Creates a reviewer and assigns waiting tasks for which the reviewer qualifies. An API key acts for a reviewer if it was created with `reviewer`.
   *
   * `POST /v1/reviews/reviewers`, scope `reviews:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `credentials`: 1 to 4 items, each "MD" or "DO" or "NP" or "RN"
   *   - `specialty?`: 1 to 200 characters
   *   - `available?`: true or false
   *   - `projects?`: 1 to 100 items, each 1 to 200 characters
   *   - `credential_expires_at?`: ISO 8601 with a time zone
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.reviewers.create({ name: "Dr Ada Moreau", credentials: ["MD"], specialty: "emergency_medicine" });
   */
  create(body: CreateReviewer, options?: RequestOptions): ApiPromise<Reviewer>;

  /**
   * List reviewers. Returns reviewers, newest first. `credentials` matches reviewers with at least one of them, expired or not.
   *
   * `GET /v1/reviews/reviewers`, scope `reviews:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `credentials?`: at most 50 items, each "MD" or "DO" or "NP" or "RN"
   *   - `available?`: true or false
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.reviewers.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listReviewers"]["query"], options?: RequestOptions): PagePromise<Operations["listReviewers"]["responses"][200]["data"][number]>;

  /**
   * Get a reviewer. Returns one reviewer by its id.
   *
   * `GET /v1/reviews/reviewers/:id`, scope `reviews:read`.
   *
   * @param id Id of the reviewer: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.reviewers.get("rvr_01jd0vc1n8e4x9j2s6k3w7q5ht");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Reviewer>;

  /**
   * Update a reviewer. Updates only the given members. A reviewer who becomes unavailable, or no longer qualifies for a task, loses the assignment. The task is then assigned to another reviewer or returned to the pool; submitted reviews stay. A reviewer who becomes available or gains a credential gets waiting tasks immediately.
   *
   * `PATCH /v1/reviews/reviewers/:id`, scope `reviews:write`.
   *
   * @param id Id of the reviewer: 1 to 200 characters.
   * @param body
   *   - `name?`: 1 to 200 characters
   *   - `credentials?`: 1 to 4 items, each "MD" or "DO" or "NP" or "RN"
   *   - `specialty?`: 1 to 200 characters
   *   - `available?`: true or false
   *   - `projects?`: 1 to 100 items, each 1 to 200 characters
   *   - `credential_expires_at?`: ISO 8601 with a time zone
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.reviewers.update("rvr_01jd0vc1n8e4x9j2s6k3w7q5ht", { available: false });
   */
  update(id: string, body: UpdateReviewer, options?: RequestOptions): ApiPromise<Reviewer>;

  /**
   * Get a reviewer's statistics. Returns statistics over reviews first submitted in the period, which ends now.
   *
   * `GET /v1/reviews/reviewers/:id/statistics`, scope `reviews:read`.
   *
   * @param id Id of the reviewer: 1 to 200 characters.
   * @param query
   *   - `period?`: at most 100 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.reviewers.statistics("rvr_01jd0vc1n8e4x9j2s6k3w7q5ht");
   */
  statistics(id: string, query?: Operations["getReviewerStatistics"]["query"], options?: RequestOptions): ApiPromise<ReviewerStatistics>;
}

/** Rubrics. */
export interface ReviewsRubrics {
  /**
   * Create a rubric. Stores a rubric, which never changes. If the project has a rubric with this name, the new rubric gets the next version.
   *
   * `POST /v1/reviews/rubrics`, scope `reviews:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `project`: 1 to 200 characters
   *   - `dimensions`: 1 to 50 items
   *   - `description?`: at most 10000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.rubrics.create({
   *   project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2",
   *   name: "Triage safety",
   *   dimensions: [
   *     {
   *       id: "accuracy",
   *       name: "Was the level right?",
   *       type: "categorical",
   *       required: true,
   *       ordered: false,
   *       options: [
   *         { value: "correct", label: "Right" },
   *         { value: "too_low", label: "Too low", score_impact: -50, safety_flag: true },
   *         { value: "too_high", label: "Too high", score_impact: -10 },
   *       ],
   *     },
   *     {
   *       id: "clarity",
   *       name: "Clarity",
   *       type: "scale",
   *       required: false,
   *       ordered: false,
   *       min: 1,
   *       max: 5,
   *     },
   *   ],
   * });
   */
  create(body: CreateRubric, options?: RequestOptions): ApiPromise<Rubric>;

  /**
   * List rubrics. Returns rubrics, newest first.
   *
   * `GET /v1/reviews/rubrics`, scope `reviews:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.rubrics.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listRubrics"]["query"], options?: RequestOptions): PagePromise<Operations["listRubrics"]["responses"][200]["data"][number]>;

  /**
   * Get a rubric. Returns one rubric by its id.
   *
   * `GET /v1/reviews/rubrics/:id`, scope `reviews:read`.
   *
   * @param id Id of the rubric: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.rubrics.get("rub_01jd0vc9w2f7t8m4b1r6y3g5ka");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Rubric>;
}

/** Review tasks. */
export interface ReviewsTasks {
  /**
   * Create a review task. Creates a task. With `auto` or `manual`, the task is assigned immediately. If no reviewer qualifies, the task stays `pending` with `unassigned_reason`, and is assigned as soon as a reviewer qualifies.
   *
   * `POST /v1/reviews/tasks`, scope `reviews:write`.
   *
   * @param body
   *   - `project`: 1 to 200 characters
   *   - `samples`: 1 to 1000 items, each 1 to 200 characters
   *   - `rubric`: 1 to 200 characters
   *   - `priority?`: "urgent" or "high" or "normal" or "low"
   *   - `assignment?`
   *   - `due_at?`: ISO 8601 with a time zone
   *   - `evaluation?`: 1 to 200 characters
   *   - `evaluator?`: 1 to 200 characters
   *   - `reviews_required?`: 1 to 20
   *   - `adjudicator_credentials?`: 1 to 4 items, each "MD" or "DO" or "NP" or "RN"
   *   - `blind?`: true or false
   *   - `shown_metadata?`: at most 50 items, each 1 to 200 characters
   *   - `shown_fields?`: at most 4 items, each "external_id" or "tags" or "split" or "cluster_id"
   *   - `reveal?`: "after_submit" or "after_task"
   *   - `metadata?`
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.tasks.create({
   *   project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2",
   *   samples: ["smp_01jd0v7am0f1trsrsa8tc8nqhk"],
   *   rubric: "rub_01jd0vc9w2f7t8m4b1r6y3g5ka",
   *   priority: "high",
   *   assignment: { mode: "auto", required_credentials: ["MD"] },
   * });
   */
  create(body: CreateReviewTask, options?: RequestOptions): ApiPromise<ReviewTask>;

  /**
   * List review tasks. Returns review tasks, newest first.
   *
   * `GET /v1/reviews/tasks`, scope `reviews:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `status?`: "pending" or "assigned" or "in_progress" or "completed" or "cancelled"
   *   - `assignee?`: 1 to 200 characters
   *   - `priority?`: "urgent" or "high" or "normal" or "low"
   *   - `claimable?`: true or false
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.tasks.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listReviewTasks"]["query"], options?: RequestOptions): PagePromise<Operations["listReviewTasks"]["responses"][200]["data"][number]>;

  /**
   * Get a review task. Returns one task by its id.
   *
   * `GET /v1/reviews/tasks/:id`, scope `reviews:read`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.tasks.get("task_01jd0vcm5kf0h6p2z8v4n9d3qs");
   */
  get(id: string, options?: RequestOptions): ApiPromise<ReviewTask>;

  /**
   * Claim a review task. Claims a slot for the calling reviewer: an assigned slot or an open one. The claim expires 30 minutes after it was made or after the last review under it. 409 if no slot is open.
   *
   * `POST /v1/reviews/tasks/:id/claim`, scope `reviews:submit`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.tasks.claim("task_01jd0vcm5kf0h6p2z8v4n9d3qs");
   */
  claim(id: string, options?: RequestOptions): ApiPromise<ReviewTask>;

  /**
   * Release a review task. Removes the calling reviewer from the task; their reviews stay. In mode `auto`, a different reviewer is assigned. A task is never assigned again to a reviewer who has released it.
   *
   * `POST /v1/reviews/tasks/:id/release`, scope `reviews:submit`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.tasks.release("task_01jd0vcm5kf0h6p2z8v4n9d3qs");
   */
  release(id: string, options?: RequestOptions): ApiPromise<ReviewTask>;

  /**
   * Cancel a review task. Cancels the task. No further reviews are accepted; existing reviews stay. Repeating the request changes nothing. 409 if the task is completed.
   *
   * `POST /v1/reviews/tasks/:id/cancel`, scope `reviews:write`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.tasks.cancel("task_01jd0vcm5kf0h6p2z8v4n9d3qs");
   */
  cancel(id: string, options?: RequestOptions): ApiPromise<ReviewTask>;

  /**
   * Reassign a review task. Assigns the task to the given reviewer. Reviews by the replaced reviewer stay. 422 if the new reviewer does not qualify or is not available.
   *
   * `POST /v1/reviews/tasks/:id/reassign`, scope `reviews:write`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @param body
   *   - `reviewer_id`: 1 to 200 characters
   *   - `from?`: 1 to 200 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.tasks.reassign("task_01jd0vcm5kf0h6p2z8v4n9d3qs", { reviewer_id: "rvr_01jd0vc1n8e4x9j2s6k3w7q5ht" });
   */
  reassign(id: string, body: ReassignReviewTask, options?: RequestOptions): ApiPromise<ReviewTask>;

  /**
   * Get the progress of a review task. Returns how far each reviewer of the task is. Former assignees with reviews have the status `released`.
   *
   * `GET /v1/reviews/tasks/:id/progress`, scope `reviews:read`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.tasks.progress("task_01jd0vcm5kf0h6p2z8v4n9d3qs");
   */
  progress(id: string, options?: RequestOptions): ApiPromise<TaskProgress>;
}

/** Review items. */
export interface ReviewsItems {
  /**
   * List the samples of a review task. Returns the samples of a task in their order, with the progress of the calling reviewer. 409 if the task is not assigned to the reviewer.
   *
   * `GET /v1/reviews/tasks/:id/samples`, scope `reviews:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @param query
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.items.list("task_01jd0vcm5kf0h6p2z8v4n9d3qs", { limit: 100 })) console.log(item);
   */
  list(id: string, query?: Operations["listReviewItems"]["query"], options?: RequestOptions): PagePromise<Operations["listReviewItems"]["responses"][200]["data"][number]>;

  /**
   * Get a review item. Returns a sample of a task with the answer to review, its rubric and the caller's review. Unless the task is assigned to the caller, or they have a review or a draft of the sample, the key also needs the scope `datasets:read`. 409 if the task is not assigned to the reviewer of the key.
   *
   * `GET /v1/reviews/tasks/:id/samples/:sample`, scope `reviews:read`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @param sample Id of the sample: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.items.get("task_01jd0vcm5kf0h6p2z8v4n9d3qs", "smp_01jd0v7am0f1trsrsa8tc8nqhk");
   */
  get(id: string, sample: string, options?: RequestOptions): ApiPromise<ReviewItem>;

  /**
   * Reveal a review item. Returns a blind item with its hidden data, and records when the reviewer first saw it. 403 before the rule `reveal` of the task allows it; 409 if the task is not blind.
   *
   * `POST /v1/reviews/tasks/:id/samples/:sample/reveal`, scope `reviews:submit`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @param sample Id of the sample: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.items.reveal("task_01jd0vcm5kf0h6p2z8v4n9d3qs", "smp_01jd0v7am0f1trsrsa8tc8nqhk");
   */
  reveal(id: string, sample: string, options?: RequestOptions): ApiPromise<ReviewItem>;
}

/** Review drafts. */
export interface ReviewsDrafts {
  /**
   * Store a draft of a review. Replaces the calling reviewer's draft of a review, and renews their claim of the task. Nobody else can read a draft. It is deleted when the review is submitted, when the task is cancelled, and 30 days after its last change. Without `If-Match`, the last request wins.
   *
   * `PUT /v1/reviews/tasks/:id/samples/:sample/draft`, scope `reviews:submit`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @param sample Id of the sample: 1 to 200 characters.
   * @param body
   *   - `grades?`
   *   - `notes?`: at most 10000 characters
   *   - `flags?`: at most 50 items, each 1 to 200 characters
   *   - `override_ai_score?`: true or false
   *   - `override_value?`: 0 to 100
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 412, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.drafts.put("task_01jd0vcm5kf0h6p2z8v4n9d3qs", "smp_01jd0v7am0f1trsrsa8tc8nqhk", { grades: { accuracy: { value: "too_low" } }, notes: "Chest pain with" });
   */
  put(id: string, sample: string, body?: PutReviewDraft, options?: RequestOptions): ApiPromise<ReviewDraft>;

  /**
   * Delete a draft of a review. Deletes the calling reviewer's draft of a review, if there is one.
   *
   * `DELETE /v1/reviews/tasks/:id/samples/:sample/draft`, scope `reviews:submit`.
   *
   * @param id Id of the review task: 1 to 200 characters.
   * @param sample Id of the sample: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 412, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.drafts.delete("task_01jd0vcm5kf0h6p2z8v4n9d3qs", "smp_01jd0v7am0f1trsrsa8tc8nqhk");
   */
  delete(id: string, sample: string, options?: RequestOptions): ApiPromise<DeletedReviewDraft>;
}

/** Adjudication. */
export interface ReviewsDisagreements {
  /**
   * List disagreements of reviewers. Returns each sample and dimension on which the grades of at least two reviewers differ, greatest spread first. The same grades count as for reliability. Samples that you have yet to review blind are omitted. An API key of a reviewer needs the scope `reviews:write` or `reviews:adjudicate` too. An unknown project (404), rubric, dimension or task (422) is refused.
   *
   * `GET /v1/reviews/disagreements`, scope `reviews:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `project`: 1 to 200 characters
   *   - `rubric?`: 1 to 200 characters
   *   - `dimension?`: 1 to 100 characters
   *   - `task?`: 1 to 200 characters
   *   - `min_spread?`: 0 to 1
   *   - `adjudicated?`: true or false
   *   - `include_unblinded?`: true or false
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.disagreements.list({ project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2", limit: 100 })) console.log(item);
   */
  list(query: Operations["listDisagreements"]["query"], options?: RequestOptions): PagePromise<Operations["listDisagreements"]["responses"][200]["data"][number]>;
}

/** Adjudication. */
export interface ReviewsReferences {
  /**
   * List reference labels. Returns the grades on which people settled, by rubric, sample and dimension. An adjudicated grade takes precedence over unanimous grades. A majority is not a reference. Samples that you have yet to review blind are omitted. An unknown project (404), rubric or dimension (422) is refused.
   *
   * `GET /v1/reviews/references`, scope `reviews:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `rubric?`: 1 to 200 characters
   *   - `dimension?`: 1 to 100 characters
   *   - `source?`: "adjudicated" or "unanimous"
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.references.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listReferences"]["query"], options?: RequestOptions): PagePromise<Operations["listReferences"]["responses"][200]["data"][number]>;

  /**
   * Set the expected answers to reference labels. Writes reference labels to `expected` of the samples of a dataset, as one new version of the dataset. Samples without a label do not change. By default, nothing is written (`dry_run`), and the response contains the counts.
   *
   * `POST /v1/reviews/references/apply`, scope `datasets:write`.
   *
   * @param body
   *   - `project`: 1 to 200 characters
   *   - `rubric`: 1 to 200 characters
   *   - `dimension`: 1 to 100 characters
   *   - `dataset`: 1 to 200 characters
   *   - `path`: at most 1000 characters
   *   - `sources?`: 1 to 2 items, each "adjudicated" or "unanimous"
   *   - `dry_run?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.references.apply({
   *   project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2",
   *   rubric: "rub_01jd0vc9w2f7t8m4b1r6y3g5ka",
   *   dimension: "accuracy",
   *   dataset: "ds_01jd0v6c9tf0prpc9h1yhw6y6s",
   *   path: "/accuracy",
   *   dry_run: false,
   * });
   */
  apply(body: ApplyReferences, options?: RequestOptions): ApiPromise<AppliedReferences>;
}

/** Adjudication. */
export interface ReviewsAdjudications {
  /**
   * Create an adjudication. Settles the grades of a sample. The adjudicator must qualify and must not have reviewed the sample with the rubric. Requires an API key that belongs to a reviewer. Adjudications change no score and no agreement.
   *
   * `POST /v1/reviews/adjudications`, scope `reviews:adjudicate`.
   *
   * @param body
   *   - `task`: 1 to 200 characters
   *   - `sample`: 1 to 200 characters
   *   - `grades`
   *   - `notes?`: at most 10000 characters
   *   - `basis?`: 1 to 10000 items, each 1 to 200 characters
   *   - `supersedes?`: 1 to 200 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.adjudications.create({
   *   task: "task_01jd0vcm5kf0h6p2z8v4n9d3qs",
   *   sample: "smp_01jd0v7am0f1trsrsa8tc8nqhk",
   *   grades: { accuracy: { value: "too_low" } },
   *   notes: "Chest pain with sweating is emergent.",
   * });
   */
  create(body: CreateAdjudication, options?: RequestOptions): ApiPromise<Adjudication>;

  /**
   * List adjudications. Returns adjudications, newest first. Samples that you have yet to review blind are omitted. An unknown project (404), task or rubric (422) is refused.
   *
   * `GET /v1/reviews/adjudications`, scope `reviews:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `task?`: 1 to 200 characters
   *   - `sample?`: 1 to 200 characters
   *   - `rubric?`: 1 to 200 characters
   *   - `adjudicator?`: 1 to 200 characters
   *   - `current?`: true or false
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.adjudications.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listAdjudications"]["query"], options?: RequestOptions): PagePromise<Operations["listAdjudications"]["responses"][200]["data"][number]>;

  /**
   * Get an adjudication. Returns one adjudication by its id.
   *
   * `GET /v1/reviews/adjudications/:id`, scope `reviews:read`.
   *
   * @param id Id of the adjudication: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.adjudications.get("adj_01jd0vd7r2f6k9w3t5x8b1m4jc");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Adjudication>;
}

/** Scores. */
export interface Scores {
  /**
   * Get a sample's scores. Returns the effective and automated scores of one sample in each completed evaluation. 409 if the requested evaluation has not completed.
   *
   * `GET /v1/scores/samples/:sample_id`, scope `scores:read`.
   *
   * @param sample_id Id of the sample: 1 to 200 characters.
   * @param query
   *   - `evaluation?`: 1 to 200 characters
   *   - `evaluator?`: 1 to 200 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.scores.sample("smp_01jd0v7am0f1trsrsa8tc8nqhk");
   */
  sample(sample_id: string, query?: Operations["getSampleScores"]["query"], options?: RequestOptions): ApiPromise<SampleScores>;

  /**
   * Get an evaluation's scores. Returns aggregates and, if requested, breakdown, distribution and groups. 409 if the evaluation has not completed.
   *
   * `GET /v1/scores/evaluations/:evaluation_id`, scope `scores:read`.
   *
   * @param evaluation_id Id of the evaluation: 1 to 200 characters.
   * @param query
   *   - `include_distribution?`: true or false
   *   - `include_breakdown?`: true or false
   *   - `group_by?`: at most 1009 characters
   *   - `evaluator?`: 1 to 200 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.scores.evaluation("eval_01jd0v9rx6e6wvj6w3fd0qk3ga");
   */
  evaluation(evaluation_id: string, query?: Operations["getEvaluationScores"]["query"], options?: RequestOptions): ApiPromise<EvaluationScores>;

  /**
   * Get a project's metrics. Returns the scores in a period, by default the last 30 days, and in the previous period of equal length. A period has at most 3660 days.
   *
   * `GET /v1/scores/projects/:project_id/metrics`, scope `scores:read`.
   *
   * @param project_id Id of the project: 1 to 200 characters.
   * @param query
   *   - `start_date?`: at most 40 characters
   *   - `end_date?`: at most 40 characters
   *   - `evaluator?`: 1 to 200 characters
   *   - `granularity?`: "daily" or "weekly" or "monthly"
   *   - `time_zone?`: at most 64 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.scores.metrics("proj_01jd0v5c6ge4bsgz5mxjbvfzq2");
   */
  metrics(project_id: string, query?: Operations["getProjectMetrics"]["query"], options?: RequestOptions): ApiPromise<ProjectMetrics>;

  /**
   * Get a project's trend. Returns the trend of the evaluations with the same dataset and evaluator settings as the latest one. Each evaluation is one point, at its `as_of` or, without `as_of`, at its completion time. A significant drop is a regression.
   *
   * `GET /v1/scores/trends`, scope `scores:read`.
   *
   * @param query
   *   - `project`: 1 to 200 characters
   *   - `evaluator?`: 1 to 200 characters
   *   - `dataset?`: 1 to 200 characters
   *   - `model?`: 1 to 200 characters
   *   - `period?`: "7d" or "30d" or "90d" or "1y"
   *   - `start_date?`: at most 40 characters
   *   - `end_date?`: at most 40 characters
   *   - `time_zone?`: at most 64 characters
   *   - `pooled?`: true or false
   *   - `stable_margin?`: 0 to 100
   *   - `include_regression_analysis?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.scores.trends({ project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2" });
   */
  trends(query: Operations["getScoreTrends"]["query"], options?: RequestOptions): ApiPromise<ScoreTrends>;

  /**
   * Analyze thresholds. Compares an evaluation's mean scores, after overrides, with thresholds, for example as a release gate. 409 if the evaluation has not completed. 422 if the project has no completed evaluation, or for an evaluator that the evaluation does not have.
   *
   * `POST /v1/scores/threshold-analysis`, scope `scores:read`.
   *
   * @param body
   *   - `project`: 1 to 200 characters
   *   - `evaluation?`: 1 to 200 characters
   *   - `thresholds`
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.scores.thresholdAnalysis({
   *   project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2",
   *   thresholds: { triage_accuracy: { critical: 60, warning: 75, target: 90 } },
   * });
   */
  thresholdAnalysis(body: AnalyzeThresholds, options?: RequestOptions): ApiPromise<ThresholdAnalysis>;
}

/** Webhooks. */
export interface Webhooks {
  /**
   * Register a webhook. Registers an endpoint that receives events by signed POST (Standard Webhooks). Only this response contains the secret. `score.threshold_crossed` requires `config.thresholds`.
   *
   * `POST /v1/webhooks`, scope `webhooks:write`.
   *
   * @param body
   *   - `event_types`: 1 to 38 items, each one of `EventKind`
   *   - `url`: at most 2000 characters
   *   - `config?`
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.webhooks.create({
   *   event_types: ["score.threshold_crossed"],
   *   url: "https://hooks.example.org/assay",
   *   config: {
   *     project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2",
   *     thresholds: { triage_accuracy: { below: 80 }, red_flag_detection: { below: 95 } },
   *   },
   * });
   */
  create(body: CreateWebhook, options?: RequestOptions): ApiPromise<CreatedWebhook>;

  /**
   * List webhooks. Returns webhooks, newest first, including disabled webhooks. Responses do not contain secrets.
   *
   * `GET /v1/webhooks`, scope `webhooks:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.webhooks.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listWebhooks"]["query"], options?: RequestOptions): PagePromise<Operations["listWebhooks"]["responses"][200]["data"][number]>;

  /**
   * Get a webhook. Returns one endpoint with its settings. If the endpoint is disabled, the response contains the reason.
   *
   * `GET /v1/webhooks/:id`, scope `webhooks:read`.
   *
   * @param id Id of the webhook: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.webhooks.get("whk_01jd0vc8hq2n4x6t9b3m5r7w1k");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Webhook>;

  /**
   * Update a webhook. Updates only the given members. `enabled: true` enables a disabled endpoint and resets its failure count. After a threshold changes, the next score is treated as the first. If `config.project` changes, deliveries for projects that the endpoint no longer covers are deleted.
   *
   * `PATCH /v1/webhooks/:id`, scope `webhooks:write`.
   *
   * @param id Id of the webhook: 1 to 200 characters.
   * @param body
   *   - `event_types?`: 1 to 38 items, each one of `EventKind`
   *   - `url?`: at most 2000 characters
   *   - `config?`
   *   - `enabled?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.webhooks.update("whk_01jd0vc8hq2n4x6t9b3m5r7w1k", { enabled: true });
   */
  update(id: string, body: UpdateWebhook, options?: RequestOptions): ApiPromise<Webhook>;

  /**
   * Delete a webhook. Deletes the endpoint with its secrets and deliveries. Pending messages are not sent.
   *
   * `DELETE /v1/webhooks/:id`, scope `webhooks:write`.
   *
   * @param id Id of the webhook: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.webhooks.delete("whk_01jd0vc8hq2n4x6t9b3m5r7w1k");
   */
  delete(id: string, options?: RequestOptions): ApiPromise<DeletedWebhook>;

  /**
   * Send a test event. Sends the event `webhook.test` once, regardless of the subscription. The list of deliveries shows the result. 409 if the endpoint is disabled.
   *
   * `POST /v1/webhooks/:id/test`, scope `webhooks:write`.
   *
   * @param id Id of the webhook: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.webhooks.test("whk_01jd0vc8hq2n4x6t9b3m5r7w1k");
   */
  test(id: string, options?: RequestOptions): ApiPromise<WebhookDelivery>;

  /**
   * Rotate a webhook's secret. Creates a new secret. Messages are signed with both secrets during the grace period.
   *
   * `POST /v1/webhooks/:id/rotate_secret`, scope `webhooks:write`.
   *
   * @param id Id of the webhook: 1 to 200 characters.
   * @param body
   *   - `grace_seconds?`: 0 to 604800
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.webhooks.rotateSecret("whk_01jd0vc8hq2n4x6t9b3m5r7w1k", { grace_seconds: 3600 });
   */
  rotateSecret(id: string, body?: RotateWebhookSecret, options?: RequestOptions): ApiPromise<RotatedWebhook>;

  /**
   * List a webhook's deliveries. Returns deliveries with their results, newest first. Deliveries are retained for 30 days.
   *
   * `GET /v1/webhooks/:id/deliveries`, scope `webhooks:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param id Id of the webhook: 1 to 200 characters.
   * @param query
   *   - `status?`: "pending" or "delivered" or "failed"
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.webhooks.deliveries("whk_01jd0vc8hq2n4x6t9b3m5r7w1k", { limit: 100 })) console.log(item);
   */
  deliveries(id: string, query?: Operations["listWebhookDeliveries"]["query"], options?: RequestOptions): PagePromise<Operations["listWebhookDeliveries"]["responses"][200]["data"][number]>;

  /**
   * Redeliver a message. Sends the message of the delivery again with its `webhook-id`, with as many attempts as for a new message. A pending message is sent immediately. 409 if the endpoint is disabled.
   *
   * `POST /v1/webhooks/:id/deliveries/:delivery/redeliver`, scope `webhooks:write`.
   *
   * @param id Id of the webhook: 1 to 200 characters.
   * @param delivery Id of the delivery: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.webhooks.redeliver("whk_01jd0vc8hq2n4x6t9b3m5r7w1k", "dlv_01jd0vd1tq5m8y2k4w6r9x3b7n");
   */
  redeliver(id: string, delivery: string, options?: RequestOptions): ApiPromise<WebhookDelivery>;
}

/** Exports. */
export interface Exports {
  /**
   * Export scores. Writes a file with one row for each result of completed evaluations, in the background. 409 if a requested evaluation has not completed.
   *
   * `POST /v1/scores/export`, scope `exports:write`.
   *
   * @param body
   *   - `project`: 1 to 200 characters
   *   - `evaluations?`: 1 to 1000 items, each 1 to 200 characters
   *   - `format`: "csv" or "json" or "parquet"
   *   - `include_samples?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.exports.create({ project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2", format: "csv" });
   */
  create(body: CreateExport, options?: RequestOptions): ApiPromise<Export>;

  /**
   * List exports. Returns exports, newest first, including expired exports.
   *
   * `GET /v1/scores/exports`, scope `exports:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.exports.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listExports"]["query"], options?: RequestOptions): PagePromise<Operations["listExports"]["responses"][200]["data"][number]>;

  /**
   * Get an export. Returns one export with its progress, and with the URL of its file once completed.
   *
   * `GET /v1/scores/exports/:id`, scope `exports:read`.
   *
   * @param id Id of the export: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.exports.get("exp_01jd0vbw3q8w6kz2m9c4t7n5rj");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Export>;

  /**
   * Download an export. Returns the file. Accepts `Range` with one byte range, `If-Range` with the `ETag`, and `If-None-Match` (304 if unchanged). 409 if the export is not completed or has expired.
   *
   * `GET /v1/scores/exports/:id/content`, scope `exports:read`.
   *
   * Returns the response with an unread body.
   *
   * @param id Id of the export: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 416, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const response = await assay.exports.content("exp_01jd0vbw3q8w6kz2m9c4t7n5rj");
   */
  content(id: string, options?: RequestOptions): Promise<Response>;
}

/** Authorize. */
export interface Control {
  /**
   * Decide whether an agent may act. Returns 200 for every outcome, once the `policy_decision` event is on disk. If the event cannot be written, the response is 503, never `allow`. A failed evaluation denies. If a ceiling is reached, the response has `Retry-After`. The rate limit does not count this operation.
   *
   * `POST /api/policy/authorize`, scope `authorize`.
   *
   * @param body
   *   - `agentId?`: 1 to 256 characters
   *   - `tool?`: 1 to 256 characters
   *   - `args?`
   *   - `subject?`
   *   - `action?`
   *   - `resource?`
   *   - `context?`
   *   - `session?`: at most 256 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.authorize({
   *   agentId: "triage-bot",
   *   tool: "chart.write",
   *   args: { patient: "p-1042", note: "Seen." },
   *   session: "visit-118",
   *   context: { cost: 0.02 },
   * });
   */
  authorize(body: Authorize, options?: RequestOptions): ApiPromise<Authorization>;

  /**
   * Decide several requests. Decides each request separately. All decisions are written in one commit, or none. A request that is not valid is denied with `request_invalid` and does not stop the remaining requests; no event is written for it, and it does not count.
   *
   * `POST /api/policy/authorize/batch`, scope `authorize`.
   *
   * @param body
   *   - `requests`: 1 to 100 items
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.authorizeBatch({
   *   requests: [
   *     {
   *       agentId: "triage-bot",
   *       tool: "chart.write",
   *       args: { patient: "p-1042", note: "Seen." },
   *       session: "visit-118",
   *       context: { cost: 0.02 },
   *     },
   *   ],
   * });
   */
  authorizeBatch(body: AuthorizeBatch, options?: RequestOptions): ApiPromise<Authorizations>;

  /**
   * Settle the cost of a call. Replaces the reserved cost of the decision (`context.cost`) with the actual cost. For a repeat, this is the cost that the repeat shares. Settling again at an equal cost changes nothing. 409 for a different cost, or after `expiresAt`, when the reserved cost counts as spent.
   *
   * `POST /api/policy/authorize/:id/settle`, scope `authorize`.
   *
   * @param id Id of the decision: 1 to 200 characters.
   * @param body
   *   - `cost`: 0 to 1000000000000
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.settle("dec_01jd0vcf5he7hb3m4k9s2t6w8x", { cost: 0.018 });
   */
  settle(id: string, body: SettleDecision, options?: RequestOptions): ApiPromise<Settlement>;

  /** Agents. */
  readonly agents: ControlAgents;

  /** Settings. */
  readonly settings: ControlSettings;

  /** Entities. */
  readonly entities: ControlEntities;

  /** Events. */
  readonly events: ControlEvents;

  /** Evidence. */
  readonly evidence: ControlEvidence;

  /** Policies. */
  readonly policies: ControlPolicies;

  /** Approvals. */
  readonly approvals: ControlApprovals;

  /** Records. */
  readonly records: ControlRecords;
}

/** Agents. */
export interface ControlAgents {
  /**
   * Register an agent. Registers an agent. If an agent with this id already exists and has identical members (including the key), returns that agent; state and policies are not compared. 409 if a member differs.
   *
   * `POST /api/agents`, scope `agents:write`.
   *
   * @param body
   *   - `id`: at most 128 characters
   *   - `name?`: 1 to 200 characters
   *   - `source?`: "builtin" or "url" or "github" or "fork"
   *   - `baseUrl?`: at most 2000 characters
   *   - `apiKey?`: 1 to 4096 characters
   *   - `tools?`: at most 200 items, each at most 128 characters
   *   - `groups?`: at most 32 items, each 1 to 256 characters
   *   - `categories?`: at most 50 items, each 1 to 200 characters
   *   - `runtime?`
   *   - `status?`: "pending" or "active"
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.create({
   *   id: "triage-bot",
   *   name: "Triage assistant",
   *   baseUrl: "https://triage.example.org",
   *   apiKey: "sk-example-4b1f9c7Qx2",
   *   tools: ["chart.read", "chart.write"],
   *   categories: ["triage"],
   * });
   */
  create(body: CreateAgent, options?: RequestOptions): ApiPromise<StoredAgent>;

  /**
   * List agents. Returns all agents of the workspace, the newest first, as a plain array.
   *
   * `GET /api/agents`, scope `agents:read`.
   *
   * Await the call for the array, or use `for await` to iterate over its items.
   *
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.control.agents.list()) console.log(item);
   */
  list(options?: RequestOptions): PagePromise<AgentList[number], AgentList>;

  /**
   * Get an agent. Returns one agent by its id.
   *
   * `GET /api/agents/:id`, scope `agents:read`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.get("triage-bot");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Agent>;

  /**
   * Update an agent. Updates the given members only. Setting `status` has the effect of the route for this state; `retired`, which has no route, is also accepted. 409 for a state that cannot follow the current one.
   *
   * `PATCH /api/agents/:id`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `name?`: 1 to 200 characters
   *   - `source?`: "builtin" or "url" or "github" or "fork"
   *   - `baseUrl?`: at most 2000 characters
   *   - `tools?`: at most 200 items, each at most 128 characters
   *   - `groups?`: at most 32 items, each 1 to 256 characters
   *   - `categories?`: at most 50 items, each 1 to 200 characters
   *   - `runtime?`
   *   - `status?`: "pending" or "active" or "suspended" or "quarantined" or "retired"
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.update("triage-bot", { tools: ["chart.read"], runtime: { boundary: "clinic" } });
   */
  update(id: string, body: UpdateAgent, options?: RequestOptions): ApiPromise<StoredAgent>;

  /**
   * Delete an agent. Deletes the agent and its key; every later request of the agent is denied. Its evidence stays.
   *
   * `DELETE /api/agents/:id`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.delete("triage-bot");
   */
  delete(id: string, options?: RequestOptions): ApiPromise<Done>;

  /**
   * Set an agent's attached policies. Replaces the list of attached policies. The baseline always applies and is not stored. An unknown id is stored, and denies every request of the agent until the policy exists.
   *
   * `PUT /api/agents/:id/policies`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `policyIds`: at most 1000 items, each 1 to 128 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.setPolicies("triage-bot", { policyIds: ["no-prescriptions"] });
   */
  setPolicies(id: string, body: SetAgentPolicies, options?: RequestOptions): ApiPromise<StoredAgent>;

  /**
   * Get an agent's effective policies. Returns the baseline and the attached policies, with the versions in force.
   *
   * `GET /api/agents/:id/effective_policies`, scope `agents:read`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.effectivePolicies("triage-bot");
   */
  effectivePolicies(id: string, options?: RequestOptions): ApiPromise<EffectivePolicies>;

  /**
   * Suspend an agent. Sets the agent's state to suspended; repeating the request changes nothing. Allowed from `active` or `quarantined`; 409 from any other state.
   *
   * `POST /api/agents/:id/suspend`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `reason?`: at most 10000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.suspend("triage-bot", { reason: "Prescribed twice last night." });
   */
  suspend(id: string, body?: MoveAgent, options?: RequestOptions): ApiPromise<StoredAgent>;

  /**
   * Activate an agent. Sets the agent's state to active; repeating the request changes nothing. Allowed from `pending` or `suspended`; 409 from any other state.
   *
   * `POST /api/agents/:id/activate`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `reason?`: at most 10000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.activate("triage-bot", { reason: "Prescribed twice last night." });
   */
  activate(id: string, body?: MoveAgent, options?: RequestOptions): ApiPromise<StoredAgent>;

  /**
   * Quarantine an agent. Sets the agent's state to quarantined; repeating the request changes nothing. Allowed from `active` or `suspended`; 409 from any other state.
   *
   * `POST /api/agents/:id/quarantine`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `reason?`: at most 10000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.quarantine("triage-bot", { reason: "Prescribed twice last night." });
   */
  quarantine(id: string, body?: MoveAgent, options?: RequestOptions): ApiPromise<StoredAgent>;

  /**
   * Replace an agent's key. Replaces the agent's key immediately. If the new key equals the current key, nothing changes.
   *
   * `POST /api/agents/:id/rotate_key`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `apiKey`: 1 to 4096 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.rotateKey("triage-bot", { apiKey: "sk-example-8d2e0a9Lm5" });
   */
  rotateKey(id: string, body: RotateAgentKey, options?: RequestOptions): ApiPromise<StoredAgent>;
}

/** Settings. */
export interface ControlSettings {
  /**
   * Get the workspace's settings. Returns the limits that the baseline policies apply. Settings can tighten the baseline, never lift it.
   *
   * `GET /api/settings`, scope `policies:read`.
   *
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.settings.get();
   */
  get(options?: RequestOptions): ApiPromise<Settings>;

  /**
   * Set the workspace's settings. Replaces all settings. They apply to all later decisions; the evidence log records the change.
   *
   * `PUT /api/settings`, scope `settings:write`.
   *
   * @param body
   *   - `toolRisk?`
   *   - `defaultToolRisk?`: "low" or "medium" or "high"
   *   - `rateCeiling?`
   *   - `spendCeiling?`
   *   - `boundaries?`
   *   - `approvals?`
   *   - `toolApprovers?`
   *   - `toolGroups?`
   *   - `timeZone?`: at most 64 characters
   *   - `updatedAt?`: 0 or more
   *   - `warnings?`: at most 100 items
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.settings.put({
   *   toolRisk: { "rx.*": "high", "rx.read": "low" },
   *   defaultToolRisk: "medium",
   *   rateCeiling: { calls: 600, windowSeconds: 60 },
   *   spendCeiling: null,
   *   boundaries: { clinic: { allowedHosts: ["api.example.org", "*.clinic.example.org:443"] } },
   *   approvals: { expirySeconds: 900, requiredApprovals: 1, bindSession: false },
   *   toolApprovers: { "rx.*": { requiredApprovals: 2, credentials: ["MD"] } },
   *   toolGroups: { clinical: ["chart.*"] },
   *   timeZone: "Europe/Berlin",
   * });
   */
  put(body?: PutSettings | Settings, options?: RequestOptions): ApiPromise<StoredSettings>;
}

/** Entities. */
export interface ControlEntities {
  /**
   * List entities and actions. Returns entities by type and id, in byte order, with an optional filter by type.
   *
   * `GET /api/entities`, scope `policies:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `type?`: 1 to 128 characters
   *   - `limit?`: 1 to 100
   *   - `cursor?`: 1 to 4000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.control.entities.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listEntities"]["query"], options?: RequestOptions): PagePromise<EntityPage["entities"][number], EntityPage>;

  /**
   * Replace all entities and actions. Replaces the set atomically: a concurrent reader sees the previous set or the new one. 400 if a parent would make an entity its own ancestor (`parent_cycle`), or give it more than 16 levels (`too_deep`) or 256 ancestors (`too_many_parents`).
   *
   * `PUT /api/entities`, scope `policies:write`.
   *
   * @param body
   *   - `entities?`: at most 10000 items
   *   - `actions?`: at most 1000 items, each 1 to 128 characters
   *   - `actionGroups?`
   *   - `types?`: at most 1000 items, each 1 to 128 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.entities.put({
   *   entities: [
   *     {
   *       type: "record",
   *       id: "chart-118",
   *       properties: { owner: "ada", sensitive: true },
   *       parents: [{ type: "ward", id: "3" }],
   *     },
   *   ],
   *   actions: ["chart.read", "chart.write"],
   *   actionGroups: { clinical: ["chart.read", "chart.write"] },
   *   types: ["visit"],
   * });
   */
  put(body?: PutEntities, options?: RequestOptions): ApiPromise<EntitySetSummary>;

  /**
   * Add or change entities and actions. Changes the set atomically. 400 for parents that `putEntities` would refuse; stored entities are taken into account. 409 if the number of entities or the size of one would exceed its limit.
   *
   * `PATCH /api/entities`, scope `policies:write`.
   *
   * @param body
   *   - `entities?`: at most 10000 items
   *   - `actions?`: at most 1000 items, each 1 to 128 characters
   *   - `actionGroups?`
   *   - `types?`: at most 1000 items, each 1 to 128 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.entities.patch({
   *   entities: [{ type: "record", id: "chart-118", properties: { sensitive: false } }],
   * });
   */
  patch(body: PatchEntities, options?: RequestOptions): ApiPromise<EntitySetSummary>;

  /**
   * Delete an entity. Deletes one entity by its type and its id. Encode a `/` in the type or in the id as `%2F`, as the SDK does.
   *
   * `DELETE /api/entities/:type/:id`, scope `policies:write`.
   *
   * @param type Type of the entity, e.g. `record`; compared exactly: 1 to 128 characters.
   * @param id Id of the entity, unique in its type; compared exactly: 1 to 256 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.entities.delete("type", "id");
   */
  delete(type: string, id: string, options?: RequestOptions): ApiPromise<EntitySetSummary>;
}

/** Events. */
export interface ControlEvents {
  /**
   * Append an event. Appends an event and responds once the event is on disk. If you repeat an `Idempotency-Key` with an identical body, the response is the existing event. 409 for a different body, and for any body after the event was erased. The rate limit does not count this operation. 503 if the write capacity is exceeded.
   *
   * `POST /api/events`, scope `events:write`.
   *
   * @param body
   *   - `type`: 1 to 128 characters
   *   - `session?`: at most 256 characters
   *   - `ts?`: 0 or more
   *   - `data?`
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.events.create({
   *   type: "tool_call",
   *   session: "visit-118",
   *   data: { agentId: "triage-bot", tool: "chart.write", durationMs: 84 },
   * });
   */
  create(body: CreateEvent, options?: RequestOptions): ApiPromise<AppendedEvent>;

  /**
   * List events. Returns events sorted by position in the log, by default newest first; see `order`.
   *
   * `GET /api/events`, scope `events:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `agentId?`: 1 to 128 characters
   *   - `session?`: at most 256 characters
   *   - `type?`: 1 to 128 characters
   *   - `origin?`: "server" or "caller"
   *   - `outcome?`: "allow" or "deny" or "ask" or "transform"
   *   - `onBehalfOf?`: at most 400 characters
   *   - `from?`: 0 or more
   *   - `to?`: 0 or more
   *   - `order?`: "asc" or "desc"
   *   - `limit?`: 1 to 500
   *   - `cursor?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.control.events.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listEvents"]["query"], options?: RequestOptions): PagePromise<EventPage["events"][number], EventPage>;

  /**
   * Get an event. Returns one event in the form in which the log contains it.
   *
   * `GET /api/events/:id`, scope `events:read`.
   *
   * @param id Id of the event: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.events.get("evt_01jd0vcf5he7hb3m4k9s2t6w8x");
   */
  get(id: string, options?: RequestOptions): ApiPromise<EvidenceEvent>;
}

/** Evidence. */
export interface ControlEvidence {
  /**
   * Get the signed checkpoint of the log. Returns the signed state of the log. A checkpoint that you save later proves that no earlier event was changed. 409 if the log does not extend an earlier checkpoint, for example because an old backup was restored. The server never signs a log in this state.
   *
   * `GET /api/evidence/checkpoint`, scope `evidence:read`.
   *
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.evidence.checkpoint();
   */
  checkpoint(options?: RequestOptions): ApiPromise<Checkpoint>;

  /**
   * Prove that an event is in the log. Returns an inclusion proof in the tree over the first `size` events; by default over all events.
   *
   * `GET /api/evidence/proof/inclusion`, scope `evidence:read`.
   *
   * @param query
   *   - `seq?`: 1 or more
   *   - `eventId?`: 1 to 200 characters
   *   - `size?`: 1 or more
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.evidence.inclusionProof();
   */
  inclusionProof(query?: Operations["getInclusionProof"]["query"], options?: RequestOptions): ApiPromise<InclusionProof>;

  /**
   * Prove that the log is append-only. Returns a consistency proof from the size `first` to the size `second`; by default to the current size.
   *
   * `GET /api/evidence/proof/consistency`, scope `evidence:read`.
   *
   * @param query
   *   - `first`: 1 or more
   *   - `second?`: 1 or more
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.evidence.consistencyProof({ first: 1 });
   */
  consistencyProof(query: Operations["getConsistencyProof"]["query"], options?: RequestOptions): ApiPromise<ConsistencyProof>;

  /**
   * Erase event data. Erases either all requested events or none. Deletes their data and salts. The leaves stay, so that all proofs remain valid. In the same transaction, appends an `evidence_erased` event that contains the event ids and the reason. 409 if a requested event is itself an `evidence_erased` event.
   *
   * `POST /api/evidence/erase`, scope `settings:write`.
   *
   * @param body
   *   - `events`: 1 to 1000 items, each 1 to 200 characters
   *   - `reason`: 1 to 10000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.evidence.erase({
   *   events: ["evt_01jd0vcf5he7hb3m4k9s2t6w8x"],
   *   reason: "Request of the patient, ticket 8120",
   * });
   */
  erase(body: EraseEvents, options?: RequestOptions): ApiPromise<Erasure>;

  /**
   * Get the public signing keys. Returns the public keys that verify checkpoints and records. Save a copy while you trust the server.
   *
   * `GET /.well-known/jwks.json`, no key needed.
   *
   * @throws {ApiError} 405, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.evidence.keys();
   */
  keys(options?: RequestOptions): ApiPromise<SigningKeySet>;
}

/** Policies. */
export interface ControlPolicies {
  /**
   * Create a policy. Stores the first version. If the id exists with identical contents, returns the stored policy; 409 for different contents. 400 for an invalid text, and for a misspelt name in an active, enforced policy. Each fault has its line and column, and the version in force does not change. 403 for ids of the baseline, which are reserved.
   *
   * `POST /api/policies`, scope `policies:write`.
   *
   * @param body
   *   - `id`: at most 128 characters
   *   - `name?`: 1 to 200 characters
   *   - `description?`: at most 10000 characters
   *   - `language?`: "cedar"
   *   - `text`: 1 to 65536 characters
   *   - `mode?`: "enforce" or "shadow"
   *   - `status?`: "draft" or "active" or "retired"
   *   - `outcome?`: "deny" or "ask" or "transform"
   *   - `code?`: at most 64 characters
   *   - `severity?`: "low" or "medium" or "high" or "critical"
   *   - `tests?`: at most 100 items
   *   - `unknownNames?`: "refuse" or "allow"
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.create({
   *   id: "chart-exports",
   *   name: "Chart exports",
   *   text: "@message(\"Exports of charts wait for a human.\")\nforbid (principal is agent, action, resource == tool::\"chart.export\")\nunless { context.facts.approved };\n",
   *   outcome: "ask",
   *   code: "export_needs_approval",
   *   tests: [
   *     {
   *       name: "requires approval for chart exports",
   *       request: { resource: { type: "tool", id: "chart.export" } },
   *       expect: "ask",
   *     },
   *   ],
   * });
   */
  create(body: CreatePolicy, options?: RequestOptions): ApiPromise<StoredPolicy>;

  /**
   * List policies. Returns the baseline, then the workspace's own policies by id: the latest version of each, without text and tests.
   *
   * `GET /api/policies`, scope `policies:read`.
   *
   * Await the call for the array, or use `for await` to iterate over its items.
   *
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.control.policies.list()) console.log(item);
   */
  list(options?: RequestOptions): PagePromise<PolicyList[number], PolicyList>;

  /**
   * Validate a policy's text. Validates a policy text without storing it. Makes the checks that creating a policy with this mode, status and treatment of unknown names would make. Returns 200 for an invalid text too.
   *
   * `POST /api/policies/validate`, scope `policies:read`.
   *
   * @param body
   *   - `text`: 1 to 65536 characters
   *   - `outcome?`: "deny" or "ask" or "transform"
   *   - `mode?`: "enforce" or "shadow"
   *   - `status?`: "draft" or "active" or "retired"
   *   - `unknownNames?`: "refuse" or "allow"
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.validate({
   *   text: "@message(\"Exports of charts wait for a human.\")\nforbid (principal is agent, action, resource == tool::\"chart.export\")\nunless { context.facts.approved };\n",
   * });
   */
  validate(body: ValidatePolicy, options?: RequestOptions): ApiPromise<PolicyValidation>;

  /**
   * Simulate a draft on past decisions. Recomputes the latest decisions from the evidence log with the draft, and lists decisions with a changed outcome. Decisions that cannot be recomputed are listed with the reason, and those that remain after 2,000,000,000 steps of cost or 30 seconds with `budget_spent`. Changes nothing. 429 if 4 computations of the workspace already wait; 422 if the data need too much memory.
   *
   * `POST /api/policies/simulate`, scope `policies:read`.
   *
   * @param body
   *   - `policyId?`: at most 128 characters
   *   - `text?`: 1 to 65536 characters
   *   - `outcome?`: "deny" or "ask" or "transform"
   *   - `code?`: at most 64 characters
   *   - `agentId?`: 1 to 128 characters
   *   - `last?`: 1 to 1000
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.simulate({
   *   text: "@message(\"Exports of charts wait for a human.\")\nforbid (principal is agent, action, resource == tool::\"chart.export\")\nunless { context.facts.approved };\n",
   *   outcome: "ask",
   *   last: 100,
   * });
   */
  simulate(body: SimulatePolicy, options?: RequestOptions): ApiPromise<PolicySimulation>;

  /**
   * Get a policy. Returns the latest or the requested version, with the unknown names in its policy text.
   *
   * `GET /api/policies/:id`, scope `policies:read`.
   *
   * @param id Id of the policy: 1 to 200 characters.
   * @param query
   *   - `version?`: 1 to 2147483647
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.get("no-prescriptions");
   */
  get(id: string, query?: Operations["getPolicy"]["query"], options?: RequestOptions): ApiPromise<PolicyDetails>;

  /**
   * Create a policy's next version. Stores a new version; versions never change. If the contents equal the latest version, returns that version. 400 for an invalid text, and for a misspelt name in an active, enforced policy. Each fault has its line and column, and the version in force does not change. Baseline policies cannot change: 403.
   *
   * `PUT /api/policies/:id`, scope `policies:write`.
   *
   * @param id Id of the policy: 1 to 200 characters.
   * @param body
   *   - `name?`: 1 to 200 characters
   *   - `description?`: at most 10000 characters
   *   - `language?`: "cedar"
   *   - `text`: 1 to 65536 characters
   *   - `mode?`: "enforce" or "shadow"
   *   - `status?`: "draft" or "active" or "retired"
   *   - `outcome?`: "deny" or "ask" or "transform"
   *   - `code?`: at most 64 characters
   *   - `severity?`: "low" or "medium" or "high" or "critical"
   *   - `tests?`: at most 100 items
   *   - `unknownNames?`: "refuse" or "allow"
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.replace("no-prescriptions", {
   *   name: "Chart exports",
   *   text: "@message(\"Exports of charts wait for a human.\")\nforbid (principal is agent, action, resource == tool::\"chart.export\")\nunless { context.facts.approved };\n",
   *   outcome: "ask",
   *   code: "export_needs_approval",
   *   tests: [
   *     {
   *       name: "requires approval for chart exports",
   *       request: { resource: { type: "tool", id: "chart.export" } },
   *       expect: "ask",
   *     },
   *   ],
   * });
   */
  replace(id: string, body: ReplacePolicy, options?: RequestOptions): ApiPromise<StoredPolicy>;

  /**
   * List a policy's versions. Returns the versions, the newest first.
   *
   * `GET /api/policies/:id/versions`, scope `policies:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param id Id of the policy: 1 to 200 characters.
   * @param query
   *   - `limit?`: 1 to 100
   *   - `cursor?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.control.policies.versions("no-prescriptions", { limit: 100 })) console.log(item);
   */
  versions(id: string, query?: Operations["listPolicyVersions"]["query"], options?: RequestOptions): PagePromise<PolicyVersions["versions"][number], PolicyVersions>;

  /**
   * Roll back to an earlier version. Stores a new version with the contents and the status of an earlier version. The names in its text are checked again. Baseline policies cannot change: 403.
   *
   * `POST /api/policies/:id/rollback`, scope `policies:write`.
   *
   * @param id Id of the policy: 1 to 200 characters.
   * @param body
   *   - `version`: 1 to 2147483647
   *   - `unknownNames?`: "refuse" or "allow"
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.rollback("no-prescriptions", { version: 1 });
   */
  rollback(id: string, body: RollbackPolicy, options?: RequestOptions): ApiPromise<StoredPolicy>;

  /**
   * Run a policy's test cases. Evaluates each case with this policy only, without the baseline. Also accepts baseline policies.
   *
   * `POST /api/policies/:id/test`, scope `policies:read`.
   *
   * @param id Id of the policy: 1 to 200 characters.
   * @param body
   *   - `version?`: 1 to 2147483647
   *   - `tests?`: at most 100 items
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.test("no-prescriptions");
   */
  test(id: string, body?: TestPolicy, options?: RequestOptions): ApiPromise<PolicyTestReport>;
}

/** Approvals. */
export interface ControlApprovals {
  /**
   * List approvals. Returns approvals, the newest first.
   *
   * `GET /api/approvals`, scope `approvals:read`.
   *
   * Await the call for one page; `for await` iterates over the items of all pages.
   *
   * @param query
   *   - `status?`: "pending" or "approved" or "rejected" or "withdrawn" or "used" or "expired"
   *   - `agentId?`: 1 to 256 characters
   *   - `tool?`: 1 to 256 characters
   *   - `from?`: 0 or more
   *   - `to?`: 0 or more
   *   - `limit?`: 1 to 100
   *   - `cursor?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.control.approvals.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listApprovals"]["query"], options?: RequestOptions): PagePromise<ApprovalPage["approvals"][number], ApprovalPage>;

  /**
   * Get an approval. Returns one approval by its id.
   *
   * `GET /api/approvals/:id`, scope `approvals:read`.
   *
   * @param id Id of the approval: 1 to 200 characters.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.approvals.get("apr_01jd0vdm2qf8rt6y3w9k5c1b7n");
   */
  get(id: string, options?: RequestOptions): ApiPromise<Approval>;

  /**
   * Approve or reject a request. Approves or rejects a call. The requester's owner, and a key that does not meet `approverRequirement`, get 403. The approval is pending until `requiredApprovals` owners have approved; the owner of a key is its reviewer, else the key itself. One rejection is final. A repeated decision changes nothing. 409 for a late decision. An approval permits one use, for which the policies are evaluated again.
   *
   * `POST /api/approvals/:id/decision`, scope `approvals:decide`.
   *
   * @param id Id of the approval: 1 to 200 characters.
   * @param body
   *   - `decision`: "approve" or "reject"
   *   - `reason?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.approvals.decide("apr_01jd0vdm2qf8rt6y3w9k5c1b7n", { decision: "approve", reason: "The patient agreed." });
   */
  decide(id: string, body: DecideApproval, options?: RequestOptions): ApiPromise<Approval>;

  /**
   * Withdraw a request or an approval. The requester's owner ends the approval (scope `authorize`; status `withdrawn`, final). An approver takes back their own approval (scope `approvals:decide`; status `pending`). 409 for an approval that is used, rejected, withdrawn or expired.
   *
   * `POST /api/approvals/:id/withdraw`, scope `authorize` or `approvals:decide`.
   *
   * @param id Id of the approval: 1 to 200 characters.
   * @param body
   *   - `reason?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.approvals.withdraw("apr_01jd0vdm2qf8rt6y3w9k5c1b7n", { reason: "The call is no longer needed." });
   */
  withdraw(id: string, body?: WithdrawApproval, options?: RequestOptions): ApiPromise<Approval>;
}

/** Records. */
export interface ControlRecords {
  /**
   * Sign a decision record. Signs a decision. If the body has a `decisionId` in the evidence log, the record contains the logged content and its inclusion proof (`recorded`); 409 if the body contradicts the log. If the decision is not in the log, the record is `asserted`. 400 `not_canonicalizable` for ambiguous JSON, such as a duplicate member.
   *
   * `POST /api/verification-record/sign`, scope `records:sign`.
   *
   * @param body The decision itself, `{decision}` with the decision as its only member, or `{decisionId}`. At most 1048576 bytes with 60 levels of nesting.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.records.sign({ decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x" });
   */
  sign(body: DecisionToSeal, options?: RequestOptions): ApiPromise<VerificationRecord>;

  /**
   * Verify a signed record. Verifies a record. Returns 200 for every object. `valid` is true only if the content has exactly the signed values; otherwise `code` contains the reason. Member order, white space and the spelling of numbers and texts do not matter. 400 for an empty body, and for JSON other than an object. A record that this installation issued is also compared with the workspace's log.
   *
   * `POST /api/verification-record/verify`, scope `records:verify`.
   *
   * @param body A record: either the body itself, or the value of the body's only member, which is named `record` or `envelope`. Any other content is reported as invalid.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.records.verify({
   *   kind: "service.verification_record.envelope.v1",
   *   id: "rec_01jd0vdr4sg9tv7z4x0m6d2c8p",
   *   issuer: "https://assay.example.org",
   *   workspaceId: "0190a5f2-7e10-7000-8000-000000000000",
   *   issuedAt: 1772443860000,
   *   provenance: "recorded",
   *   payloadType: "application/vnd.assay.policy-decision+json",
   *   payload: {
   *     decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x",
   *     agentId: "triage-bot",
   *     outcome: "allow",
   *     decision: true,
   *     subject: { type: "agent", id: "triage-bot" },
   *     action: { name: "tools/call" },
   *     resource: { type: "tool", id: "chart.write" },
   *     said: {
   *       args: {},
   *       context: {},
   *       subjectProperties: {},
   *       actionProperties: {},
   *       resourceProperties: {},
   *     },
   *     redacted: [],
   *     facts: {
   *       agentKnown: true,
   *       agentActive: true,
   *       agentAuthenticated: false,
   *       agentGroups: [],
   *       toolGroups: [],
   *       agentStatus: "active",
   *       toolDeclared: true,
   *       boundary: "default",
   *       egressInside: true,
   *       egressHosts: [],
   *       egressOutside: [],
   *       secretsFound: 0,
   *       secretTypes: [],
   *       risk: "low",
   *       riskRank: 0,
   *       approved: false,
   *       rateExceeded: false,
   *       budgetExceeded: false,
   *       now: {
   *         date: "2026-03-02",
   *         dayOfWeek: 1,
   *         epochMs: 1772443800000,
   *         hour: 9,
   *         instant: "2026-03-02T09:30:00.000Z",
   *         minute: 30,
   *         zone: "UTC",
   *       },
   *     },
   *     reasons: [
   *       {
   *         policyId: "latch-1",
   *         version: 1,
   *         outcome: "allow",
   *         code: "permitted",
   *         message: "The tool is one of those that the agent declares.",
   *       },
   *     ],
   *     shadow: [],
   *     policySet: {
   *       digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
   *       policies: [],
   *       unresolved: [],
   *     },
   *     inputDigest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
   *     evaluatedAt: 1772443800000,
   *   },
   *   payloadDigest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
   *   canonicalization: "RFC8785",
   *   signatures: [
   *     {
   *       alg: "Ed25519",
   *       kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
   *       sig: "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F-FnZ-O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA",
   *     },
   *   ],
   *   inclusion: {
   *     event: {
   *       eventId: "evt_01jd0vcf5he7hb3m4k9s2t6w8x",
   *       ts: 1772443800000,
   *       receivedAt: 1772443800000,
   *       session: "visit-118",
   *       type: "policy_decision",
   *       origin: "server",
   *       salt: "l2QkTzq0qk8Jc2f4o8bV1dJm3m0n7h0m4sV9sE6cQxA",
   *       dataCommit: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
   *     },
   *     seq: 1,
   *     index: 0,
   *     leafHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
   *     treeSize: 2,
   *     hashes: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
   *     rootHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
   *     checkpoint: "assay/log/0190a5f2-7e10-7000-8000-000000000000\n42\nn4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=\n\n— assay/log/0190a5f2-7e10-7000-8000-000000000000 Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n",
   *   },
   * });
   */
  verify(body: RecordToVerify, options?: RequestOptions): ApiPromise<RecordVerification>;
}

/** Health. */
export interface Health {
  /**
   * Check liveness. Responds as long as the process runs, without using the database or any other component.
   *
   * `GET /healthz`, no key needed.
   *
   * @throws {ApiError} 405, 500 InternalServerError.
   * @example
   * const answer = await assay.health.live();
   */
  live(options?: RequestOptions): ApiPromise<Liveness>;

  /**
   * Check readiness. Returns 200 if the database responds and its schema matches. If not, and during shutdown, returns 503.
   *
   * `GET /readyz`, no key needed.
   *
   * @throws {ApiError} 405, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.health.ready();
   */
  ready(options?: RequestOptions): ApiPromise<Readiness>;
}

/** Every resource of the client. */
export class Resources {
  /**
   * Get the caller. Returns the API key of the request with its scopes, its workspace, and the reviewer or agent for whom it acts.
   *
   * `GET /v1/me`, any key.
   *
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.me();
   */
  declare readonly me: (options?: RequestOptions) => ApiPromise<Caller>;
  /** API keys. */
  declare readonly apiKeys: ApiKeys;
  /** Projects. */
  declare readonly projects: Projects;
  /** Datasets. */
  declare readonly datasets: Datasets;
  /** Samples. */
  declare readonly samples: Samples;
  /** Models. */
  declare readonly models: Models;
  /** Evaluations. */
  declare readonly evaluations: Evaluations;
  /** Custom evaluators. */
  declare readonly customEvaluatorSecret: CustomEvaluatorSecret;
  /** Guideline sets. */
  declare readonly guidelineSets: GuidelineSets;
  /** Reviews. */
  declare readonly reviews: Reviews;
  /** Scores. */
  declare readonly scores: Scores;
  /** Webhooks. */
  declare readonly webhooks: Webhooks;
  /** Exports. */
  declare readonly exports: Exports;
  /** Authorize. */
  declare readonly control: Control;
  /** Health. */
  declare readonly health: Health;
}
