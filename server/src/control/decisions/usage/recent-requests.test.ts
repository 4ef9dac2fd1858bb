// In these tests, each `Authorizer` stands for a separate server process with its own cache of recent
// requests.
import { callFrom } from "@assay/contract/control/decisions/caller-identity";
import { authorizeBody } from "@assay/contract/control/decisions/authorize-input";
import { beforeAll, expect, test } from "vitest";
import { useServer } from "../../../../../test/support/file-server.ts";
import { inTransaction } from "../../../platform/db/transaction.ts";
import type { LockedLog } from "../../../evidence/log/append/append-batch.ts";
import { Authorizer } from "../authorizer.ts";
import { type RecentRequests, RecentRequestsCache } from "./recent-requests.ts";
import { listRequestsSince } from "./repeat-queries.ts";

const server = useServer();
beforeAll(async () => {
  const response = await fetch(`${server.url}/api/agents`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${server.apiKey}` },
    body: JSON.stringify({ id: "bot", tools: ["t"] }),
  });
  if (!response.ok) throw new Error(await response.text());
});

const body = authorizeBody.parse({ agentId: "bot", tool: "t", context: { cost: 1 } });

const caller = async () => {
  const row: { workspace_id: string; id: string } = await server.deps.database
    .knex("api_keys as k")
    .join("agents as a", "a.workspace_id", "k.workspace_id")
    .first("k.workspace_id", "k.id");
  return {
    workspaceId: row.workspace_id,
    apiKeyId: row.id,
    scopes: new Set<never>(),
    projects: null,
    reviewerId: null,
    keyAgent: null,
    workspaceRate: null,
  };
};

const decideIn = async (process: Authorizer, key: string) =>
  (await process.authorize(callFrom(body, null), { caller: await caller(), key })).answer;

test("a process recognizes repeats of requests that another process decided, also after a restart", async () => {
  const [one, other] = [new Authorizer(server.deps), new Authorizer(server.deps)];
  const first = await decideIn(one, "k");
  expect(first).toMatchObject({ decision: true, replayOf: null });
  for (const process of [other, new Authorizer(server.deps), one])
    expect((await decideIn(process, "k")).replayOf).toBe(first.decisionId);
  const costs = await server.deps.database.knex("decision_costs").count({ count: "*" }).first();
  expect(Number(costs?.["count"])).toBe(1);
});

test("concurrent repeats in several processes reserve the cost once", async () => {
  const processes = [new Authorizer(server.deps), new Authorizer(server.deps)];
  const before = await server.deps.database.knex("decision_costs").count({ count: "*" }).first();
  const decided = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      decideIn(processes[index % 2] ?? new Authorizer(server.deps), "m"),
    ),
  );
  expect(decided.filter(({ replayOf }) => replayOf === null)).toHaveLength(1);
  const after = await server.deps.database.knex("decision_costs").count({ count: "*" }).first();
  expect(Number(after?.["count"]) - Number(before?.["count"])).toBe(1);
});

/** The state of a log at the start of a transaction. */
const lockedLog = (size = 0): LockedLog => ({
  size,
  shared: new Map(),
  read: () => Promise.reject(new Error("The test needs no query.")),
  readState: () => Promise.reject(new Error("The test needs no query.")),
  query: () => Promise.reject(new Error("The test needs no query.")),
});

test("only a request with an idempotency key creates an entry, and a transaction keeps its entry", () => {
  const cache = new RecentRequestsCache({ maxWorkspaces: 1, maxRequests: 100 });
  expect(cache.in(lockedLog(), "a", false)).toBeUndefined();
  const locked = lockedLog();
  const first = cache.in(locked, "a", true);
  expect(cache.in(lockedLog(), "a", false)).toBe(first);
  // The entry is evicted during the transaction, whose other requests still find the first decisions in it.
  cache.in(lockedLog(), "b", true);
  expect(cache.in(locked, "a", true)).toBe(first);
  const next = cache.in(lockedLog(), "a", true);
  expect(next).not.toBe(first);
  expect(cache.in(lockedLog(), "a", true)).toBe(next);
});

const keyOf = (index: number): string => index.toString(16).padStart(13, "0");

/** Adds requests to the cache of a workspace. The log grows by one event for each. */
function addRequests(cache: RecentRequestsCache, workspaceId: string, count: number): RecentRequests {
  const recent = cache.in(lockedLog(), workspaceId, true);
  if (!recent) throw new Error("A request with a key has an entry.");
  for (let index = 0; index < count; index += 1) {
    const found = { first: { decisionId: keyOf(index), expiresAt: 1 }, cost: undefined };
    recent.add(lockedLog(index), keyOf(index), { found, now: 0 });
  }
  return recent;
}

test("the number of cached requests is limited, and the oldest are evicted first", () => {
  const cache = new RecentRequestsCache({ maxWorkspaces: 100, maxRequests: 100 });
  const recent = addRequests(cache, "a", 130);
  expect(recent.count).toBeLessThanOrEqual(100);
  const cached = (index: number): boolean => recent.mayRepeat(lockedLog(200), keyOf(index), 0);
  expect([cached(0), cached(100), cached(129)]).toEqual([false, true, true]);
  // The workspaces together have more than 100 requests, so the one that was used least recently is evicted.
  addRequests(cache, "b", 60);
  expect(cache.in(lockedLog(), "a", false)).toBe(recent);
  cache.in(lockedLog(), "b", true);
  expect(cache.in(lockedLog(), "a", false)).toBeUndefined();
});

test("the search for earlier requests starts after the cached position and after the expired decisions", async () => {
  const process = new Authorizer(server.deps);
  for (const key of ["s1", "s2", "s3"]) await decideIn(process, key);
  const { workspaceId } = await caller();
  const { knex } = server.deps.database;
  const times: { seq: number; at: number }[] = await knex("events")
    .where({ workspace_id: workspaceId, type: "policy_decision" })
    .orderBy("seq", "desc")
    .limit(3)
    .select("seq", { at: "received_at" });
  const [third = { seq: 0, at: 0 }, , first = { seq: 0, at: 0 }] = times;
  const positions = async (after: number, since: number) => {
    const { size, rows } = await inTransaction(server.deps.database, (tx) =>
      listRequestsSince(tx, workspaceId, { after, since }),
    );
    expect(size).toBe(third.seq);
    return rows.map(({ seq }) => seq).sort((one, other) => one - other);
  };
  expect(await positions(first.seq - 1, 0)).toEqual([first.seq, first.seq + 1, third.seq]);
  expect(await positions(first.seq, 0)).toEqual([first.seq + 1, third.seq]);
  // All decisions were received before `since`, whatever is cached.
  for (const after of [0, 1, first.seq]) expect(await positions(after, third.at + 1)).toEqual([]);
});
