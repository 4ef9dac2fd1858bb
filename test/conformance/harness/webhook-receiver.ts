import { eventPayloads, testEvent, testPayload } from "@assay/contract/webhooks/webhook-events";
import { type CreatedWebhook, type CreateWebhook, pollUntil, type WebhookDelivery } from "@assay/sdk";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import * as z from "zod";
import type { ReceivedCall, Receiver } from "../../support/receiver.ts";
import { all } from "./arrange.ts";
import type { Context } from "./context.ts";

/** A message that a webhook received. */
export interface ReceivedEvent {
  event: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** The schema of a message: the kind of event with the payload that the contract declares, and no more. */
const messages = Object.fromEntries(
  Object.entries({ ...eventPayloads, [testEvent]: testPayload }).map(([event, data]) => [
    event,
    z.strictObject({ event: z.literal(event), timestamp: z.iso.datetime({ precision: 3 }), data }),
  ]),
);

/** The message of a call. @throws {Error} when it does not conform to the contract. */
export function receivedBy({ raw }: ReceivedCall): ReceivedEvent {
  const message: ReceivedEvent = JSON.parse(raw.toString("utf8"));
  const schema = messages[message.event];
  if (!schema) throw new Error(`The contract has no event ${message.event}.`);
  expect(schema.parse(message)).toEqual(message);
  return message;
}

/** The messages that a receiver got so far, in order of arrival. */
export const receivedEvents = ({ calls }: Receiver): ReceivedEvent[] => calls.map(receivedBy);

/** The `webhook-id` of each call so far. */
export const messageIds = ({ calls }: Receiver): (string | undefined)[] =>
  calls.map(({ headers }) => headers["webhook-id"]?.toString());

/**
 * Verifies a call as a receiver without Assay code does: with the library of Standard Webhooks.
 *
 * @throws {Error} when no signature is by this secret.
 */
export function verifyByLibrary(call: ReceivedCall | undefined, secret: string): void {
  if (!call) throw new Error("The call was not received.");
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const headers = Object.fromEntries(names.map((name) => [name, String(call.headers[name])]));
  // The library refuses messages that are not recent, and targets advance their clocks: the same message is signed again as of now.
  const webhook = new Webhook(secret);
  const { "webhook-id": id = "", "webhook-timestamp": sent = "", "webhook-signature": given = "" } = headers;
  const right = webhook.sign(id, new Date(Number(sent) * 1000), call.raw.toString("utf8"));
  if (given.split(" ").includes(right)) return;
  throw new Error("No signature of the message is by this secret.");
}

/** Registers an endpoint for all completions of evaluations. */
export const subscribed = (
  { assay }: Context,
  { url }: Receiver,
  further: Partial<CreateWebhook> = {},
): PromiseLike<CreatedWebhook> =>
  assay.webhooks.create({
    event_types: ["evaluation.completed", "evaluation.failed", "evaluation.cancelled"],
    url,
    ...further,
  });

/** All deliveries of an endpoint, oldest first, once they meet a condition. */
export async function deliveriesOnce(
  { assay }: Context,
  id: string,
  wanted: (deliveries: WebhookDelivery[]) => boolean,
): Promise<WebhookDelivery[]> {
  const look = async () => (await all(assay.webhooks.deliveries(id, { limit: 100 }))).toReversed();
  return pollUntil(look, wanted, { pollIntervalMs: 20, timeoutMs: 150_000 });
}

/** All deliveries of an endpoint, oldest first, once their number is reached and none waits. */
export const allEnded = (context: Context, id: string, count: number): Promise<WebhookDelivery[]> =>
  deliveriesOnce(
    context,
    id,
    (deliveries) => deliveries.length === count && deliveries.every(({ status }) => status !== "pending"),
  );
