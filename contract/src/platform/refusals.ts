// Refusals that every wing shares; those of a noun are in its `<noun>-refusals.ts`. Server and mock throw the same.
import { ApiError } from "./errors.ts";
import type { IdKind } from "./ids.ts";
import type { Scope } from "./scopes.ts";
import { refusal, validationFailed } from "./validation/validation.ts";
import type { JsonFault } from "../wire/json/json-scan.ts";
import { counted } from "../domain/values/counted.ts";
import { quoted } from "../wire/http/quote.ts";

/** What each kind of thing is called in a sentence, and where those there are can be read. */
const kinds: Record<IdKind, { name: string; listedBy?: string }> = {
  project: { name: "project", listedBy: "GET /v1/projects" },
  dataset: { name: "dataset", listedBy: "GET /v1/datasets" },
  sample: { name: "sample", listedBy: "GET /v1/datasets/{id}/samples" },
  model: { name: "model", listedBy: "GET /v1/models" },
  evaluation: { name: "evaluation", listedBy: "GET /v1/evaluations" },
  rubric: { name: "rubric", listedBy: "GET /v1/reviews/rubrics" },
  review_task: { name: "review task", listedBy: "GET /v1/reviews/tasks" },
  review: { name: "review", listedBy: "GET /v1/reviews" },
  reviewer: { name: "reviewer", listedBy: "GET /v1/reviews/reviewers" },
  export: { name: "export", listedBy: "GET /v1/scores/exports" },
  webhook: { name: "webhook", listedBy: "GET /v1/webhooks" },
  delivery: { name: "delivery", listedBy: "GET /v1/webhooks/{id}/deliveries" },
  api_key: { name: "API key", listedBy: "GET /v1/api_keys" },
  request: { name: "request" },
  event: { name: "event", listedBy: "GET /api/events" },
  decision: { name: "decision", listedBy: "GET /api/events?type=policy_decision" },
  approval: { name: "approval", listedBy: "GET /api/approvals" },
  record: { name: "verification record" },
};

const retryAfter = (seconds: number) => ({
  headers: { "Retry-After": String(Math.max(1, Math.ceil(seconds))) },
});

function absence(kind: IdKind, id: string): string {
  const { name, listedBy } = kinds[kind];
  return `There is no ${name} ${quoted(id)} that this API key can reach${listedBy ? `; ${listedBy} lists those there are` : ""}.`;
}

/** 404: the thing does not exist, or is another workspace's or project's; the words do not tell which. */
export const notFound = (kind: IdKind, id: string): ApiError => new ApiError("not_found", absence(kind, id));

/** 422: a body names a thing that does not exist or cannot be reached; for a project it says how to make one. */
export function referenceNotFound(kind: IdKind, id: string, path: string): ApiError {
  const hint = kind === "project" ? " POST /v1/projects makes one." : "";
  return refusal("reference_not_found", [
    { path, code: "reference_not_found", message: `${absence(kind, id)}${hint}` },
  ]);
}

/** Why a request counts as unauthenticated. */
export type UnauthenticatedReason = "missing" | "malformed" | "unknown" | "expired" | "revoked";

/** 401: no key, or none that works. An unknown, an expired and a revoked key get the same words. */
export function unauthenticated(reason: UnauthenticatedReason): ApiError {
  const texts = {
    missing: 'There is no API key; send the header "Authorization: Bearer assay_live_…".',
    malformed: 'The Authorization header holds no API key; it must be "Bearer assay_live_…".',
  };
  const invalid = "The API key is not valid: it is unknown, has expired or was revoked. Send one that works.";
  const detail = reason === "missing" || reason === "malformed" ? texts[reason] : invalid;
  return new ApiError("unauthenticated", detail, { headers: { "WWW-Authenticate": 'Bearer realm="assay"' } });
}

/** 403: the key lacks the scope that the route needs. */
export const insufficientScope = (scope: Scope): ApiError =>
  new ApiError(
    "insufficient_scope",
    `This needs the scope ${quoted(scope)}, which the API key does not have.`,
  );

/** 403: a key was to be given a scope that the calling key does not have itself. */
export const scopeNotHeld = (scope: Scope, path: string): ApiError =>
  refusal("insufficient_scope", [
    {
      path,
      code: "insufficient_scope",
      message: `The scope ${quoted(scope)} cannot be granted: the calling API key does not have it; a key grants only what it may do itself.`,
    },
  ]);

/** 403: a key was to get a new secret that may do more than the calling key. */
export const rotationBeyond = (id: string, scope: Scope): ApiError =>
  new ApiError(
    "insufficient_scope",
    `The API key ${quoted(id)} has the scope ${quoted(scope)}, which the calling key does not have; its new secret would grant it. Rotate it with a key that has all its scopes.`,
  );

/** 403: a key restricted to projects was to change what belongs to the workspace as a whole. */
export const projectRestricted = (): ApiError =>
  new ApiError(
    "insufficient_scope",
    "The API key is restricted to projects and this belongs to the workspace as a whole; use a key without such a restriction.",
  );

/** 404: no route has this path. */
export const unknownPath = (method: string, path: string): ApiError =>
  new ApiError(
    "not_found",
    `There is no ${method} ${quoted(path)}; the OpenAPI document lists the paths there are.`,
  );

/** 405 with `Allow`: the path exists, with other methods. */
export const methodNotAllowed = (method: string, allowed: readonly string[]): ApiError =>
  new ApiError("method_not_allowed", `The method is ${method}; this path takes ${allowed.join(", ")}.`, {
    headers: { Allow: allowed.join(", ") },
  });

/** 415: the body's content type is missing or none that the route takes. */
export function unsupportedMediaType(given: string | undefined, accepted: readonly string[]): ApiError {
  const state = given ? `The content type is ${quoted(given)}` : "The body has no content type";
  return new ApiError("unsupported_media_type", `${state}; it must be ${accepted.join(" or ")}.`);
}

/** The content encodings that a JSON body may have. */
export const bodyEncodings = ["identity", "gzip", "deflate", "br"] as const;

/** 415: the body is compressed in a way that the route does not read. */
export const unsupportedEncoding = (given: string, accepted: readonly string[]): ApiError =>
  new ApiError(
    "unsupported_media_type",
    `The content encoding is ${quoted(given)}; it must be ${accepted.join(" or ")}.`,
  );

/** 413: the body is larger than the route takes. */
export const payloadTooLarge = (limitBytes: number): ApiError =>
  new ApiError("payload_too_large", `The body is too large; it must be at most ${limitBytes} bytes.`);

/** 400: the body is no JSON, or not UTF-8; the message says where. */
export const malformedJson = (message: string): ApiError => new ApiError("malformed_json", message);

/** 400: what `readJsonText` refused: malformed text, or a value that cannot be stored exactly, with its path. */
export const jsonRefused = ({ code, path, message }: JsonFault): ApiError =>
  code === "malformed_json"
    ? malformedJson(message)
    : validationFailed([{ path, code: "not_storable", message }]);

/** 429 with `Retry-After`: the key's allowance is used up. */
export const rateLimited = (retryAfterSeconds: number): ApiError =>
  new ApiError(
    "rate_limited",
    `The API key has used up its requests; send the next in ${counted(Math.max(1, Math.ceil(retryAfterSeconds)), "second")}.`,
    retryAfter(retryAfterSeconds),
  );

/** 503 with `Retry-After`: the server cannot serve requests at this moment. */
export const unavailable = (retryAfterSeconds: number): ApiError =>
  new ApiError(
    "unavailable",
    `The server cannot answer at this moment; try again in ${counted(Math.max(1, Math.ceil(retryAfterSeconds)), "second")}.`,
    retryAfter(retryAfterSeconds),
  );

/** 409: the idempotency key was used with another body. */
export const idempotencyConflict = (key: string): ApiError =>
  new ApiError(
    "idempotency_conflict",
    `The Idempotency-Key ${quoted(key)} was used for another request; send a new key, or the same body again.`,
  );

/** 409 with `Retry-After`: the first request with the idempotency key is not answered yet. */
export const idempotencyInFlight = (key: string): ApiError =>
  new ApiError(
    "conflict",
    `The request with the Idempotency-Key ${quoted(key)} is still being answered; send it again in 1 second.`,
    retryAfter(1),
  );

/** 409: the model is registered with other metadata. */
export const modelConflict = (name: string, version: string): ApiError =>
  new ApiError(
    "conflict",
    `The model ${quoted(name)} ${quoted(version)} is registered with other metadata; send the same metadata, or another version.`,
  );

/** 409: a dataset that evaluations have used cannot be deleted. */
export const datasetInUse = (id: string, evaluations: number): ApiError =>
  new ApiError(
    "conflict",
    `The dataset ${quoted(id)} is used by ${counted(evaluations, "evaluation")} and cannot be deleted; archive it instead: PATCH /v1/datasets/{id} with {"archived": true}.`,
  );

/** 409: an archived dataset takes no samples and no outputs. */
export const datasetArchived = (id: string): ApiError =>
  new ApiError(
    "invalid_state",
    `The dataset ${quoted(id)} is archived and takes no samples or outputs; bring it back first: PATCH /v1/datasets/{id} with {"archived": false}.`,
  );

/** 409: a key that no longer works cannot get a new secret. */
export const apiKeyNotRotatable = (id: string, why: "revoked" | "expired"): ApiError =>
  new ApiError(
    "invalid_state",
    `The API key ${quoted(id)} ${why === "revoked" ? "was revoked" : "has expired"} and cannot be rotated; create another: POST /v1/api_keys.`,
  );
