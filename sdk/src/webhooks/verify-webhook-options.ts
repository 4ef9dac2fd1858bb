/** Headers of a request in any case: a `Headers`, or an object such as `request.headers` of Node.js. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of the verification. */
export interface VerifyWebhookOptions {
  /** Replaces the system clock. */
  now?: (() => Date) | undefined;
  /**
   * Maximum difference between the time of a message and the clock (seconds); default 300. The check cannot be disabled:
   * 0 means the same second.
   */
  toleranceSeconds?: number | undefined;
}
