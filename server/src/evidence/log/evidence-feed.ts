import type { Database } from "../../platform/db/connection/connect.ts";
import { outsideTransaction } from "../../platform/db/transaction.ts";
import type { Logger } from "../../platform/log.ts";

/** How often logs that are followed are looked at, for what other processes append. */
const pollMs = 500;

/** Someone who follows a log. */
interface Follower {
  wake: () => void;
}

/**
 * Wakes those who follow a log when it has grown: at once for what this process appends, within half a second for what
 * others do. Postgres' own notifications are not used: committing one takes a lock that all commits of the database share.
 */
export class EvidenceFeed {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #followers = new Map<string, Set<Follower>>();
  readonly #sizes = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Whether this process is about to end: streams should, too. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Follows a log.
   *
   * @param wake called when the log may have grown, and twice a second besides, so that followers can see to the time.
   * @returns what ends it.
   */
  follow(workspaceId: string, wake: () => void): () => void {
    const follower = { wake };
    const followers = this.#followers.get(workspaceId) ?? new Set();
    this.#followers.set(workspaceId, followers.add(follower));
    this.#timer ??= setInterval(() => this.#tick(), pollMs);
    return () => {
      followers.delete(follower);
      if (followers.size === 0 && this.#followers.get(workspaceId) === followers) {
        this.#followers.delete(workspaceId);
        this.#sizes.delete(workspaceId);
      }
      if (this.#followers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Tells that this process has appended to a log. */
  appended(workspaceId: string): void {
    this.#sizes.delete(workspaceId);
    this.#wake(workspaceId);
  }

  #wake(workspaceId: string): void {
    for (const { wake } of this.#followers.get(workspaceId) ?? []) wake();
  }

  /** Whether a log may be longer than that. */
  hasGrown(workspaceId: string, beyond: number): boolean {
    return (this.#sizes.get(workspaceId) ?? Number.POSITIVE_INFINITY) > beyond;
  }

  /** Ends: every follower is woken a last time. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const workspaceId of this.#followers.keys()) this.#wake(workspaceId);
    await this.#polling;
  }

  #tick(): void {
    this.#polling ??= this.#poll()
      .catch((error: unknown) =>
        this.#log.warn({ err: error }, "followed evidence logs could not be looked at"),
      )
      .finally(() => (this.#polling = undefined));
  }

  async #poll(): Promise<void> {
    const followed = [...this.#followers.keys()];
    const rows: { workspace_id: string; size: number }[] = await outsideTransaction(() =>
      this.#database
        .knex("event_logs")
        .whereRaw("workspace_id = any(?::uuid[])", [followed])
        .select("workspace_id", "size"),
    );
    for (const { workspace_id: workspaceId, size } of rows) this.#sizes.set(workspaceId, size);
    for (const workspaceId of followed) this.#wake(workspaceId);
  }
}
