import { AssayError, brand } from "./errors.ts";
import type { FieldError, Problem } from "../generated/types.ts";

/** What an {@link ApiError} is made from. */
export interface ApiErrorInit {
  /** Its status and headers count; its body is in `problem`. */
  response: Response;
  /** The decoded problem document. */
  problem?: Partial<Problem> | undefined;
  /** What went wrong, where there is no problem document to say it. */
  fallback?: string | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The server refused the call. Each common status has a class of its own. */
export class ApiError extends AssayError {
  static {
    brand(this, "ApiError");
  }
  declare readonly status: number;
  /** The machine-readable code, such as `not_found`; undefined when something before the API answered. */
  declare readonly code: Problem["code"] | undefined;
  /** What went wrong, in a sentence. */
  declare readonly detail: string | undefined;
  /** The faulty places of the request; empty when the refusal is not about one. */
  declare readonly errors: readonly FieldError[];
  /** What to quote when reporting the call. */
  declare readonly requestId: string | undefined;
  /** The answer's headers. */
  declare readonly headers: Headers;
  /** The seconds after which the server asks to be called again. */
  declare readonly retryAfter: number | undefined;

  constructor({ response: { status, headers }, problem = {}, fallback, retryAfter, cause }: ApiErrorInit) {
    const { code, detail = fallback } = problem;
    // Not every problem document is the API's own: others keep an object here.
    const errors = Array.isArray(problem.errors) ? problem.errors : [];
    const requestId = headers.get("x-request-id") ?? problem.request_id;
    // The API's own detail begins with the first place.
    const [first] = errors;
    const told = first && typeof detail === "string" && detail.includes(first.message) ? 1 : 0;
    const places = errors
      .slice(told, 3)
      .map((fault) => ` ${fault.line ? `line ${fault.line} ` : ""}${fault.path}: ${fault.message}`);
    if (errors.length > 3) places.push(` ${errors.length - 3} more`);
    const reason = `${status}${code ? ` ${code}` : ""}: ${detail}${places.join(";")}`;
    super(requestId ? `${reason} (request ${requestId})` : reason, cause ? { cause } : {});
    Object.assign(this, { status, code, detail, errors, requestId, headers, retryAfter });
  }
}

/** The server answered with success, but with something else than the API promises: no JSON, or no list. */
export class InvalidResponseError extends ApiError {
  declare readonly name: "InvalidResponseError";
  static {
    brand(this, "InvalidResponseError");
  }
}

/** 400: the request is malformed; `errors` names the places. */
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

/** 403: the API key may not do this. */
export class PermissionDeniedError extends ApiError {
  declare readonly status: 403;
  static {
    brand(this, "PermissionDeniedError");
  }
}

/** 404: there is no such thing in this workspace. */
export class NotFoundError extends ApiError {
  declare readonly status: 404;
  static {
    brand(this, "NotFoundError");
  }
}

/** 409: the thing is in a state that does not allow the call. */
export class ConflictError extends ApiError {
  declare readonly status: 409;
  static {
    brand(this, "ConflictError");
  }
}

/** 413: the body is larger than the server takes. */
export class PayloadTooLargeError extends ApiError {
  declare readonly status: 413;
  static {
    brand(this, "PayloadTooLargeError");
  }
}

/** 415: the body is of a type that the server does not take. */
export class UnsupportedMediaTypeError extends ApiError {
  declare readonly status: 415;
  static {
    brand(this, "UnsupportedMediaTypeError");
  }
}

/** 422: the request is well formed, but what it names or asks does not fit. */
export class UnprocessableError extends ApiError {
  declare readonly status: 422;
  static {
    brand(this, "UnprocessableError");
  }
}

/** 429: too many requests; `retryAfter` says when to come again. */
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

/** The error for a refusal, of its status's own class. */
export function apiError(init: ApiErrorInit): ApiError {
  const { status } = init.response;
  const ErrorClass = byStatus[status] ?? (status >= 500 ? InternalServerError : ApiError);
  return new ErrorClass(init);
}
