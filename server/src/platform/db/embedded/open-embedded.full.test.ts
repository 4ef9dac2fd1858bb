import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../../../../../test/support/database.ts";
import { useScratchFolders } from "../../../../../test/support/scratch-folders.ts";
import { type Database, type DatabaseNotice, openDatabase } from "../connection/connect.ts";

const newFolder = useScratchFolders("embedded");

describe("the folder of an embedded database", () => {
  test("is empty if it is created without a template, and has the same content when it is reopened", async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, "postgres.tmp-1")); // left behind by an interrupted first start
    const first = await openDatabase({ dataDir, template: null });
    await first.knex.raw("create table kept as select 1 as id");
    await first.close();
    expect(readdirSync(dataDir).sort()).toEqual(["locks", "postgres"]);

    const second = await openDatabase({ dataDir });
    onTestFinished(() => second.close());
    expect(await second.knex("kept")).toEqual([{ id: 1 }]);
  });
});

// The test uses COPY FROM STDIN, because this statement crashes PGlite's backend.
const crash = (database: Database) =>
  database.knex.raw("copy lost from stdin").catch((error: unknown) => error);

async function openWithNotices() {
  const notices: DatabaseNotice[] = [];
  const signal: { resolve?: () => void } = {};
  const lost = new Promise<void>((resolve) => (signal.resolve = resolve));
  const onNotice = (notice: DatabaseNotice) => {
    notices.push(notice);
    if (notice.level === "error") signal.resolve?.();
  };
  const database = await freshDatabase("embedded", { onNotice, acquireTimeoutMs: 30_000 });
  onTestFinished(() => database.close());
  await database.knex.raw("create table lost (id int)");
  return { database, notices, lost };
}

describe("an embedded database that is lost", () => {
  test("fails the query that caused the crash, restarts, and contains every commit", async () => {
    const { database, notices } = await openWithNotices();
    await database.knex("lost").insert({ id: 1 });
    expect(await crash(database)).toBeInstanceOf(Error);

    expect(await database.knex("lost")).toEqual([{ id: 1 }]); // waits for the restart
    expect(notices.map(({ message }) => message).join("\n")).toContain(
      "The embedded database was lost and is restarted: Program terminated with exit(1)",
    );
  });

  test("rolls back the running transaction, and receives notifications again", async () => {
    const { database } = await openWithNotices();
    const received: string[] = [];
    await database.listen("news", (payload) => received.push(payload));
    const transaction = database.knex.transaction(async (tx) => {
      await tx("lost").insert({ id: 2 });
      await tx.raw("copy lost from stdin");
    });
    await expect(transaction).rejects.toBeInstanceOf(Error);

    expect(await database.knex("lost")).toEqual([]);
    await database.notify(database.knex, "news", "again");
    expect(received).toEqual(["again"]);
  });

  test("is unhealthy until it has restarted", async () => {
    const { database, lost } = await openWithNotices();
    expect(await database.isHealthy()).toBe(true);
    await crash(database);
    await lost;
    expect(await database.isHealthy()).toBe(false);
    await database.knex("lost");
    expect(await database.isHealthy()).toBe(true);
  });
});
