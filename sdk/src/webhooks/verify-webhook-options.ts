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
