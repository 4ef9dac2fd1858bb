import { deliveryTimeoutMs } from "@assay/contract/domain";
import { outsideTransaction } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { eventsChannel } from "../../platform/outbox/outbox-queries.ts";
import { logFailure } from "../../platform/http/server/log-failure.ts";
import { deliverNext } from "./deliver.ts";
import { claimEndpoints, type EndpointLease, expireLeases, releaseEndpoint } from "./endpoint-leases.ts";
import { createDeliveries } from "./delivery-service.ts";

/** Options of a dispatcher. All times are in milliseconds. */
export interface DispatcherOptions {
  /** Number of endpoints to which messages are sent concurrently (default 16). */
  concurrency?: number;
  /** Interval at which the dispatcher polls for due messages (default 1 s). */
  pollMs?: number;
  /** Duration of a lease on an endpoint, in addition to the timeout of one call (default 60 s). */
  leaseMs?: number;
  /** Maximum time that `stop` waits for calls in progress before it aborts them (default 5 s). */
  stopGraceMs?: number;
  /**
   * Whether no other process uses the database. If so, leases that exist at the start belong to a crashed
   * process and can be expired.
   */
  alone?: boolean;
}

/** Delivers events to webhook endpoints. */
export interface Dispatcher {
  /** Starts no further calls, waits for calls in progress, and aborts those that exceed the grace period. */
  stop(): Promise<void>;
  /** Resolves as soon as no call is in progress and no message is due. */
  idle(): Promise<void>;
}

/** Maximum number of messages to one endpoint in one turn, so that other endpoints also get a turn. */
const messagesPerTurn = 50;

/** Starts delivering events to endpoints. Does not use the slots for jobs. */
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
  #polling: Promise<void> | undefined;
  #shouldPollAgain = false;

  constructor(deps: PlatformDeps, options: DispatcherOptions) {
    this.#deps = deps;
    const defaults = { concurrency: 16, pollMs: 1000, leaseMs: 60_000, stopGraceMs: 5000, alone: false };
    this.#options = { ...defaults, ...options };
    this.#listening = deps.database.listen(eventsChannel, () => this.#wake());
    this.#listening.catch((error: unknown) => logFailure(deps.log, error, "event notifications disabled"));
    this.#ready = this.#options.alone ? this.#expireLeases() : Promise.resolve();
    this.#timer = setInterval(() => this.#wake(), this.#options.pollMs);
    this.#wake();
  }

  async idle(): Promise<void> {
    this.#wake();
    while (this.#polling || this.#turns.size > 0) {
      await this.#polling;
      await Promise.all(this.#turns.keys());
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#polling;
    const grace = setTimeout(
      () => this.#abort.abort(new Error("The server is stopping.")),
      this.#options.stopGraceMs,
    );
    await Promise.all(this.#turns.keys());
    clearTimeout(grace);
    await this.#listening.then((end) => end()).catch(() => undefined);
  }

  async #expireLeases(): Promise<void> {
    await expireLeases(this.#deps.database.knex).catch((error: unknown) =>
      logFailure(this.#deps.log, error, "endpoint lease expiry failed"),
    );
  }

  /** Polls for events and messages immediately. If a poll is already running, another poll follows it. */
  #wake(): void {
    if (this.#stopped) return;
    this.#shouldPollAgain = true;
    // The poll must run outside of any transaction. The embedded database has only one connection, so a
    // notification may arrive while a transaction is open.
    this.#polling ??= outsideTransaction(() => this.#poll()).finally(() => {
      this.#polling = undefined;
      // Handles a wake-up that arrived after the last poll but before `#polling` was reset.
      if (this.#shouldPollAgain) this.#wake();
    });
  }

  async #poll(): Promise<void> {
    await this.#ready;
    while (this.#shouldPollAgain && !this.#stopped) {
      this.#shouldPollAgain = false;
      try {
        while (await createDeliveries(this.#deps));
        for (const lease of await this.#claimLeases()) this.#startTurn(lease);
      } catch (error) {
        logFailure(this.#deps.log, error, "event dispatch failed");
      }
    }
  }

  /**
   * Claims leases. Gives failing endpoints at most half of the slots of the process and of each workspace, because
   * calls to them may hang.
   */
  async #claimLeases(): Promise<EndpointLease[]> {
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
    const healthy = await claim(free, false);
    return [...healthy, ...(await claim(Math.min(slots, free - healthy.length), true))];
  }

  #startTurn(lease: EndpointLease): void {
    const turn = this.#send(lease).finally(() => {
      this.#turns.delete(turn);
      this.#wake();
    });
    this.#turns.set(turn, lease);
  }

  async #send(lease: EndpointLease): Promise<void> {
    const { database, log } = this.#deps;
    const startedAt = performance.now();
    // The last call may start at the end of the turn. The lease must still be valid when this call ends.
    const turnMs = this.#options.leaseMs / 2;
    try {
      for (let count = 0; count < messagesPerTurn && !this.#stopped; count += 1) {
        if (!(await deliverNext(this.#deps, { lease, signal: this.#abort.signal }))) break;
        if (performance.now() - startedAt > turnMs) break;
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) {
        // The lease is not released. The error may occur again immediately, so the endpoint is not retried
        // until the lease expires.
        logFailure(log, error, "webhook delivery failed");
        return;
      }
    }
    await releaseEndpoint(database.knex, lease).catch((error: unknown) =>
      logFailure(log, error, "endpoint lease release failed"),
    );
  }
}
