import type * as generated from "../../generated/resources.ts";
import type { WebhookEvent } from "../../generated/webhook-events.ts";
import type { Webhooks } from "../webhooks-extras.ts";

/** The standalone resource for webhooks. */
export type StandaloneWebhooks = Webhooks;

/** Adds the methods that are not operations of the API. */
export const extend = (webhooks: generated.Webhooks): StandaloneWebhooks => ({
  ...webhooks,
  unwrap: async (...values) =>
    // A body with a valid signature is a webhook event.
    (await import("./standalone-lazy-methods.ts")).verifyWebhook(...values) as Promise<WebhookEvent>,
});
