import { AssayError, brand } from "./errors.ts";

/** A webhook that is not from who holds the secret, or is too old; the message says which. */
export class WebhookVerificationError extends AssayError {
  declare readonly name: "WebhookVerificationError";
  static {
    brand(this, "WebhookVerificationError");
  }
}
