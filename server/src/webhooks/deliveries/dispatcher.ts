import { deliveryTimeoutMs } from "@assay/contract/domain";
import { outsideTransaction } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { eventsChannel } from "../../platform/outbox/outbox-queries.ts";
import { logFailure } from "../../platform/http/server/log-failure.ts";
import { deliverNext } from "./deliver.ts";
import { claimEndpoints, type EndpointLease, expireLeases, releaseEndpoint } from "./endpoint-leases.ts";
import { createDeliveries } from "./create-deliveries.ts";

/** How a dispatcher works; the times are in milliseconds. */
export interface DispatcherOptions {
  /** To how many endpoints it sends at a time; default 32. */
  concurrency?: number;
  /** How often it looks for something due without being woken; default 1 s. */
  pollMs?: number;
  /** How long an endpoint is ours without a sign of life, beyond the time that one call may take; default 60 s. */
  leaseMs?: number;
  /** How long `stop` waits for calls under way; default 5 s. */
  stopGraceMs?: number;
  /** No other process can be on the database: endpoints that are taken at the start were left by one that died. */
  alone?: boolean;
}

/** Tells endpoints of events. */
export interface Dispatcher {
  /** Takes no more, lets calls under way end, and breaks off those that do not in time. */
  stop(): Promise<void>;
  /** Resolves when nothing is under way and nothing is due. */
  idle(): Promise<void>;
}

/** Messages to one endpoint in one turn, so that others have theirs. */
const messagesPerTurn = 50;

/** Starts to tell endpoints of events, apart from the slots that jobs have. */
export function startDispatcher(deps: PlatformDeps, options: DispatcherOptions = {}): Dispatcher {
  return new EventDispatcher(deps, options);
}

class EventDispatcher implements Dispatcher {
  readonly #deps: PlatformDeps;
  readonly #options: Required<DispatcherOptions>;
  readonly #turns = new Map<Promise<void>, EndpointLease>();
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #listening: Promise<() => Promise<void>>;
  readonly #ready: Promise<void>;
  #stopped = false;
  #looking: Promise<void> | undefined;
  #lookAgain = false;

  constructor(deps: PlatformDeps, options: DispatcherOptions) {
    this.#deps = deps;
    const defaults = { concurrency: 32, pollMs: 1000, leaseMs: 60_000, stopGraceMs: 5000, alone: false };
    this.#options = { ...defaults, ...options };
    this.#listening = deps.database.listen(eventsChannel, () => this.#wake());
    this.#listening.catch((error: unknown) =>
      logFailure(deps.log, error, "wake-ups for events are off; polling goes on"),
    );
    this.#ready = this.#options.alone ? this.#takeOver() : Promise.resolve();
    this.#timer = setInterval(() => this.#wake(), this.#options.pollMs);
    this.#wake();
  }

  async idle(): Promise<void> {
    this.#wake();
    while (this.#looking || this.#turns.size > 0) {
      await this.#looking;
      await Promise.all(this.#turns.keys());
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#looking;
    const grace = setTimeout(
      () => this.#abort.abort(new Error("The server stops.")),
      this.#options.stopGraceMs,
    );
    await Promise.all(this.#turns.keys());
    clearTimeout(grace);
    await this.#listening.then((end) => end()).catch(() => undefined);
  }

  async #takeOver(): Promise<void> {
    await expireLeases(this.#deps.database.knex).catch((error: unknown) =>
      logFailure(this.#deps.log, error, "endpoints that a dead process had are left until its leases end"),
    );
  }

  /** Looks for events and messages now; while it is looking already, it looks once more. */
  #wake(): void {
    if (this.#stopped) return;
    this.#lookAgain = true;
    // A wake-up may come from within a transaction: the embedded database delivers it over the one connection.
    this.#looking ??= outsideTransaction(() => this.#look()).finally(() => {
      this.#looking = undefined;
      // One that came after the last look, when this was not yet undefined, must not be lost.
      if (this.#lookAgain) this.#wake();
    });
  }

  async #look(): Promise<void> {
    await this.#ready;
    while (this.#lookAgain && !this.#stopped) {
      this.#lookAgain = false;
      try {
        while (await createDeliveries(this.#deps));
        for (const lease of await this.#claim()) this.#take(lease);
      } catch (error) {
        logFailure(this.#deps.log, error, "events could not be passed on; it is tried again");
      }
    }
  }

  /** Endpoints that did not take their last message get half of the slots at the most: they may hang in all of them. */
  async #claim(): Promise<EndpointLease[]> {
    const { concurrency, leaseMs } = this.#options;
    const free = concurrency - this.#turns.size;
    if (free <= 0) return [];
    const failing = [...this.#turns.values()].filter((lease) => lease.failing).length;
    const slots = Math.floor(concurrency / 2) - failing;
    const claim = (limit: number, failingToo: boolean) =>
      limit <= 0
        ? []
        : claimEndpoints(
            this.#deps.database,
            { limit, failingToo, due: this.#deps.now() },
            { token: this.#deps.newId(), leaseSeconds: (deliveryTimeoutMs + leaseMs) / 1000 },
          );
    const well = await claim(free, false);
    return [...well, ...(await claim(Math.min(slots, free - well.length), true))];
  }

  #take(lease: EndpointLease): void {
    const turn = this.#send(lease).finally(() => {
      this.#turns.delete(turn);
      this.#wake();
    });
    this.#turns.set(turn, lease);
  }

  async #send(lease: EndpointLease): Promise<void> {
    const { database, log } = this.#deps;
    const began = performance.now();
    // A last call may begin when the turn is nearly over; the lease must outlive it.
    const turnMs = this.#options.leaseMs / 2;
    try {
      for (let count = 0; count < messagesPerTurn && !this.#stopped; count += 1) {
        if (!(await deliverNext(this.#deps, { lease, signal: this.#abort.signal }))) break;
        if (performance.now() - began > turnMs) break;
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) {
        // What failed once may fail at once again: the endpoint rests until the lease runs out.
        logFailure(log, error, "messages to a webhook could not be sent");
        return;
      }
    }
    await releaseEndpoint(database.knex, lease).catch((error: unknown) =>
      logFailure(log, error, "an endpoint could not be handed back; its lease runs out"),
    );
  }
}
