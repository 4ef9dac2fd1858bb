import * as z from "zod";
import { idOf, reference, timestamp } from "../platform/common.ts";
import { exampleIds, exampleInstant, exampleLaterInstant } from "../platform/example-values.ts";
import { examplePayload, webhookPayload } from "./webhook-events.ts";

/** Maximum number of attempts that a delivery lists. These are the latest attempts. */
export const attemptsListed = 20;

const responseStatus = z
  .int()
  .min(100)
  .max(999)
  .nullable()
  .meta({ description: "Status of the endpoint's response; null if there was no response." });
const error = z
  .string()
  .max(1000)
  .nullable()
  .meta({ description: "Reason for the failure; null if the message was delivered." });
const duration = z.int().min(0).nullable().meta({
  description:
    "Milliseconds from the start of the call to the end of the response; null if no call has been made.",
});

const attempt = z
  .object({
    at: timestamp("Start time of the attempt."),
    response_status: responseStatus,
    error,
    duration_ms: duration,
  })
  .meta({
    id: "WebhookAttempt",
    description: "One delivery attempt.",
    examples: [{ at: exampleInstant, response_status: 204, error: null, duration_ms: 38 }],
  });

export const deliveryStatus = z.enum(["pending", "delivered", "failed"]).meta({
  id: "WebhookDeliveryStatus",
  description:
    "State of the delivery. `pending`: the first or next attempt has yet to be made. `failed`: there will be no further attempts.",
  examples: ["delivered"],
});

/** An example of a delivery. */
export const exampleDelivery = {
  id: exampleIds.delivery,
  object: "webhook_delivery" as const,
  webhook: exampleIds.webhook,
  event: "score.threshold_crossed",
  status: "delivered" as const,
  sending: false,
  attempts: 1,
  response_status: 204,
  error: null,
  duration_ms: 38,
  next_attempt_at: null,
  delivered_at: exampleLaterInstant,
  attempt_log: [{ at: exampleLaterInstant, response_status: 204, error: null, duration_ms: 38 }],
  payload: examplePayload,
  created_at: exampleLaterInstant,
};

/** The schema of one message to one endpoint. */
export const webhookDelivery = z
  .object({
    id: idOf("delivery"),
    object: z.literal("webhook_delivery").meta({ description: "Always `webhook_delivery`." }),
    webhook: idOf("webhook"),
    event: z.string().max(100).meta({ description: "The event kind." }),
    status: deliveryStatus,
    sending: z.boolean().meta({
      description:
        "Whether an attempt is in progress. `attempts` and `attempt_log` include it only after it has ended.",
    }),
    attempts: z.int().min(0).meta({ description: "Number of completed attempts." }),
    response_status: responseStatus,
    error,
    duration_ms: duration,
    next_attempt_at: timestamp(
      "Time of the next attempt, unless the endpoint is disabled; null if no attempt is planned, or if an attempt is in progress (`sending`).",
    ).nullable(),
    delivered_at: timestamp(
      "Delivery time; null if the message has not been delivered, or is to be redelivered.",
    ).nullable(),
    attempt_log: z
      .array(attempt)
      .max(attemptsListed)
      .meta({ description: `The latest ${attemptsListed} attempts, oldest first.` }),
    payload: webhookPayload,
    created_at: timestamp("Creation time."),
  })
  .meta({
    id: "WebhookDelivery",
    description:
      "One message to one endpoint. The id of the delivery is sent as the `webhook-id` header, which is the same for every attempt.",
    examples: [exampleDelivery],
  });

export const deliveryPath = z.object({ id: reference("webhook"), delivery: reference("delivery") });
