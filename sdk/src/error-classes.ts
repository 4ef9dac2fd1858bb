// All that this package throws; by itself as `@assay/sdk/errors`, for programs that have no whole client.
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
export { NotAuthorizedError } from "./errors-guard.ts";
export { EvaluationFailedError } from "./evaluation-failed.ts";
export { WebhookVerificationError } from "./webhook-verification-error.ts";
