import { type Repeat, repeatOf } from "@assay/contract/control/decisions/usage-rules";
import { limits } from "@assay/contract/platform/limits";
import type { LockedLog } from "../../../evidence/log/append/append-batch.ts";
import { findFirstDecision, type KnownFirst, listRequestsSince } from "./repeat-queries.ts";

/** The limits of a cache of recent requests. The workspace that was used least recently is evicted first. */
interface CacheLimits {
  maxWorkspaces: number;
  /**
   * Number of requests of all workspaces above which workspaces are evicted, and of one workspace above which
   * its oldest requests are evicted. If an evicted request of a workspace is repeated, it is a new call, so
   * its cost is reserved again.
   */
  maxRequests: number;
}

const defaultLimits: CacheLimits = { maxWorkspaces: 100, maxRequests: 1_000_000 };
const windowMs = limits.decisionSeconds * 1000;
/** Maximum time after which a decision with the outcome ask expires (milliseconds). */
const maxPendingMs = 86_400_000;

/**
 * The short form of a request key in the cache. It has only 52 bits, so that a million requests need little
 * memory.
 */
const shortKey = (requestKey: string): number => Number.parseInt(requestKey.slice(0, 13), 16);

/**
 * Caches where in a workspace's log the first decision under each recent idempotency key is. Almost every
 * request has a new key, so most requests need no query.
 *
 * An entry only says that the event at a position may be the first decision; `repeatIn` reads the event to be
 * certain. Entries can therefore be added before their event is committed. A decision with the outcome ask
 * stays valid longer than other decisions. After a restart, such a decision is not found if it is older than
 * the other decisions may be. This has no effect, because it has reserved no cost.
 */
export class RecentRequests {
  readonly #workspaceId: string;
  /** All first decisions up to this position in the log are cached. */
  #size = 0;
  #current = new Map<number, number>();
  #previous = new Map<number, number>();
  /** Decisions with the outcome ask, which expire later than other decisions. */
  readonly #pending = new Map<number, { seq: number; until: number }>();
  readonly #maxRequests: number;
  #rotatedAt = 0;

  constructor(workspaceId: string, maxRequests: number) {
    this.#workspaceId = workspaceId;
    this.#maxRequests = maxRequests;
  }

  /** Number of cached requests. Requests whose decision is ask may count twice. */
  get count(): number {
    return this.#current.size + this.#previous.size + this.#pending.size;
  }

  /**
   * Whether all first decisions in a locked log are cached. All requests in one transaction
   * must use the same object: see `RecentRequestsCache.in`.
   */
  isComplete({ size, shared }: LockedLog): boolean {
    if (size === this.#size) shared.set("requests", size);
    return shared.get("requests") === this.#size;
  }

  /**
   * Returns the earlier request that this request repeats; null if it repeats none. The log must be locked.
   */
  async repeatIn(locked: LockedLog, requestKey: string, now: number): Promise<Repeat | null> {
    const known = knownIn(locked);
    let found = known.get(requestKey);
    if (!found) {
      if (!this.isComplete(locked)) await this.#load(locked, now);
      const seq = this.#placeOf(requestKey, now);
      if (seq === undefined) return null;
      found = await locked.read((tx) => findFirstDecision(tx, this.#workspaceId, { seq, requestKey }));
      if (!found) return null;
      known.set(requestKey, found);
    }
    return repeatOf(found.first, found.cost, now);
  }

  /** Returns whether a request may repeat an earlier request. The cache must be complete. */
  mayRepeat(locked: LockedLog, requestKey: string, now: number): boolean {
    return knownIn(locked).has(requestKey) || this.#placeOf(requestKey, now) !== undefined;
  }

  /** Caches the first decision under a key, which will be appended at the next position. */
  add(locked: LockedLog, requestKey: string, { found, now }: { found: KnownFirst; now: number }): void {
    knownIn(locked).set(requestKey, found);
    this.#place(shortKey(requestKey), locked.size + 1, { now, until: found.first.expiresAt });
  }

  /** Records that a repeated request has reserved a cost. */
  reserve(locked: LockedLog, requestKey: string, cost: KnownFirst["cost"]): void {
    const found = knownIn(locked).get(requestKey);
    if (found) found.cost = cost;
  }

  /** Records that all first decisions up to a position in the log are cached. */
  advance(seq: number): void {
    this.#size = Math.max(this.#size, seq);
  }

  #placeOf(requestKey: string, now: number): number | undefined {
    this.#rotate(now);
    const key = shortKey(requestKey);
    return this.#current.get(key) ?? this.#previous.get(key) ?? this.#pending.get(key)?.seq;
  }

  #place(key: number, seq: number, { now, until }: { now: number; until: number }): void {
    this.#rotate(now);
    this.#pending.delete(key);
    this.#current.set(key, seq);
    if (until > now + windowMs) this.#pending.set(key, { seq, until });
    this.#evict();
  }

  /** Drops decisions that have expired. */
  #rotate(now: number): void {
    if (now < this.#rotatedAt + windowMs) return;
    const isLater = now >= this.#rotatedAt + 2 * windowMs;
    this.#previous = isLater ? new Map() : this.#current;
    this.#current = new Map();
    this.#rotatedAt = now;
    for (const [key, { until }] of this.#pending) if (until <= now) this.#pending.delete(key);
  }

  /** Drops the oldest requests if there are too many. */
  #evict(): void {
    const half = this.#maxRequests / 2;
    if (this.#current.size >= half) [this.#previous, this.#current] = [this.#current, new Map()];
    // A Map iterates in insertion order: the first entry is the oldest.
    const [oldest] = this.#pending.size > half ? this.#pending.keys() : [];
    if (oldest !== undefined) this.#pending.delete(oldest);
  }

  /** Caches the first decisions of events that this process did not append. */
  async #load(locked: LockedLog, now: number): Promise<void> {
    // The log is shorter than before only if it was restarted after a loss of data.
    const range = { after: this.#size > locked.size ? 0 : this.#size, since: now - windowMs };
    const { size, rows } = await locked.readState((db) => listRequestsSince(db, this.#workspaceId, range));
    for (const { seq, requestKey, isAsk } of rows)
      this.#place(shortKey(requestKey), seq, { now, until: isAsk ? now + maxPendingMs : now });
    this.#size = size;
    locked.shared.set("requests", size);
  }
}

/** Returns the first decisions that requests in this transaction have made or repeated, by request key. */
function knownIn({ shared }: LockedLog): Map<string, KnownFirst> {
  const found = shared.get("firstDecisions");
  // Safe: only this function sets the entry.
  if (found instanceof Map) return found as Map<string, KnownFirst>;
  const created = new Map<string, KnownFirst>();
  shared.set("firstDecisions", created);
  return created;
}

/** The recent requests of each workspace that has sent idempotency keys. */
export class RecentRequestsCache {
  readonly #workspaces = new Map<string, RecentRequests>();
  readonly #limits: CacheLimits;

  constructor(given: CacheLimits = defaultLimits) {
    this.#limits = given;
  }

  /**
   * The recent requests that a transaction uses. If the entry is evicted during the transaction, its other
   * requests still use the same object, because only this object contains their first decisions.
   *
   * @param hasKey whether the request has an idempotency key. Requests without one create no entry.
   */
  in({ shared }: LockedLog, workspaceId: string, hasKey: boolean): RecentRequests | undefined {
    const pinned = shared.get("recentRequests");
    if (pinned instanceof RecentRequests) return pinned;
    const recent = hasKey ? this.#of(workspaceId) : this.#workspaces.get(workspaceId);
    shared.set("recentRequests", recent);
    return recent;
  }

  #of(workspaceId: string): RecentRequests {
    const { maxWorkspaces, maxRequests } = this.#limits;
    const recent = this.#workspaces.get(workspaceId) ?? new RecentRequests(workspaceId, maxRequests);
    this.#workspaces.delete(workspaceId);
    this.#workspaces.set(workspaceId, recent);
    let count = [...this.#workspaces.values()].reduce((sum, one) => sum + one.count, 0);
    // A Map iterates in insertion order: the first entry is the oldest, and the last entry is `recent`.
    for (const [id, one] of this.#workspaces) {
      if (one === recent || (this.#workspaces.size <= maxWorkspaces && count <= maxRequests)) break;
      this.#workspaces.delete(id);
      count -= one.count;
    }
    return recent;
  }
}
