import type { OnNotice } from "./database.ts";

type Handler = (payload: string) => void;

/** Who wants to hear the notifications of which channel, whatever brings them. */
export class Subscriptions {
  readonly #byChannel = new Map<string, Set<Handler>>();
  readonly #onNotice: OnNotice;

  constructor(onNotice: OnNotice) {
    this.#onNotice = onNotice;
  }

  get channels(): string[] {
    return [...this.#byChannel.keys()];
  }

  /** Adds one who listens; says whether it is the first on the channel. */
  add(channel: string, handler: Handler): boolean {
    const handlers = this.#byChannel.get(channel);
    if (handlers) handlers.add(handler);
    else this.#byChannel.set(channel, new Set([handler]));
    return !handlers;
  }

  /** Removes one who listened; says whether it was the last on the channel. */
  remove(channel: string, handler: Handler): boolean {
    const handlers = this.#byChannel.get(channel);
    if (!handlers?.delete(handler) || handlers.size > 0) return false;
    return this.#byChannel.delete(channel);
  }

  /** Calls all who listen on a channel; one that throws keeps none of the others from hearing. */
  deliver(channel: string, payload: string): void {
    for (const handler of this.#byChannel.get(channel) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        this.#onNotice({
          level: "error",
          message: `What listens on channel "${channel}" failed at "${payload}".`,
          error,
        });
      }
    }
  }
}
