// Written by `npm run generate` from the contract. Do not edit.
import type { ApiPromise } from "../api-promise.ts";
import type { PagePromise } from "../page.ts";
import { Resource } from "../resource.ts";
import type { RequestOptions, UploadBody } from "../transport.ts";
import { routes } from "./routes.ts";
import type { ApiKey, CancelledEvaluation, CompareEvaluations, Comparison, CreateApiKey, CreateDataset, CreateEvaluation, CreateExport, CreateGuidelineSet, CreateModel, CreateOutputs, CreateProject, CreateSamples, CreatedApiKey, CreatedSamples, Dataset, DeletedDataset, Evaluation, Export, GuidelineSet, ImportSummary, Liveness, Model, Operations, OutputsSummary, Project, Readiness, RotateApiKey, RotateCustomEvaluatorSecret, RotatedApiKey, RotatedCustomEvaluatorSecret, Sample, UpdateDataset } from "./types.ts";

/** API keys. */
export class ApiKeys extends Resource {
  /**
   * Create an API key. The secret is in this answer only; a keyed hash of it is stored.
   *
   * `POST /v1/api_keys`, scope `keys:admin`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503.
   */
  create(body: CreateApiKey, options?: RequestOptions): ApiPromise<CreatedApiKey> {
    return this.transport.call(routes.createApiKey, { body }, options);
  }

  /**
   * List API keys. Newest first, revoked and expired ones included, never with a secret.
   *
   * `GET /v1/api_keys`, scope `keys:admin`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  list(query?: Operations["listApiKeys"]["query"], options?: RequestOptions): PagePromise<Operations["listApiKeys"]["responses"][200]["data"][number]> {
    return this.transport.list(routes.listApiKeys, { query }, options);
  }

  /**
   * Revoke an API key. The key stops working in every server process within 5 seconds. Revoking it again changes nothing.
   *
   * `DELETE /v1/api_keys/:id`, scope `keys:admin`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  revoke(id: string, options?: RequestOptions): ApiPromise<ApiKey> {
    return this.transport.call(routes.revokeApiKey, { params: { id } }, options);
  }

  /**
   * Give an API key a new secret. The old secret works on for the grace period. A revoked or expired key cannot be rotated: 409.
   *
   * `POST /v1/api_keys/:id/rotate`, scope `keys:admin`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503.
   */
  rotate(id: string, body: RotateApiKey = {}, options?: RequestOptions): ApiPromise<RotatedApiKey> {
    return this.transport.call(routes.rotateApiKey, { params: { id }, body }, options);
  }
}

/** Projects. */
export class Projects extends Resource {
  /**
   * Create a project. A project holds data sets and evaluations. A key restricted to projects may not create one.
   *
   * `POST /v1/projects`, scope `projects:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503.
   */
  create(body: CreateProject, options?: RequestOptions): ApiPromise<Project> {
    return this.transport.call(routes.createProject, { body }, options);
  }

  /**
   * List projects. Newest first.
   *
   * `GET /v1/projects`, scope `projects:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  list(query?: Operations["listProjects"]["query"], options?: RequestOptions): PagePromise<Operations["listProjects"]["responses"][200]["data"][number]> {
    return this.transport.list(routes.listProjects, { query }, options);
  }

  /**
   * Get a project. One project by its id.
   *
   * `GET /v1/projects/:id`, scope `projects:read`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Project> {
    return this.transport.call(routes.getProject, { params: { id } }, options);
  }
}

/** Data sets. */
export class Datasets extends Resource {
  /**
   * Create a data set. An empty data set in a project; add samples next. An unknown project is refused with 422.
   *
   * `POST /v1/datasets`, scope `datasets:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503.
   */
  create(body: CreateDataset, options?: RequestOptions): ApiPromise<Dataset> {
    return this.transport.call(routes.createDataset, { body }, options);
  }

  /**
   * List data sets. Newest first; all, or those of one project.
   *
   * `GET /v1/datasets`, scope `datasets:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  list(query?: Operations["listDatasets"]["query"], options?: RequestOptions): PagePromise<Operations["listDatasets"]["responses"][200]["data"][number]> {
    return this.transport.list(routes.listDatasets, { query }, options);
  }

  /**
   * Get a data set. One data set by its id.
   *
   * `GET /v1/datasets/:id`, scope `datasets:read`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Dataset> {
    return this.transport.call(routes.getDataset, { params: { id } }, options);
  }

  /**
   * Change a data set's name, description or state. Changes what is named and leaves the rest; does not make a new version.
   *
   * `PATCH /v1/datasets/:id`, scope `datasets:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  update(id: string, body: UpdateDataset, options?: RequestOptions): ApiPromise<Dataset> {
    return this.transport.call(routes.updateDataset, { params: { id }, body }, options);
  }

  /**
   * Delete a data set. Deletes the data set, its samples and outputs. One that an evaluation has used stays: 409; archive it instead.
   *
   * `DELETE /v1/datasets/:id`, scope `datasets:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503.
   */
  delete(id: string, options?: RequestOptions): ApiPromise<DeletedDataset> {
    return this.transport.call(routes.deleteDataset, { params: { id } }, options);
  }

  /**
   * List a data set's versions. Each change of the samples or outputs, newest first. Evaluations read the version they were created with.
   *
   * `GET /v1/datasets/:id/versions`, scope `datasets:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  versions(id: string, query?: Operations["listDatasetVersions"]["query"], options?: RequestOptions): PagePromise<Operations["listDatasetVersions"]["responses"][200]["data"][number]> {
    return this.transport.list(routes.listDatasetVersions, { params: { id }, query }, options);
  }
}

/** Samples. */
export class Samples extends Resource {
  /**
   * Add samples. Adds up to 1,000 samples, all or none, as one new version of the data set.
   *
   * `POST /v1/datasets/:id/samples`, scope `datasets:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503.
   */
  create(id: string, body: CreateSamples, options?: RequestOptions): ApiPromise<CreatedSamples> {
    return this.transport.call(routes.createSamples, { params: { id }, body }, options);
  }

  /**
   * Import samples from a file. Streams JSON Lines, one JSON array or a table (`text/csv`) of rows `{id|external_id, input, output, expected, metadata, tags, split, cluster_id}` into the data set, up to 1 GiB. Each fault is named with its line. A table's header names these fields, dots nest (`expected.triage_level`); a cell of input, output, expected or metadata that is JSON is parsed.
   *
   * `POST /v1/datasets/:id/samples/import`, scope `datasets:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503.
   */
  import(id: string, body: UploadBody, query?: Operations["importSamples"]["query"], options?: RequestOptions): ApiPromise<ImportSummary> {
    return this.transport.call(routes.importSamples, { params: { id }, upload: body, query }, options);
  }

  /**
   * List a data set's samples. In data set order, of the present version or an earlier one.
   *
   * `GET /v1/datasets/:id/samples`, scope `datasets:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  list(id: string, query?: Operations["listSamples"]["query"], options?: RequestOptions): PagePromise<Operations["listSamples"]["responses"][200]["data"][number]> {
    return this.transport.list(routes.listSamples, { params: { id }, query }, options);
  }

  /**
   * Get a sample. One sample by its id, as it is now.
   *
   * `GET /v1/samples/:id`, scope `datasets:read`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Sample> {
    return this.transport.call(routes.getSample, { params: { id } }, options);
  }

  /**
   * Store a model's outputs. What one model answered to samples of the data set; an evaluation with `model` scores these. All are stored or none; an output sent again replaces the one before. JSON takes 1,000 at a time; JSON Lines of `{sample|external_id, output}`, with the model in the query, are streamed, up to 1 GiB.
   *
   * `POST /v1/datasets/:id/outputs`, scope `datasets:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503.
   */
  createOutputs(id: string, body: CreateOutputs, options?: RequestOptions): ApiPromise<OutputsSummary> {
    return this.transport.call(routes.createOutputs, { params: { id }, body }, options);
  }
}

/** Models. */
export class Models extends Resource {
  /**
   * Register a model. 201 when it is new; 200 with the stored record when the same name, version and metadata are there already; 409 when the metadata differ.
   *
   * `POST /v1/models`, scope `models:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503.
   */
  create(body: CreateModel, options?: RequestOptions): ApiPromise<Model> {
    return this.transport.call(routes.createModel, { body }, options);
  }

  /**
   * List models. Newest first; all, or those of one name.
   *
   * `GET /v1/models`, scope `models:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  list(query?: Operations["listModels"]["query"], options?: RequestOptions): PagePromise<Operations["listModels"]["responses"][200]["data"][number]> {
    return this.transport.list(routes.listModels, { query }, options);
  }

  /**
   * Get a model. One model by its id.
   *
   * `GET /v1/models/:id`, scope `models:read`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Model> {
    return this.transport.call(routes.getModel, { params: { id } }, options);
  }
}

/** Evaluations. */
export class Evaluations extends Resource {
  /**
   * Create an evaluation. Runs evaluators over the samples of a data set as it is now, in the background. No sample left by the filter: 422 `no_samples`.
   *
   * `POST /v1/evaluations`, scope `evaluations:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503.
   */
  create(body: CreateEvaluation, options?: RequestOptions): ApiPromise<Evaluation> {
    return this.transport.call(routes.createEvaluation, { body }, options);
  }

  /**
   * List evaluations. Newest first; by project, data set or status.
   *
   * `GET /v1/evaluations`, scope `evaluations:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  list(query?: Operations["listEvaluations"]["query"], options?: RequestOptions): PagePromise<Operations["listEvaluations"]["responses"][200]["data"][number]> {
    return this.transport.list(routes.listEvaluations, { query }, options);
  }

  /**
   * Get an evaluation. One evaluation with its progress, and with its results once it has completed.
   *
   * `GET /v1/evaluations/:id`, scope `evaluations:read`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Evaluation> {
    return this.transport.call(routes.getEvaluation, { params: { id } }, options);
  }

  /**
   * List an evaluation's results. One item per sample and evaluator, in data set order; those written so far while it runs.
   *
   * `GET /v1/evaluations/:id/results`, scope `evaluations:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  results(id: string, query?: Operations["listEvaluationResults"]["query"], options?: RequestOptions): PagePromise<Operations["listEvaluationResults"]["responses"][200]["data"][number]> {
    return this.transport.list(routes.listEvaluationResults, { params: { id }, query }, options);
  }

  /**
   * Cancel an evaluation. Stops a pending or running evaluation and keeps the results so far. Cancelled already: the same answer again. Completed or failed: 409.
   *
   * `POST /v1/evaluations/:id/cancel`, scope `evaluations:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503.
   */
  cancel(id: string, options?: RequestOptions): ApiPromise<CancelledEvaluation> {
    return this.transport.call(routes.cancelEvaluation, { params: { id } }, options);
  }

  /**
   * Compare two evaluations. Compares the automated scores of the same samples, with test, interval and verdict. Same request, same answer. Not completed: 409. No sample that both scored: 422 `not_comparable`.
   *
   * `POST /v1/evaluations/compare`, scope `evaluations:read`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503.
   */
  compare(body: CompareEvaluations, options?: RequestOptions): ApiPromise<Comparison> {
    return this.transport.call(routes.compareEvaluations, { body }, options);
  }
}

/** Custom evaluators. */
export class CustomEvaluatorSecret extends Resource {
  /**
   * Make a new secret for custom evaluators. Calls to custom evaluators without a secret of their own are signed with the workspace's. It is shown in this answer only; the one before works on for the grace period.
   *
   * `POST /v1/custom_evaluator_secret/rotate`, scope `settings:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503.
   */
  rotate(body: RotateCustomEvaluatorSecret = {}, options?: RequestOptions): ApiPromise<RotatedCustomEvaluatorSecret> {
    return this.transport.call(routes.rotateCustomEvaluatorSecret, { body }, options);
  }
}

/** Guideline sets. */
export class GuidelineSets extends Resource {
  /**
   * Store a guideline set. 201 when it is new; 200 with the stored record when the same contents are there already; 409 when the contents differ or the name is that of a built-in set. A stored set is never changed.
   *
   * `POST /v1/guideline_sets`, scope `evaluations:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503.
   */
  create(body: CreateGuidelineSet, options?: RequestOptions): ApiPromise<GuidelineSet> {
    return this.transport.call(routes.createGuidelineSet, { body }, options);
  }

  /**
   * List guideline sets. The stored ones, newest first; the built-in ones are not among them.
   *
   * `GET /v1/guideline_sets`, scope `evaluations:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  list(query?: Operations["listGuidelineSets"]["query"], options?: RequestOptions): PagePromise<Operations["listGuidelineSets"]["responses"][200]["data"][number]> {
    return this.transport.list(routes.listGuidelineSets, { query }, options);
  }
}

/** Exports. */
export class Exports extends Resource {
  /**
   * Export scores. Writes a file with one row per result of completed evaluations, in the background. An evaluation that has not completed: 409.
   *
   * `POST /v1/scores/export`, scope `exports:write`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503.
   */
  create(body: CreateExport, options?: RequestOptions): ApiPromise<Export> {
    return this.transport.call(routes.createExport, { body }, options);
  }

  /**
   * List exports. Newest first; those that have expired are among them.
   *
   * `GET /v1/scores/exports`, scope `exports:read`.
   *
   * Await it for one page; `for await` goes over the items of all pages.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  list(query?: Operations["listExports"]["query"], options?: RequestOptions): PagePromise<Operations["listExports"]["responses"][200]["data"][number]> {
    return this.transport.list(routes.listExports, { query }, options);
  }

  /**
   * Get an export. One export: how far it is, and where its file is once it has completed.
   *
   * `GET /v1/scores/exports/:id`, scope `exports:read`.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 413, 415, 429, 500, 503.
   */
  get(id: string, options?: RequestOptions): ApiPromise<Export> {
    return this.transport.call(routes.getExport, { params: { id } }, options);
  }

  /**
   * Download an export. The file itself. Takes `Range` with one range of bytes, and `If-Range` with the `ETag`. Not completed, or expired: 409.
   *
   * `GET /v1/scores/exports/:id/content`, scope `exports:read`.
   *
   * Gives the response with its body unread.
   *
   * @throws {ApiError} with status 400, 401, 403, 404, 405, 409, 413, 415, 416, 429, 500, 503.
   */
  content(id: string, options?: RequestOptions): Promise<Response> {
    return this.transport.call(routes.getExportContent, { params: { id } }, options).asResponse();
  }
}

/** Health. */
export class Health extends Resource {
  /**
   * Is the process alive. Answers as long as the process does; touches nothing else. Needs no key.
   *
   * `GET /healthz`, no key needed.
   *
   * @throws {ApiError} with status 405, 500.
   */
  live(options?: RequestOptions): ApiPromise<Liveness> {
    return this.transport.call(routes.getHealth, {  }, options);
  }

  /**
   * Can the process serve requests. 200 when the database answers and its schema fits; 503 otherwise and while the process shuts down. Needs no key.
   *
   * `GET /readyz`, no key needed.
   *
   * @throws {ApiError} with status 405, 500, 503.
   */
  ready(options?: RequestOptions): ApiPromise<Readiness> {
    return this.transport.call(routes.getReadiness, {  }, options);
  }
}
