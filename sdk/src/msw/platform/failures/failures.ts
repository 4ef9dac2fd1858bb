import { ApiError } from "@assay/contract/platform/errors";
import { HttpResponse } from "msw";
import { checkFailure, codeOf } from "./check-failure.ts";
import { routeOfOperation } from "../routing/routing.ts";
import type { OperationId } from "../routing/operation-id.ts";
import type { MockFailure } from "./mock-failure.ts";

/** The statuses whose answers have no body. */
const bodiless = new Set([204, 205, 304]);

/** The failures that are still to come, by operation. */
export interface Failures {
  add(operationId: OperationId, failure: MockFailure): void;
  /** The failure of the next request, used up by one. */
  take(operationId: OperationId): MockFailure | undefined;
  clear(): void;
}

/** Makes an empty list of failures. */
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

/** Waits as long as a failure says; for ever when it says Infinity. */
export async function holdBack({ delayMs = 0 }: MockFailure): Promise<void> {
  if (delayMs <= 0) return;
  await new Promise<void>((resolve) => {
    // A timer holds 31 bits; one that never comes is none, so that it keeps no process alive.
    if (delayMs < 2 ** 31) setTimeout(resolve, delayMs);
  });
}

/** The failed answer; undefined when the failure only makes the answer late. */
export function failureResponse(failure: MockFailure, requestId: string): Response | undefined {
  if (failure.networkError) return HttpResponse.error();
  const { status, retryAfter } = failure;
  if (status === undefined) return undefined;
  const asked = retryAfter instanceof Date ? retryAfter.toUTCString() : retryAfter;
  const waiting = asked === undefined ? {} : { "Retry-After": String(asked) };
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
