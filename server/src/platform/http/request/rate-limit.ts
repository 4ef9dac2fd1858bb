import { type RateState, rateWindow } from "@assay/contract/platform/requests/rate-window";
import type { Knex } from "knex";
import type { Caller } from "../routing/handler.ts";

interface Allowance {
  windowStart: number;
  /** Number of requests that this process can still serve without leasing another block. */
  left: number;
  /** Number of requests in the window that no process had leased when the counter was last read. */
  unleased: number;
  leasing: Promise<void> | undefined;
}

const trackedKeys = 10_000;

/** The remaining allowance after a request. */
interface TakenRate extends RateState {
  /** Whether the allowance for the minute is used up, so that the request must be refused. */
  exceeded: boolean;
}

/**
 * Counts requests per minute and API key across all processes. Each process leases blocks of the allowance
 * from one counter in the database, so most requests require no query.
 */
export class RateLimiter {
  readonly #knex: Knex;
  readonly #limit: number;
  readonly #block: number;
  readonly #now: () => Date;
  readonly #allowances = new Map<string, Allowance>();

  constructor(deps: { knex: Knex; limit: number; now: () => Date }) {
    this.#knex = deps.knex;
    this.#limit = deps.limit;
    this.#block = Math.max(1, Math.min(100, Math.floor(deps.limit / 60)));
    this.#now = deps.now;
  }

  /** Consumes one request from the API key's allowance for the current minute. */
  async consume(caller: Caller): Promise<TakenRate> {
    const { windowStart, resetSeconds } = rateWindow(this.#now().getTime());
    const allowance = this.#allowance(caller.apiKeyId, windowStart);
    while (allowance.left === 0) {
      if (allowance.unleased === 0) return { limit: this.#limit, remaining: 0, resetSeconds, exceeded: true };
      allowance.leasing ??= this.#lease(caller, allowance).finally(() => (allowance.leasing = undefined));
      await allowance.leasing;
    }
    allowance.left -= 1;
    return {
      limit: this.#limit,
      remaining: allowance.left + allowance.unleased,
      resetSeconds,
      exceeded: false,
    };
  }

  #allowance(apiKeyId: string, windowStart: number): Allowance {
    const cached = this.#allowances.get(apiKeyId);
    if (cached?.windowStart === windowStart) return cached;
    if (this.#allowances.size >= trackedKeys) this.#allowances.clear();
    const fresh: Allowance = { windowStart, left: 0, unleased: this.#limit, leasing: undefined };
    this.#allowances.set(apiKeyId, fresh);
    return fresh;
  }

  async #lease(caller: Caller, allowance: Allowance): Promise<void> {
    const key = {
      workspace_id: caller.workspaceId,
      api_key_id: caller.apiKeyId,
      window_start: new Date(allowance.windowStart),
    };
    const rows: { used: number }[] = await this.#knex("rate_windows")
      .insert({ ...key, used: this.#block })
      .onConflict(["workspace_id", "api_key_id", "window_start"])
      .merge({
        used: this.#knex.raw("least(rate_windows.used + ?, ?)", [this.#block, this.#limit + this.#block]),
      })
      .returning("used");
    const used = rows[0]?.used ?? this.#limit + this.#block;
    const beyond = Math.max(0, used - this.#limit);
    allowance.left += Math.max(0, this.#block - beyond);
    allowance.unleased = Math.max(0, this.#limit - used);
  }
}
