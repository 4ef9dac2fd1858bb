import { ApiError } from "@assay/contract/platform/errors";
import type { DescribedRoute } from "@assay/contract/platform/c";
import { http, type HttpHandler, HttpResponse } from "msw";
import type { Operations } from "../generated/types.ts";
import { checkRequest, faultsOf, isSchema, queryOf } from "@assay/contract/platform/validation/check-request";
import {
  exampleResponse,
  isFileResponse,
  rawTypeOf,
  responseSchema,
} from "@assay/contract/platform/validation/check-response";
import {
  respondWithMistake,
  MockMistake,
  type OnMistake,
  throwUncaught,
} from "./platform/failures/mistakes.ts";
import { readJsonBody, textOf } from "./platform/http/read-body.ts";
import { operationIds, paramsOf, routeOfOperation } from "@assay/contract/openapi/match-route";
import { pathUnder, readBaseUrl, underUrl, routeUrls } from "./platform/routing/routing.ts";
import type { OperationId } from "./platform/routing/operation-id.ts";

type Responses<Id extends OperationId> = Operations[Id]["responses"];

/** A response of an operation: one of its statuses with the body for that status. */
export type MockReply<Id extends OperationId> = {
  [Status in keyof Responses<Id> & number]: {
    status: Status;
    body: Responses<Id>[Status];
    headers?: Record<string, string> | undefined;
  };
}[keyof Responses<Id> & number];

/** The request to a mocked operation: its parts, validated by the contract, and the raw request. */
export type MockInput<Id extends OperationId> = Omit<Operations[Id], "responses"> & { request: Request };

/**
 * Builds the response to a request. A `Response` (such as `HttpResponse.error()`) is sent without validation.
 */
export type MockResolver<Id extends OperationId> = (
  input: MockInput<Id>,
) => MockReply<Id> | Response | Promise<MockReply<Id> | Response>;

/** Creates a handler for one operation. Without a reply, the handler responds with the documented example. */
export type MockOperation<Id extends OperationId> = (
  reply?: MockReply<Id> | MockResolver<Id>,
  options?: { once?: boolean },
) => HttpHandler;

/** A helper for each operation, and a handler for all other calls. */
export type Mocks = { [Id in OperationId]: MockOperation<Id> } & {
  /**
   * Add these handlers last. A call that no earlier handler serves fails the test, with its method and path.
   */
  readonly handlers: HttpHandler[];
};

/** Options for the helpers. */
export interface MocksOptions {
  /** Receives each mistake in a test. By default, the mistake is thrown uncaught, so that the test fails. */
  onMistake?: OnMistake | undefined;
}

/**
 * Creates a typed helper for each operation, for tests that define the responses themselves. The contract
 * validates requests as the API does. A reply that the API could not send fails the test.
 *
 * @param baseUrl the URL that the tested client calls; default `http://127.0.0.1:8787`.
 * @example
 * const mocks = createMocks(baseUrl);
 * const server = setupServer(...mocks.handlers);
 * server.use(mocks.listProjects(), mocks.getProject({ status: 200, body: project }));
 * server.use(mocks.getProject(({ params }) => ({ status: 404, body: problemAbout(params.id) }), { once: true
 * }));
 */
export function createMocks(baseUrl?: string, options: MocksOptions = {}): Mocks {
  const mockOptions = { baseUrl: readBaseUrl(baseUrl), onMistake: options.onMistake ?? throwUncaught };
  const helpers = operationIds.map((id): [string, unknown] => [
    id,
    operationMock(routeOfOperation(id), mockOptions),
  ]);
  // The list contains a helper for every operation, and each helper checks its arguments at run time.
  return { ...Object.fromEntries(helpers), handlers: [unhandledCalls(mockOptions)] } as unknown as Mocks;
}

interface MockOptions {
  baseUrl: string;
  onMistake: OnMistake;
}

function unhandledCalls({ baseUrl, onMistake }: MockOptions): HttpHandler {
  return http.all(underUrl(baseUrl), ({ request }) => {
    const path = pathUnder(baseUrl, new URL(request.url));
    const error = new MockMistake(
      `No mock responds to ${request.method} ${path}: it has no helper, or all its helpers are used up.`,
    );
    return respondWithMistake(error, onMistake);
  });
}

interface LooseReply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}
type LooseResolver = (input: object) => LooseReply | Response | Promise<LooseReply | Response>;

function operationMock(route: DescribedRoute, { baseUrl, onMistake }: MockOptions) {
  return (given?: LooseReply | LooseResolver, options: { once?: boolean } = {}): HttpHandler => {
    // Replies that are not functions are validated before any request.
    const reply = typeof given === "function" ? given : checkedReply(route, given ?? exampleOf(route));
    const methods = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };
    return methods[route.method](
      routeUrls(route, baseUrl),
      ({ request }) => respond(route, { request, reply, baseUrl, onMistake }),
      options,
    );
  };
}

async function respond(
  route: DescribedRoute,
  {
    request,
    reply,
    baseUrl,
    onMistake,
  }: MockOptions & { request: Request; reply: LooseReply | LooseResolver },
): Promise<Response> {
  try {
    const input = await inputOf(route, request, baseUrl);
    const given = typeof reply === "function" ? await reply(input) : reply;
    if (given instanceof Response) return given;
    const { status, body, headers } = checkedReply(route, given);
    const rawType = rawTypeOf(route, status);
    const type = rawType ?? (status >= 400 ? "application/problem+json" : "application/json");
    const text = rawType === undefined ? JSON.stringify(body) : String(body);
    return new HttpResponse(text, { status, headers: { "Content-Type": type, ...headers } });
  } catch (error) {
    if (error instanceof Response) return error;
    // An error thrown by the test's function, such as a failed assertion, must not become a response with
    // 500.
    if (!(error instanceof ApiError)) return respondWithMistake(error, onMistake);
    const problem = error.toProblem("req_mock");
    const headers = { "Content-Type": "application/problem+json", ...error.headers };
    return HttpResponse.json(problem, { status: error.status, headers });
  }
}

async function inputOf(route: DescribedRoute, request: Request, baseUrl: string): Promise<object> {
  const url = new URL(request.url);
  const { headers } = request;
  const bytes = new Uint8Array(await request.clone().arrayBuffer());
  const params = paramsOf(route, pathUnder(baseUrl, url));
  const declaresBody = "body" in route && isSchema(route.body);
  const body = declaresBody ? await readJsonBody({ headers, bytes }, route) : textOf(bytes);
  return { ...checkRequest(route, { params, headers, query: queryOf(url), body }), request };
}

/** Returns the documented example of an operation's response; empty for a file. */
function exampleOf(route: DescribedRoute): LooseReply {
  const example = exampleResponse(route);
  if (!example) throw new MockMistake(`${route.metadata.operationId} has no example; it must have a reply.`);
  return example;
}

/** Validates a reply. @throws {MockMistake} if the API could not send it. */
function checkedReply(route: DescribedRoute, { status, body, headers }: LooseReply): Required<LooseReply> {
  const { operationId } = route.metadata;
  const isDeclared = route.responses[status] !== undefined;
  if (isFileResponse(route, status) && isDeclared && typeof body === "string")
    return { status, body, headers: headers ?? {} };
  const schema = responseSchema(route, status);
  if (!schema) {
    const statuses = Object.keys(route.responses).join(", ");
    throw new MockMistake(
      `The mock of ${operationId} replies with ${status}; it must reply with one of ${statuses}.`,
    );
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return { status, body: parsed.data, headers: headers ?? {} };
  throw new MockMistake(
    `The mock of ${operationId} replies with a ${status} that violates the contract: ${faultsOf(parsed.error)}.`,
  );
}
