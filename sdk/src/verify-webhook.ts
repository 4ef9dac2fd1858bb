import { AssayError, brand } from "./errors.ts";

/** A webhook that is not from who holds the secret, or is too old; the message says which. */
export class WebhookVerificationError extends AssayError {
  declare readonly name: "WebhookVerificationError";
  static {
    brand(this, "WebhookVerificationError");
  }
}

/** Headers as servers have them, in whatever case: a `Headers`, or an object such as `request.headers` of Node.js. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks that a call is from Assay (Standard Webhooks: HMAC-SHA-256 over id, time and body, at most five minutes old), and
 * gives its parsed body.
 *
 * @param rawBody the body as it was received, before anything parsed it: text or bytes.
 * @param secret `whsec_…`; several while they are changed: a signature by any of them will do.
 * @param options `now`: in place of the machine's clock.
 * @throws {WebhookVerificationError} when the signature or the time is wrong, or a header is missing.
 * @throws TypeError when a secret is malformed; SyntaxError when a signed body is no JSON.
 * @example
 * const { sample } = (await verifyWebhook(rawBody, request.headers, secret)) as CustomEvaluatorRequest;
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { now = () => new Date() }: { now?: () => Date } = {},
): Promise<unknown> {
  // Loaded when it is needed: most programs only call the API.
  const signature = await import("@assay/contract/wire/webhook-signature");
  const secrets = typeof secret === "string" ? [secret] : secret;
  try {
    await signature.checkWebhook({ headers, body: rawBody }, { secrets, now: now().getTime() });
  } catch (error) {
    if (error instanceof signature.WebhookVerificationError)
      throw new WebhookVerificationError(error.message);
    throw error;
  }
  return JSON.parse(typeof rawBody === "string" ? rawBody : new TextDecoder().decode(rawBody));
}
