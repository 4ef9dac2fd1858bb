import { WebhookVerificationError } from "../errors/webhook-verification-error.ts";
import type { VerifyWebhookOptions, WebhookHeaders } from "./verify-webhook-options.ts";

/**
 * Checks that a call is from Assay (Standard Webhooks: HMAC-SHA-256 over id, time and body, at most five minutes old), and
 * gives its parsed body.
 *
 * @param rawBody the body as it was received, before anything parsed it: text or bytes.
 * @param secret `whsec_…`; several while they are changed: a signature by any of them will do.
 * @throws {WebhookVerificationError} when the signature or the time is wrong, or a header is missing.
 * @throws {TypeError} when the body was parsed already, or a secret is malformed; SyntaxError when a signed body is no JSON.
 * @example
 * const { sample } = (await verifyWebhook(rawBody, request.headers, secret)) as CustomEvaluatorRequest;
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options?: VerifyWebhookOptions,
): Promise<unknown> {
  const { checkReceived } = await import("./check-webhook.ts");
  return checkReceived({ rawBody, headers, WebhookVerificationError }, secret, options);
}
