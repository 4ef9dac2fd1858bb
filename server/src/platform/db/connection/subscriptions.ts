import type { OnNotice } from "./database.ts";

type Handler = (payload: string) => void;

/** The listeners on each notification channel. */
export class Subscriptions {
  readonly #byChannel = new Map<string, Set<Handler>>();
  readonly #onNotice: OnNotice;

  constructor(onNotice: OnNotice) {
    this.#onNotice = onNotice;
  }

  get channels(): string[] {
    return [...this.#byChannel.keys()];
  }

  /** Adds a listener. @returns whether it is the first listener on the channel. */
  add(channel: string, handler: Handler): boolean {
    const handlers = this.#byChannel.get(channel);
    if (handlers) handlers.add(handler);
    else this.#byChannel.set(channel, new Set([handler]));
    return !handlers;
  }

  /** Removes a listener. @returns whether it was the last listener on the channel. */
  remove(channel: string, handler: Handler): boolean {
    const handlers = this.#byChannel.get(channel);
    if (!handlers?.delete(handler) || handlers.size > 0) return false;
    return this.#byChannel.delete(channel);
  }

  /** Calls all listeners on a channel, even if one of them throws an error. */
  deliver(channel: string, payload: string): void {
    for (const handler of this.#byChannel.get(channel) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        this.#onNotice({
          level: "error",
          message: `notification listener of channel "${channel}" failed`,
          error,
        });
      }
    }
  }
}
