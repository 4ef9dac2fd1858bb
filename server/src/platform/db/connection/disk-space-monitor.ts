import type { Client } from "pg";
import { isDiskFull } from "./transient-errors.ts";

/** How long a disk-full error counts (milliseconds). Freed space is not reported; the next write shows it. */
const countsMs = 15_000;

/**
 * Records for a while that a write failed because the disk is full. The database still responds, but accepts
 * few writes.
 */
export class DiskSpaceMonitor {
  readonly #now: () => number;
  #refusedAt = -Infinity;

  /** @param now monotonic clock (milliseconds). */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Observes all errors on a connection. */
  listenTo(client: Client): void {
    client.connection.on("errorMessage", (error: unknown) => {
      if (isDiskFull(error)) this.#refusedAt = this.#now();
    });
  }

  /** Whether no disk-full error occurred recently. */
  isAvailable(): boolean {
    return this.#now() - this.#refusedAt > countsMs;
  }
}
