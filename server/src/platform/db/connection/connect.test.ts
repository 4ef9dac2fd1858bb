import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { freshDatabase } from "../../../../../test/support/database.ts";
import { postgresUrl } from "../../../../../test/support/test-postgres.ts";
import { type Database, type DatabaseNotice, openDatabase } from "./connect.ts";
import { createListener } from "./listener.ts";
import { inTransaction } from "../transaction.ts";

const withoutPostgres = (await postgresUrl()) === null;

/**
 * Creates a list of received payloads, and a function that waits for further payloads until a condition is
 * true.
 */
function createReceivedList() {
  const received: string[] = [];
  const waiting: { resolve?: () => void } = {};
  return {
    received,
    add: (payload: string) => {
      received.push(payload);
      waiting.resolve?.();
    },
    until: async (done: () => boolean) => {
      while (!done()) await new Promise<void>((resolve) => (waiting.resolve = resolve));
    },
  };
}

describe.each<{ engine: Database["engine"]; missing: boolean }>([
  { engine: "embedded", missing: false },
  { engine: "postgres", missing: withoutPostgres },
])("the $engine database", ({ engine, missing }) => {
  let database: Database;
  beforeAll(async () => {
    if (!missing) database = await freshDatabase(engine);
  });
  afterAll(() => database?.close());

  test.skipIf(missing)("reports its engine and is healthy", async () => {
    const isServer = engine === "postgres";
    expect(database).toMatchObject({ engine, canCopy: isServer });
    expect(typeof database.url).toBe(isServer ? "string" : "object");
    expect(await database.isHealthy()).toBe(true);
  });

  test.skipIf(missing)("returns a bigint as a number if that is exact, otherwise as its digits", async () => {
    const { rows } = await database.knex.raw(
      `select count(*), 9007199254740991::bigint as max, 9007199254740993::bigint as beyond,
              array[1, null, -9007199254740993]::bigint[] as several from generate_series(1, 3)`,
    );
    // 2^53 - 1 = 9,007,199,254,740,991 is the largest integer that a number can distinguish from its
    // neighbors.
    expect(rows).toEqual([
      {
        count: 3,
        max: 9_007_199_254_740_991,
        beyond: "9007199254740993",
        several: [1, null, "-9007199254740993"],
      },
    ]);
  });

  test.skipIf(missing)("returns times as Dates and days as text, in UTC", async () => {
    const { rows } = await database.knex.raw(
      `select '2026-03-29T01:30:00.123+02:00'::timestamptz(3) as at, '2026-03-29'::date as day,
              array['2026-03-29'::date] as days, current_setting('timezone') as zone`,
    );
    expect(rows).toEqual([
      { at: new Date("2026-03-28T23:30:00.123Z"), day: "2026-03-29", days: ["2026-03-29"], zone: "UTC" },
    ]);
  });

  test.skipIf(missing)(
    "delivers notifications when the transaction commits, and none after a rollback",
    async () => {
      const { received, add, until } = createReceivedList();
      const stop = await database.listen('odd "name"', add);
      await expect(
        inTransaction(database, async (tx) => {
          await database.notify(tx, 'odd "name"', "undone");
          throw new Error("no");
        }),
      ).rejects.toThrow("no");
      await inTransaction(database, async (tx) => {
        await database.notify(tx, 'odd "name"', "kept");
        await database.notify(tx, "another channel", "not for us");
        expect(received).toEqual([]);
      });
      await until(() => received.length > 0);
      expect(received).toEqual(["kept"]);

      await stop();
      await database.notify(database.knex, 'odd "name"', "nobody listens");
      const second = await database.listen('odd "name"', add);
      await database.notify(database.knex, 'odd "name"', "the last");
      await until(() => received.includes("the last"));
      expect(received).toEqual(["kept", "the last"]);
      await second();
    },
  );

  test.skipIf(missing)("calls every listener of a channel, even if one of them throws", async () => {
    const notices: DatabaseNotice[] = [];
    const own = await freshDatabase(engine, { onNotice: (notice) => notices.push(notice) });
    onTestFinished(() => own.close());
    const { received, add, until } = createReceivedList();
    await own.listen("news", () => {
      throw new Error("cannot hear");
    });
    await own.listen("news", add);
    await own.notify(own.knex, "news", "read all about it");
    await until(() => received.length > 0);
    expect(notices).toEqual([
      {
        level: "error",
        message: 'notification listener of channel "news" failed',
        error: new Error("cannot hear"),
      },
    ]);
  });
});

describe.skipIf(withoutPostgres)("the database of a server", () => {
  test("cancels a statement after the statement timeout", async () => {
    // The limit is longer than the time that opening a database takes.
    const database = await freshDatabase("postgres", { statementTimeoutMs: 2000 });
    onTestFinished(() => database.close());
    await expect(database.knex.raw("select pg_sleep(600)")).rejects.toMatchObject({ code: "57014" });
  });

  test("receives notifications after its first listening connection failed", async () => {
    const database = await freshDatabase("postgres");
    onTestFinished(() => database.close());
    let url = "postgres://nobody@127.0.0.1:1/none";
    const hosts = { resolve: async () => url, invalidate: () => {} };
    const listener = createListener({ connection: {}, hosts }, () => {});
    onTestFinished(() => listener.close());
    const { received, add, until } = createReceivedList();
    await expect(listener.listen("news", add)).rejects.toThrow("ECONNREFUSED");
    url = database.url ?? "";
    await listener.listen("news", add);
    await database.notify(database.knex, "news", "at last");
    await until(() => received.length > 0);
    expect(received).toEqual(["at last"]);
  });

  test("reconnects the listening connection after it is lost", async () => {
    const notices: string[] = [];
    const database = await freshDatabase("postgres", { onNotice: ({ message }) => notices.push(message) });
    onTestFinished(() => database.close());
    const { received, add, until } = createReceivedList();
    await database.listen("news", add);
    const listening =
      "select pid from pg_stat_activity where datname = current_database() and query = 'listen \"news\"'";
    const { rows } = await database.knex.raw<{ rows: { pid: number }[] }>(listening);
    await database.knex.raw("select pg_terminate_backend(?)", [rows[0]?.pid ?? 0]);
    while (
      (await database.knex.raw<{ rows: { pid: number }[] }>(listening)).rows.every(
        ({ pid }) => pid === rows[0]?.pid,
      )
    );
    await database.notify(database.knex, "news", "again");
    await until(() => received.length > 0);
    expect(received).toEqual(["again"]);
    expect(notices).toContain("notification connection lost");
  });

  test("is unhealthy while the server refuses connections, and recovers afterwards", async () => {
    const database = await freshDatabase("postgres");
    const { hostname, port, password, pathname } = new URL(database.url ?? "");
    const name = pathname.slice(1);
    const administrator = new Client({
      host: hostname,
      port: Number(port),
      password,
      user: "postgres",
      database: "postgres",
    });
    await administrator.connect();
    onTestFinished(async () => {
      await administrator.end();
      await database.close();
    });
    await administrator.query(`alter database "${name}" allow_connections false`);
    await administrator.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      name,
    ]);
    await expect.poll(() => database.isHealthy()).toBe(false); // the backends end asynchronously
    await administrator.query(`alter database "${name}" allow_connections true`);
    while (!(await database.isHealthy())); // the pool reconnects on use
    expect(await database.isHealthy()).toBe(true);
  });
});

test("opening an unreachable database fails with the reason", async () => {
  // No process listens on port 1 of the loopback address.
  const onNotice = vi.fn();
  const opened = openDatabase({ url: "postgres://nobody:hush@127.0.0.1:1/none?password=hush", onNotice });
  await expect(opened).rejects.toThrow(
    "The database of DATABASE_URL, postgres://nobody@127.0.0.1:1/none, cannot be reached: the connection was refused (ECONNREFUSED). Check that Postgres runs, and check the host and the port.",
  );
  expect(onNotice).not.toHaveBeenCalled();
});

test("opening a database requires exactly one of url and dataDir", async () => {
  const message = "Set either `url` (Postgres server) or `dataDir` (embedded database), not both.";
  await expect(openDatabase({})).rejects.toThrow(message);
  await expect(openDatabase({ url: "postgres://x", dataDir: "y" })).rejects.toThrow(message);
});
