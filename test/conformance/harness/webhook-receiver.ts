import { eventPayloads, testEvent, testPayload } from "@assay/contract/webhooks/webhook-events";
import { type CreatedWebhook, type CreateWebhook, pollUntil, type WebhookDelivery } from "@assay/sdk";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import * as z from "zod";
import type { ReceivedCall, Receiver } from "../../support/receiver.ts";
import { all } from "./arrange.ts";
import type { Context } from "./context.ts";

/** What a webhook was told, as it was received. */
export interface Told {
  event: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** What a message must be: the kind of event with the payload that the contract declares, and no more. */
const messages = Object.fromEntries(
  Object.entries({ ...eventPayloads, [testEvent]: testPayload }).map(([event, data]) => [
    event,
    z.strictObject({ event: z.literal(event), timestamp: z.iso.datetime({ precision: 3 }), data }),
  ]),
);

/** What a call tells. @throws {Error} when the message is not one of the contract. */
export function receivedBy({ raw }: ReceivedCall): Told {
  const message: Told = JSON.parse(raw.toString("utf8"));
  const schema = messages[message.event];
  if (!schema) throw new Error(`The contract has no event ${message.event}.`);
  expect(schema.parse(message)).toEqual(message);
  return message;
}

/** What a receiver was told so far, in the order of arrival. */
export const told = ({ calls }: Receiver): Told[] => calls.map(receivedBy);

/** The `webhook-id` of each call so far. */
export const messageIds = ({ calls }: Receiver): (string | undefined)[] =>
  calls.map(({ headers }) => headers["webhook-id"]?.toString());

/**
 * Checks a call as a receiver does that knows nothing of Assay: by the library of Standard Webhooks.
 *
 * @throws {Error} when no signature is by this secret.
 */
export function verifyByLibrary(call: ReceivedCall | undefined, secret: string): void {
  if (!call) throw new Error("There is no such call.");
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const headers = Object.fromEntries(names.map((name) => [name, String(call.headers[name])]));
  // The library refuses what is not of this moment, and targets move their clocks on: the same message, signed as of now.
  const webhook = new Webhook(secret);
  const { "webhook-id": id = "", "webhook-timestamp": sent = "", "webhook-signature": given = "" } = headers;
  const right = webhook.sign(id, new Date(Number(sent) * 1000), call.raw.toString("utf8"));
  if (given.split(" ").includes(right)) return;
  throw new Error("No signature of the message is by this secret.");
}

/** Registers an endpoint for every end of an evaluation. */
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

/** All deliveries of an endpoint, oldest first, once they are as wanted. */
export async function deliveriesOnce(
  { assay }: Context,
  id: string,
  wanted: (deliveries: WebhookDelivery[]) => boolean,
): Promise<WebhookDelivery[]> {
  const look = async () => (await all(assay.webhooks.deliveries(id, { limit: 100 }))).toReversed();
  return pollUntil(look, wanted, { pollIntervalMs: 20, timeoutMs: 150_000 });
}

/** All deliveries of an endpoint, oldest first, once there are so many and none waits. */
export const allEnded = (context: Context, id: string, count: number): Promise<WebhookDelivery[]> =>
  deliveriesOnce(
    context,
    id,
    (deliveries) => deliveries.length === count && deliveries.every(({ status }) => status !== "pending"),
  );
