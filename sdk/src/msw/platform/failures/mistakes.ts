import { HttpResponse } from "msw";

/** Receives each mistake in a test: a response that violates the contract, or a call without a handler. */
export type OnMistake = (error: Error) => void;

/** A mistake in a test, rather than in the program under test. */
export class MockMistake extends Error {
  override readonly name = "MockMistake";
}

/**
 * Throws the mistake uncaught, so that a program that swallows the failed call cannot hide it. Test runners
 * (vitest, Jest, Mocha, node:test) then fail the running test.
 */
export const throwUncaught: OnMistake = (error) => {
  queueMicrotask(() => {
    throw error;
  });
};

/**
 * Reports a mistake, and responds to the call with status 421. The API never returns this status (RFC 9110,
 * section 15.5.20), and no client retries it.
 */
export function respondWithMistake(thrown: unknown, onMistake: OnMistake): Response {
  const error = thrown instanceof Error ? thrown : new MockMistake(String(thrown));
  onMistake(error);
  const problem = {
    type: "urn:assay:mock:mistake",
    title: "A mistake in the mock's set-up",
    status: 421,
    detail: error.message,
    code: "mock_mistake",
    request_id: "req_mock",
  };
  return HttpResponse.json(problem, { status: 421, headers: { "Content-Type": "application/problem+json" } });
}
