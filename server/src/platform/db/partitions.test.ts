// What docs/explanation/scale.md says of the largest tables: that they can be partitioned by the workspace, with all that they have.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { engines } from "../jobs/job-harness.fixture.ts";
import type { Database } from "./connection/connect.ts";

describe.each(engines)("on %s", (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(engine);
  });
  afterAll(() => database.close());

  test.each(["results", "sample_scores", "samples"])(
    "%s can be partitioned by hash of its workspace, with its keys, and nothing refers to it",
    async (table) => {
      const { knex } = database;
      const count = async (sql: string): Promise<number> =>
        Number((await knex.raw<{ rows: { count: string }[] }>(sql, [table])).rows[0]?.count);
      const foreign =
        "select count(*) from pg_constraint where contype = 'f' and ?::regclass in (conrelid, confrelid)";
      expect(await count(foreign)).toBe(0);
      await knex.raw(`alter table ${table} rename to whole`);
      await knex.raw(`create table ${table} (like whole including all) partition by hash (workspace_id)`);
      for (const remainder of [0, 1])
        await knex.raw(
          `create table ${table}_${remainder} partition of ${table} for values with (modulus 2, remainder ${remainder})`,
        );
      await knex.raw(`insert into ${table} select * from whole`);
      const indexes = "select count(*) from pg_index where indrelid = ?::regclass and indisvalid";
      const kept = await count(indexes);
      await knex.raw(`drop table ${table}`);
      await knex.raw(`alter table whole rename to ${table}`);
      expect([kept, await count(indexes)]).toEqual([kept, kept]);
    },
  );

  test("a further partition of events is split off the rest", async () => {
    const { knex } = database;
    const size = 2 ** 24;
    await knex.raw(
      `create table events_4 partition of events for values from (${4 * size}) to (${5 * size})`,
    );
    const { rows } = await knex.raw<{ rows: { triggers: string }[] }>(
      "select count(*) as triggers from pg_trigger where tgrelid = 'events_4'::regclass and not tgisinternal",
    );
    // Those that keep its rows; what keeps it from being emptied at once is said for each partition by itself.
    expect(Number(rows[0]?.triggers)).toBe(2);
  });
});
