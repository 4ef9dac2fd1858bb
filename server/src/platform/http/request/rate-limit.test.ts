import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../../test/support/database.ts";
import type { Database } from "../../db/connection/connect.ts";
import type { Caller } from "../routing/handler.ts";
import { rateHeaders } from "@assay/contract/platform/requests/rate-window";
import { RateLimiter } from "./rate-limit.ts";

const minute = Date.parse("2026-03-02T09:30:00.000Z");
const ids = { workspace: "01900000-0000-7000-8000-000000000001" };

let database: Database;
let keys = 0;
beforeAll(async () => {
  database = await freshDatabase("embedded");
  await database.knex("workspaces").insert({ id: ids.workspace, name: "Test", created_at: new Date(minute) });
});
afterAll(() => database.close());

async function newCaller(): Promise<Caller> {
  keys += 1;
  const id = `01900000-0000-7000-8000-${String(keys).padStart(12, "0")}`;
  const row = {
    workspace_id: ids.workspace,
    id,
    name: "k",
    scopes: [],
    last4: "abcd",
    created_at: new Date(minute),
  };
  await database.knex("api_keys").insert(row);
  return {
    workspaceId: ids.workspace,
    apiKeyId: id,
    scopes: new Set(),
    projects: null,
    reviewerId: null,
    keyAgent: null,
  };
}

const limiter = (limit: number, now: () => number = () => minute + 1000): RateLimiter =>
  new RateLimiter({ knex: database.knex, limit, now: () => new Date(now()) });

async function taken(limiters: readonly RateLimiter[], caller: Caller, requests: number): Promise<number> {
  let allowed = 0;
  for (let index = 0; index < requests; index += 1) {
    const state = await limiters[index % limiters.length]?.consume(caller);
    if (state && !state.exceeded) allowed += 1;
  }
  return allowed;
}

describe("the rate limit", () => {
  test("allows exactly its number of requests per minute, across two processes", async () => {
    const caller = await newCaller();
    expect(await taken([limiter(300), limiter(300)], caller, 700)).toBe(300);
  });

  test("applies to concurrent requests", async () => {
    const caller = await newCaller();
    const processes = [limiter(120), limiter(120)];
    const states = await Promise.all(
      Array.from({ length: 400 }, (_, index) => (processes[index % 2] ?? limiter(0)).consume(caller)),
    );
    expect(states.filter((state) => state && !state.exceeded)).toHaveLength(120);
  });

  test("resets with the next minute", async () => {
    const caller = await newCaller();
    let now = minute + 59_000;
    const one = limiter(60, () => now);
    expect(await taken([one], caller, 100)).toBe(60);
    expect(await one.consume(caller)).toMatchObject({ exceeded: true, remaining: 0, resetSeconds: 1 });
    now = minute + 60_000;
    expect(await one.consume(caller)).toMatchObject({ exceeded: false, remaining: 59, resetSeconds: 60 });
  });

  test("counts each key separately", async () => {
    const one = limiter(10);
    expect(await taken([one], await newCaller(), 20)).toBe(10);
    expect(await taken([one], await newCaller(), 20)).toBe(10);
  });

  test("returns the number of remaining requests, which each request reduces by one", async () => {
    const caller = await newCaller();
    const one = limiter(6000);
    expect((await one.consume(caller)).remaining).toBe(5999);
    expect(rateHeaders(await one.consume(caller))).toEqual({
      RateLimit: '"default";r=5998;t=59',
      "RateLimit-Policy": '"default";q=6000;w=60',
    });
  });
});
