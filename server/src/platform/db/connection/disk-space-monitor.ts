import type { Client } from "pg";
import { isDiskFull } from "./transient-errors.ts";

/**
 * How long the disk counts as full after a write has failed for this reason (milliseconds). Postgres does not
 * report when space is free again, so only the next write can show it.
 */
const countsMs = 15_000;

/**
 * Records for a short time that a write failed because the disk is full. In this state, the database still
 * responds, but rejects most writes.
 */
export class DiskSpaceMonitor {
  readonly #now: () => number;
  #refusedAt = -Infinity;

  /** @param now returns the time of a monotonic clock (milliseconds). */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Observes all errors on a connection. */
  listenTo(client: Client): void {
    client.connection.on("errorMessage", (error: unknown) => {
      if (isDiskFull(error)) this.#refusedAt = this.#now();
    });
  }

  /** Returns false if a write failed recently because the disk is full. */
  isAvailable(): boolean {
    return this.#now() - this.#refusedAt > countsMs;
  }
}
