/** An event before its recipients are determined. */
export interface MockEvent {
  event: string;
  at: number;
  /** The event's data; `project`, if present, is the event's project. */
  data: Readonly<Record<string, unknown>>;
}

/** A queued event. */
export interface OutboxEvent extends MockEvent {
  /** The only endpoint that receives the event; null for all subscribed endpoints. */
  webhook: string | null;
}

/**
 * Adds an event to a workspace's outbox, for every subscribed endpoint.
 *
 * @typeParam E the events that the caller emits. It is never inferred, so that each caller names its events
 * and an incomplete payload does not compile.
 */
export function queueEvent<E extends MockEvent = never>(
  { outbox }: { outbox: OutboxEvent[] },
  event: NoInfer<E>,
): void {
  outbox.push({ ...event, webhook: null });
}

/** Adds an event to a workspace's outbox, for one endpoint only. */
export function queueEventTo<E extends MockEvent = never>(
  { outbox }: { outbox: OutboxEvent[] },
  webhook: string,
  event: NoInfer<E>,
): void {
  outbox.push({ ...event, webhook });
}
