// Calls the evaluation handlers in tests, without HTTP and with validated input.
import { ApiError } from "@assay/contract/platform/errors";
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import { inTransaction } from "../../platform/db/transaction.ts";
import type { Call, Caller } from "../../platform/http/routing/handler.ts";
import type { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { evaluationHandlers } from "./evaluation-routes.ts";

const noHeaders = { headers: { "idempotency-key": undefined } };

/** Query parameters as the contract parses them. */
type ListQuery = {
  limit?: number;
  after?: string;
  project?: string;
  dataset?: string;
  status?: "pending" | "completed";
};
type ResultQuery = {
  limit?: number;
  after?: string;
  evaluator?: string;
  score_below?: number;
  flagged?: boolean;
};

/** Returns functions that call the routes, by default with a caller that is not restricted to projects. */
export function requestsOf(harness: EvaluationHarness, caller: Caller = harness.caller) {
  const handlers = evaluationHandlers(harness.deps);
  const whole: Omit<Call, "request"> = {
    caller,
    signal: new AbortController().signal,
    waitSignal: new AbortController().signal,
    setHeader: () => undefined,
    text: () => undefined,
    recheck: async () => true,
    commit: (work) => inTransaction(harness.jobs.database, work),
    commitComputed: (compute) => compute(),
  };
  // No evaluation route has a streamed body, so no route uses the raw request.
  const call = whole as Call;
  return {
    create: async (given: Partial<CreateEvaluationBody> = {}) =>
      succeeded(await handlers.create({ ...noHeaders, body: harness.body(given) }, call), 201).body,
    list: async (query: ListQuery = {}) =>
      succeeded(await handlers.list({ ...noHeaders, query: { limit: 20, ...query } }, call), 200).body,
    get: async (id: string) =>
      succeeded(await handlers.get({ ...noHeaders, params: { id } }, call), 200).body,
    results: async (id: string, query: ResultQuery = {}) =>
      succeeded(
        await handlers.results(
          {
            ...noHeaders,
            params: { id },
            query: { flagged: undefined, limit: 20, order: "dataset", ...query },
          },
          call,
        ),
        200,
      ).body,
    cancel: async (id: string) =>
      succeeded(await handlers.cancel({ ...noHeaders, params: { id } }, call), 200).body,
  };
}

/** Returns a response that has the given status. If it has another status, the test fails. */
function succeeded<A extends { status: number }, S extends A["status"]>(response: A, status: S) {
  const hasStatus = (each: A): each is Extract<A, { status: S }> => each.status === status;
  if (hasStatus(response)) return response;
  throw new Error(`The response is ${response.status}, not ${status}.`);
}

/** Collects every page of a list. */
export async function allPages<T>(
  page: (after: { after?: string }) => Promise<{ data: T[]; next_cursor: string | null }>,
): Promise<T[]> {
  const items: T[] = [];
  let after: string | null = null;
  do {
    const { data, next_cursor: next } = await page(after === null ? {} : { after });
    items.push(...data);
    after = next;
  } while (after !== null);
  return items;
}

/**
 * Returns the refusal of a request.
 *
 * @throws {unknown} any other error, or an error if the request succeeds.
 */
export async function refusalOf(attempt: Promise<unknown>): Promise<ApiError> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("The request was not refused.");
}
