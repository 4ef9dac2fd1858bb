export { Assay } from "./client.ts";
export { ApiPromise, type WithResponse } from "./api-promise.ts";
export { AbortError, AssayError, ConnectionError, TimeoutError } from "./errors.ts";
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  InvalidResponseError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableError,
  UnsupportedMediaTypeError,
  type ApiErrorInit,
} from "./errors-api.ts";
export { Datasets } from "./extras/datasets.ts";
export { Evaluations } from "./extras/evaluations.ts";
export type { DownloadOptions, DownloadProgress } from "./extras/download-export.ts";
export { Exports } from "./extras/exports.ts";
export type { WaitForExportOptions } from "./extras/wait-for-export.ts";
export type {
  ImportFileOptions,
  ImportOutputsOptions,
  ImportSource,
  UploadProgress,
} from "./extras/import-file.ts";
export { Samples } from "./extras/samples.ts";
export { ApiKeys, CustomEvaluatorSecret, Health, Models, Projects } from "./generated/resources.ts";
export type * from "./generated/types.ts";
export { verifyWebhook, WebhookVerificationError, type WebhookHeaders } from "./verify-webhook.ts";
export type { CustomEvaluatorAnswer, CustomEvaluatorRequest } from "./custom-evaluator.ts";
export type { Logger, LogLevel } from "./logger.ts";
export type { AssayOptions, RequestOptions } from "./options.ts";
export { Page, PagePromise } from "./page.ts";
export type { UploadBody } from "./transport.ts";
export {
  EvaluationFailedError,
  pollUntil,
  type EvaluationWaitProgress,
  type PollOptions,
  type WaitOptions,
} from "./wait.ts";
