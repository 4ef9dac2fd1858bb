import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { postgresUrl } from "../../../../test/support/test-postgres.ts";
import type { Database } from "./connection/connect.ts";
import { inTransaction, outsideTransaction, sqlState, type Tx } from "./transaction.ts";

const withoutPostgres = (await postgresUrl()) === null;
const add = (tx: Tx, id: number) => tx("accounts").where({ id }).increment("balance", 1);
const passedBy = "A query ran outside of its transaction";

describe.each<{ engine: Database["engine"]; missing: boolean }>([
  { engine: "embedded", missing: false },
  { engine: "postgres", missing: withoutPostgres },
])("a transaction on the $engine database", ({ engine, missing }) => {
  let database: Database;
  beforeAll(async () => {
    if (missing) return;
    database = await freshDatabase(engine);
    await database.knex.raw("create table accounts (id int primary key, balance int)");
  });
  afterAll(() => database?.close());

  test.skipIf(missing)("commits when its work succeeds, and rolls back when it throws", async () => {
    const result = await inTransaction(database, async (tx) => {
      await tx("accounts").insert({ id: 1, balance: 10 });
      return "done";
    });
    const undone = inTransaction(database, async (tx) => {
      await tx("accounts").insert({ id: 2, balance: 20 });
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow("changed my mind");
    expect(result).toBe("done");
    expect(await database.knex("accounts").pluck("id")).toEqual([1]);
  });

  test.skipIf(missing)("refuses every form of query outside of the transaction immediately", async () => {
    const { knex } = database;
    const forms: Record<string, (tx: Tx) => PromiseLike<unknown>> = {
      "a query": () => knex("accounts"),
      "raw SQL": () => knex.raw("select 1"),
      "the schema builder": () => knex.schema.hasTable("accounts"),
      "a transaction of its own": () => knex.transaction(async () => {}),
      "inTransaction again": () => inTransaction(database, async () => {}),
      "a query beside one of the transaction": (tx) => Promise.all([tx("accounts"), knex("accounts")]),
      "a query a tick later": () => Promise.resolve().then(() => knex("accounts")),
    };
    const outcomes: Record<string, string> = {};
    for (const [form, work] of Object.entries(forms)) {
      outcomes[form] = await inTransaction(database, async (tx) => work(tx)).then(
        () => "let through",
        (error: unknown) => (String(error).includes(passedBy) ? "refused" : String(error)),
      );
    }
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(forms).map((form) => [form, "refused"])));
  });

  test.skipIf(missing)(
    "allows outside queries after its end, and background queries while it runs",
    async () => {
      const { knex } = database;
      let background: Promise<unknown> | undefined;
      await inTransaction(database, async (tx) => {
        await tx.raw("select 1");
        background = outsideTransaction(() => knex.raw("select 1").then(() => "responded"));
      });
      expect(await background).toBe("responded");
      await knex("accounts");
    },
  );

  test.skipIf(missing)("repeats its work after a conflict, and fails after the retries", async () => {
    let attempts = 0;
    const conflict = (tx: Tx) => {
      attempts += 1;
      return tx.raw("do $$ begin raise exception 'conflict' using errcode = '40001'; end $$");
    };
    const twice = await inTransaction(database, async (tx) => {
      if (attempts < 2) await conflict(tx);
      return attempts;
    });
    expect(twice).toBe(2);

    attempts = 0;
    await expect(inTransaction(database, conflict, { retries: 2 })).rejects.toMatchObject({ code: "40001" });
    expect(attempts).toBe(3);
  });

  test.skipIf(missing)("runs at the requested isolation level", async () => {
    const isolation = await inTransaction(
      database,
      async (tx) => (await tx.raw<{ rows: unknown[] }>("show transaction_isolation")).rows,
      { isolation: "serializable" },
    );
    expect(isolation).toEqual([{ transaction_isolation: "serializable" }]);
  });
});

describe.skipIf(withoutPostgres)("concurrent transactions on a server", () => {
  let database: Database;
  beforeAll(async () => {
    if (withoutPostgres) return;
    database = await freshDatabase("postgres");
    await database.knex.raw("create table accounts (id int primary key, balance int)");
    await database.knex("accounts").insert([1, 2].map((id) => ({ id, balance: 0 })));
  });
  afterAll(() => database?.close());

  test("all complete after a deadlock", async () => {
    const [arrived, bothHere] = [[] as number[], {} as { resolve?: () => void }];
    const both = new Promise<void>((resolve) => (bothHere.resolve = resolve));
    const crosswise = (first: number, second: number) =>
      inTransaction(database, async (tx) => {
        await tx.raw("set local deadlock_timeout = '20ms'");
        await add(tx, first);
        arrived.push(first);
        if (arrived.length === 2) bothHere.resolve?.();
        await both;
        await add(tx, second);
      });
    await Promise.all([crosswise(1, 2), crosswise(2, 1)]);
    expect(await database.knex("accounts").orderBy("id").pluck("balance")).toEqual([2, 2]);
    expect(arrived.length).toBeGreaterThan(2); // at least one transaction was retried
  });

  test("count every increment exactly once when serializable", async () => {
    await database.knex("accounts").update({ balance: 0 });
    const increments = Array.from({ length: 8 }, () =>
      inTransaction(
        database,
        async (tx) => {
          const [balance] = await tx("accounts").where({ id: 1 }).pluck<number[]>("balance");
          await tx("accounts")
            .where({ id: 1 })
            .update({ balance: (balance ?? 0) + 1 });
        },
        { isolation: "serializable", retries: 50 },
      ),
    );
    await Promise.all(increments);
    expect(await database.knex("accounts").where({ id: 1 }).pluck("balance")).toEqual([8]);
  });

  test("can use another database inside", async () => {
    const other = await freshDatabase("postgres");
    onTestFinished(() => other.close());
    const response = await inTransaction(database, async () => other.knex.raw("select 1 as one"));
    expect(response.rows).toEqual([{ one: 1 }]);
    const nested = inTransaction(database, () => inTransaction(other, async () => database.knex("accounts")));
    await expect(nested).rejects.toThrow(passedBy);
  });
});

test("the state of an error consists only of the five characters from Postgres", () => {
  expect(sqlState(Object.assign(new Error("duplicate"), { code: "23505" }))).toBe("23505");
  expect(sqlState(Object.assign(new Error("gone"), { code: "ECONNRESET" }))).toBeUndefined();
  expect(sqlState(new Error("other"))).toBeUndefined();
  expect(sqlState("23505")).toBeUndefined();
});
