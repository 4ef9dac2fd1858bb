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

/** Adds an event to a workspace's outbox, for every endpoint that subscribes to it. */
export function queueEvent({ outbox }: { outbox: OutboxEvent[] }, event: MockEvent): void {
  outbox.push({ ...event, webhook: null });
}

/** Adds an event to a workspace's outbox, for one endpoint. */
export function queueEventTo({ outbox }: { outbox: OutboxEvent[] }, webhook: string, event: MockEvent): void {
  outbox.push({ ...event, webhook });
}
