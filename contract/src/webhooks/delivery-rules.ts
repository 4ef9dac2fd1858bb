import type { Decision, RuleContext } from "../platform/decision.ts";
import { notFound } from "../platform/refusals.ts";
import { blindPending } from "../review/review-refusals.ts";
import { type TestEvent, testEvent } from "./webhook-events.ts";
import { webhookDisabled } from "./webhook-refusals.ts";
import { isSubscribed, requireWebhook, type Subscription, type WebhookRecord } from "./webhook-rules.ts";

/** One delivery attempt, as stored and in responses. */
interface LoggedAttempt {
  at: string;
  response_status: number | null;
  error: string | null;
  duration_ms: number;
}

/** The part of a delivery that attempts change. Times are in milliseconds since 1970. */
export interface DeliveryProgress {
  status: "pending" | "delivered" | "failed";
  /** Number of attempts in this round. A redelivery starts a new round. */
  tries: number;
  /** Number of attempts in all rounds. */
  attempts: number;
  /** The latest attempts, oldest first. */
  log: readonly LoggedAttempt[];
  nextAttemptAt: number | null;
  deliveredAt: number | null;
}

/** One message to one endpoint. */
export interface DeliveryRecord extends DeliveryProgress {
  id: string;
  webhook: string;
  event: string;
  /** Time of the event, in milliseconds since 1970. */
  at: number;
  data: Readonly<Record<string, unknown>>;
  createdAt: number;
}

/** A command that sends a message to an endpoint. */
export type DeliveryCommand =
  | { type: "test"; webhook: string }
  | { type: "redeliver"; webhook: string; id: string };

/** The stored state that the command needs. The caller loads the state, and also locks it before a write. */
export interface DeliveryState {
  /** The endpoint in the command, if the caller can access it. */
  webhook: WebhookRecord | undefined;
  /** The delivery in the command, if it belongs to this endpoint. Only `redeliver` uses this. */
  delivery: DeliveryRecord | undefined;
  /** Whether the caller has a pending blind review. Only `redeliver` uses this. */
  isBlind: boolean;
}

/** The outcome of a delivery command. */
export interface DeliveryDecision extends Decision<DeliveryRecord, never, never> {
  record: DeliveryRecord;
  /**
   * The event of a new test message. Only this delivery sends the event. Null if the command is not a test.
   */
  test: TestEvent | null;
}

/**
 * Refuses to show or send deliveries to a caller with a pending blind review, because an event about a review
 * can concern any sample.
 *
 * @throws {ApiError} 403 `blind_pending`.
 */
export function refuseBlindDeliveries(isBlind: boolean): void {
  if (isBlind) throw blindPending();
}

/**
 * Decides a command about an endpoint's deliveries.
 *
 * @throws {ApiError} for `redeliver`, first 403 if the caller has a pending blind review. For all commands,
 *   404 for an inaccessible endpoint, then 409 for a disabled endpoint, then 404 for an unknown delivery. On
 *   an error, nothing changes.
 */
export function decideDelivery(
  state: DeliveryState,
  command: DeliveryCommand,
  context: Pick<RuleContext, "now" | "newId">,
): DeliveryDecision {
  if (command.type === "redeliver") refuseBlindDeliveries(state.isBlind);
  const webhook = requireWebhook(state.webhook, command.webhook);
  if (webhook.disabled) throw webhookDisabled(webhook.id, webhook.disabled.reason);
  if (command.type === "test") {
    const test = testOf(webhook, context.now);
    const record = { ...dueDelivery(webhook, context), ...test };
    return { record, changes: [{ op: "insert", record }], evidence: [], events: [], test };
  }
  const { delivery } = state;
  if (!delivery) throw notFound("delivery", command.id);
  const set = { status: "pending" as const, tries: 0, nextAttemptAt: context.now, deliveredAt: null };
  return {
    record: { ...delivery, ...set },
    changes: [{ op: "update", id: delivery.id, set }],
    evidence: [],
    events: [],
    test: null,
  };
}

const testOf = ({ id, subscription: { project } }: WebhookRecord, now: number): TestEvent => ({
  event: testEvent,
  at: now,
  data: { webhook: id, project },
});

/** Creates a new message to an endpoint, without its event. The message is due immediately. */
export const dueDelivery = (
  { id }: { id: string },
  { now, newId }: Pick<RuleContext, "now" | "newId">,
): Omit<DeliveryRecord, "event" | "at" | "data"> => ({
  id: newId("delivery"),
  webhook: id,
  status: "pending",
  tries: 0,
  attempts: 0,
  log: [],
  nextAttemptAt: now,
  deliveredAt: null,
  createdAt: now,
});

/**
 * Returns whether an enabled endpoint receives an event.
 *
 * @param event.webhook the only endpoint that receives the event; null for all subscribed endpoints.
 */
export const isRecipient = (
  { id, subscription }: { id: string; subscription: Pick<Subscription, "eventTypes" | "project"> },
  { webhook, ...event }: { event: string; project: string | null; webhook: string | null },
): boolean => (webhook === null ? isSubscribed(subscription, event) : webhook === id);

/** Returns the message that is due first; undefined if no message is due. */
export function firstDue(deliveries: readonly DeliveryRecord[], now: number): DeliveryRecord | undefined {
  const dueAt = ({ status, nextAttemptAt }: DeliveryRecord): number =>
    status === "pending" ? (nextAttemptAt ?? Infinity) : Infinity;
  const due = deliveries.filter((delivery) => dueAt(delivery) <= now);
  return due.toSorted((a, b) => dueAt(a) - dueAt(b) || (a.id < b.id ? -1 : 1))[0];
}
