// Two pools of one server: work in the priority lane has its own connections, and work in a lane waits for a
// connection for a limited time.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../../test/support/database.ts";
import { postgresUrl } from "../../../../../test/support/test-postgres.ts";
import { inTransaction } from "../transaction.ts";
import type { Database } from "./connect.ts";
import { inPoolLane, PoolExhausted } from "./pool-lanes.ts";

const withoutPostgres = (await postgresUrl()) === null;

describe.skipIf(withoutPostgres)("a database whose main connections are in use", () => {
  let database: Database;
  const held: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    database = await freshDatabase("postgres", { poolMax: 2, priorityPoolMax: 1, laneWaitMs: 50 });
    for (let index = 0; index < 2; index += 1) {
      const tx = await database.knex.transaction();
      held.push(() => tx.rollback());
    }
  });
  afterAll(async () => {
    for (const release of held) await release();
    await database?.close();
  });
  const query = async (): Promise<number> => {
    const { rows } = await database.knex.raw<{ rows: { pid: number }[] }>("select pg_backend_pid() as pid");
    return rows[0]?.pid ?? 0;
  };

  test("serves queries and transactions of the priority lane with the priority connection", async () => {
    const pid = await inPoolLane("priority", query);
    const again = await inPoolLane("priority", () =>
      inTransaction(database, async (tx) => (await tx.raw("select pg_backend_pid() as pid")).rows[0].pid),
    );
    expect(pid).toBeGreaterThan(0);
    expect(again).toBe(pid);
  });

  test("refuses a request that no connection becomes free for", async () => {
    await expect(inPoolLane("request", query)).rejects.toThrow(PoolExhausted);
  });

  test("refuses queries outside of the transaction of their lane", async () => {
    const nested = inPoolLane("priority", () => inTransaction(database, () => query()));
    await expect(nested).rejects.toThrow("A query ran outside of its transaction");
  });

  test("serves waiting work without a lane, and later requests, when a connection becomes free", async () => {
    const job = query();
    await held.pop()?.();
    expect(await job).toBeGreaterThan(0);
    expect(await inPoolLane("request", query)).toBeGreaterThan(0);
  });
});
