import type { LogRow } from "../../log-queries.ts";

/** Logs whose end is kept in mind; the one that was appended to the longest ago makes room. */
const maxCacheEntries = 1000;
/** How many batches go under the lock, at the most, before the known end is tried again. */
const longestPause = 64;

interface Known {
  end: LogRow;
  /** Batches that are to go under the lock before the end is tried again. */
  pause: number;
  /** How long the last pause was: twice as long each time, for others append to the log, too. */
  lastPause: number;
}

/** Where logs ended when this process appended to them last. */
export class LogEndCache {
  readonly #known = new Map<string, Known>();

  /** The end that is worth trying; undefined: the log is to be locked. */
  get(workspaceId: string): LogRow | undefined {
    const known = this.#known.get(workspaceId);
    if (!known) return undefined;
    if (known.pause === 0) return known.end;
    known.pause -= 1;
    return undefined;
  }

  /** This process has appended: under the lock, or at the end that it knew. */
  learn(workspaceId: string, end: LogRow, how: "locked" | "known"): void {
    const known = this.#known.get(workspaceId);
    this.#known.delete(workspaceId);
    const lastPause = how === "known" ? 0 : (known?.lastPause ?? 0);
    this.#known.set(workspaceId, { end, pause: known?.pause ?? 0, lastPause });
    if (this.#known.size <= maxCacheEntries) return;
    // A Map keeps the order of insertion: the first one is the oldest.
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  /** The log ended elsewhere: somebody else appends to it, too. */
  missed(workspaceId: string): void {
    const known = this.#known.get(workspaceId);
    if (!known) return;
    known.lastPause = Math.min(longestPause, known.lastPause * 2 + 1);
    known.pause = known.lastPause;
  }

  /** Whether the log ends as it did is not known any more. */
  forget(workspaceId: string): void {
    this.#known.delete(workspaceId);
  }
}
