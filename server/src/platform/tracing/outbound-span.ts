import type {
  RemoteCall,
  RemoteEvaluatorResponse,
} from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { activeSpan, traced } from "./span.ts";

/**
 * Runs a call to another machine in a span that is a child of the active span. The `traceparent` header of
 * the call identifies this span. The span contains only the host of the URL, because the paths of webhook
 * URLs are often secret.
 */
export function tracedCall(
  call: RemoteCall,
  send: (call: RemoteCall) => Promise<RemoteEvaluatorResponse>,
): Promise<RemoteEvaluatorResponse> {
  if (!activeSpan()) return send(call);
  const { hostname, port, protocol } = new URL(call.url);
  return traced(
    () => ({
      name: "POST",
      kind: "client",
      attributes: {
        "http.request.method": "POST",
        "server.address": hostname,
        "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
        "url.scheme": protocol.slice(0, -1),
      },
    }),
    async () => {
      const span = activeSpan();
      const reply = await send({ ...call, headers: { ...call.headers, ...span?.context } });
      if (reply.status === null) span?.fail(reply.passing ? "unreachable" : "refused");
      else {
        span?.set({ "http.response.status_code": reply.status });
        if (reply.status >= 400) span?.fail(String(reply.status));
      }
      return reply;
    },
  );
}
