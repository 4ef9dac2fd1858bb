import type { RequestOptions, Settings } from "../options.ts";

/** A route of the API: the method, and the path with `:name` in place of each parameter. */
export type Route = readonly [method: string, path: string];

/** A body to send unchanged. A function is called for each attempt, so that a stream can be sent again. */
export interface UploadBody {
  content: Blob | ReadableStream<Uint8Array> | string | (() => ReadableStream<Uint8Array>);
  /** Media type, such as `application/x-ndjson`. */
  contentType: string;
}

/** Values that a call sends in addition to its route. */
export interface Wire {
  params?: Record<string, string> | undefined;
  query?: object | undefined;
  /** A value to send as JSON. */
  body?: unknown;
  /**
   * A body to send unchanged instead of `body`. A stream can be sent only once, so its upload is not retried.
   */
  upload?: UploadBody | undefined;
}

/** A prepared call, which is the same for all of its attempts. */
export interface PreparedRequest {
  url: string;
  method: string;
  headers: Headers;
  /** The body; null if the call has none. */
  content: UploadBody["content"] | null;
}

/**
 * Prepares a call once for all of its attempts, from the values to send and the options of the call.
 *
 * @throws {TypeError} if a path parameter, a header or the body cannot be sent. The call then fails with an
 * `argumentError`, because this error can contain a secret.
 */
export function prepareRequest(
  settings: Settings,
  [method, path]: Route,
  [sent = {}, options]: readonly [Wire | undefined, RequestOptions],
): PreparedRequest {
  const { body, upload } = sent;
  const content = upload?.content ?? (body === undefined ? null : JSON.stringify(body));
  const headers = new Headers({
    authorization: `Bearer ${settings.apiKey}`,
    ...(content !== null && { "content-type": upload?.contentType ?? "application/json" }),
    ...(method === "POST" && { "idempotency-key": options.idempotencyKey ?? randomKey() }),
  });
  for (const [name, value] of Object.entries({ ...settings.headers, ...options.headers }))
    headers.set(name, value);
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

/** Returns 128 random bits. Unlike crypto.randomUUID, this also works on pages without https. */
const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/**
 * Returns the URL of a call. Parameters are encoded so that no value can reach another route. Arrays become
 * repeated keys; null and undefined are omitted.
 *
 * @throws {TypeError} with the name of a parameter that is missing, empty, `.` or `..`.
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
    if (!value || /^\.\.?$/.test(value)) throw new TypeError(name);
    return encodeURIComponent(value);
  });
  // Adds the question mark only if there is a query.
  return baseUrl + filled + String(search).replace(/./, "?$&");
}
