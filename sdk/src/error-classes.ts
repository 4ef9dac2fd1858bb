// All errors in this package. The entry point `@assay/sdk/errors` is for programs without the full client.
export {
  AbortError,
  AssayError,
  ConnectionError,
  InvalidArgumentError,
  TimeoutError,
} from "./errors/errors.ts";
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
} from "./errors/errors-api.ts";
export { NotAuthorizedError } from "./errors/errors-guard.ts";
export { EvaluationFailedError } from "./errors/evaluation-failed.ts";
export { WaitTimeout } from "./errors/wait-timeout.ts";
export { WebhookVerificationError } from "./errors/webhook-verification-error.ts";
