import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { postgresUrl } from "../../../../test/support/test-postgres.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { checkWrites } from "./write-check.ts";

const withoutPostgres = (await postgresUrl()) === null;

describe.each<{ engine: Database["engine"]; missing: boolean }>([
  { engine: "embedded", missing: false },
  { engine: "postgres", missing: withoutPostgres },
])("a trial of writes on $engine", ({ engine, missing }) => {
  let database: Database;
  beforeAll(async () => {
    if (!missing) database = await freshDatabase(engine, { poolMax: 1 });
  });
  afterAll(() => database?.close());

  test.skipIf(missing)("is done, and leaves nothing", async () => {
    expect(await checkWrites(database)).toMatchObject({ check: "writes", status: "ok" });
    expect(await checkWrites(database)).toMatchObject({ check: "writes", status: "ok" });
    const { rows } = await database.knex.raw("select relname from pg_class where relname = 'assay_doctor'");
    expect(rows).toEqual([]);
  });

  test.skipIf(missing)("reports a read-only database", async () => {
    // The pool has one connection, so the check uses the connection that is made read-only here.
    await database.knex.raw("set default_transaction_read_only = on");
    expect(await checkWrites(database)).toMatchObject({
      status: "fail",
      message: expect.stringContaining("is read-only"),
    });
    await database.knex.raw("set default_transaction_read_only = off");
  });
});
