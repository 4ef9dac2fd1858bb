import type {
  RemoteCall,
  RemoteEvaluatorResponse,
} from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { Agent, type buildConnector, type Dispatcher, request } from "undici";
import { tracedCall } from "../tracing/outbound-span.ts";
import { causeOf } from "./call-failures.ts";
import { AddressRefused } from "./guarded-connector.ts";

/** Most bytes of an answer that are read. */
const maxAnswerBytes = 1024 * 1024;
/** How far a body that says nothing is read, only to keep the connection: so many bytes, and so long. */
const maxIgnored = { bytes: 16 * 1024, ms: 1000 };

/**
 * The only way out: posts to addresses that the guard lets through, over connections of its own. Follows no redirect,
 * knows no proxy (whatever HTTP_PROXY says), reads at most 1 MiB; of what the status alone decides, 16 KiB and one second.
 */
export class OutboundHttp {
  readonly #agent: Agent;

  constructor(connect: buildConnector.connector) {
    this.#agent = new Agent({ connect, connections: 64, pipelining: 1, keepAliveTimeout: 4000 });
  }

  /**
   * Posts a body and reads the answer whole, within the call's time.
   *
   * @throws {unknown} what `signal` was aborted with; whatever else goes wrong is in the reply.
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
      if (overdue.signal.aborted) return failed(`did not answer within ${seconds(call.timeoutMs)}`, true);
      if (error instanceof AddressRefused) return failed(error.message, false);
      return failed(`could not be called: ${causeOf(error)}`, true);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Breaks off what is under way and closes every connection. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #exchange(
    { url, headers, body: sent, ignoresBody = false }: RemoteCall,
    signal: AbortSignal,
  ): Promise<RemoteEvaluatorResponse> {
    const answer = await request(url, {
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
      // The call's own time counts, for all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const { statusCode: status, headers: answered, body } = answer;
    const asked = answered["retry-after"];
    const retryAfter = typeof asked === "string" ? asked : null;
    if (status >= 300 || ignoresBody) {
      await readAway(body);
      return { status, retryAfter, body: new Uint8Array() };
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      // What undici's body streams without an encoding set.
      const bytes = chunk as Buffer;
      size += bytes.length;
      // Leaving the loop closes the connection.
      if (size > maxAnswerBytes)
        return failed(`answered ${status} with more than ${maxAnswerBytes} bytes`, false);
      chunks.push(bytes);
    }
    return { status, retryAfter, body: Buffer.concat(chunks) };
  }
}

/** Reads a body away whose status has said it all: one that breaks off, drips or does not end takes nothing back. */
const readAway = (body: Dispatcher.ResponseData["body"]): Promise<void> =>
  body.dump({ limit: maxIgnored.bytes, signal: AbortSignal.timeout(maxIgnored.ms) }).catch(() => undefined);

const failed = (reason: string, passing: boolean): RemoteEvaluatorResponse => ({
  status: null,
  reason,
  passing,
});

const seconds = (ms: number): string => (ms === 1000 ? "1 second" : `${ms / 1000} seconds`);
