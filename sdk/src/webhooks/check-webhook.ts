// Loaded on the first verification of a webhook, because most programs only call the API.
import {
  checkWebhook,
  WebhookVerificationError as SignatureError,
} from "@assay/contract/wire/webhook-signature";
import type { VerifyWebhookOptions, WebhookHeaders } from "./verify-webhook-options.ts";
import type { WebhookVerificationError } from "../errors/webhook-verification-error.ts";

/** A received request. */
export interface ReceivedCall {
  rawBody: string | Uint8Array;
  headers: WebhookHeaders;
  /**
   * The error class. The caller passes it, because a module that this file and the client import would become
   * a separate file in every program's bundle.
   */
  WebhookVerificationError: typeof WebhookVerificationError;
}

/** Implements `verifyWebhook`. */
export async function checkReceived(
  { rawBody, headers, WebhookVerificationError: Refusal }: ReceivedCall,
  secret: string | readonly string[],
  { now = () => new Date(), toleranceSeconds }: VerifyWebhookOptions = {},
): Promise<unknown> {
  refuseParsed(rawBody);
  const secrets = readSecrets(secret);
  try {
    const check = { secrets, now: now().getTime(), toleranceSeconds };
    await checkWebhook({ headers, body: rawBody }, check);
  } catch (error) {
    if (error instanceof SignatureError) throw new Refusal(error.message);
    throw error;
  }
  return JSON.parse(typeof rawBody === "string" ? rawBody : new TextDecoder().decode(rawBody));
}

/** Returns the secrets. Checks the value at run time, for programs without types and for missing settings. */
function readSecrets(secret: unknown): string[] {
  const secrets: unknown[] = Array.isArray(secret) ? secret : [secret];
  return secrets.map((one) => {
    if (typeof one === "string") return one;
    const given = one === null ? "null" : typeof one;
    throw new TypeError(
      `The webhook secret is ${given}; it must be the text "whsec_…" from the response that created the webhook, or a list ` +
        "of such texts. Check that the program reads it from the right setting.",
    );
  });
}

/** Refuses a parsed body. The types exclude it, but programs without types can pass it. */
function refuseParsed(rawBody: unknown): void {
  if (typeof rawBody === "string" || rawBody instanceof Uint8Array) return;
  const given = rawBody === null ? "null" : Array.isArray(rawBody) ? "an array" : typeof rawBody;
  throw new TypeError(
    `The webhook body is ${given}; it must be the raw text or bytes, because the signature covers the exact bytes. Read ` +
      'them before parsing (Express: express.raw({ type: "application/json" }); a Request: await request.text()).',
  );
}
