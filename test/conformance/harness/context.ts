import { contract, routesOf } from "@assay/contract/openapi/apis";
import { Assay, type CreateApiKey } from "@assay/sdk";
import { recordEnumValues } from "./enum-values.ts";
import type { Target } from "./target.ts";

/** Options for a raw request in addition to method and path. */
interface RawRequest {
  /** The body, sent as JSON; text and bytes are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The API key; null for no `Authorization` header. Default: the workspace's first key. */
  key?: string | null;
}

/** A raw response; a JSON body is parsed. */
export interface RawResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A called operation and its response. */
interface Recorded {
  operationId: string | null;
  status: number;
}

/** The input to a scenario: an empty workspace on one target. */
export interface Context {
  target: Target;
  /** A key of this workspace with every scope. */
  key: string;
  /** A client that uses this key and never retries. */
  assay: Assay;
  /** Sends any request and records it. */
  fetch: typeof fetch;
  request: (method: string, path: string, options?: RawRequest) => Promise<RawResponse>;
  /** Creates another key with the API. @returns its secret. */
  newKey: (key: Omit<CreateApiKey, "name">) => Promise<string>;
  client: (key: string) => Assay;
  /** Creates a second workspace. */
  otherWorkspace: () => Promise<{ key: string; assay: Assay }>;
  /** All calls so far. */
  recorded: Recorded[];
}

const routes = routesOf(contract).map(({ method, path, metadata }) => ({
  method: method as string,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}/?$`),
  operationId: metadata.operationId,
}));

/**
 * Returns the operation that a request calls. If the path does not support the method, returns the path's
 * first operation.
 */
function operationAt(method: string, path: string): string | null {
  const atPath = routes.filter(({ pattern }) => pattern.test(path));
  const wanted = method === "HEAD" ? "GET" : method;
  return (atPath.find((route) => route.method === wanted) ?? atPath[0])?.operationId ?? null;
}

/** Creates the context of one scenario. */
export async function createContext(target: Target): Promise<Context> {
  const recorded: Recorded[] = [];
  const recordingFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const [path = ""] = request.url.slice(target.baseUrl.length).split("?");
    const response = await fetch(request);
    const operationId = operationAt(request.method, path);
    recorded.push({ operationId, status: response.status });
    if (operationId !== null && target.name === "mock" && isJson(response.headers))
      recordEnumValues(operationId, response.status, await jsonOf(response.clone()));
    return response;
  };
  const client = (apiKey: string): Assay =>
    new Assay({ apiKey, baseUrl: target.baseUrl, maxRetries: 0, fetch: recordingFetch });
  const key = await target.newWorkspace();
  const assay = client(key);
  return {
    target,
    key,
    assay,
    client,
    recorded,
    fetch: recordingFetch,
    request: (method, path, options = {}) =>
      rawRequest(recordingFetch, `${target.baseUrl}${path}`, { method, key, ...options }),
    newKey: async (wanted) => (await assay.apiKeys.create({ name: "A further key", ...wanted })).secret,
    otherWorkspace: async () => {
      const otherKey = await target.newWorkspace();
      return { key: otherKey, assay: client(otherKey) };
    },
  };
}

const isJson = (headers: Headers): boolean =>
  /^application\/(problem\+)?json\b/.test(headers.get("content-type") ?? "");

/** Parses a JSON body; returns undefined if there is none, as after HEAD. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

async function rawRequest(
  send: typeof fetch,
  url: string,
  { method, body, key, headers = {} }: RawRequest & { method: string },
): Promise<RawResponse> {
  const response = await send(url, {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(typeof key === "string" && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body !== undefined && { body: bodyOf(body) }),
  });
  const text = await response.text();
  const parsed: unknown = isJson(response.headers) && text !== "" ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body: parsed };
}

function bodyOf(body: unknown): string | Blob {
  if (body instanceof Uint8Array) return new Blob([new Uint8Array(body)]);
  return typeof body === "string" ? body : JSON.stringify(body);
}
