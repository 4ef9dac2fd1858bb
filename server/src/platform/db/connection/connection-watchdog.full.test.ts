import { describe, expect, test } from "vitest";
import { postgresUrl } from "../../../../../test/support/test-postgres.ts";
import { isTransient } from "./transient-errors.ts";
import { openBehindWay } from "./connection-watchdog.fixture.ts";

const url = await postgresUrl();

describe.skipIf(url === null)("a connection to a server", () => {
  test("that hangs is closed, its pending queries fail, and the next connection works", async () => {
    const { way, database } = await openBehindWay(url ?? "", 500);
    const waiting = database.knex.raw("select pg_sleep(0)");
    await waiting;
    way.swallow(true);
    const failures = await Promise.allSettled([
      database.knex.raw("select 1"),
      database.knex.transaction((tx) => tx.raw("select 2")),
    ]);
    expect(failures.map((one) => one.status === "rejected" && isTransient(one.reason))).toEqual([true, true]);
    way.swallow(false);
    await expect.poll(() => database.isHealthy()).toBe(true);
    expect((await database.knex.raw("select 3 as value")).rows).toEqual([{ value: 3 }]);
  });
});
