import type {
  RemoteCall,
  RemoteEvaluatorResponse,
} from "@assay/contract/evaluation/evaluators/remote-evaluator";
import {
  maxResponseBytes,
  overdueCall,
  oversizedResponse,
  uncallable,
} from "@assay/contract/evaluation/evaluators/remote-failures";

/** Sends a call as a POST with `fetch`, and reads the response. @throws {unknown} the reason of `signal`. */
export async function postCall(call: RemoteCall, signal: AbortSignal): Promise<RemoteEvaluatorResponse> {
  try {
    return await exchange(call, AbortSignal.any([signal, AbortSignal.timeout(call.timeoutMs)]));
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error && error.name === "TimeoutError"
      ? overdueCall(call)
      : uncallable(causeOf(error));
  }
}

/** Returns an error's message as a phrase. */
export const causeOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");

async function exchange(
  { url, headers, body, ignoresBody = false }: RemoteCall,
  signal: AbortSignal,
): Promise<RemoteEvaluatorResponse> {
  const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
  const { status } = response;
  const retryAfter = response.headers.get("retry-after");
  if (status >= 300 || ignoresBody) {
    // As on the server, only the status of such a response is used, so its body is not read.
    response.body?.cancel().catch(() => undefined);
    return { status, retryAfter, body: new Uint8Array() };
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.length > maxResponseBytes ? oversizedResponse(status) : { status, retryAfter, body: bytes };
}
