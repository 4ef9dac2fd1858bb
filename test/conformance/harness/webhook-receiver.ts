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

/** Message schemas: each kind of event with exactly the payload that the contract declares. */
const messages = Object.fromEntries(
  Object.entries({ ...eventPayloads, [testEvent]: testPayload }).map(([event, data]) => [
    event,
    z.strictObject({ event: z.literal(event), timestamp: z.iso.datetime({ precision: 3 }), data }),
  ]),
);

/** Parses the message in a call. @throws {Error} if it does not conform to the contract. */
export function receivedBy({ raw }: ReceivedCall): ReceivedEvent {
  const message: ReceivedEvent = JSON.parse(raw.toString("utf8"));
  const schema = messages[message.event];
  if (!schema) throw new Error(`The contract has no event ${message.event}.`);
  expect(schema.parse(message)).toEqual(message);
  return message;
}

/** Returns the messages that a receiver has received so far, in order of arrival. */
export const receivedEvents = ({ calls }: Receiver): ReceivedEvent[] => calls.map(receivedBy);

/** Returns the `webhook-id` of each call so far. */
export const messageIds = ({ calls }: Receiver): (string | undefined)[] =>
  calls.map(({ headers }) => headers["webhook-id"]?.toString());

/**
 * Verifies a call with the Standard Webhooks library, as a receiver without Assay code does.
 *
 * @throws {Error} if no signature was made with this secret.
 */
export function verifyByLibrary(call: ReceivedCall | undefined, secret: string): void {
  if (!call) throw new Error("The call was not received.");
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const headers = Object.fromEntries(names.map((name) => [name, String(call.headers[name])]));
  // The library refuses messages that are not recent, and targets advance their clocks. The same message is
  // therefore signed again with the current time.
  const webhook = new Webhook(secret);
  const { "webhook-id": id = "", "webhook-timestamp": sent = "", "webhook-signature": given = "" } = headers;
  const right = webhook.sign(id, new Date(Number(sent) * 1000), call.raw.toString("utf8"));
  if (given.split(" ").includes(right)) return;
  throw new Error("No signature of the message was made with this secret.");
}

/** Registers an endpoint for completed evaluations. */
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

/** Waits until an endpoint's deliveries meet a condition. @returns all deliveries, oldest first. */
export async function deliveriesOnce(
  { assay }: Context,
  id: string,
  wanted: (deliveries: WebhookDelivery[]) => boolean,
): Promise<WebhookDelivery[]> {
  const look = async () => (await all(assay.webhooks.deliveries(id, { limit: 100 }))).toReversed();
  return pollUntil(look, wanted, { pollIntervalMs: 20, timeoutMs: 150_000 });
}

/**
 * Waits until an endpoint has this number of deliveries and none is pending. @returns the deliveries, oldest
 * first.
 */
export const allEnded = (context: Context, id: string, count: number): Promise<WebhookDelivery[]> =>
  deliveriesOnce(
    context,
    id,
    (deliveries) => deliveries.length === count && deliveries.every(({ status }) => status !== "pending"),
  );
