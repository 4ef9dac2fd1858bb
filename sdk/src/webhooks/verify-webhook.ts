import { WebhookVerificationError } from "../errors/webhook-verification-error.ts";
import type { VerifyWebhookOptions, WebhookHeaders } from "./verify-webhook-options.ts";

/**
 * Verifies that a request is from Assay, and returns its parsed body. The signature follows Standard Webhooks
 * (HMAC-SHA-256 over id, time and body), and the message must be at most five minutes old.
 *
 * @param rawBody the body as received, before parsing: text or bytes.
 * @param secret the secret (`whsec_…`). Pass several during a rotation; a signature with any of them is
 * accepted.
 * @throws {WebhookVerificationError} for an invalid signature or time, or a missing header.
 * @throws {TypeError} if the body has been parsed, or a secret is malformed; SyntaxError if a signed body is
 * not JSON.
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
