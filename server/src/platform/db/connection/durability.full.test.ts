import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startProgram } from "../../../../../test/support/child-process.ts";
import { freshDatabase } from "../../../../../test/support/database.ts";
import { postgresUrl } from "../../../../../test/support/test-postgres.ts";
import { type Database, openDatabase } from "./connect.ts";

const withoutPostgres = (await postgresUrl()) === null;
const fixture = new URL("./durability.fixture.ts", import.meta.url);

/**
 * Lets the program commit for a while, kills it without warning, and returns the last number that it printed.
 */
async function killAfter(commits: number, engine: string, place: string): Promise<number> {
  const program = startProgram(fixture, [engine, place]);
  onTestFinished(() => program.kill("SIGKILL"));
  let last = 0;
  for await (const line of program.lines) {
    last = Number(line);
    if (last === commits) program.kill("SIGKILL"); // lines printed before the signal are still read
  }
  const { code, errors } = await program.ended;
  expect({ code, errors }).toEqual({ code: null, errors: "" });
  return last;
}

/** Returns the number of stored pairs, and whether all of them are complete and without gaps. */
async function written({ knex }: Database): Promise<{ whole: boolean; count: number }> {
  const { rows } = await knex.raw<{ rows: { whole: boolean; count: number }[] }>(
    `select coalesce(bool_and(halves = 2 and number = position), false) as whole, count(*)
       from (select number, count(*) as halves, row_number() over (order by number) as position
               from written group by number) pairs`,
  );
  return rows[0] ?? { whole: false, count: 0 };
}

describe("a process that is killed while it commits", () => {
  test("loses no acknowledged commit of the embedded database and leaves no partial one", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "assay-durability-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const created = await openDatabase({ dataDir });
    await created.knex.raw("create table written (number int, half int)");
    await created.close();

    for (const commits of [20, 60]) {
      const acknowledged = await killAfter(commits, "embedded", dataDir);
      const reopened = await openDatabase({ dataDir });
      const { whole, count } = await written(reopened);
      await reopened.knex("written").delete();
      await reopened.close();
      // The last pair may be committed but not yet printed.
      expect({ whole, lost: Math.max(0, acknowledged - count) }).toEqual({ whole: true, lost: 0 });
      expect(count - acknowledged).toBeLessThanOrEqual(1);
    }
  });

  test.skipIf(withoutPostgres)(
    "loses no acknowledged commit of a server and leaves no partial one",
    async () => {
      const database = await freshDatabase("postgres");
      onTestFinished(() => database.close());
      await database.knex.raw("create table written (number int, half int)");
      const acknowledged = await killAfter(100, "postgres", database.url ?? "");
      const { whole, count } = await written(database);
      expect({ whole, lost: Math.max(0, acknowledged - count) }).toEqual({ whole: true, lost: 0 });
      expect(count - acknowledged).toBeLessThanOrEqual(1);
    },
  );
});
