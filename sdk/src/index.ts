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
export type { ImportFileOptions, ImportSource, UploadProgress } from "./extras/import-file.ts";
export { ApiKeys, Health, Models, Projects, Samples } from "./generated/resources.ts";
export type * from "./generated/types.ts";
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
