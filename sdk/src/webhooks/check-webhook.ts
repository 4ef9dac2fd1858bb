// Loaded when a webhook is verified: most programs only call the API.
import {
  checkWebhook,
  WebhookVerificationError as SignatureError,
} from "@assay/contract/wire/webhook-signature";
import type { VerifyWebhookOptions, WebhookHeaders } from "./verify-webhook-options.ts";
import type { WebhookVerificationError } from "../errors/webhook-verification-error.ts";

/** A call as it was received. */
export interface ReceivedCall {
  rawBody: string | Uint8Array;
  headers: WebhookHeaders;
  /** Given, not imported: a module that both import would become a file of its own in every program's bundle. */
  WebhookVerificationError: typeof WebhookVerificationError;
}

/** What `verifyWebhook` does. */
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

/** The types say what is accepted; programs without them, and settings that are not there, meet it here. */
function readSecrets(secret: unknown): string[] {
  const secrets: unknown[] = Array.isArray(secret) ? secret : [secret];
  return secrets.map((one) => {
    if (typeof one === "string") return one;
    const given = one === null ? "null" : typeof one;
    throw new TypeError(
      `The secret of the webhook is ${given}; it must be the text "whsec_…" that creating the webhook gave, or a list of ` +
        "such. Is it set where the program reads it from?",
    );
  });
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
