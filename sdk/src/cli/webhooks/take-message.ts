import { verifyWebhook } from "../../webhooks/verify-webhook.ts";
import type { WebhookEvent } from "../../generated/webhook-events.ts";
import { WebhookVerificationError } from "../../errors/webhook-verification-error.ts";
import type { Output } from "../output.ts";
import type { Received, Take } from "./receive.ts";

/** What becomes of messages. */
export interface MessageOptions {
  /** What they must be signed with. */
  secret: string;
  /** Where they are passed on to, as they came; undefined: nowhere. */
  forward: string | undefined;
}

/** Longest wait for the answer of whom a message is passed on to: the sender waits no longer. */
const forwardTimeoutMs = 14_000;

/** Shows messages whose signature is right, refuses others, and passes them on when told where to. */
export function messageTaker(output: Output, { secret, forward }: MessageOptions): Take {
  return async (message) => {
    let event: WebhookEvent;
    try {
      // A body with a right signature is what Assay sends.
      event = (await verifyWebhook(message.body, message.headers, secret)) as WebhookEvent;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      output.note(`Refused (401): ${error.message}`);
      return 401;
    }
    show(output, event, String(message.headers["webhook-id"]));
    return forward === undefined ? 200 : passOn(output, message, forward);
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

async function passOn(output: Output, { headers, body }: Received, url: string): Promise<number> {
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
    output.note(`→ ${url} answered ${response.status}`);
    return response.status;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    output.note(`→ ${url} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`);
    return 502;
  }
}
