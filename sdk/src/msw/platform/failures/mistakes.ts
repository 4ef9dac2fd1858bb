import { HttpResponse } from "msw";

/** Told of each mistake of a test: an answer that breaks the contract, a call that nothing answers. */
export type OnMistake = (error: Error) => void;

/** A test, not the program under test, did something that the API could not do. */
export class MockMistake extends Error {
  override readonly name = "MockMistake";
}

/**
 * Throws where nobody can catch it: a program that swallows the refusal of its call must not hide the mistake. Test
 * runners (vitest, Jest, Mocha, node:test) let the test that runs fail for it.
 */
export const throwUncaught: OnMistake = (error) => {
  queueMicrotask(() => {
    throw error;
  });
};

/**
 * Reports a mistake and answers the call with it. 421 (RFC 9110, section 15.5.20) is a status that the API itself never
 * has and that no client tries again.
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
