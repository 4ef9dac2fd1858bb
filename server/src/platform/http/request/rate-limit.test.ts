import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../../test/support/database.ts";
import type { Database } from "../../db/connection/connect.ts";
import type { Caller } from "../routing/handler.ts";
import { rateHeaders, type RateState } from "@assay/contract/platform/requests/rate-window";
import { RateLimiter, RefusalDelay } from "./rate-limit.ts";

const minute = Date.parse("2026-03-02T09:30:00.000Z");
const ids = { workspace: "01900000-0000-7000-8000-000000000001" };

let database: Database;
let keys = 0;
beforeAll(async () => {
  database = await freshDatabase("embedded");
  await database.knex("workspaces").insert({ id: ids.workspace, name: "Test", created_at: new Date(minute) });
});
afterAll(() => database.close());

async function newCaller(workspaceId = ids.workspace): Promise<Caller> {
  keys += 1;
  const id = `01900000-0000-7000-8000-${String(keys).padStart(12, "0")}`;
  const row = {
    workspace_id: workspaceId,
    id,
    name: "k",
    scopes: [],
    last4: "abcd",
    created_at: new Date(minute),
  };
  await database.knex("api_keys").insert(row);
  return {
    workspaceId,
    apiKeyId: id,
    scopes: new Set(),
    projects: null,
    reviewerId: null,
    keyAgent: null,
    workspaceRate: null,
  };
}

const limiter = (
  ofKey: number,
  now: () => number = () => minute + 1000,
  ofWorkspace = 100_000_000,
): RateLimiter =>
  new RateLimiter({ knex: database.knex, limits: { ofKey, ofWorkspace }, now: () => new Date(now()) });

/** Creates a workspace, so that the counts of other tests do not matter. */
async function newWorkspace(): Promise<string> {
  keys += 1;
  const id = `01900000-0000-7000-9000-${String(keys).padStart(12, "0")}`;
  await database.knex("workspaces").insert({ id, name: `Test ${keys}`, created_at: new Date(minute) });
  return id;
}

const isAllowed = (rates: readonly RateState[] | undefined): boolean =>
  rates !== undefined && rates.every(({ exceeded }) => !exceeded);

async function taken(limiters: readonly RateLimiter[], caller: Caller, requests: number): Promise<number> {
  let allowed = 0;
  for (let index = 0; index < requests; index += 1) {
    if (isAllowed(await limiters[index % limiters.length]?.consume(caller))) allowed += 1;
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
    expect(states.filter(isAllowed)).toHaveLength(120);
  });

  test("resets with the next minute", async () => {
    const caller = await newCaller();
    let now = minute + 59_000;
    const one = limiter(60, () => now);
    expect(await taken([one], caller, 100)).toBe(60);
    const [used] = await one.consume(caller);
    expect(used).toMatchObject({ policy: "key", exceeded: true, remaining: 0, resetSeconds: 1 });
    now = minute + 60_000;
    const [fresh] = await one.consume(caller);
    expect(fresh).toMatchObject({ exceeded: false, remaining: 59, resetSeconds: 60 });
  });

  test("counts each key separately", async () => {
    const one = limiter(10);
    expect(await taken([one], await newCaller(), 20)).toBe(10);
    expect(await taken([one], await newCaller(), 20)).toBe(10);
  });

  test("returns the number of remaining requests, which each request reduces by one", async () => {
    const caller = await newCaller();
    const one = limiter(6000);
    expect((await one.consume(caller))[0].remaining).toBe(5999);
    expect(rateHeaders(await one.consume(caller))).toEqual({
      RateLimit: '"key";r=5998;t=59',
      "RateLimit-Policy": '"key";q=6000;w=60, "workspace";q=100000000;w=60',
    });
  });

  test("of a workspace counts the requests of all its keys, across two processes", async () => {
    const workspace = await newWorkspace();
    const processes = [limiter(300, undefined, 500), limiter(300, undefined, 500)];
    const keysOf = [await newCaller(workspace), await newCaller(workspace), await newCaller(workspace)];
    let allowed = 0;
    for (const caller of keysOf) allowed += await taken(processes, caller, 250);
    expect(allowed).toBe(500);
    const [caller] = keysOf;
    if (!caller) throw new Error("There must be a caller.");
    const [ofKey, ofWorkspace] = await limiter(300, undefined, 500).consume(caller);
    expect(ofKey).toMatchObject({ policy: "key", exceeded: false });
    expect(ofWorkspace).toMatchObject({ policy: "workspace", limit: 500, exceeded: true });
    expect(await taken(processes, await newCaller(await newWorkspace()), 100)).toBe(100);
  });

  test("of a workspace is its own limit if it has one, also if the limit changes within a minute", async () => {
    const one = limiter(300, undefined, 500);
    const caller = await newCaller(await newWorkspace());
    expect(await taken([one], { ...caller, workspaceRate: 10 }, 20)).toBe(10);
    expect(await taken([one], { ...caller, workspaceRate: 15 }, 20)).toBe(5);
    expect(await taken([one], { ...caller, workspaceRate: 5 }, 20)).toBe(0);
  });
});

test("refusals of a workspace are delayed after 20 within a second, and those of others are not", () => {
  const refusals = new RefusalDelay();
  const isDue = (workspaceId: string, second: number) => refusals.isDue(workspaceId, minute + 1000 * second);
  const first = Array.from({ length: 20 }, () => isDue("a", 0));
  expect(first).not.toContain(true);
  expect([isDue("a", 0), isDue("b", 0), isDue("a", 1)]).toEqual([true, false, false]);
});
