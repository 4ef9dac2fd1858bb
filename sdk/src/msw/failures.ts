import { ApiError, problemCodes, type ProblemCode } from "@assay/contract";
import { HttpResponse } from "msw";
import { routeOf } from "./routing.ts";
import type { MockFailure, OperationId } from "./types.ts";

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
      routeOf(operationId);
      if (failure.code !== undefined) codeOf(failure.status ?? 500, failure.code);
      const { times = 1, delayMs = 0 } = failure;
      if (!(times >= 1)) throw new TypeError(`times is ${times}; it must be 1 or more.`);
      if (!(delayMs >= 0)) throw new TypeError(`delayMs is ${delayMs}; it must be 0 or more milliseconds.`);
      waiting.set(operationId, [...(waiting.get(operationId) ?? []), { failure, left: times }]);
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
export async function waitFor({ delayMs = 0 }: MockFailure): Promise<void> {
  if (delayMs <= 0) return;
  await new Promise<void>((resolve) => {
    // A timer holds 31 bits; one that never comes is none, so that it keeps no process alive.
    if (delayMs < 2 ** 31) setTimeout(resolve, delayMs);
  });
}

/** The failed answer; undefined when the failure only makes the answer late. */
export function failedAnswer(failure: MockFailure, requestId: string): Response | undefined {
  if (failure.networkError) return HttpResponse.error();
  const { status, retryAfter } = failure;
  if (status === undefined) return undefined;
  const waiting = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  const code = codeOf(status, failure.code);
  if (code === undefined)
    return new HttpResponse(failure.detail ?? `${status}`, { status, headers: waiting });
  const detail = failure.detail ?? `The mock was told to fail with ${status}.`;
  const headers = {
    "Content-Type": "application/problem+json; charset=utf-8",
    "X-Request-Id": requestId,
    ...waiting,
  };
  return HttpResponse.json(new ApiError(code, detail).toProblem(requestId), { status, headers });
}

function codeOf(status: number, wanted: string | undefined): ProblemCode | undefined {
  // Object.keys gives the table's own keys.
  const codes = (Object.keys(problemCodes) as ProblemCode[]).filter(
    (code) => problemCodes[code].status === status,
  );
  if (wanted === undefined) return codes[0];
  const found = codes.find((code) => code === wanted);
  if (found) return found;
  throw new TypeError(
    `A problem of status ${status} cannot have the code "${wanted}"; it can have ${codes.join(", ") || "none"}.`,
  );
}
