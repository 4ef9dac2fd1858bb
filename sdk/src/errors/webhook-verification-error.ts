import { AssayError, brand } from "./errors.ts";

/** A webhook message is not signed with the secret, or is too old. The message states the reason. */
export class WebhookVerificationError extends AssayError {
  declare readonly name: "WebhookVerificationError";
  static {
    brand(this, "WebhookVerificationError");
  }
}
