import type { Client } from "pg";
import { isDiskFull } from "./transient-errors.ts";

/** How long a refusal counts: nobody tells when there is room again, but the next write finds out. */
const countsMs = 15_000;

/** Remembers for a while that the database refused a write for want of room on its disk: it answers still, but takes little. */
export class DiskSpaceMonitor {
  readonly #now: () => number;
  #refusedAt = -Infinity;

  /** @param now milliseconds that only grow. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Hears of what is refused over a connection, whoever asked for it. */
  listenTo(client: Client): void {
    client.connection.on("errorMessage", (error: unknown) => {
      if (isDiskFull(error)) this.#refusedAt = this.#now();
    });
  }

  /** Whether nothing was refused for want of room of late. */
  isThere(): boolean {
    return this.#now() - this.#refusedAt > countsMs;
  }
}
