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
  .meta({ description: "Status of the endpoint's answer; null: there was none." });
const error = z
  .string()
  .max(1000)
  .nullable()
  .meta({ description: "Why it was not delivered; null: it was." });
const duration = z
  .int()
  .min(0)
  .nullable()
  .meta({ description: "Milliseconds from the call to the end of its answer; null: not called yet." });

const attempt = z
  .object({
    at: timestamp("When it began."),
    response_status: responseStatus,
    error,
    duration_ms: duration,
  })
  .meta({
    id: "WebhookAttempt",
    description: "One attempt to deliver.",
    examples: [{ at: exampleInstant, response_status: 204, error: null, duration_ms: 38 }],
  });

export const deliveryStatus = z.enum(["pending", "delivered", "failed"]).meta({
  id: "WebhookDeliveryStatus",
  description: "`pending`: to be sent, or sent again; `failed`: given up.",
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
    event: z.string().max(100).meta({ description: "The kind of event." }),
    status: deliveryStatus,
    sending: z.boolean().meta({
      description:
        "Whether it is being sent right now: this attempt is in neither `attempts` nor `attempt_log` before it ends.",
    }),
    attempts: z.int().min(0).meta({ description: "How often it was tried, to the end." }),
    response_status: responseStatus,
    error,
    duration_ms: duration,
    next_attempt_at: timestamp(
      "When it is tried next, unless the endpoint is disabled; null: not again, or right now (`sending`).",
    ).nullable(),
    delivered_at: timestamp("When it was delivered; null: it was not, or it is to be sent again.").nullable(),
    attempt_log: z
      .array(attempt)
      .max(attemptsListed)
      .meta({ description: `The last ${attemptsListed} attempts, oldest first.` }),
    payload: webhookPayload,
    created_at: timestamp("When it was made."),
  })
  .meta({
    id: "WebhookDelivery",
    description:
      "One message to one endpoint; its id is the `webhook-id` header, the same each time it is sent.",
    examples: [exampleDelivery],
  });

export const deliveryPath = z.object({ id: reference("webhook"), delivery: reference("delivery") });
