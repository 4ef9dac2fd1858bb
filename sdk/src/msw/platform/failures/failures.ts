import { ApiError } from "@assay/contract/platform/errors";
import { HttpResponse } from "msw";
import { checkFailure, codeOf } from "./check-failure.ts";
import { routeOfOperation } from "@assay/contract/openapi/match-route";
import type { OperationId } from "../routing/operation-id.ts";
import type { MockFailure } from "./mock-failure.ts";

/** The statuses without a response body. */
const bodiless = new Set([204, 205, 304]);

/** Pending failures by operation. */
export interface Failures {
  add(operationId: OperationId, failure: MockFailure): void;
  /** Returns the failure for the next request, and counts it as used; undefined if there is none. */
  take(operationId: OperationId): MockFailure | undefined;
  clear(): void;
}

/** Creates an empty list of failures. */
export function createFailures(): Failures {
  const waiting = new Map<OperationId, { failure: MockFailure; left: number }[]>();
  return {
    add(operationId, failure) {
      routeOfOperation(operationId);
      checkFailure(failure);
      const { times: left = 1 } = failure;
      waiting.set(operationId, [...(waiting.get(operationId) ?? []), { failure, left }]);
    },
    take(operationId) {
      const next = waiting.get(operationId)?.find(({ left }) => left > 0);
      if (next) next.left -= 1;
      return next?.failure;
    },
    clear: () => waiting.clear(),
  };
}

/** Waits for the failure's delay; never resolves if the delay is infinite. */
export async function holdBack({ delayMs = 0 }: MockFailure): Promise<void> {
  if (delayMs <= 0) return;
  await new Promise<void>((resolve) => {
    // Timers have 31 bits. An infinite delay sets no timer, so that it does not keep the process running.
    if (delayMs < 2 ** 31) setTimeout(resolve, delayMs);
  });
}

/** Returns the failed response; undefined if the failure only delays the response. */
export function failureResponse(failure: MockFailure, requestId: string): Response | undefined {
  if (failure.networkError) return HttpResponse.error();
  const { status, retryAfter } = failure;
  if (status === undefined) return undefined;
  const retryValue = retryAfter instanceof Date ? retryAfter.toUTCString() : retryAfter;
  const waiting = retryValue === undefined ? {} : { "Retry-After": String(retryValue) };
  const code = codeOf(status, failure.code);
  if (code === undefined) {
    const text = bodiless.has(status) ? null : (failure.detail ?? `${status}`);
    return new HttpResponse(text, { status, headers: waiting });
  }
  const detail = failure.detail ?? `The mock fails as configured, with ${status}.`;
  const headers = {
    "Content-Type": "application/problem+json; charset=utf-8",
    "X-Request-Id": requestId,
    ...waiting,
  };
  return HttpResponse.json(new ApiError(code, detail).toProblem(requestId), { status, headers });
}
