// A primary stops, and its standby is promoted, while a database with both hosts in its URL is open.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../server/src/platform/db/connection/connect.ts";
import { migrateUp } from "../../server/src/platform/db/migrate.ts";
import { canCopyServers, type PostgresPair, startPostgresPair } from "./harness/postgres-pair.ts";

describe.skipIf(!canCopyServers())("a database with two hosts", () => {
  let pair: PostgresPair;
  let database: Database;
  beforeAll(async () => {
    pair = await startPostgresPair();
    database = await openDatabase({ url: pair.url, poolMax: 3, priorityPoolMax: 2, acquireTimeoutMs: 5000 });
  }, 240_000);
  afterAll(async () => {
    await database?.close();
    await pair?.stop();
  });

  const add = async (id: number): Promise<number> => {
    const { rows } = await database.knex.raw<{ rows: { port: number }[] }>(
      "insert into acknowledged values (?) returning inet_server_port() as port",
      [id],
    );
    return rows[0]?.port ?? 0;
  };

  /** Adds rows until one is not acknowledged. @returns the acknowledged ids. */
  async function addUntilFailure(first: number): Promise<number[]> {
    const acknowledged: number[] = [];
    for (let id = first; ; id += 1) {
      const port = await add(id).catch(() => undefined);
      if (port === undefined) return acknowledged;
      acknowledged.push(id);
    }
  }

  test("uses the host that accepts writes, and after its failure the promoted one, with all acknowledged rows", async () => {
    const { knex } = database;
    await migrateUp(database);
    await knex.raw("create table acknowledged (id integer)");
    // From now on, the primary acknowledges only what the standby has stored.
    await knex.raw("alter system set synchronous_standby_names = '*'");
    await knex.raw("select pg_reload_conf()");
    await expect.poll(() => knex("pg_stat_replication").pluck("sync_state")).toEqual(["sync"]);
    const received: string[] = [];
    await database.listen("news", (text) => void received.push(text));
    expect(await add(1)).toBe(pair.primaryPort);
    expect(await database.isHealthy()).toBe(true);

    const adding = addUntilFailure(2);
    pair.interruptPrimary();
    const acknowledged = [1, ...(await adding)];
    await pair.promote();
    await expect
      .poll(() => add(0).catch((error: unknown) => String(error)), { timeout: 60_000 })
      .toBe(pair.standbyPort);
    const stored = await knex("acknowledged").pluck("id");
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
    expect(await database.isHealthy()).toBe(true);
    const notify = async () => {
      await database.notify(knex, "news", "again");
      return received;
    };
    await expect.poll(notify, { timeout: 60_000 }).toContain("again");

    pair.resumePrimary();
    for (let id = 0; id < 20; id += 1) expect(await add(id)).toBe(pair.standbyPort);
  }, 240_000);
});
