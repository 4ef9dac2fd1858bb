import type { Database } from "../../platform/db/connection/connect.ts";
import { outsideTransaction } from "../../platform/db/transaction.ts";
import type { Logger } from "../../platform/log.ts";

/** Interval at which followed logs are polled, to find events that other processes have appended. */
const pollMs = 500;

/** A follower of a log. */
interface Follower {
  wake: () => void;
}

/**
 * Wakes the followers of a log when the log has grown: immediately for events appended by this process, and
 * within half a second for events appended by other processes. Postgres notifications are not used, because
 * they take a lock that all commits in the database share.
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

  /** Whether this process is stopping. If so, streams must end. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Adds a follower to a log.
   *
   * @param wake is called when the log may have grown, and twice a second, so that followers can check the
   * time.
   * @returns a function that removes the follower.
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

  /** Notifies the followers of a log that this process has appended events to it. */
  appended(workspaceId: string): void {
    this.#sizes.delete(workspaceId);
    this.#wake(workspaceId);
  }

  #wake(workspaceId: string): void {
    for (const { wake } of this.#followers.get(workspaceId) ?? []) wake();
  }

  /** Whether a log may have more than `size` events. */
  hasGrown(workspaceId: string, size: number): boolean {
    return (this.#sizes.get(workspaceId) ?? Number.POSITIVE_INFINITY) > size;
  }

  /** Stops polling, and wakes every follower one last time. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const workspaceId of this.#followers.keys()) this.#wake(workspaceId);
    await this.#polling;
  }

  #tick(): void {
    this.#polling ??= this.#poll()
      .catch((error: unknown) => this.#log.warn({ err: error }, "evidence feed poll failed"))
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
