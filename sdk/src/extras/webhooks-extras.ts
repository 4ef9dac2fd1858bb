import type * as generated from "../generated/resources.ts";
import type { VerifyWebhookOptions, WebhookHeaders } from "../webhooks/verify-webhook-options.ts";
import type { WebhookEvent } from "../generated/webhook-events.ts";

/** Webhooks. */
export interface Webhooks extends generated.Webhooks {
  /**
   * Verify that a request to your endpoint is from Assay, and return its event. Requires no API key and sends
   * no request.
   *
   * The same message can arrive more than once, with the same `webhook-id` header.
   *
   * @param rawBody the body as received, before parsing: text or bytes.
   * @param headers the request headers.
   * @param secret the webhook's secret (`whsec_…`); pass several during a rotation.
   * @throws {WebhookVerificationError} for an invalid signature or time, or a missing header; respond with
   * 401.
   * @throws {TypeError} if the body has been parsed, or a secret is malformed.
   * @example
   * const { event, data } = await assay.webhooks.unwrap(await request.text(), request.headers, secret);
   */
  unwrap(
    rawBody: string | Uint8Array,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    options?: VerifyWebhookOptions,
  ): Promise<WebhookEvent>;
}
