import type {
  RemoteCall,
  RemoteEvaluatorResponse,
} from "@assay/contract/evaluation/evaluators/remote-evaluator";

/** Maximum response body size (bytes), as on the server. */
const maxResponseBytes = 1024 * 1024;

/**
 * Sends a call as a POST with `fetch`, and reads the response. @throws {unknown} errors that `fetch` throws.
 */
export async function postCall(
  { url, headers, body, timeoutMs, ignoresBody = false }: RemoteCall,
  signal: AbortSignal,
): Promise<RemoteEvaluatorResponse> {
  const response = await fetch(url, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const { status } = response;
  const retryAfter = response.headers.get("retry-after");
  if (status >= 300 || ignoresBody) {
    // As on the server, the result depends on the status alone.
    response.body?.cancel().catch(() => undefined);
    return { status, retryAfter, body: new Uint8Array() };
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > maxResponseBytes)
    return {
      status: null,
      reason: `returned status ${status} with more than ${maxResponseBytes} bytes`,
      passing: false,
    };
  return { status, retryAfter, body: bytes };
}

/** Returns the result for a call that threw. @param passing whether a retry may succeed. */
export function failedCall(
  error: unknown,
  { timeoutMs }: RemoteCall,
  passing: boolean,
): RemoteEvaluatorResponse {
  const late = error instanceof Error && error.name === "TimeoutError";
  const cause = error instanceof Error ? error.message : String(error);
  const reason = late
    ? `did not respond within ${timeoutMs === 1000 ? "1 second" : `${timeoutMs / 1000} seconds`}`
    : `could not be called: ${cause.replace(/\.$/, "")}`;
  return { status: null, reason, passing };
}
