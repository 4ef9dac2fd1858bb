import type { LogRow } from "../../log-queries.ts";

/** Maximum number of cached ends. The log that was appended to least recently is evicted first. */
const maxCacheEntries = 1000;
/** Maximum number of batches that are appended under the lock before the cached end is used again. */
const maxPause = 64;

interface Entry {
  end: LogRow;
  /** Number of batches that are still appended under the lock before the cached end is used again. */
  pause: number;
  /**
   * Number of batches in the previous pause. The next pause is about twice as long, because a miss means that
   * other processes append to the log.
   */
  lastPause: number;
}

/** Caches the end of each log after this process's last append. */
export class LogEndCache {
  readonly #entries = new Map<string, Entry>();

  /** Returns the cached end; undefined if the log must be locked. */
  get(workspaceId: string): LogRow | undefined {
    const entry = this.#entries.get(workspaceId);
    if (!entry) return undefined;
    if (entry.pause === 0) return entry.end;
    entry.pause -= 1;
    return undefined;
  }

  /**
   * Caches the end of a log after an append.
   *
   * @param how whether the batch was appended under the lock or at the cached end.
   */
  set(workspaceId: string, end: LogRow, how: "locked" | "cached"): void {
    const entry = this.#entries.get(workspaceId);
    this.#entries.delete(workspaceId);
    const lastPause = how === "cached" ? 0 : (entry?.lastPause ?? 0);
    this.#entries.set(workspaceId, { end, pause: entry?.pause ?? 0, lastPause });
    if (this.#entries.size <= maxCacheEntries) return;
    // A Map iterates in insertion order, so its first entry is the oldest.
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  /**
   * Records that the log's end differed from the cached one, because another process has appended to the log.
   */
  recordMiss(workspaceId: string): void {
    const entry = this.#entries.get(workspaceId);
    if (!entry) return;
    entry.lastPause = Math.min(maxPause, entry.lastPause * 2 + 1);
    entry.pause = entry.lastPause;
  }

  /** Invalidates the cached end. Must be called if the outcome of an append is unknown. */
  invalidate(workspaceId: string): void {
    this.#entries.delete(workspaceId);
  }
}
