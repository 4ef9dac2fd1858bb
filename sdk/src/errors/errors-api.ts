import { AssayError, brand } from "./errors.ts";
import type { FieldError, Problem } from "../generated/types.ts";

/** The values from which an {@link ApiError} is created. */
export interface ApiErrorInit {
  /** The response, used for its status and headers; its body is in `problem`. */
  response: Response;
  /** The decoded problem document. */
  problem?: Partial<Problem> | undefined;
  /** The message if the response has no problem document. */
  fallback?: string | undefined;
  /** The required delay before a retry (seconds). */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The server returned an error. Each common status has its own class. */
export class ApiError extends AssayError {
  static {
    brand(this, "ApiError");
  }
  declare readonly status: number;
  /** The machine-readable code, such as `not_found`; undefined if a proxy returned the error. */
  declare readonly code: Problem["code"] | undefined;
  /** A sentence that describes the error. */
  declare readonly detail: string | undefined;
  /** The invalid members of the request; empty for other errors. */
  declare readonly errors: readonly FieldError[];
  /** The request's id, for error reports. */
  declare readonly requestId: string | undefined;
  /** The response headers. */
  declare readonly headers: Headers;
  /** The delay that the server requires before a retry (seconds). */
  declare readonly retryAfter: number | undefined;

  constructor({ response: { status, headers }, problem = {}, fallback, retryAfter, cause }: ApiErrorInit) {
    const { code, detail = fallback } = problem;
    // A problem document from another server can have an object here.
    const errors = Array.isArray(problem.errors) ? problem.errors : [];
    const requestId = headers.get("x-request-id") ?? problem.request_id;
    // The detail from the API starts with the first error.
    const [first] = errors;
    const isFirstInDetail = first && typeof detail === "string" && detail.includes(first.message) ? 1 : 0;
    const places = errors
      .slice(isFirstInDetail, 3)
      .map((fault) => ` ${fault.line ? `line ${fault.line} ` : ""}${fault.path}: ${fault.message}`);
    if (errors.length > 3) places.push(` ${errors.length - 3} more`);
    const reason = `${status}${code ? ` ${code}` : ""}: ${detail}${places.join(";")}`;
    super(requestId ? `${reason} (request ${requestId})` : reason, cause ? { cause } : {});
    Object.assign(this, { status, code, detail, errors, requestId, headers, retryAfter });
  }
}

/** A successful response with an invalid body (not JSON, or not a list). */
export class InvalidResponseError extends ApiError {
  declare readonly name: "InvalidResponseError";
  static {
    brand(this, "InvalidResponseError");
  }
}

/** 400: the request is invalid; `errors` lists the invalid members. */
export class BadRequestError extends ApiError {
  declare readonly status: 400;
  static {
    brand(this, "BadRequestError");
  }
}

/** 401: the API key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  declare readonly status: 401;
  static {
    brand(this, "AuthenticationError");
  }
}

/** 403: the API key lacks the permission. */
export class PermissionDeniedError extends ApiError {
  declare readonly status: 403;
  static {
    brand(this, "PermissionDeniedError");
  }
}

/** 404: not found in this workspace. */
export class NotFoundError extends ApiError {
  declare readonly status: 404;
  static {
    brand(this, "NotFoundError");
  }
}

/** 409: the state of the resource does not allow the call. */
export class ConflictError extends ApiError {
  declare readonly status: 409;
  static {
    brand(this, "ConflictError");
  }
}

/** 413: the body is too large. */
export class PayloadTooLargeError extends ApiError {
  declare readonly status: 413;
  static {
    brand(this, "PayloadTooLargeError");
  }
}

/** 415: the content type is not supported. */
export class UnsupportedMediaTypeError extends ApiError {
  declare readonly status: 415;
  static {
    brand(this, "UnsupportedMediaTypeError");
  }
}

/** 422: the request is well-formed, but refers to missing or incompatible resources. */
export class UnprocessableError extends ApiError {
  declare readonly status: 422;
  static {
    brand(this, "UnprocessableError");
  }
}

/** 429: too many requests; retry after `retryAfter` seconds. */
export class RateLimitError extends ApiError {
  declare readonly status: 429;
  static {
    brand(this, "RateLimitError");
  }
}

/** 500 and above: the server failed. */
export class InternalServerError extends ApiError {
  declare readonly name: "InternalServerError";
  static {
    brand(this, "InternalServerError");
  }
}

const byStatus: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  422: UnprocessableError,
  429: RateLimitError,
};

/** Creates the error for an error response, using the class for its status. */
export function apiError(init: ApiErrorInit): ApiError {
  const { status } = init.response;
  const ErrorClass = byStatus[status] ?? (status >= 500 ? InternalServerError : ApiError);
  return new ErrorClass(init);
}
