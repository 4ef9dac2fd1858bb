/** Seconds from a failed attempt to the next; after the last one the message has failed. */
const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/**
 * Random variation of each delay (a tenth either way), so that messages that failed together are not retried
 * together.
 */
const jitter = 0.1;
/** Consecutive failed messages after which an endpoint is disabled. */
const exhaustedAllowed = 5;

/** Maximum time to wait for the response to one message, in milliseconds. */
export const deliveryTimeoutMs = 15_000;

/**
 * The result of a call: the response's status, or half a sentence on why none exists, with the endpoint as
 * its subject.
 */
export type DeliveryReply = { status: number } | { status: null; reason: string };

/** The result of one attempt. */
export interface DeliveryAttempt {
  delivered: boolean;
  /** The endpoint responded 410 and accepts no further messages. */
  gone: boolean;
  responseStatus: number | null;
  /** Null if delivered. */
  error: string | null;
}

/** Classifies an attempt: any 2xx counts as delivered, whatever its body; redirects are not followed. */
export function classifyDelivery(reply: DeliveryReply): DeliveryAttempt {
  const { status } = reply;
  if (status === null) {
    return { delivered: false, gone: false, responseStatus: null, error: `The endpoint ${reply.reason}.` };
  }
  if (status >= 200 && status < 300)
    return { delivered: true, gone: false, responseStatus: status, error: null };
  const error =
    status >= 300 && status < 400
      ? `The endpoint returned a redirect (${status}); it must return 2xx.`
      : `The endpoint returned status ${status}; it must return 2xx.`;
  return { delivered: false, gone: status === 410, responseStatus: status, error };
}

/** The number of attempts in this round, and whether the message is retried at all. */
export interface DeliveryRound {
  /** Attempts in this round, including the latest: from 1. */
  tries: number;
  /** False for tests, whose result is immediate. */
  isRetried: boolean;
}

/** The state of a delivery after an attempt. */
export type DeliveryState = { status: "delivered" | "failed" } | { status: "pending"; waitMs: number };

/**
 * Computes the state after an attempt. An undelivered message is retried after 5 s, 5 min, 30 min, 2 h, 5 h,
 * 10 h, 14 h, 20 h and 24 h, each varied by up to a tenth; then, or if the endpoint is gone, it has failed.
 *
 * @param random from 0 to below 1.
 */
export function afterAttempt(
  attempt: DeliveryAttempt,
  { tries, isRetried }: DeliveryRound,
  random: number,
): DeliveryState {
  if (attempt.delivered) return { status: "delivered" };
  const seconds = retrySeconds[tries - 1];
  if (attempt.gone || !isRetried || seconds === undefined) return { status: "failed" };
  return { status: "pending", waitMs: Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * random)) };
}

/** The delivery health of an endpoint. */
export interface EndpointHealth {
  /** Failed messages since the last delivered one. */
  exhausted: number;
  /** Why the endpoint is disabled now; null: it stays enabled. */
  disabledReason: string | null;
}

/**
 * Computes the endpoint's health after an attempt: 410, or the fifth consecutive failed message, disables it;
 * a delivered message resets the count. Tests do not count.
 *
 * @param exhausted consecutive failed messages before.
 */
export function endpointAfter(
  exhausted: number,
  attempt: DeliveryAttempt,
  { status, isRetried }: { status: DeliveryState["status"]; isRetried: boolean },
): EndpointHealth {
  if (attempt.gone)
    return { exhausted, disabledReason: "The endpoint returned status 410, which disables the webhook." };
  if (status === "pending" || !isRetried) return { exhausted, disabledReason: null };
  if (status === "delivered") return { exhausted: 0, disabledReason: null };
  const now = exhausted + 1;
  const disabledReason =
    now < exhaustedAllowed
      ? null
      : `${now} messages in a row could not be delivered in ${retrySeconds.length + 1} attempts each. Last error: ${attempt.error ?? ""}`;
  return { exhausted: now, disabledReason };
}
