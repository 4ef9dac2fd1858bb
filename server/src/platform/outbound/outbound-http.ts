import type {
  RemoteCall,
  RemoteEvaluatorResponse,
} from "@assay/contract/evaluation/evaluators/remote-evaluator";
import {
  failedCall,
  maxResponseBytes,
  overdueCall,
  oversizedResponse,
  uncallable,
} from "@assay/contract/evaluation/evaluators/remote-failures";
import { Agent, type buildConnector, type Dispatcher, request } from "undici";
import { tracedCall } from "../tracing/outbound-span.ts";
import { causeOf } from "./call-failures.ts";
import { AddressRefused } from "./guarded-connector.ts";

/**
 * Limits for reading a body whose content is ignored. Such a body is read only to keep the connection open.
 */
const maxIgnored = { bytes: 16 * 1024, ms: 1000 };

/**
 * The only client for outgoing requests. It posts to addresses that the guard permits, over its own
 * connections. It does not follow redirects, ignores proxies (including HTTP_PROXY), and reads at most 1 MiB
 * of a response. If the status alone determines the result, it reads at most 16 KiB, for at most one second.
 */
export class OutboundHttp {
  readonly #agent: Agent;

  constructor(connect: buildConnector.connector) {
    this.#agent = new Agent({ connect, connections: 64, pipelining: 1, keepAliveTimeout: 4000 });
  }

  /**
   * Posts a body, and reads the complete response within the call's time limit.
   *
   * @throws {unknown} the reason of `signal`. All other failures are returned in the result.
   */
  async post(call: RemoteCall, signal: AbortSignal): Promise<RemoteEvaluatorResponse> {
    signal.throwIfAborted();
    return tracedCall(call, (one) => this.#replyTo(one, signal));
  }

  async #replyTo(call: RemoteCall, signal: AbortSignal): Promise<RemoteEvaluatorResponse> {
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(), call.timeoutMs);
    try {
      return await this.#exchange(call, AbortSignal.any([signal, overdue.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (overdue.signal.aborted) return overdueCall(call);
      if (error instanceof AddressRefused) return failedCall(error.message, false);
      return uncallable(causeOf(error));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Aborts running requests and closes every connection. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #exchange(
    { url, headers, body: sent, ignoresBody = false }: RemoteCall,
    signal: AbortSignal,
  ): Promise<RemoteEvaluatorResponse> {
    const response = await request(url, {
      dispatcher: this.#agent,
      method: "POST",
      headers: {
        "user-agent": "Assay",
        accept: "application/json",
        "accept-encoding": "identity",
        ...headers,
      },
      body: sent,
      signal,
      // These limits are disabled, because the call has its own time limit.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const { statusCode: status, headers: responseHeaders, body } = response;
    const header = responseHeaders["retry-after"];
    const retryAfter = typeof header === "string" ? header : null;
    if (status >= 300 || ignoresBody) {
      await discardBody(body);
      return { status, retryAfter, body: new Uint8Array() };
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      // undici yields Buffers, because no encoding is set.
      const bytes = chunk as Buffer;
      size += bytes.length;
      // Leaving the loop closes the connection.
      if (size > maxResponseBytes) return oversizedResponse(status);
      chunks.push(bytes);
    }
    return { status, retryAfter, body: Buffer.concat(chunks) };
  }
}

/**
 * Discards a body whose content does not matter. Failures and slow bodies do not affect the result of the
 * call.
 */
const discardBody = (body: Dispatcher.ResponseData["body"]): Promise<void> =>
  body.dump({ limit: maxIgnored.bytes, signal: AbortSignal.timeout(maxIgnored.ms) }).catch(() => undefined);
