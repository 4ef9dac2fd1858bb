// Written by `npm run generate` from the contract. Do not edit.
import type { ApiPromise } from "../client/api-promise.ts";
import type { PagePromise } from "../client/page.ts";
import type { RequestOptions, UploadBody } from "../client/transport/transport.ts";
import type { Agent, AgentList, AnalyzeThresholds, ApiKey, AppendedEvent, Approval, ApprovalPage, Authorization, Authorizations, Authorize, AuthorizeBatch, CancelledEvaluation, Checkpoint, CompareEvaluations, Comparison, ConsistencyProof, CreateAgent, CreateApiKey, CreateDataset, CreateEvaluation, CreateEvent, CreateExport, CreateGuidelineSet, CreateModel, CreateOutputs, CreatePolicy, CreateProject, CreateReviewTask, CreateReviewer, CreateRubric, CreateSamples, CreateWebhook, CreatedApiKey, CreatedSamples, CreatedWebhook, Dataset, DecideApproval, DecisionToSeal, DeletedDataset, DeletedWebhook, Done, EffectivePolicies, EntityPage, EntitySetSummary, EraseEvents, Erasure, Evaluation, EvaluationScores, EventPage, EvidenceEvent, Export, GuidelineSet, ImportSummary, InclusionProof, Liveness, MeasureReliability, Model, MoveAgent, Operations, OutputsSummary, PatchEntities, Policy, PolicyList, PolicySimulation, PolicyTestReport, PolicyValidation, PolicyVersions, Project, ProjectMetrics, PutEntities, PutSettings, Readiness, ReassignReviewTask, RecordToVerify, RecordVerification, Reliability, ReplacePolicy, Review, ReviewTask, Reviewer, ReviewerQueue, ReviewerStatistics, RollbackPolicy, RotateAgentKey, RotateApiKey, RotateCustomEvaluatorSecret, RotateWebhookSecret, RotatedApiKey, RotatedCustomEvaluatorSecret, RotatedWebhook, Rubric, Sample, SampleScores, ScoreTrends, SetAgentPolicies, Settings, SettleDecision, Settlement, SigningKeySet, SimulatePolicy, SubmitReview, TestPolicy, ThresholdAnalysis, UpdateAgent, UpdateDataset, UpdateReviewer, UpdateWebhook, ValidatePolicy, VerificationRecord, Webhook, WebhookDelivery } from "./types.ts";

/** API keys. */
export interface ApiKeys {
  /**
   * Create an API key. The secret is in this answer only; a keyed hash of it is stored.
   *
   * `POST /v1/api_keys`, scope `keys:admin`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `scopes?`: 1 to 32 items, each one of `Scope`
   *   - `preset?`: "admin" or "developer" or "reviewer" or "agent" or "viewer"
   *   - `projects?`: 1 to 100 items, each 1 to 200 characters
   *   - `reviewer?`: 1 to 200 characters
   *   - `expires_at?`: ISO 8601 with a time zone
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.apiKeys.create({ name: "Nightly evaluation", scopes: ["datasets:read", "evaluations:write"] });
   */
  create(body: CreateApiKey, options?: RequestOptions): ApiPromise<CreatedApiKey>;

  /**
   * List API keys. Newest first, revoked and expired ones included, never with a secret.
   *
   * `GET /v1/api_keys`, scope `keys:admin`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Revoke an API key. The key stops working in every server process within 5 seconds. Revoking it again changes nothing.
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
   * Give an API key a new secret. The old secret works on for the grace period. A revoked or expired key cannot be rotated: 409.
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
   * Create a project. A project holds datasets and evaluations. A key restricted to projects may not create one.
   *
   * `POST /v1/projects`, scope `projects:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `description?`: at max 10000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.projects.create({ name: "Nurse line" });
   */
  create(body: CreateProject, options?: RequestOptions): ApiPromise<Project>;

  /**
   * List projects. Newest first.
   *
   * `GET /v1/projects`, scope `projects:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Get a project. One project by its id.
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
   * Create a dataset. An empty dataset in a project; add samples next. An unknown project is refused with 422.
   *
   * `POST /v1/datasets`, scope `datasets:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `description?`: at max 10000 characters
   *   - `project`: 1 to 200 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.datasets.create({ name: "Calls of February", project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2" });
   */
  create(body: CreateDataset, options?: RequestOptions): ApiPromise<Dataset>;

  /**
   * List datasets. Newest first; all, or those of one project.
   *
   * `GET /v1/datasets`, scope `datasets:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Get a dataset. One dataset by its id.
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
   * Change a dataset's name, description or state. Changes what is named and leaves the rest; does not make a new version.
   *
   * `PATCH /v1/datasets/:id`, scope `datasets:write`.
   *
   * @param id Id of the dataset: 1 to 200 characters.
   * @param body
   *   - `name?`: 1 to 200 characters
   *   - `description?`: at max 10000 characters
   *   - `archived?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.datasets.update("ds_01jd0v6c9tf0prpc9h1yhw6y6s", { description: "Calls of February 2026, adults only" });
   */
  update(id: string, body: UpdateDataset, options?: RequestOptions): ApiPromise<Dataset>;

  /**
   * Delete a dataset. Deletes the dataset, its samples and outputs. One that an evaluation has used stays: 409; archive it instead.
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
   * List a dataset's versions. Each change of the samples or outputs, newest first. Evaluations read the version they were created with.
   *
   * `GET /v1/datasets/:id/versions`, scope `datasets:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Add samples. Adds up to 1,000 samples, all or none, as one new version of the dataset.
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
   * Import samples from a file. Streams JSON Lines, one JSON array or a table (`text/csv`) of rows `{id|external_id, input, output, expected, metadata, tags, split, cluster_id}` into the dataset, up to 1 GiB. Each fault is named with its line. A table's header names these fields, dots nest (`expected.triage_level`); a cell of input, output, expected or metadata that is JSON is parsed.
   *
   * `POST /v1/datasets/:id/samples/import`, scope `datasets:write`.
   *
   * @param id Id of the dataset: 1 to 200 characters.
   * @param body the file, sent unchanged: `{ content, contentType }`.
   * @param query
   *   - `mode?`: "create" or "append" or "update"
   *   - `on_error?`: "abort" or "skip"
   *   - `delimiter?`: "," or ";" or "tab" or "auto"
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.samples.import("ds_01jd0v6c9tf0prpc9h1yhw6y6s", { content: "…", contentType: "application/x-ndjson" });
   */
  import(id: string, body: UploadBody, query?: Operations["importSamples"]["query"], options?: RequestOptions): ApiPromise<ImportSummary>;

  /**
   * List a dataset's samples. In dataset order, of the present version or an earlier one.
   *
   * `GET /v1/datasets/:id/samples`, scope `datasets:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Get a sample. One sample by its id, as it is now.
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
   * Store a model's outputs. What one model answered to samples of the dataset; an evaluation with `model` scores these. All are stored or none; an output sent again replaces the one before. JSON takes 1,000 at a time; JSON Lines of `{sample|external_id, output}`, with the model in the query, are streamed, up to 1 GiB.
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
   * Register a model. 201 when it is new; 200 with the stored record when the same name, version and metadata are there already; 409 when the metadata differ.
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
   * List models. Newest first; all, or those of one name.
   *
   * `GET /v1/models`, scope `models:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Get a model. One model by its id.
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
   * Create an evaluation. Runs evaluators over the samples of a dataset as it is now, in the background. No sample left by the filter: 422 `no_samples`.
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
   * List evaluations. Newest first; by project, dataset or status.
   *
   * `GET /v1/evaluations`, scope `evaluations:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Get an evaluation. One evaluation with its progress, and with its results once it has completed.
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
   * List an evaluation's results. One item per sample and evaluator, in dataset order; those written so far while it runs.
   *
   * `GET /v1/evaluations/:id/results`, scope `evaluations:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @param id Id of the evaluation: 1 to 200 characters.
   * @param query
   *   - `evaluator?`: 1 to 200 characters
   *   - `score_below?`: 0 to 100
   *   - `flagged?`: true or false
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.evaluations.results("eval_01jd0v9rx6e6wvj6w3fd0qk3ga", { limit: 100 })) console.log(item);
   */
  results(id: string, query?: Operations["listEvaluationResults"]["query"], options?: RequestOptions): PagePromise<Operations["listEvaluationResults"]["responses"][200]["data"][number]>;

  /**
   * Cancel an evaluation. Stops a pending or running evaluation and keeps the results so far. Cancelled already: the same answer again. Completed or failed: 409.
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
   * Compare two evaluations. Compares the automated scores of the same samples, with test, interval and verdict. Same request, same answer. Not completed: 409. No sample that both scored: 422 `not_comparable`.
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
}

/** Custom evaluators. */
export interface CustomEvaluatorSecret {
  /**
   * Make a new secret for custom evaluators. Calls to custom evaluators without a secret of their own are signed with the workspace's. It is shown in this answer only; the one before works on for the grace period.
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
   * Store a guideline set. 201 when it is new; 200 with the stored record when the same contents are there already; 409 when the contents differ or the name is that of a built-in set. A stored set is never changed.
   *
   * `POST /v1/guideline_sets`, scope `evaluations:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `questions?`: at max 200 items
   *   - `required_actions?`: at max 200 items, each 1 to 200 characters
   *   - `forbidden_actions?`: at max 200 items, each 1 to 200 characters
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
   * List guideline sets. The stored ones, newest first; the built-in ones are not among them.
   *
   * `GET /v1/guideline_sets`, scope `evaluations:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Submit a review. One review for each task, sample and reviewer; submitting again makes a new revision of it. A refused review can be corrected and sent again under the same Idempotency-Key. On a pool task with an open place it claims one.
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
   *   - `notes?`: at max 10000 characters
   *   - `flags?`: at max 50 items, each 1 to 200 characters
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
   * List reviews. Newest first, each in its present revision. `flags` finds reviews that have any of them.
   *
   * `GET /v1/reviews`, scope `reviews:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `task?`: 1 to 200 characters
   *   - `sample?`: 1 to 200 characters
   *   - `reviewer?`: 1 to 200 characters
   *   - `has_override?`: true or false
   *   - `flags?`: at max 50 items, each 1 to 200 characters
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listReviews"]["query"], options?: RequestOptions): PagePromise<Operations["listReviews"]["responses"][200]["data"][number]>;

  /**
   * Get the calling reviewer's queue. Samples of tasks that the calling reviewer holds and has not reviewed. The key must be a reviewer's.
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
   * Measure how far reviewers agree. Over samples that at least two reviewers graded in the period: of blind tasks what each wrote before seeing anything, of others the present revision. 422 with fewer than two such samples.
   *
   * `POST /v1/reviews/reliability`, scope `reviews:read`.
   *
   * @param body
   *   - `project`: 1 to 200 characters
   *   - `dimension`: 1 to 100 characters
   *   - `period?`: at max 100 characters
   *   - `rubric?`: 1 to 200 characters
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
   * Get a review. One review in its present revision.
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
   * List the revisions of a review. The newest first, the present one included; none is ever changed or removed.
   *
   * `GET /v1/reviews/revisions/:id`, scope `reviews:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
}

/** Reviewers. */
export interface ReviewsReviewers {
  /**
   * Create a reviewer. Waiting tasks that the reviewer fits are assigned at once. A key acts as a reviewer when it was created with `reviewer`.
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
   * List reviewers. Newest first. `credentials` finds those who hold any of them, expired or not.
   *
   * `GET /v1/reviews/reviewers`, scope `reviews:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @param query
   *   - `project?`: 1 to 200 characters
   *   - `credentials?`: at max 50 items, each "MD" or "DO" or "NP" or "RN"
   *   - `available?`: true or false
   *   - `limit?`: 1 to 100
   *   - `after?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * for await (const item of assay.reviews.reviewers.list({ limit: 100 })) console.log(item);
   */
  list(query?: Operations["listReviewers"]["query"], options?: RequestOptions): PagePromise<Operations["listReviewers"]["responses"][200]["data"][number]>;

  /**
   * Get a reviewer. One reviewer by its id.
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
   * Change a reviewer. Who becomes unavailable, or no longer qualifies for a task, loses what they hold of it: it is assigned anew or goes back to the pool; reviews stay. Who becomes available or gains a credential gets waiting tasks at once.
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
   * Get a reviewer's statistics. Over reviews first submitted in the period, which ends now.
   *
   * `GET /v1/reviews/reviewers/:id/statistics`, scope `reviews:read`.
   *
   * @param id Id of the reviewer: 1 to 200 characters.
   * @param query
   *   - `period?`: at max 100 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.reviews.reviewers.statistics("rvr_01jd0vc1n8e4x9j2s6k3w7q5ht");
   */
  statistics(id: string, query?: Operations["getReviewerStatistics"]["query"], options?: RequestOptions): ApiPromise<ReviewerStatistics>;
}

/** Rubrics. */
export interface ReviewsRubrics {
  /**
   * Create a rubric. Stored as it is sent and never changed; another one of the same name in the project gets the next version.
   *
   * `POST /v1/reviews/rubrics`, scope `reviews:write`.
   *
   * @param body
   *   - `name`: 1 to 200 characters
   *   - `project`: 1 to 200 characters
   *   - `dimensions`: 1 to 50 items
   *   - `description?`: at max 10000 characters
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
   *       min: 1,
   *       max: 5,
   *     },
   *   ],
   * });
   */
  create(body: CreateRubric, options?: RequestOptions): ApiPromise<Rubric>;

  /**
   * List rubrics. Newest first.
   *
   * `GET /v1/reviews/rubrics`, scope `reviews:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Get a rubric. One rubric by its id.
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
   * Create a review task. `auto` and `manual` assign at once; when nobody fits the task waits as `pending` with `unassigned_reason` and is assigned as soon as somebody does.
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
   *   - `blind?`: true or false
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
   * List review tasks. Newest first.
   *
   * `GET /v1/reviews/tasks`, scope `reviews:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Get a review task. One task by its id.
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
   * Claim a review task. Takes an open place of the task for the calling reviewer, or takes up what is assigned to them. A claim lapses 30 minutes after it or the last review under it. 409 when no place is left.
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
   * Release a review task. The calling reviewer gives the task up; their reviews stay. `auto` looks for somebody else; the one who released it is not asked again.
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
   * Cancel a review task. Nobody can review it any more; reviews stay. Cancelling it again changes nothing; a completed task: 409.
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
   * Give a review task to a reviewer. The reviews of whoever held it stay. 422 when the reviewer does not qualify or is not available.
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
}

/** Scores. */
export interface Scores {
  /**
   * Get a sample's scores. What each completed evaluation says of one sample, effective beside automated. An evaluation that has not completed: 409.
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
   * Get an evaluation's scores. Its aggregates, with breakdown and distribution when asked for. Not completed: 409.
   *
   * `GET /v1/scores/evaluations/:evaluation_id`, scope `scores:read`.
   *
   * @param evaluation_id Id of the evaluation: 1 to 200 characters.
   * @param query
   *   - `include_distribution?`: true or false
   *   - `include_breakdown?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.scores.evaluation("eval_01jd0v9rx6e6wvj6w3fd0qk3ga");
   */
  evaluation(evaluation_id: string, query?: Operations["getEvaluationScores"]["query"], options?: RequestOptions): ApiPromise<EvaluationScores>;

  /**
   * Get a project's metrics. Scores of a period, by default the last 30 UTC days, beside the period of equal length before; at most 3660 days.
   *
   * `GET /v1/scores/projects/:project_id/metrics`, scope `scores:read`.
   *
   * @param project_id Id of the project: 1 to 200 characters.
   * @param query
   *   - `start_date?`: at max 40 characters
   *   - `end_date?`: at max 40 characters
   *   - `evaluator?`: 1 to 200 characters
   *   - `granularity?`: "daily" or "weekly" or "monthly"
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.scores.metrics("proj_01jd0v5c6ge4bsgz5mxjbvfzq2");
   */
  metrics(project_id: string, query?: Operations["getProjectMetrics"]["query"], options?: RequestOptions): ApiPromise<ProjectMetrics>;

  /**
   * Get a project's trend. One point an evaluation, at its `as_of`, else its completion; a drop that is more than chance is a regression.
   *
   * `GET /v1/scores/trends`, scope `scores:read`.
   *
   * @param query
   *   - `project`: 1 to 200 characters
   *   - `evaluator?`: 1 to 200 characters
   *   - `dataset?`: 1 to 200 characters
   *   - `model?`: 1 to 200 characters
   *   - `period?`: "7d" or "30d" or "90d" or "1y"
   *   - `include_regression_analysis?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.scores.trends({ project: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2" });
   */
  trends(query: Operations["getScoreTrends"]["query"], options?: RequestOptions): ApiPromise<ScoreTrends>;

  /**
   * Analyze thresholds. Holds the effective means of an evaluation against marks: a gate for releases. Not completed: 409. None completed, or an evaluator that was not run: 422.
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
   * Register a webhook. An endpoint of yours that is told of events by signed POST (Standard Webhooks). Its secret is in this answer only. `score.threshold_crossed` needs `config.thresholds`.
   *
   * `POST /v1/webhooks`, scope `webhooks:write`.
   *
   * @param body
   *   - `event_types`: 1 to 24 items, each one of `EventKind`
   *   - `url`: at max 2000 characters
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
   * List webhooks. Newest first, disabled ones included, never with a secret.
   *
   * `GET /v1/webhooks`, scope `webhooks:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Get a webhook. One endpoint by its id: its settings, and why it is disabled when it is.
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
   * Change a webhook. Changes what is named and leaves the rest. `enabled: true` enables an endpoint again that was disabled, with a clean record. A threshold that changes begins anew: the next score is its first. Of an endpoint that is given another `config.project`, deliveries that tell of others are deleted.
   *
   * `PATCH /v1/webhooks/:id`, scope `webhooks:write`.
   *
   * @param id Id of the webhook: 1 to 200 characters.
   * @param body
   *   - `event_types?`: 1 to 24 items, each one of `EventKind`
   *   - `url?`: at max 2000 characters
   *   - `config?`
   *   - `enabled?`: true or false
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.webhooks.update("whk_01jd0vc8hq2n4x6t9b3m5r7w1k", { enabled: true });
   */
  update(id: string, body: UpdateWebhook, options?: RequestOptions): ApiPromise<Webhook>;

  /**
   * Delete a webhook. Deletes the endpoint with its secrets and deliveries; nothing more is sent to it.
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
   * Send a test event. Sends the event `webhook.test` once, whatever the endpoint subscribes to; the list of deliveries says how it went. Disabled: 409.
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
   * Give a webhook a new secret. Messages are signed with both secrets until the grace is over.
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
   * List a webhook's deliveries. What was sent to the endpoint, and how it went; newest first, kept for 30 days.
   *
   * `GET /v1/webhooks/:id/deliveries`, scope `webhooks:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Send a delivery again. Sends the same message again under the same `webhook-id`, and tries as often as a new one. One that waits is sent now. Disabled: 409.
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
   * Export scores. Writes a file with one row per result of completed evaluations, in the background. An evaluation that has not completed: 409.
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
   * List exports. Newest first; those that have expired are among them.
   *
   * `GET /v1/scores/exports`, scope `exports:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
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
   * Get an export. One export: how far it is, and where its file is once it has completed.
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
   * Download an export. The file itself. Takes `Range` with one range of bytes, and `If-Range` with the `ETag`; with it as `If-None-Match` the answer is 304. Not completed, or expired: 409.
   *
   * `GET /v1/scores/exports/:id/content`, scope `exports:read`.
   *
   * Gives the response with its body unread.
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
   * Decide whether an agent may act. 200 for every outcome, once the `policy_decision` event is on the disk; 503 when it cannot be written: no evidence, no allow. Whatever goes wrong denies. A ceiling that is reached comes with `Retry-After`. Not counted by the rate limit.
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
   *   - `session?`: at max 256 characters
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
   * Decide on several requests. Each gets its own decision; all of them are written in one commit, or none is.
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
   * Settle what a call cost. The cost takes the place of what the decision reserved (`context.cost`). Again with the same cost changes nothing; with another one, or after `expiresAt`, when what was reserved counts as spent: 409.
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
   * Register an agent. The agent as it is stored. When the id is there already: the same agent when it is what is asked for, its key included (state and policies do not count), else 409.
   *
   * `POST /api/agents`, scope `agents:write`.
   *
   * @param body
   *   - `id`: at max 128 characters
   *   - `name?`: 1 to 200 characters
   *   - `source?`: "builtin" or "url" or "github" or "fork"
   *   - `baseUrl?`: at max 2000 characters
   *   - `apiKey?`: 1 to 4096 characters
   *   - `tools?`: at max 200 items, each 1 to 128 characters
   *   - `categories?`: at max 50 items, each 1 to 200 characters
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
  create(body: CreateAgent, options?: RequestOptions): ApiPromise<Agent>;

  /**
   * List agents. All of the workspace, the newest first, as a bare array.
   *
   * `GET /api/agents`, scope `agents:read`.
   *
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.list();
   */
  list(options?: RequestOptions): ApiPromise<AgentList>;

  /**
   * Get an agent. One agent by its id.
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
   * Change an agent. Changes what is named and leaves the rest. `status` moves it as the routes of their own do, and to `retired`; 409 for a state that does not follow the present one.
   *
   * `PATCH /api/agents/:id`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `name?`: 1 to 200 characters
   *   - `source?`: "builtin" or "url" or "github" or "fork"
   *   - `baseUrl?`: at max 2000 characters
   *   - `tools?`: at max 200 items, each 1 to 128 characters
   *   - `categories?`: at max 50 items, each 1 to 200 characters
   *   - `runtime?`
   *   - `status?`: "pending" or "active" or "suspended" or "quarantined" or "retired"
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.update("triage-bot", { tools: ["chart.read"], runtime: { boundary: "clinic" } });
   */
  update(id: string, body: UpdateAgent, options?: RequestOptions): ApiPromise<Agent>;

  /**
   * Delete an agent. Deletes the agent and its key; it may do nothing from now on. Its evidence stays.
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
   * Set an agent's attached policies. Sets the whole list. The baseline is added when it is decided and not stored. An id that is not in the catalog is stored, and denies whatever the agent asks until it is there.
   *
   * `PUT /api/agents/:id/policies`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `policyIds`: at max 1000 items, each 1 to 128 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.setPolicies("triage-bot", { policyIds: ["no-prescriptions"] });
   */
  setPolicies(id: string, body: SetAgentPolicies, options?: RequestOptions): ApiPromise<Agent>;

  /**
   * Get the policies that an agent is under. The baseline and the attached ones, with the versions that decide.
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
   * Suspend an agent. The agent is suspended from now on; again changes nothing. From `active` or `quarantined`; 409 from any other state.
   *
   * `POST /api/agents/:id/suspend`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `reason?`: at max 10000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.suspend("triage-bot", { reason: "Prescribed twice last night." });
   */
  suspend(id: string, body?: MoveAgent, options?: RequestOptions): ApiPromise<Agent>;

  /**
   * Activate an agent. The agent is active from now on; again changes nothing. From `pending` or `suspended`; 409 from any other state.
   *
   * `POST /api/agents/:id/activate`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `reason?`: at max 10000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.activate("triage-bot", { reason: "Prescribed twice last night." });
   */
  activate(id: string, body?: MoveAgent, options?: RequestOptions): ApiPromise<Agent>;

  /**
   * Quarantine an agent. The agent is quarantined from now on; again changes nothing. From `active` or `suspended`; 409 from any other state.
   *
   * `POST /api/agents/:id/quarantine`, scope `agents:write`.
   *
   * @param id Id of the agent: 1 to 200 characters.
   * @param body
   *   - `reason?`: at max 10000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.agents.quarantine("triage-bot", { reason: "Prescribed twice last night." });
   */
  quarantine(id: string, body?: MoveAgent, options?: RequestOptions): ApiPromise<Agent>;

  /**
   * Replace an agent's key. The new key takes the place of the present one at once; the same key changes nothing.
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
  rotateKey(id: string, body: RotateAgentKey, options?: RequestOptions): ApiPromise<Agent>;
}

/** Settings. */
export interface ControlSettings {
  /**
   * Get the workspace's settings. The limits that the baseline policies go by. They can tighten the baseline, never lift it.
   *
   * `GET /api/settings`, scope `policies:read`.
   *
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.settings.get();
   */
  get(options?: RequestOptions): ApiPromise<Settings>;

  /**
   * Set the workspace's settings. Takes the place of all settings. They hold for decisions from now on; the change is kept in the evidence log.
   *
   * `PUT /api/settings`, scope `settings:write`.
   *
   * @param body
   *   - `toolRisk?`
   *   - `rateCeiling?`
   *   - `spendCeiling?`
   *   - `boundaries?`
   *   - `updatedAt?`: 0 or more
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.settings.put({
   *   toolRisk: { "chart.write": "high" },
   *   rateCeiling: { calls: 600, windowSeconds: 60 },
   *   spendCeiling: null,
   *   boundaries: { clinic: { allowedHosts: ["api.example.org", "*.clinic.example.org:443"] } },
   * });
   */
  put(body?: PutSettings | Settings, options?: RequestOptions): ApiPromise<Settings>;
}

/** Entities. */
export interface ControlEntities {
  /**
   * List entities and actions. By type and id, in the order of their bytes; all, or those of one type.
   *
   * `GET /api/entities`, scope `policies:read`.
   *
   * @param query
   *   - `type?`: 1 to 128 characters
   *   - `limit?`: 1 to 100
   *   - `cursor?`: 1 to 4000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.entities.list();
   */
  list(query?: Operations["listEntities"]["query"], options?: RequestOptions): ApiPromise<EntityPage>;

  /**
   * Replace all entities and actions. In one go: whoever reads meanwhile sees the set before or the one after.
   *
   * `PUT /api/entities`, scope `policies:write`.
   *
   * @param body
   *   - `entities?`: at max 10000 items
   *   - `actions?`: at max 1000 items, each 1 to 128 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.entities.put({
   *   entities: [
   *     {
   *       type: "record",
   *       id: "chart-118",
   *       properties: { owner: "ada", sensitive: true },
   *     },
   *   ],
   *   actions: ["chart.read", "chart.write"],
   * });
   */
  put(body?: PutEntities, options?: RequestOptions): ApiPromise<EntitySetSummary>;

  /**
   * Add or change entities and actions. In one go, or not at all. 409 when there would be more entities than a workspace may have, or one larger than it may be.
   *
   * `PATCH /api/entities`, scope `policies:write`.
   *
   * @param body
   *   - `entities?`: at max 10000 items
   *   - `actions?`: at max 1000 items, each 1 to 128 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.entities.patch({
   *   entities: [{ type: "record", id: "chart-118", properties: { sensitive: false } }],
   * });
   */
  patch(body: PatchEntities, options?: RequestOptions): ApiPromise<EntitySetSummary>;

  /**
   * Delete an entity. Deletes one entity by its type and its id; a `/` in either is sent as `%2F`, as the SDK does.
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
   * Append an event. Answers once the event is on the disk. With an `Idempotency-Key` that an event of the workspace has already, the same body is answered with that event, another one with 409; once that event is erased, any body with 409. Not counted by the rate limit; 503 when more is sent than can be written.
   *
   * `POST /api/events`, scope `events:write`.
   *
   * @param body
   *   - `type`: 1 to 128 characters
   *   - `session?`: at max 256 characters
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
   * List events. By place in the log, the newest first unless `order` says otherwise.
   *
   * `GET /api/events`, scope `events:read`.
   *
   * @param query
   *   - `agentId?`: 1 to 128 characters
   *   - `session?`: at max 256 characters
   *   - `type?`: 1 to 128 characters
   *   - `origin?`: "server" or "caller"
   *   - `outcome?`: "allow" or "deny" or "ask" or "transform"
   *   - `from?`: 0 or more
   *   - `to?`: 0 or more
   *   - `order?`: "asc" or "desc"
   *   - `limit?`: 1 to 500
   *   - `cursor?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.events.list();
   */
  list(query?: Operations["listEvents"]["query"], options?: RequestOptions): ApiPromise<EventPage>;

  /**
   * Get an event. As it stands in the log.
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
   * Get the signed state of the log. Keep it: whoever has it can prove later that nothing before it was changed. 409 when the log does not go on from an earlier checkpoint, as after the restore of an old backup: such a state is never signed.
   *
   * `GET /api/evidence/checkpoint`, scope `evidence:read`.
   *
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.evidence.checkpoint();
   */
  checkpoint(options?: RequestOptions): ApiPromise<Checkpoint>;

  /**
   * Prove that an event is in the log. For the tree of `size` events; of all there are, when it is left out.
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
   * Prove that the log was only added to. From the size `first` to `second`; to all events there are, when that is left out.
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
   * Erase the data of events. All or none. Data and salt go, the leaves stay: each proof still holds. An `evidence_erased` event that names the events and the reason is appended in the same transaction; such events cannot be erased themselves (409).
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
   * Get the public signing keys. What checkpoints and records are verified with. Keep a copy from a time when you trust the server.
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
   * Store a policy. Its first version. The same id with the same contents gives the stored policy, with others 409. A text that does not hold is refused with 400, each fault with its line and column; what was in force stays in force. The ids of the baseline cannot be taken: 403.
   *
   * `POST /api/policies`, scope `policies:write`.
   *
   * @param body
   *   - `id`: at max 128 characters
   *   - `name?`: 1 to 200 characters
   *   - `description?`: at max 10000 characters
   *   - `language?`: "cedar"
   *   - `text`: 1 to 65536 characters
   *   - `mode?`: "enforce" or "shadow"
   *   - `status?`: "draft" or "active" or "retired"
   *   - `outcome?`: "deny" or "ask" or "transform"
   *   - `code?`: at max 64 characters
   *   - `severity?`: "low" or "medium" or "high" or "critical"
   *   - `tests?`: at max 100 items
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
   *       name: "asks before charts are exported",
   *       request: { resource: { type: "tool", id: "chart.export" } },
   *       expect: "ask",
   *     },
   *   ],
   * });
   */
  create(body: CreatePolicy, options?: RequestOptions): ApiPromise<Policy>;

  /**
   * List policies. The baseline, then the workspace's own by id: the latest version of each, without text and tests.
   *
   * `GET /api/policies`, scope `policies:read`.
   *
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.list();
   */
  list(options?: RequestOptions): ApiPromise<PolicyList>;

  /**
   * Check a policy's text. Stores nothing. Answers 200 also for a text that does not hold.
   *
   * `POST /api/policies/validate`, scope `policies:read`.
   *
   * @param body
   *   - `text`: 1 to 65536 characters
   *   - `outcome?`: "deny" or "ask" or "transform"
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.validate({
   *   text: "@message(\"Exports of charts wait for a human.\")\nforbid (principal is agent, action, resource == tool::\"chart.export\")\nunless { context.facts.approved };\n",
   * });
   */
  validate(body: ValidatePolicy, options?: RequestOptions): ApiPromise<PolicyValidation>;

  /**
   * Try a draft on decisions that were made. Makes the last decisions anew from what the evidence log keeps of them, with the draft among their policies, and says which would have come out otherwise. Changes nothing. Decisions that cannot be made anew, as where redaction took away what a policy reads, are named.
   *
   * `POST /api/policies/simulate`, scope `policies:read`.
   *
   * @param body
   *   - `policyId?`: at max 128 characters
   *   - `text?`: 1 to 65536 characters
   *   - `outcome?`: "deny" or "ask" or "transform"
   *   - `code?`: at max 64 characters
   *   - `agentId?`: 1 to 128 characters
   *   - `last?`: 1 to 1000
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.simulate({
   *   text: "@message(\"Exports of charts wait for a human.\")\nforbid (principal is agent, action, resource == tool::\"chart.export\")\nunless { context.facts.approved };\n",
   *   outcome: "ask",
   *   last: 100,
   * });
   */
  simulate(body: SimulatePolicy, options?: RequestOptions): ApiPromise<PolicySimulation>;

  /**
   * Get a policy. Its latest version, or the one named.
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
  get(id: string, query?: Operations["getPolicy"]["query"], options?: RequestOptions): ApiPromise<Policy>;

  /**
   * Store a policy's next version. Versions are never changed. The contents of the latest version give that version. A text that does not hold is refused with 400, each fault with its line and column; what was in force stays in force. The baseline cannot be changed: 403.
   *
   * `PUT /api/policies/:id`, scope `policies:write`.
   *
   * @param id Id of the policy: 1 to 200 characters.
   * @param body
   *   - `name?`: 1 to 200 characters
   *   - `description?`: at max 10000 characters
   *   - `language?`: "cedar"
   *   - `text`: 1 to 65536 characters
   *   - `mode?`: "enforce" or "shadow"
   *   - `status?`: "draft" or "active" or "retired"
   *   - `outcome?`: "deny" or "ask" or "transform"
   *   - `code?`: at max 64 characters
   *   - `severity?`: "low" or "medium" or "high" or "critical"
   *   - `tests?`: at max 100 items
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.replace("no-prescriptions", {
   *   name: "Chart exports",
   *   text: "@message(\"Exports of charts wait for a human.\")\nforbid (principal is agent, action, resource == tool::\"chart.export\")\nunless { context.facts.approved };\n",
   *   outcome: "ask",
   *   code: "export_needs_approval",
   *   tests: [
   *     {
   *       name: "asks before charts are exported",
   *       request: { resource: { type: "tool", id: "chart.export" } },
   *       expect: "ask",
   *     },
   *   ],
   * });
   */
  replace(id: string, body: ReplacePolicy, options?: RequestOptions): ApiPromise<Policy>;

  /**
   * List a policy's versions. The newest first.
   *
   * `GET /api/policies/:id/versions`, scope `policies:read`.
   *
   * @param id Id of the policy: 1 to 200 characters.
   * @param query
   *   - `limit?`: 1 to 100
   *   - `cursor?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.versions("no-prescriptions");
   */
  versions(id: string, query?: Operations["listPolicyVersions"]["query"], options?: RequestOptions): ApiPromise<PolicyVersions>;

  /**
   * Go back to an earlier version. Stores a further version with its contents, status included. The baseline cannot be changed: 403.
   *
   * `POST /api/policies/:id/rollback`, scope `policies:write`.
   *
   * @param id Id of the policy: 1 to 200 characters.
   * @param body
   *   - `version`: 1 to 2147483647
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.rollback("no-prescriptions", { version: 1 });
   */
  rollback(id: string, body: RollbackPolicy, options?: RequestOptions): ApiPromise<Policy>;

  /**
   * Run a policy's test cases. Each case is put to the policy alone, without the baseline. Works for the baseline's policies, too.
   *
   * `POST /api/policies/:id/test`, scope `policies:read`.
   *
   * @param id Id of the policy: 1 to 200 characters.
   * @param body
   *   - `version?`: 1 to 2147483647
   *   - `tests?`: at max 100 items
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 422 UnprocessableError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.policies.test("no-prescriptions");
   */
  test(id: string, body?: TestPolicy, options?: RequestOptions): ApiPromise<PolicyTestReport>;
}

/** Approvals. */
export interface ControlApprovals {
  /**
   * List approvals. The newest first.
   *
   * `GET /api/approvals`, scope `approvals:read`.
   *
   * @param query
   *   - `status?`: "pending" or "approved" or "rejected" or "used" or "expired"
   *   - `agentId?`: 1 to 256 characters
   *   - `limit?`: 1 to 100
   *   - `cursor?`: 1 to 2000 characters
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.approvals.list();
   */
  list(query?: Operations["listApprovals"]["query"], options?: RequestOptions): ApiPromise<ApprovalPage>;

  /**
   * Get an approval. One approval by its id.
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
   * Approve or reject. By somebody else than whoever asked: 403 for a key of the same owner. The same decision again changes nothing; any other one, and one that comes too late: 409. An approval holds once, for the very action that it was asked for, and is evaluated again when it is used.
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
}

/** Records. */
export interface ControlRecords {
  /**
   * Seal a decision into a signed record. With a `decisionId` that the evidence log knows, the log's own content is sealed (`recorded`), with its inclusion proof; a body that says anything else of it is 409. All else is `asserted`. What two readers could take for different things, as a member that is there twice, is 400 `not_canonicalizable`.
   *
   * `POST /api/verification-record/sign`, scope `records:sign`.
   *
   * @param body The decision itself, `{decision}` with it, or `{decisionId}`. At most 1048576 bytes and 60 levels.
   * @throws {ApiError} 400 BadRequestError, 401 AuthenticationError, 403 PermissionDeniedError, 404 NotFoundError, 405, 409 ConflictError, 413 PayloadTooLargeError, 415 UnsupportedMediaTypeError, 429 RateLimitError, 500 InternalServerError, 503 InternalServerError.
   * @example
   * const answer = await assay.control.records.sign({ decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x" });
   */
  sign(body: DecisionToSeal, options?: RequestOptions): ApiPromise<VerificationRecord>;

  /**
   * Verify a signed record. 200 for whatever is sent, `valid: false` with a code for whatever is not exactly what was signed: members in another order and white space between them do not matter. A record of this installation is also held against the log of its workspace.
   *
   * `POST /api/verification-record/verify`, scope `records:verify`.
   *
   * @param body A record: itself, or as the only member `record` or `envelope`. Whatever else it is, the answer says so.
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
   * Is the process alive. Answers as long as the process does; touches nothing else. Needs no key.
   *
   * `GET /healthz`, no key needed.
   *
   * @throws {ApiError} 405, 500 InternalServerError.
   * @example
   * const answer = await assay.health.live();
   */
  live(options?: RequestOptions): ApiPromise<Liveness>;

  /**
   * Can the process serve requests. 200 when the database answers and its schema fits; 503 otherwise and while the process shuts down. Needs no key.
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
