import { ApiError } from "@assay/contract/platform/errors";
import { authzenRefusal } from "@assay/contract/control/authzen/authzen-rules";
import type { DescribedRoute, Download } from "@assay/contract/platform/c";
import { limits } from "@assay/contract/platform/limits";
import { projectRestricted } from "@assay/contract/platform/refusals";
import { downloadPart } from "@assay/contract/evaluation/exports/download-part";
import { bodyReadingOf } from "@assay/contract/platform/requests/body-reading";
import { requestIdOf, responseHeaders } from "@assay/contract/platform/requests/response-headers";
import { HttpResponse } from "msw";
import { authenticate, requireScope } from "./authenticate.ts";
import {
  checkRequest,
  faultsOf,
  isSchema,
  plainTypeOf,
  queryOf,
} from "@assay/contract/platform/validation/check-request";
import { respondWithDocument, isDocument } from "./documents.ts";
import { type Failures, failureResponse, holdBack } from "../failures/failures.ts";
import type { PlatformState } from "../state/platform-tables.ts";
import type { HandlerResponse, Call, Caller, SentRequest, TablesOf } from "./handler.ts";
import type { MockCall } from "./mock-call.ts";
import { createCommit, type Queue } from "./idempotency.ts";
import { MockMistake, type OnMistake, respondWithMistake } from "../failures/mistakes.ts";
import { bodyToLog, headersToLog, readBodyText, readJsonBody } from "./read-body.ts";
import { missingScope } from "@assay/contract/platform/scopes";
import { matchRoute, type RouteMatch } from "@assay/contract/openapi/match-route";
import { operationOf, pathUnder } from "../routing/routing.ts";

/**
 * Parts of a mock that serve requests. Each method is only called with the state of its own server. The
 * members are therefore declared as methods, so that a server with a larger state is assignable to this type.
 */
export interface MockServer<State extends PlatformState = PlatformState> {
  baseUrl: string;
  state: State;
  /** Runs a route's implementation on validated input. */
  handle(route: DescribedRoute, input: object, call: Call<State>): HandlerResponse | Promise<HandlerResponse>;
  /** Applies a workspace's due changes. */
  applyTimedChanges(state: State, workspace: TablesOf<State>): void;
  /** Applies due changes in every workspace, and sends due deliveries. */
  applyDueWork(state: State): void;
  queue: Queue;
  failures: Failures;
  calls: MockCall[];
  onMistake: OnMistake;
}

/** A request and its response headers. */
interface Exchange {
  /** The body's text, for routes that parse it themselves. */
  text?: string | undefined;
  server: MockServer;
  sent: SentRequest;
  call: { -readonly [Key in keyof MockCall]: MockCall[Key] };
  headers: Headers;
}

/** Responds to a request as the server does. */
export async function serve(server: MockServer, request: Request): Promise<Response> {
  const exchange = await startExchange(server, request);
  const { call } = exchange;
  const { state } = server;
  // This call applies earlier changes that became due; the second call applies the effects of this request.
  server.applyDueWork(state);
  let response: Response;
  try {
    response = await respond(exchange);
  } catch (error) {
    response = problemResponse(exchange, error);
  }
  server.applyDueWork(state);
  call.status = response.type === "error" ? undefined : response.status;
  return request.method === "HEAD" ? new HttpResponse(null, response) : response;
}

async function startExchange(server: MockServer, request: Request): Promise<Exchange> {
  const { method, headers } = request;
  const url = new URL(request.url);
  const path = pathUnder(server.baseUrl, url);
  const sent = { method, url, path, headers, bytes: new Uint8Array(await request.arrayBuffer()) };
  const requestId = requestIdOf(headers.get("x-request-id"), () => server.state.newId("request"));
  const call = {
    operationId: undefined,
    method,
    path,
    params: {},
    query: { ...queryOf(url) },
    headers: headersToLog(headers),
    body: bodyToLog(sent),
    status: undefined,
    requestId,
  };
  server.calls.push(call);
  return { server, sent, call, headers: new Headers(responseHeaders(requestId)) };
}

async function respond(exchange: Exchange): Promise<Response> {
  const { server, sent, call } = exchange;
  if (isDocument(sent.path)) return respondWithDocument(sent, exchange.headers);
  const match = matchRoute(sent.method, sent.path);
  call.operationId = operationOf(match.route);
  call.params = match.params;
  const failure = server.failures.take(call.operationId);
  if (!failure) return runRoute(exchange, match);
  if (failure.afterEffect) await runRoute(exchange, match);
  await holdBack(failure);
  return failureResponse(failure, call.requestId) ?? runRoute(exchange, match);
}

/** Runs the steps of a request in the server's order. */
async function runRoute(exchange: Exchange, { route, params }: RouteMatch): Promise<Response> {
  const { server, sent, headers } = exchange;
  const { scope, otherScope, workspaceLevel, exemptFromRateLimit } = route.metadata;
  const caller =
    scope === "public"
      ? undefined
      : requireScope({ scope, otherScope }, { state: server.state, sent, headers }, exemptFromRateLimit);
  if (caller?.projects && workspaceLevel) throw projectRestricted();
  const contentType = sent.headers.get("content-type") ?? "";
  const reading = bodyReadingOf(route, contentType);
  if (reading === "malformed") throw authzenRefusal(contentType);
  if (reading === "text") exchange.text = await readBodyText(sent, route);
  const body: unknown =
    reading === "text" ? {} : reading === "json" ? await readJsonBody(sent, route) : undefined;
  const input = checkRequest(route, { params, headers: sent.headers, query: queryOf(sent.url), body });
  if (caller) server.applyTimedChanges(server.state, caller.workspace);
  const response = await server.handle(route, input, callOf(exchange, caller, scope));
  // The contract states that such a route returns a file if it succeeds, and throws in all other cases.
  if (route.metadata.download) return writeDownload(exchange, response.body as Download);
  const plainType = plainTypeOf(route, response.status);
  if (plainType !== undefined) return writeAsIs(exchange, response, plainType);
  return writeJson(exchange, response.status, checkedBody(route, response));
}

function writeAsIs(
  { headers, sent }: Exchange,
  { status, body }: HandlerResponse,
  contentType: string,
): Response {
  headers.set("Content-Type", contentType);
  if (body instanceof ReadableStream && sent.method !== "HEAD")
    return new HttpResponse(body, { status, headers });
  return new HttpResponse(typeof body === "string" ? body : null, { status, headers });
}

function callOf(
  { server, sent, headers, text }: Exchange,
  caller: Caller | undefined,
  scope: DescribedRoute["metadata"]["scope"],
): Call {
  const { state, queue } = server;
  const onReplay = (): void => headers.set("Idempotency-Replayed", "true");
  return {
    ...state,
    get caller() {
      if (!caller) throw new Error(`${sent.path} is public and has no caller.`);
      return caller;
    },
    get rules() {
      return { now: state.clock.now(), actor: this.caller.apiKeyId, newId: state.newId, limits };
    },
    sent,
    text: () => text,
    setHeader: (name, value) => headers.set(name, value),
    markReplayed: onReplay,
    recheck: () => isStillAuthorized(state, sent, scope),
    commit: createCommit({ clock: state.clock, queue }, { sent, caller }, onReplay),
  };
}

function isStillAuthorized(
  state: PlatformState,
  { headers }: SentRequest,
  scope: DescribedRoute["metadata"]["scope"],
): boolean {
  try {
    if (scope === "public") return true;
    const { scopes } = authenticate(state, headers.get("authorization"));
    return missingScope({ scope }, scopes) === undefined;
  } catch {
    return false;
  }
}

/** Validates a response body. @throws {MockMistake} if the response violates the contract. */
function checkedBody(route: DescribedRoute, { status, body }: HandlerResponse): unknown {
  const schema: unknown = route.responses[status];
  const parsed = isSchema(schema) ? schema.safeParse(body) : undefined;
  if (parsed?.success) return parsed.data;
  const what = parsed ? faultsOf(parsed.error) : "its contract does not have this status";
  throw new MockMistake(
    `The response ${status} of the mock to ${route.metadata.operationId} violates the contract: ${what}.`,
  );
}

function writeJson({ headers }: Exchange, status: number, body: unknown): Response {
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new HttpResponse(JSON.stringify(body), { status, headers });
}

/** Sends a file, the requested range of the file, or 304 if the client already has it. */
async function writeDownload({ sent, headers }: Exchange, file: Download): Promise<Response> {
  const request = { method: sent.method, header: (name: string) => sent.headers.get(name) };
  const { status, headers: fileHeaders, bytes } = downloadPart(request, file);
  for (const [name, value] of Object.entries(fileHeaders)) headers.set(name, value);
  const pieces: BlobPart[] = [];
  if (bytes) for await (const piece of file.read(bytes.start, bytes.end)) pieces.push(new Uint8Array(piece));
  const body = bytes ? await new Blob(pieces).arrayBuffer() : null;
  return new HttpResponse(body, { status, headers });
}

/** Returns the problem document for a refusal. Other errors are mistakes, which no client retries. */
function problemResponse({ server, call, headers }: Exchange, error: unknown): Response {
  if (!(error instanceof ApiError)) return respondWithMistake(error, server.onMistake);
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  headers.set("Content-Type", "application/problem+json; charset=utf-8");
  const body = JSON.stringify(error.toProblem(call.requestId));
  return new HttpResponse(body, { status: error.status, headers });
}
