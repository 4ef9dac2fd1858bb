/**
 * Every error code in both APIs, with its HTTP status and title. Several codes can have the same status, but
 * a code has only one status.
 */
export const problemCodes = {
  validation_failed: { status: 400, title: "The request is not valid" },
  not_canonicalizable: { status: 400, title: "The body cannot be canonicalized" },
  malformed_json: { status: 400, title: "The body is not valid JSON" },
  unauthenticated: { status: 401, title: "No valid API key" },
  insufficient_scope: { status: 403, title: "The API key may not do this" },
  agent_mismatch: { status: 403, title: "The API key belongs to another agent" },
  reviewer_required: { status: 403, title: "The API key does not belong to a reviewer" },
  blind_pending: { status: 403, title: "A blind review is still to be submitted" },
  approver_not_qualified: { status: 403, title: "The approver does not meet the requirement" },
  baseline_immutable: { status: 403, title: "The baseline cannot be changed" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  invalid_state: { status: 409, title: "Not possible in the present state" },
  conflict: { status: 409, title: "Conflict with what is stored" },
  not_assigned: { status: 409, title: "The task is not assigned to this reviewer" },
  evidence_conflict: { status: 409, title: "The evidence log contradicts an earlier checkpoint" },
  idempotency_conflict: { status: 409, title: "The idempotency key was used for another request" },
  precondition_failed: { status: 412, title: "What is stored has changed" },
  payload_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "Unsupported content type" },
  range_not_satisfiable: { status: 416, title: "The range lies outside of the file" },
  reference_not_found: { status: 422, title: "The body names something that does not exist" },
  no_samples: { status: 422, title: "No samples to evaluate" },
  invalid_grades: { status: 422, title: "The grades do not fit the rubric" },
  reviewer_not_qualified: { status: 422, title: "The reviewer does not qualify" },
  nothing_to_override: { status: 422, title: "No automated score to override" },
  ambiguous_dimension: { status: 422, title: "Several rubrics have this dimension" },
  not_enough_reviews: { status: 422, title: "Too few reviews to measure agreement" },
  too_large_to_compute: { status: 422, title: "Too large to compute" },
  not_comparable: { status: 422, title: "The evaluations cannot be compared" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Temporarily unavailable" },
  too_busy: { status: 503, title: "Too busy" },
} as const;

/** An error code of the API. */
export type ProblemCode = keyof typeof problemCodes;

/** An HTTP status that a problem document can have. */
export type ProblemStatus = (typeof problemCodes)[ProblemCode]["status"];

/** One fault in a request: its path, its code, and a message that states what is accepted. */
export interface FieldError {
  /**
   * JSON Pointer into the body (`/evaluators/0/type`), or `query/limit`, `path/id`, `header/idempotency-key`.
   */
  path: string;
  code: string;
  message: string;
  /** Line in an imported file, in a JSON body or in a policy's text, starting at 1. */
  line?: number;
  /** Column in this line, in characters, starting at 1. */
  column?: number;
  /** Text to use instead. */
  suggestion?: string;
}

/** Optional parts of an `ApiError`. */
export interface ApiErrorExtras {
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** A refusal that is sent to the caller. Server and mock throw it and convert it to a problem document. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ProblemCode;
  readonly status: ProblemStatus;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, extras: ApiErrorExtras = {}) {
    super(detail, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.status = problemCodes[code].status;
    this.errors = extras.errors ?? [];
    this.headers = extras.headers ?? {};
  }

  /** Returns the problem document (RFC 9457) for this error. */
  toProblem(requestId: string) {
    return {
      type: `urn:assay:problem:${this.code}`,
      title: problemCodes[this.code].title,
      status: this.status,
      detail: this.message,
      code: this.code,
      request_id: requestId,
      ...(this.errors.length > 0 && { errors: [...this.errors] }),
    };
  }
}
