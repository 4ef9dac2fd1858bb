/**
 * Request headers, with names in upper or lower case: a `Headers`, or an object such as `request.headers` in
 * Node.js.
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options for the verification. */
export interface VerifyWebhookOptions {
  /** Replaces the system clock. */
  now?: (() => Date) | undefined;
  /**
   * Maximum difference between a message's time and the clock (seconds); default 300. The check cannot be
   * disabled; 0 requires the same second.
   */
  toleranceSeconds?: number | undefined;
}
