import type { RequestOptions, Settings } from "../options.ts";

/** A route of the API: method, and path with `:name` in place of parameters. */
export type Route = readonly [method: string, path: string];

/** A body that is sent unchanged. A function is called for each attempt, so that a stream can be sent again. */
export interface UploadBody {
  content: Blob | ReadableStream<Uint8Array> | string | (() => ReadableStream<Uint8Array>);
  /** Media type, such as `application/x-ndjson`. */
  contentType: string;
}

/** Values that a call sends besides its route. */
export interface Wire {
  params?: Record<string, string> | undefined;
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged instead of `body`; a stream can be sent only once, so without retries. */
  upload?: UploadBody | undefined;
}

/** A prepared call, equal for all of its attempts. */
export interface PreparedRequest {
  url: string;
  method: string;
  headers: Headers;
  /** The body; null for none. */
  content: UploadBody["content"] | null;
}

/**
 * Prepares a call, once for all its attempts.
 *
 * @throws {TypeError} if a path parameter or a header cannot be sent.
 */
export function prepareRequest(
  settings: Settings,
  [method, path]: Route,
  sent: Wire & { options: RequestOptions },
): PreparedRequest {
  const { body, upload, options } = sent;
  const content = upload?.content ?? (body === undefined ? null : JSON.stringify(body));
  const headers = new Headers({
    authorization: `Bearer ${settings.apiKey}`,
    ...(content !== null && { "content-type": upload?.contentType ?? "application/json" }),
    ...(method === "POST" && { "idempotency-key": options.idempotencyKey ?? randomKey() }),
  });
  for (const [name, value] of Object.entries({ ...settings.headers, ...options.headers })) {
    try {
      headers.set(name, value);
    } catch {
      // The original error contains the value, which can be a secret.
      throw new TypeError(`Header "${name}" cannot be sent.`);
    }
  }
  // Routes of the evaluation API start with /v1, /healthz and /readyz; those of the control plane with /api,
  // /access and /.well-known.
  const base = /^\/[a.]/.test(path) ? settings.controlPlaneUrl : settings.baseUrl;
  return {
    url: requestUrl(base.replace(/\/+$/, ""), path, sent),
    method,
    headers,
    content,
  };
}

/** 128 random bits; unlike crypto.randomUUID, also available on pages without https. */
const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/**
 * The URL of a call. Parameters are encoded, so that no value can reach another route; arrays are repeated
 * keys; null and undefined are omitted.
 *
 * @throws {TypeError} if a parameter is missing, empty, `.` or `..`.
 */
export function requestUrl(baseUrl: string, path: string, { params = {}, query = {} }: Wire): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of [value].flat()) {
      if (item !== undefined && item !== null) search.append(key, String(item));
    }
  }
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    // A URL drops "." and ".." even if they are encoded.
    if (!value || value === "." || value === "..")
      throw new TypeError(`${name} is "${value}"; it must be an id.`);
    return encodeURIComponent(value);
  });
  // Adds a question mark only before a query.
  return baseUrl + filled + String(search).replace(/./, "?$&");
}
