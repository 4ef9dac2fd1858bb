import * as z from "zod";
import { idOf, optional, reference, refusingProto, timestamp, graceSeconds } from "../platform/common.ts";
import { exampleIds, exampleInstant } from "../platform/example-values.ts";
import { eventKind, eventKinds } from "./webhook-events.ts";
import { webhookUrl } from "../platform/outbound/webhook-url.ts";

const url = webhookUrl(
  "URL that receives events by POST. It must use https and resolve to a public address, unless the server's operator allows further addresses.",
);

const eventTypes = z
  .array(eventKind)
  .min(1)
  .max(eventKinds.length * 2)
  .meta({ description: "The subscribed event kinds; duplicates are ignored." });

const threshold = z
  .strictObject({ below: z.number().min(0).max(100).meta({ description: "The threshold (0 to 100)." }) })
  .meta({
    id: "WebhookThreshold",
    description:
      "A threshold. An event is emitted when the score falls below the threshold, and when the score is no longer below the threshold.",
    examples: [{ below: 80 }],
  });

const maxThresholds = 50;
const thresholds = refusingProto(
  z
    .record(z.string().min(1).max(200), threshold)
    .refine((value) => Object.keys(value).length <= maxThresholds, {
      error: `must have at most ${maxThresholds} entries`,
    }),
).meta({ description: "Thresholds for mean scores in an evaluation, by evaluator key." });

const exampleConfig = {
  project: exampleIds.project,
  thresholds: { triage_accuracy: { below: 80 }, red_flag_detection: { below: 95 } },
};

const config = z.object({ project: idOf("project").optional(), thresholds: thresholds.optional() }).meta({
  id: "WebhookConfig",
  description: "Filters for the events, as sent.",
  examples: [exampleConfig],
});

const configInput = z
  .strictObject({
    project: optional(
      reference("project", "Only events in this project; by default in all projects of the workspace."),
    ),
    thresholds: optional(thresholds),
  })
  .meta({
    id: "WebhookConfigInput",
    description: "Filters for the events.",
    examples: [exampleConfig],
  });

/** An example of an endpoint. */
export const exampleWebhook = {
  id: exampleIds.webhook,
  object: "webhook" as const,
  event_types: ["score.threshold_crossed" as const, "evaluation.failed" as const],
  url: "https://hooks.example.org/assay",
  config: exampleConfig,
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  created_at: exampleInstant,
  updated_at: exampleInstant,
};
const exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";

/** The schema of a webhook endpoint. */
export const webhook = z
  .object({
    id: idOf("webhook"),
    object: z.literal("webhook").meta({ description: "Always `webhook`." }),
    event_types: eventTypes,
    url,
    config,
    enabled: z.boolean().meta({ description: "Whether the endpoint receives messages." }),
    disabled_reason: z
      .string()
      .max(2000)
      .nullable()
      .meta({ description: "Why the endpoint is disabled; null if it is enabled." }),
    disabled_at: timestamp("Time at which the endpoint was disabled; null if it is enabled.").nullable(),
    created_at: timestamp("Registration time."),
    updated_at: timestamp(
      "Time of the last change to the settings, or time at which the endpoint was disabled.",
    ),
  })
  .meta({ id: "Webhook", description: "An endpoint that receives events.", examples: [exampleWebhook] });

const secret = z.string().max(100).meta({
  description:
    "Secret that signs the endpoint's messages, shown only once: `whsec_` followed by the base64 encoding of 32 bytes.",
});

export const createdWebhook = webhook.extend({ secret }).meta({
  id: "CreatedWebhook",
  description: "A new endpoint with its secret.",
  examples: [{ ...exampleWebhook, secret: exampleSecret }],
});

export const rotatedWebhook = webhook
  .extend({
    secret,
    previous_secret_expires_at: timestamp(
      "Time until which messages are also signed with the previous secret.",
    ),
  })
  .meta({
    id: "RotatedWebhook",
    description: "An endpoint with its new secret.",
    examples: [
      {
        ...exampleWebhook,
        secret: exampleSecret,
        previous_secret_expires_at: "2026-03-03T09:30:00.000Z",
      },
    ],
  });

export const deletedWebhook = z
  .object({
    id: idOf("webhook"),
    object: z.literal("webhook").meta({ description: "Always `webhook`." }),
    deleted: z.literal(true).meta({ description: "Always true." }),
  })
  .meta({
    id: "DeletedWebhook",
    description: "Confirmation of the deletion, which includes the endpoint's secrets and deliveries.",
    examples: [{ id: exampleIds.webhook, object: "webhook" as const, deleted: true as const }],
  });

export const createWebhookBody = z
  .strictObject({
    event_types: eventTypes,
    url,
    config: optional(configInput),
  })
  .meta({
    id: "CreateWebhook",
    description: "A new endpoint.",
    examples: [
      { event_types: ["score.threshold_crossed"], url: exampleWebhook.url, config: exampleConfig },
      { event_types: ["evaluation.completed", "evaluation.failed"], url: exampleWebhook.url },
    ],
  });

export const updateWebhookBody = z
  .strictObject({
    event_types: optional(eventTypes),
    url: optional(url),
    config: optional(configInput),
    enabled: optional(
      z.boolean().meta({
        description: "false stops deliveries; true resumes them, starting with pending messages.",
      }),
    ),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: "must set at least one of event_types, url, config, enabled",
  })
  .meta({
    id: "UpdateWebhook",
    description:
      "The changes, with at least one member. A `config` replaces the previous configuration as a whole.",
    examples: [{ enabled: true }],
  });

export const rotateWebhookSecretBody = z
  .strictObject({
    grace_seconds: graceSeconds("How long messages are also signed with the previous secret"),
  })
  .meta({
    id: "RotateWebhookSecret",
    description: "Options for the rotation.",
    examples: [{ grace_seconds: 3600 }],
  });
