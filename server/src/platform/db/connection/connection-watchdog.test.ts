import { describe, expect, test } from "vitest";
import { postgresUrl } from "../../../../../test/support/test-postgres.ts";
import { openBehindWay } from "./connection-watchdog.fixture.ts";

const url = await postgresUrl();

describe.skipIf(url === null)("a connection to a server", () => {
  test("stays open during a long query", async () => {
    // The query takes several times as long as the allowed silence.
    const { database } = await openBehindWay(url ?? "", 100);
    const { rows } = await database.knex.raw("select pg_backend_pid() as pid, pg_sleep(2) is null as slept");
    const after = await database.knex.raw("select pg_backend_pid() as pid");
    expect(after.rows).toEqual([{ pid: rows[0].pid }]);
  });
});
