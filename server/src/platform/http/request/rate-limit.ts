import { setTimeout } from "node:timers/promises";
import {
  applyRate,
  type RatePolicy,
  type RateState,
  rateWindow,
} from "@assay/contract/platform/requests/rate-window";
import type { Response } from "express";
import type { Knex } from "knex";
import type { Caller } from "../routing/handler.ts";

interface Allowance {
  windowStart: number;
  limit: number;
  /** Number of requests that this process can still serve without leasing another block. */
  left: number;
  /** Number of requests in the window that no process had leased when the counter was last read. */
  unleased: number;
  leasing: Promise<void> | undefined;
}

const trackedKeys = 10_000;

/** A counter in the database that processes lease parts of. */
interface Counter {
  policy: RatePolicy;
  table: "rate_windows" | "workspace_rate_windows";
  key: Readonly<Record<string, string>>;
  /** Maximum number of requests per minute. */
  limit: number;
}

/** The limits of a process, as requests per minute. */
interface RateLimits {
  ofKey: number;
  /** The limit of workspaces that have none of their own. */
  ofWorkspace: number;
}

/**
 * Counts requests per minute across all processes, by API key and by workspace. Each process leases blocks of the
 * allowance from one counter in the database, so most requests require no query.
 */
export class RateLimiter {
  readonly #knex: Knex;
  readonly #limits: RateLimits;
  readonly #now: () => Date;
  readonly #refusals = new RefusalDelay();
  readonly #allowances = new Map<string, Allowance>();

  constructor(deps: { knex: Knex; limits: RateLimits; now: () => Date }) {
    this.#knex = deps.knex;
    this.#limits = deps.limits;
    this.#now = deps.now;
  }

  /**
   * Consumes one request from the allowances of the API key and of its workspace for the current minute. If the
   * key's allowance is used up, the workspace's allowance is not consumed.
   */
  async consume(caller: Caller): Promise<[RateState, ...RateState[]]> {
    const { workspaceId, apiKeyId, workspaceRate } = caller;
    const ofKey = await this.#count({
      policy: "key",
      table: "rate_windows",
      key: { workspace_id: workspaceId, api_key_id: apiKeyId },
      limit: this.#limits.ofKey,
    });
    if (ofKey.exceeded) return [ofKey];
    const ofWorkspace = await this.#count({
      policy: "workspace",
      table: "workspace_rate_windows",
      key: { workspace_id: workspaceId },
      limit: workspaceRate ?? this.#limits.ofWorkspace,
    });
    return [ofKey, ofWorkspace];
  }

  async #count(counter: Counter): Promise<RateState> {
    const { policy, limit } = counter;
    const { windowStart, resetSeconds } = rateWindow(this.#now().getTime());
    const allowance = this.#allowance(counter, windowStart);
    while (allowance.left === 0) {
      if (allowance.unleased === 0) return { policy, limit, remaining: 0, resetSeconds, exceeded: true };
      allowance.leasing ??= this.#lease(counter, allowance).finally(() => (allowance.leasing = undefined));
      await allowance.leasing;
    }
    allowance.left -= 1;
    return { policy, limit, remaining: allowance.left + allowance.unleased, resetSeconds, exceeded: false };
  }

  /** Waits before a refusal if the workspace has received many refusals within a second. */
  async delayRefusal({ workspaceId }: Pick<Caller, "workspaceId">): Promise<void> {
    if (this.#refusals.isDue(workspaceId, this.#now().getTime())) await setTimeout(refusalDelayMs);
  }

  /** Returns the allowance of the window. If the limit was changed, a new block is leased under the new limit. */
  #allowance({ table, key, limit }: Counter, windowStart: number): Allowance {
    const id = `${table} ${Object.values(key).join(" ")}`;
    const cached = this.#allowances.get(id);
    if (cached?.windowStart === windowStart && cached.limit === limit) return cached;
    if (this.#allowances.size >= trackedKeys) this.#allowances.clear();
    const fresh: Allowance = { windowStart, limit, left: 0, unleased: limit, leasing: undefined };
    this.#allowances.set(id, fresh);
    return fresh;
  }

  async #lease({ table, key, limit }: Counter, allowance: Allowance): Promise<void> {
    const block = Math.max(1, Math.min(100, Math.floor(limit / 60)));
    const rows: { used: number }[] = await this.#knex(table)
      .insert({ ...key, window_start: new Date(allowance.windowStart), used: block })
      .onConflict([...Object.keys(key), "window_start"])
      // A count above the limit does not grow, and a limit that was lowered does not reduce the count.
      .merge({
        used: this.#knex.raw("greatest(??.used, least(??.used + ?, ?))", [
          table,
          table,
          block,
          limit + block,
        ]),
      })
      .returning("used");
    const used = rows[0]?.used ?? limit + block;
    const beyond = Math.max(0, used - limit);
    allowance.left += Math.max(0, block - beyond);
    allowance.unleased = Math.max(0, limit - used);
  }
}

/** Number of refusals per second of a workspace that are returned at once. */
const promptRefusals = 20;
/** Time after which further refusals are returned (milliseconds). */
const refusalDelayMs = 2000;

/**
 * Delays the refusals of a workspace that continues to send requests at full speed. Each refusal takes nearly as long as a
 * request, so that they would otherwise take the time of other workspaces.
 */
export class RefusalDelay {
  #second = 0;
  #counts = new Map<string, number>();

  /** @returns whether the next refusal of a workspace must be delayed. */
  isDue(workspaceId: string, now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) [this.#second, this.#counts] = [second, new Map()];
    const count = (this.#counts.get(workspaceId) ?? 0) + 1;
    this.#counts.set(workspaceId, count);
    return count > promptRefusals;
  }
}

/** Counts a request, and sets the rate limit headers. @throws {ApiError} 429 if the limit is exceeded. */
export async function consumeRateLimit(
  rateLimiter: RateLimiter,
  caller: Caller,
  response: Response,
): Promise<void> {
  const states = await rateLimiter.consume(caller);
  if (states.some(({ exceeded }) => exceeded)) await rateLimiter.delayRefusal(caller);
  applyRate(states, (name, value) => response.setHeader(name, value));
}
