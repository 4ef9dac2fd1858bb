import type * as generated from "../generated/resources.ts";
import type { VerifyWebhookOptions, WebhookHeaders } from "../webhooks/verify-webhook-options.ts";
import type { WebhookEvent } from "../generated/webhook-events.ts";

/** Webhooks. */
export interface Webhooks extends generated.Webhooks {
  /**
   * Check that a call of your endpoint is from Assay, and give the event it tells of. Needs no key and calls nothing.
   *
   * A message may come more than once: its `webhook-id` header is the same each time.
   *
   * @param rawBody the body as it was received, before anything parsed it: text or bytes.
   * @param headers of the request.
   * @param secret `whsec_…` of the webhook; several while it is changed.
   * @throws {WebhookVerificationError} when the signature or the time is wrong, or a header is missing: answer 401.
   * @throws {TypeError} when the body was parsed already, or a secret is malformed.
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
