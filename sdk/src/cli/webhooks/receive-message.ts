import { verifyWebhook } from "../../webhooks/verify-webhook.ts";
import type { WebhookEvent } from "../../generated/webhook-events.ts";
import { WebhookVerificationError } from "../../errors/webhook-verification-error.ts";
import type { Output } from "../output.ts";
import type { MessageHandler, Received } from "./receive.ts";

/** Options for handling messages. */
export interface MessageOptions {
  /** The endpoint's signing secret. */
  secret: string;
  /** URL to forward unchanged messages to; undefined to forward no messages. */
  forward: string | undefined;
}

/** Time limit for the response from the forward URL; the sender does not wait longer. */
const forwardTimeoutMs = 14_000;

/**
 * Prints messages with a valid signature, and forwards them if a URL is given. Rejects all other messages.
 */
export function createMessageHandler(output: Output, { secret, forward }: MessageOptions): MessageHandler {
  return async (message) => {
    let event: WebhookEvent;
    try {
      // A body with a valid signature is an event from Assay.
      event = (await verifyWebhook(message.body, message.headers, secret)) as WebhookEvent;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      output.note(`Rejected (401): ${error.message}`);
      return 401;
    }
    show(output, event, String(message.headers["webhook-id"]));
    return forward === undefined ? 200 : forwardMessage(output, message, forward);
  };
}

function show(output: Output, event: WebhookEvent, id: string): void {
  output.data({ id, ...event });
  output.line(
    { text: event.timestamp, emphasis: "dim" },
    " ",
    { text: event.event, emphasis: "bold" },
    ` ${id} ${JSON.stringify(event.data)}`,
  );
}

async function forwardMessage(output: Output, { headers, body }: Received, url: string): Promise<number> {
  const names = ["content-type", "webhook-id", "webhook-timestamp", "webhook-signature"];
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new Uint8Array(body),
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name] ?? "")])),
      redirect: "manual",
      signal: AbortSignal.timeout(forwardTimeoutMs),
    });
    await response.body?.cancel();
    output.note(`→ ${url} responded with ${response.status}`);
    return response.status;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    output.note(`→ ${url} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`);
    return 502;
  }
}
