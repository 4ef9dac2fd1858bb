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

/** How a webhook is checked. */
export interface VerifyWebhookOptions {
  /** In place of the machine's clock. */
  now?: (() => Date) | undefined;
  /**
   * How old a message may be, or ahead, in seconds; default 300. The check cannot be turned off: 0 means the same second.
   */
  toleranceSeconds?: number | undefined;
}

/**
 * Checks that a call is from Assay (Standard Webhooks: HMAC-SHA-256 over id, time and body, at most five minutes old), and
 * gives its parsed body.
 *
 * @param rawBody the body as it was received, before anything parsed it: text or bytes.
 * @param secret `whsec_…`; several while they are changed: a signature by any of them will do.
 * @throws {WebhookVerificationError} when the signature or the time is wrong, or a header is missing.
 * @throws TypeError when the body was parsed already, or a secret is malformed; SyntaxError when a signed body is no JSON.
 * @example
 * const { sample } = (await verifyWebhook(rawBody, request.headers, secret)) as CustomEvaluatorRequest;
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { now = () => new Date(), toleranceSeconds }: VerifyWebhookOptions = {},
): Promise<unknown> {
  refuseParsed(rawBody);
  // Loaded when it is needed: most programs only call the API.
  const signature = await import("@assay/contract/wire/webhook-signature");
  const secrets = typeof secret === "string" ? [secret] : secret;
  try {
    const check = { secrets, now: now().getTime(), toleranceSeconds };
    await signature.checkWebhook({ headers, body: rawBody }, check);
  } catch (error) {
    if (error instanceof signature.WebhookVerificationError)
      throw new WebhookVerificationError(error.message);
    throw error;
  }
  return JSON.parse(typeof rawBody === "string" ? rawBody : new TextDecoder().decode(rawBody));
}

/** The types say it already; programs without them meet it here. */
function refuseParsed(rawBody: unknown): void {
  if (typeof rawBody === "string" || rawBody instanceof Uint8Array) return;
  const given = rawBody === null ? "null" : Array.isArray(rawBody) ? "an array" : typeof rawBody;
  throw new TypeError(
    `The body of the webhook is ${given}; it must be the raw text or bytes. The signature is over the bytes as they were ` +
      "sent, which a parser does not keep: read them before anything parses them (Express: express.raw({ type: " +
      '"application/json" }); a Request: await request.text()).',
  );
}
