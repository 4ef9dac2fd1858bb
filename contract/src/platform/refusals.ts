// Refusals that all areas share. Refusals about one noun are in `<noun>-refusals.ts`. Server and mock throw
// the same refusals.
import { isControlPath } from "../domain/values/api-paths.ts";
import { ApiError } from "./errors.ts";
import type { IdKind } from "./ids.ts";
import { alreadyExistsText, anyOf, idInPath, notFoundText } from "./validation/refusal-texts.ts";
import { retryAfter, retryText } from "../wire/http/retry-after.ts";
import type { Scope } from "./scopes.ts";
import { refusal, validationFailed } from "./validation/validation.ts";
import type { JsonFault } from "../wire/json/json-fault.ts";
import { counted } from "../domain/values/counted.ts";
import { quoted } from "../wire/http/quote.ts";

/** The noun for each kind of id, and the request that lists objects of this kind. */
const kinds: Record<IdKind, { noun: string; listedBy?: string }> = {
  project: { noun: "Project", listedBy: "List projects with GET /v1/projects" },
  dataset: { noun: "Dataset", listedBy: "List datasets with GET /v1/datasets" },
  sample: { noun: "Sample", listedBy: "List samples with GET /v1/datasets/{id}/samples" },
  model: { noun: "Model", listedBy: "List models with GET /v1/models" },
  evaluation: { noun: "Evaluation", listedBy: "List evaluations with GET /v1/evaluations" },
  rubric: { noun: "Rubric", listedBy: "List rubrics with GET /v1/reviews/rubrics" },
  review_task: { noun: "Review task", listedBy: "List review tasks with GET /v1/reviews/tasks" },
  review: { noun: "Review", listedBy: "List reviews with GET /v1/reviews" },
  adjudication: { noun: "Adjudication", listedBy: "List adjudications with GET /v1/reviews/adjudications" },
  reviewer: { noun: "Reviewer", listedBy: "List reviewers with GET /v1/reviews/reviewers" },
  export: { noun: "Export", listedBy: "List exports with GET /v1/scores/exports" },
  webhook: { noun: "Webhook", listedBy: "List webhooks with GET /v1/webhooks" },
  delivery: { noun: "Delivery", listedBy: "List deliveries with GET /v1/webhooks/{id}/deliveries" },
  api_key: { noun: "API key", listedBy: "List API keys with GET /v1/api_keys" },
  request: { noun: "Request" },
  event: { noun: "Event", listedBy: "List events with GET /api/events" },
  decision: { noun: "Decision", listedBy: "List decisions with GET /api/events?type=policy_decision" },
  approval: { noun: "Approval", listedBy: "List approvals with GET /api/approvals" },
  record: { noun: "Verification record" },
};

/**
 * 404: the id is unknown, or belongs to another workspace or project. The message is the same in all cases.
 */
export const notFound = (kind: IdKind, id: string): ApiError =>
  new ApiError("not_found", notFoundText(`${kinds[kind].noun} ${quoted(id)}`, kinds[kind].listedBy));

/** 422: the body references an id that is unknown or that the API key cannot access. */
export function referenceNotFound(kind: IdKind, id: string, path: string): ApiError {
  const { noun, listedBy } = kinds[kind];
  const next = kind === "project" ? "Create projects with POST /v1/projects" : listedBy;
  const message = notFoundText(`${noun} ${quoted(id)}`, next);
  return refusal("reference_not_found", [{ path, code: "reference_not_found", message }]);
}

/** 422: the body references an agent that does not exist. */
export function agentReferenceNotFound(id: string, path: string): ApiError {
  const message = notFoundText(`Agent ${quoted(id)}`, "List agents with GET /api/agents");
  return refusal("reference_not_found", [{ path, code: "reference_not_found", message }]);
}

/** Why a request is unauthenticated. */
export type UnauthenticatedReason = "missing" | "malformed" | "unknown" | "expired" | "revoked";

/** 401: the API key is missing or invalid. The message is the same for unknown, expired and revoked keys. */
export function unauthenticated(reason: UnauthenticatedReason): ApiError {
  const texts = {
    missing: 'An API key is required: send the header "Authorization: Bearer assay_live_…".',
    malformed: 'The Authorization header is malformed; it must be "Bearer assay_live_…".',
  };
  const invalid = "The API key is unknown, expired or revoked; it must be a valid key.";
  const detail = reason === "missing" || reason === "malformed" ? texts[reason] : invalid;
  return new ApiError("unauthenticated", detail, { headers: { "WWW-Authenticate": 'Bearer realm="assay"' } });
}

/** 403: the API key lacks the scope that the route requires. */
export const insufficientScope = (scope: Scope): ApiError =>
  new ApiError(
    "insufficient_scope",
    `This operation requires the scope ${quoted(scope)}; the API key does not have it.`,
  );

/** 403: an API key cannot be granted a scope that the calling key does not have. */
export const scopeNotHeld = (scope: Scope, path: string): ApiError =>
  refusal("insufficient_scope", [
    {
      path,
      code: "insufficient_scope",
      message: `The scope ${quoted(scope)} cannot be granted, because the calling API key does not have it. Grant only scopes of the calling key.`,
    },
  ]);

/** 403: the new secret of an API key would give the caller a scope that the calling key does not have. */
export const rotationBeyond = (id: string, scope: Scope): ApiError =>
  new ApiError(
    "insufficient_scope",
    `API key ${quoted(id)} has the scope ${quoted(scope)}, which the calling key does not have. Use a calling key that has all scopes of the rotated key.`,
  );

/**
 * 403: an API key that is restricted to projects cannot change objects that belong to the whole workspace.
 */
export const projectRestricted = (): ApiError =>
  new ApiError(
    "insufficient_scope",
    "This operation requires an API key without project restrictions, because the operation concerns the whole workspace.",
  );

/** 404: no route has this path. */
export function unknownPath(method: string, path: string): ApiError {
  const api = isControlPath(path) ? "control-plane" : "evaluation";
  return new ApiError(
    "not_found",
    `No route for ${method} ${quoted(path)}. See the OpenAPI document at /openapi/${api}.json.`,
  );
}

/** 404: the path belongs to an API that this server does not serve. */
export function apiNotServed(path: string): ApiError {
  const [api, name] = isControlPath(path) ? ["control plane", "control"] : ["evaluation", "evaluation"];
  return new ApiError(
    "not_found",
    `The path ${quoted(path)} belongs to the ${api} API; it must be requested from a server whose ASSAY_ENABLE lists ${name}.`,
  );
}

/** 405 with `Allow`: the path exists, but only with other methods. */
export const methodNotAllowed = (method: string, allowed: readonly string[]): ApiError =>
  new ApiError("method_not_allowed", `Method ${method} is not supported. Use ${anyOf(allowed)}.`, {
    headers: { Allow: allowed.join(", ") },
  });

/** 415: the content type of the body is missing, or the route does not accept it. */
export function unsupportedMediaType(given: string | undefined, accepted: readonly string[]): ApiError {
  const detail = given
    ? `Content type ${quoted(given)} is not supported. Use ${anyOf(accepted)}.`
    : `Content type is required: use ${anyOf(accepted)}.`;
  return new ApiError("unsupported_media_type", detail);
}

/** 415: a body has a content encoding other than `identity` and `gzip` (RFC 7694). */
export const unsupportedEncoding = (given: string): ApiError =>
  new ApiError(
    "unsupported_media_type",
    `Content encoding ${quoted(given)} is not supported. Use ${anyOf(["identity", "gzip"])}.`,
    { headers: { "Accept-Encoding": "gzip" } },
  );

/** 400: a body with the content encoding `gzip` is damaged, incomplete or not compressed. */
export const bodyNotGzip = (): ApiError =>
  validationFailed([
    {
      path: "body",
      code: "invalid_encoding",
      message: "The body is damaged or is not gzip data; it must match the header Content-Encoding.",
    },
  ]);

/** 413: a file expands too much, like a file that is made to fill memory. */
export const compressionTooHigh = (ratio: number): ApiError =>
  new ApiError(
    "payload_too_large",
    `The body is compressed by a factor of more than ${ratio}; it must be sent without compression.`,
  );

/** 413: the body is larger than the route's limit. */
export const payloadTooLarge = (limitBytes: number): ApiError =>
  new ApiError("payload_too_large", `The body is larger than ${limitBytes} bytes.`);

/** 400: the body is not JSON or not UTF-8. The message states the position. */
export const malformedJson = (message: string): ApiError => new ApiError("malformed_json", message);

/**
 * 400: the fault that `readJsonText` returned: malformed text; a repeated member with its path and position;
 * or a value that cannot be stored exactly, with its path.
 */
export function jsonRefused({ code, path, message, duplicate }: JsonFault): ApiError {
  if (duplicate)
    return refusal("malformed_json", [{ path, code: "duplicate_member", message, ...duplicate }]);
  return code === "malformed_json"
    ? malformedJson(message)
    : validationFailed([{ path, code: "not_storable", message }]);
}

/** 429 with `Retry-After`: the API key or the workspace has reached its limit of requests in this minute. */
export const rateLimited = (
  limit: number,
  retryAfterSeconds: number,
  policy: "key" | "workspace",
): ApiError =>
  new ApiError(
    "rate_limited",
    `Rate limit exceeded: ${counted(limit, "request")} per minute for the ${policy === "key" ? "API key" : "workspace"}. ${retryText(retryAfterSeconds)}`,
    retryAfter(retryAfterSeconds),
  );

/** 503 with `Retry-After`: the server currently cannot serve requests. */
export const unavailable = (retryAfterSeconds: number): ApiError =>
  new ApiError(
    "unavailable",
    `The server is temporarily unavailable. ${retryText(retryAfterSeconds)}`,
    retryAfter(retryAfterSeconds),
  );

/** 503: the address of the service is unknown, because it is not configured. */
export const publicUrlUnset = (host: string): ApiError =>
  new ApiError(
    "unavailable",
    `ASSAY_PUBLIC_URL is required: the server listens on ${quoted(host)}, which is not a loopback address.`,
  );

/** 409: the idempotency key was used with a different body. */
export const idempotencyConflict = (key: string): ApiError =>
  new ApiError(
    "idempotency_conflict",
    `Idempotency-Key ${quoted(key)} was used for a different request. Send that request again without changes, or use a new key.`,
  );

/** 409 with `Retry-After`: the first request with the idempotency key is still in progress. */
export const idempotencyInFlight = (key: string): ApiError =>
  new ApiError(
    "conflict",
    `The first request with Idempotency-Key ${quoted(key)} is still in progress. ${retryText(1)}`,
    retryAfter(1),
  );

/** 409: the model is already registered with different metadata. */
export const modelConflict = (name: string, version: string): ApiError =>
  new ApiError(
    "conflict",
    alreadyExistsText(`Model ${quoted(name)} ${quoted(version)}`, "metadata", "use a new version"),
  );

/** 409: a dataset that evaluations used cannot be deleted. */
export const datasetInUse = (id: string, evaluations: number): ApiError =>
  new ApiError(
    "conflict",
    `Dataset ${quoted(id)} is used by ${counted(evaluations, "evaluation")} and cannot be deleted. Archive it with PATCH /v1/datasets/${idInPath(id)} and {"archived": true}.`,
  );

/** 409: an archived dataset does not accept samples or outputs. */
export const datasetArchived = (id: string): ApiError =>
  new ApiError(
    "invalid_state",
    `Dataset ${quoted(id)} is archived and does not accept samples or outputs. Restore it with PATCH /v1/datasets/${idInPath(id)} and {"archived": false}.`,
  );

/** 409: a revoked or expired API key cannot get a new secret. */
export const apiKeyNotRotatable = (id: string, state: "revoked" | "expired"): ApiError =>
  new ApiError(
    "invalid_state",
    `API key ${quoted(id)} is ${state} and cannot be rotated. Create a new API key with POST /v1/api_keys.`,
  );
