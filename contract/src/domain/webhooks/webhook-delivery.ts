/** Seconds from a failed attempt to the next; after the last of them the message is given up. */
const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** Each wait varies by up to a tenth either way, so that messages that failed together do not come back together. */
const jitter = 0.1;
/** How many messages in a row an endpoint may let run out before it is disabled. */
const exhaustedAllowed = 5;

/** Longest wait for the answer to one message, in milliseconds. */
export const deliveryTimeoutMs = 15_000;

/** What became of a call: the answer's status, or half a sentence on why there is none, whose subject is the endpoint. */
export type DeliveryReply = { status: number } | { status: null; reason: string };

/** What one attempt came to. */
export interface DeliveryAttempt {
  delivered: boolean;
  /** The endpoint wants nothing more: it answered 410. */
  gone: boolean;
  responseStatus: number | null;
  /** Null when it was delivered. */
  error: string | null;
}

/** Says what an attempt came to: any 2xx counts as delivered, whatever its body; redirects are not followed. */
export function classifyDelivery(reply: DeliveryReply): DeliveryAttempt {
  const { status } = reply;
  if (status === null) {
    return { delivered: false, gone: false, responseStatus: null, error: `The endpoint ${reply.reason}.` };
  }
  if (status >= 200 && status < 300)
    return { delivered: true, gone: false, responseStatus: status, error: null };
  const error =
    status >= 300 && status < 400
      ? `The endpoint answered with a redirect (${status}), which is not followed.`
      : `The endpoint answered ${status}; it must answer 2xx.`;
  return { delivered: false, gone: status === 410, responseStatus: status, error };
}

/** How often a message has been tried in this round, and whether it may be tried again at all. */
export interface DeliveryRound {
  /** Attempts in this round, the one just made included: from 1. */
  tries: number;
  /** False for tests: they say at once how they went. */
  isRetried: boolean;
}

/** Where a delivery stands after an attempt. */
export type DeliveryState = { status: "delivered" | "failed" } | { status: "pending"; waitMs: number };

/**
 * What follows from an attempt: a message that was not delivered is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h,
 * 14 h, 20 h and 24 h, each varied by up to a tenth; then, or when the endpoint is gone, it has failed.
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

/** What an endpoint remembers of its messages. */
export interface EndpointHealth {
  /** Messages that ran out since one was delivered. */
  exhausted: number;
  /** Why it is to be disabled now; null: it goes on. */
  disabledReason: string | null;
}

/**
 * What an attempt means for its endpoint: 410, or the fifth message in a row that runs out, disables it; a delivered
 * message makes all well again. Tests count for neither.
 *
 * @param exhausted messages that ran out before.
 */
export function endpointAfter(
  exhausted: number,
  attempt: DeliveryAttempt,
  { status, isRetried }: { status: DeliveryState["status"]; isRetried: boolean },
): EndpointHealth {
  if (attempt.gone) return { exhausted, disabledReason: "The endpoint answered 410: it wants nothing more." };
  if (status === "pending" || !isRetried) return { exhausted, disabledReason: null };
  if (status === "delivered") return { exhausted: 0, disabledReason: null };
  const now = exhausted + 1;
  const disabledReason =
    now < exhaustedAllowed
      ? null
      : `${now} messages in a row could not be delivered in ${retrySeconds.length + 1} attempts each. The last: ${attempt.error ?? ""}`;
  return { exhausted: now, disabledReason };
}
