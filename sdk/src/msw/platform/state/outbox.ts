/** An event that happened, before it is known who is sent it. */
export interface MockEvent {
  event: string;
  at: number;
  /** `project` in it says which project it belongs to. */
  data: Readonly<Record<string, unknown>>;
}

/** An event on its way to endpoints. */
export interface OutboxEvent extends MockEvent {
  /** The only endpoint that is sent it; null: every one that subscribes to it. */
  webhook: string | null;
}

/**
 * Adds an event to a workspace's outbox, for every endpoint that subscribes to it.
 *
 * @typeParam E the events that the caller's wing emits, of the contract: never inferred, so that each caller names them and
 *   a payload without a member does not compile.
 */
export function queueEvent<E extends MockEvent = never>(
  { outbox }: { outbox: OutboxEvent[] },
  event: NoInfer<E>,
): void {
  outbox.push({ ...event, webhook: null });
}

/** Adds an event to a workspace's outbox as {@link queueEvent} does, for one endpoint. */
export function queueEventTo<E extends MockEvent = never>(
  { outbox }: { outbox: OutboxEvent[] },
  webhook: string,
  event: NoInfer<E>,
): void {
  outbox.push({ ...event, webhook });
}
