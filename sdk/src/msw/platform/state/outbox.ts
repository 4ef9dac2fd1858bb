/** An event before its recipients are determined. */
export interface MockEvent {
  event: string;
  at: number;
  /** `project`, if present, is the project of the event. */
  data: Readonly<Record<string, unknown>>;
}

/** A queued event. */
export interface OutboxEvent extends MockEvent {
  /** The only endpoint that receives it; null: all subscribed endpoints. */
  webhook: string | null;
}

/**
 * Adds an event to a workspace's outbox, for every subscribed endpoint.
 *
 * @typeParam E the events that the caller emits; never inferred, so that each caller names them and an
 *   incomplete payload does not compile.
 */
export function queueEvent<E extends MockEvent = never>(
  { outbox }: { outbox: OutboxEvent[] },
  event: NoInfer<E>,
): void {
  outbox.push({ ...event, webhook: null });
}

/** The same for one endpoint. */
export function queueEventTo<E extends MockEvent = never>(
  { outbox }: { outbox: OutboxEvent[] },
  webhook: string,
  event: NoInfer<E>,
): void {
  outbox.push({ ...event, webhook });
}
