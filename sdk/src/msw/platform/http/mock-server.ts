import { ApiError } from "@assay/contract/platform/errors";
import { authzenRefusal } from "@assay/contract/control/authzen/authzen-rules";
import type { DescribedRoute, Download } from "@assay/contract/platform/c";
import { insufficientScope, projectRestricted } from "@assay/contract/platform/refusals";
import { downloadPart } from "@assay/contract/evaluation/exports/download-part";
import { isJsonType, mediaTypeOf } from "@assay/contract/platform/requests/json-body";
import { HttpResponse } from "msw";
import { authenticate, consumeRateLimit } from "./authenticate.ts";
import { checkRequest, isSchema, plainTypeOf, queryOf } from "./check-request.ts";
import { respondWithDocument, isDocument } from "./documents.ts";
import { type Failures, failureResponse, holdBack } from "../failures/failures.ts";
import type { PlatformState } from "../state/platform-tables.ts";
import type { Answer, Call, Caller, SentRequest, TablesOf } from "./handler.ts";
import type { MockCall } from "./mock-call.ts";
import { createCommit, type Queue } from "./idempotency.ts";
import { MockMistake, type OnMistake } from "../failures/mistakes.ts";
import { bodyToLog, headersToLog, readBodyText, readJsonBody } from "./read-body.ts";
import { matchRoute, operationOf, pathUnder, type RouteMatch } from "../routing/routing.ts";

/**
 * What answering a request works with. The methods take the state of the same server, so a server that knows more of its
 * state stands for one that knows less.
 */
export interface MockServer<State extends PlatformState = PlatformState> {
  baseUrl: string;
  state: State;
  /** Runs the implementation of a route on checked input. */
  handle(route: DescribedRoute, input: object, call: Call<State>): Answer | Promise<Answer>;
  /** Makes true in a workspace what time alone has brought about. */
  applyTimedChanges(state: State, workspace: TablesOf<State>): void;
  /** Does the same in every workspace, and sends endpoints what is due. */
  settle(state: State): void;
  queue: Queue;
  failures: Failures;
  calls: MockCall[];
  onMistake: OnMistake;
}

/** A caller's id is taken when it is printable ASCII without spaces, 1 to 128 characters. */
const saneRequestId = /^[\x21-\x7e]{1,128}$/;

/** A request on its way through the mock, and the headers of its answer. */
interface Exchange {
  /** Of the body, of a route that reads it itself. */
  text?: string | undefined;
  server: MockServer;
  sent: SentRequest;
  call: { -readonly [Key in keyof MockCall]: MockCall[Key] };
  headers: Headers;
}

/** Answers a request as the server would. */
export async function serve(server: MockServer, request: Request): Promise<Response> {
  const exchange = await beginExchange(server, request);
  const { call } = exchange;
  const { state } = server;
  // What has happened by itself since the last request, and then what this one makes happen.
  server.settle(state);
  let response: Response;
  try {
    response = await exchangeAnswer(exchange);
  } catch (error) {
    response = problemResponse(exchange, error);
  }
  server.settle(state);
  call.status = response.type === "error" ? undefined : response.status;
  return request.method === "HEAD" ? new HttpResponse(null, response) : response;
}

async function beginExchange(server: MockServer, request: Request): Promise<Exchange> {
  const { method, headers } = request;
  const url = new URL(request.url);
  const path = pathUnder(server.baseUrl, url);
  const sent = { method, url, path, headers, bytes: new Uint8Array(await request.arrayBuffer()) };
  const given = headers.get("x-request-id");
  const requestId = given !== null && saneRequestId.test(given) ? given : server.state.newId("request");
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
  const answerHeaders = new Headers({
    "X-Request-Id": requestId,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'",
    "Cache-Control": "no-store",
  });
  return { server, sent, call, headers: answerHeaders };
}

async function exchangeAnswer(exchange: Exchange): Promise<Response> {
  const { server, sent, call } = exchange;
  if (isDocument(sent.path)) return respondWithDocument(sent, exchange.headers);
  const match = matchRoute(sent.method, sent.path);
  call.operationId = operationOf(match.route);
  call.params = match.params;
  const failure = server.failures.take(call.operationId);
  if (!failure) return answerRoute(exchange, match);
  if (failure.afterEffect) await answerRoute(exchange, match);
  await holdBack(failure);
  return failureResponse(failure, call.requestId) ?? answerRoute(exchange, match);
}

/** The steps of a request, in the server's order. */
async function answerRoute(exchange: Exchange, { route, params }: RouteMatch): Promise<Response> {
  const { server, sent, headers } = exchange;
  const { scope, streamed, workspaceLevel, exemptFromRateLimit } = route.metadata;
  const caller =
    scope === "public" ? undefined : authenticate(server.state, sent.headers.get("authorization"));
  if (caller && !exemptFromRateLimit) consumeRateLimit(server.state, caller, headers);
  if (caller && scope !== "public" && !caller.scopes.has(scope)) throw insufficientScope(scope);
  if (caller?.projects && workspaceLevel) throw projectRestricted();
  const isStreamed = streamed?.includes(mediaTypeOf(sent.headers.get("content-type")));
  const declaresBody = !isStreamed && "body" in route && isSchema(route.body);
  const contentType = sent.headers.get("content-type") ?? "";
  if (declaresBody && route.metadata.wrongTypeIsMalformed && !isJsonType(contentType))
    throw authzenRefusal(contentType);
  if (route.metadata.bodyAsText) exchange.text = await readBodyText(sent);
  const body: unknown = route.metadata.bodyAsText ? {} : declaresBody ? await readJsonBody(sent) : undefined;
  const input = checkRequest(route, { params, headers: sent.headers, query: queryOf(sent.url), body });
  if (caller) server.applyTimedChanges(server.state, caller.workspace);
  const answer = await server.handle(route, input, callOf(exchange, caller, scope));
  // Such a route's success is a file by its contract; all else it throws.
  if (route.metadata.download) return writeDownload(exchange, answer.body as Download);
  const plainType = plainTypeOf(route, answer.status);
  if (plainType !== undefined) return writeAsIs(exchange, answer, plainType);
  return writeJson(exchange, answer.status, checkedBody(route, answer));
}

function writeAsIs({ headers, sent }: Exchange, { status, body }: Answer, contentType: string): Response {
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
      if (!caller) throw new Error(`${sent.path} is public: it has no caller.`);
      return caller;
    },
    sent,
    text: () => text,
    setHeader: (name, value) => headers.set(name, value),
    markReplayed: onReplay,
    recheck: () => mayStill(state, sent, scope),
    commit: createCommit({ clock: state.clock, queue }, { sent, caller }, onReplay),
  };
}

function mayStill(
  state: PlatformState,
  { headers }: SentRequest,
  scope: DescribedRoute["metadata"]["scope"],
): boolean {
  try {
    return scope === "public" || authenticate(state, headers.get("authorization")).scopes.has(scope);
  } catch {
    return false;
  }
}

/** What the contract knows of an answer. @throws {MockMistake} when the answer breaks the contract. */
function checkedBody(route: DescribedRoute, { status, body }: Answer): unknown {
  const schema: unknown = route.responses[status];
  const parsed = isSchema(schema) ? schema.safeParse(body) : undefined;
  if (parsed?.success) return parsed.data;
  const faults = parsed?.error.issues.map(
    ({ path = [], message }) => ` ${path.map(String).join(".")}: ${message}`,
  );
  const what = faults?.join(";") ?? " its contract does not have this status";
  throw new MockMistake(
    `The response ${status} of the mock to ${route.metadata.operationId} violates the contract:${what}.`,
  );
}

function writeJson({ headers }: Exchange, status: number, body: unknown): Response {
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new HttpResponse(JSON.stringify(body), { status, headers });
}

/** A file, or the part of it that is asked for; 304 to who has it already. */
async function writeDownload({ sent, headers }: Exchange, file: Download): Promise<Response> {
  const request = { method: sent.method, header: (name: string) => sent.headers.get(name) };
  const { status, headers: told, bytes } = downloadPart(request, file);
  for (const [name, value] of Object.entries(told)) headers.set(name, value);
  const pieces: BlobPart[] = [];
  if (bytes) for await (const piece of file.read(bytes.start, bytes.end)) pieces.push(new Uint8Array(piece));
  const body = bytes ? await new Blob(pieces).arrayBuffer() : null;
  return new HttpResponse(body, { status, headers });
}

/** The problem document of a refusal; whatever else was thrown is a mistake of the mock, and loud. */
function problemResponse({ server, call, headers }: Exchange, error: unknown): Response {
  const refusal = error instanceof ApiError ? error : undefined;
  if (!refusal) server.onMistake(error instanceof Error ? error : new MockMistake(String(error)));
  const problem = refusal ?? new ApiError("internal", String(error));
  for (const [name, value] of Object.entries(problem.headers)) headers.set(name, value);
  headers.set("Content-Type", "application/problem+json; charset=utf-8");
  return new HttpResponse(JSON.stringify(problem.toProblem(call.requestId)), {
    status: problem.status,
    headers,
  });
}
