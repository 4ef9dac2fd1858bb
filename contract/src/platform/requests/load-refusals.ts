import { ApiError } from "../errors.ts";
import { limitReachedText } from "../validation/refusal-texts.ts";
import { retryAfter, retryText } from "../../wire/http/retry-after.ts";

/** 503 with `Retry-After`: a part of the server is fully in use. */
export const tooBusy = (part: string, retryAfterSeconds: number): ApiError =>
  new ApiError(
    "too_busy",
    `${part} is temporarily unavailable. ${retryText(retryAfterSeconds)}`,
    retryAfter(retryAfterSeconds),
  );

/** 413: the body has too many JSON values or object members for its route. */
export const tooManyJsonParts = (
  limit: number,
  parts: "JSON values" | "object members" | "different object members",
): ApiError =>
  new ApiError("payload_too_large", `The body has too many ${parts}; it must have at most ${limit}.`);

/** 409: the workspace has its maximum number of active API keys. */
export const tooManyApiKeys = (limit: number): ApiError =>
  new ApiError(
    "invalid_state",
    limitReachedText("The workspace", `${limit} active API keys`, "Revoke one with DELETE /v1/api_keys/{id}"),
  );

/** 429 with `Retry-After`: the workspace has its maximum number of evaluations that have not ended. */
export const tooManyEvaluations = (limit: number): ApiError =>
  new ApiError(
    "rate_limited",
    limitReachedText("The workspace", `${limit} running evaluations`, "Wait until one ends, or cancel one"),
    retryAfter(30),
  );

/** 429 with `Retry-After`: the workspace has its maximum number of jobs that wait for a worker. */
export const tooManyJobs = (limit: number): ApiError =>
  new ApiError(
    "rate_limited",
    limitReachedText(
      "The workspace",
      `${limit} ready jobs`,
      "Retry when workers have processed some of them",
    ),
    retryAfter(30),
  );

/** 429 with `Retry-After`: the workspace has its maximum number of computations that wait for a thread. */
export const tooManyComputations = (limit: number, retryAfterSeconds: number): ApiError =>
  new ApiError(
    "rate_limited",
    `${limitReachedText("The workspace", `${limit} waiting computations`, "Wait until one ends")} ${retryText(retryAfterSeconds)}`,
    retryAfter(retryAfterSeconds),
  );

/** 422: a computation needs more memory than a thread may use. */
export const outOfThreadMemory = (mebibytes: number): ApiError =>
  new ApiError(
    "too_large_to_compute",
    limitReachedText(
      "The computation",
      `${mebibytes} MiB of memory`,
      "Request it for fewer samples, metrics or evaluations",
    ),
  );
