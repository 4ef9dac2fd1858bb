import * as z from "zod";
import { idOf, reference, timestamp } from "../platform/common.ts";
import { exampleIds, exampleInstant, exampleLaterInstant } from "../platform/example-values.ts";
import { examplePayload, webhookPayload } from "./webhook-events.ts";

/** Maximum number of attempts that a delivery lists, the latest ones. */
export const attemptsListed = 20;

const responseStatus = z
  .int()
  .min(100)
  .max(999)
  .nullable()
  .meta({ description: "Status of the endpoint's response; null: no response." });
const error = z.string().max(1000).nullable().meta({ description: "Cause of the failure; null: delivered." });
const duration = z
  .int()
  .min(0)
  .nullable()
  .meta({ description: "Milliseconds from the call to the end of the response; null: not called yet." });

const attempt = z
  .object({
    at: timestamp("Start time."),
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
  description: "`pending`: waits for its first or next attempt; `failed`: not retried again.",
  examples: ["delivered"],
});

/** The example of a delivery. */
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

/** One message to one endpoint. */
export const webhookDelivery = z
  .object({
    id: idOf("delivery"),
    object: z.literal("webhook_delivery").meta({ description: "Always `webhook_delivery`." }),
    webhook: idOf("webhook"),
    event: z.string().max(100).meta({ description: "The event kind." }),
    status: deliveryStatus,
    sending: z.boolean().meta({
      description:
        "Whether an attempt is running; `attempts` and `attempt_log` contain it only after its end.",
    }),
    attempts: z.int().min(0).meta({ description: "Number of completed attempts." }),
    response_status: responseStatus,
    error,
    duration_ms: duration,
    next_attempt_at: timestamp(
      "Time of the next attempt, unless the endpoint is disabled; null: none, or running (`sending`).",
    ).nullable(),
    delivered_at: timestamp("Delivery time; null: not delivered, or to be redelivered.").nullable(),
    attempt_log: z
      .array(attempt)
      .max(attemptsListed)
      .meta({ description: `The last ${attemptsListed} attempts, oldest first.` }),
    payload: webhookPayload,
    created_at: timestamp("Creation time."),
  })
  .meta({
    id: "WebhookDelivery",
    description: "One message to one endpoint; its id is the `webhook-id` header, equal for every attempt.",
    examples: [exampleDelivery],
  });

export const deliveryPath = z.object({ id: reference("webhook"), delivery: reference("delivery") });
