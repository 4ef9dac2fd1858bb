// Verifies a statement in docs/explanation/scale.md: the largest tables can be partitioned by workspace with
// all of their constraints.
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
    "%s can be partitioned by hash of its workspace, with its keys, and no table refers to it",
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
      const indexCount = await count(indexes);
      await knex.raw(`drop table ${table}`);
      await knex.raw(`alter table whole rename to ${table}`);
      expect([indexCount, await count(indexes)]).toEqual([indexCount, indexCount]);
    },
  );

  test("another partition of events can be split off the default partition", async () => {
    const { knex } = database;
    const size = 2 ** 24;
    await knex.raw(
      `create table events_4 partition of events for values from (${4 * size}) to (${5 * size})`,
    );
    const { rows } = await knex.raw<{ rows: { triggers: string }[] }>(
      "select count(*) as triggers from pg_trigger where tgrelid = 'events_4'::regclass and not tgisinternal",
    );
    // These two triggers protect the partition's rows. The trigger for truncate is created separately for
    // each partition.
    expect(Number(rows[0]?.triggers)).toBe(2);
  });
});
