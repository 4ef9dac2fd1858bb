import type * as generated from "../../generated/resources.ts";
import type { WebhookEvent } from "../../generated/webhook-events.ts";
import type { Webhooks } from "../webhooks-extras.ts";

/** Webhooks by themselves. */
export type SingleWebhooks = Webhooks;

/** Adds what the API has no operation for. */
export const extend = (webhooks: generated.Webhooks): SingleWebhooks => ({
  ...webhooks,
  unwrap: async (...values) =>
    // A body with a right signature is what Assay sends to webhooks.
    (await import("./single-later.ts")).verifyWebhook(...values) as Promise<WebhookEvent>,
});
