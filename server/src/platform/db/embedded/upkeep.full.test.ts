import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { embeddedTemplate } from "../../../../../test/support/database.ts";
import { openPgliteBackend, type PgliteBackend } from "./worker/pglite-backend.ts";
import { unpackFolder } from "./template.ts";
import { checkpointIfDue, createUpkeep, vacuumNeediest } from "./upkeep.ts";

const scratch = mkdtempSync(join(tmpdir(), "assay-upkeep-"));
const folder = join(scratch, "postgres");
let backend: PgliteBackend;

beforeAll(async () => {
  unpackFolder(embeddedTemplate, folder);
  backend = await openPgliteBackend({ folder, create: false, durable: false }, () => {});
  await backend.query("create table busy (id int, filler text)");
});
afterAll(async () => {
  await backend.close();
  rmSync(scratch, { recursive: true, force: true });
});

const segments = () =>
  readdirSync(join(folder, "pg_wal")).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;

describe("maintenance of the embedded database", () => {
  test("limits the growth of the log", async () => {
    let position = 0;
    const counts: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      await backend.query("select pg_logical_emit_message(false, 'filler', repeat('x', 20 * 1024 * 1024))");
      position = await checkpointIfDue(backend, position);
      counts.push(segments());
    }
    // The log takes 64 MB (max_wal_size) plus the growth in one checkpoint interval, in segments of 16 MB.
    // Without maintenance, it would have 15 segments.
    expect(Math.max(...counts)).toBeLessThanOrEqual(8);
  });

  test("makes no checkpoint after few writes", async () => {
    const position = await checkpointIfDue(backend, 0);
    await backend.query("insert into busy values (0, 'x')");
    expect(await checkpointIfDue(backend, position)).toBe(position);
  });

  test("vacuums and analyzes the neediest table until none is left", async () => {
    await backend.query("insert into busy select g, 'x' from generate_series(1, 1000) g");
    await backend.query("update busy set id = id + 1 where id % 2 = 0");
    await backend.query("select pg_stat_force_next_flush()"); // otherwise, it takes up to a second
    expect(await vacuumNeediest(backend)).toBe("public.busy");
    const [statistics] = await backend.query(
      "select n_dead_tup as dead, n_mod_since_analyze as modified from pg_stat_user_tables where relname = 'busy'",
    );
    expect(statistics).toEqual({ dead: 0, modified: 0 });
    expect(await vacuumNeediest(backend)).toBeUndefined();
  });

  test("waits until the client is idle", async () => {
    vi.useFakeTimers({ now: 0 });
    const tasks: (() => Promise<void>)[] = [];
    const upkeep = createUpkeep(backend);
    upkeep.start((task) => tasks.push(task));
    vi.advanceTimersByTime(60_000);
    expect(tasks).toHaveLength(0); // no activity since the last check

    upkeep.note({ midway: true });
    vi.advanceTimersByTime(60_000);
    expect(tasks).toHaveLength(0);

    upkeep.note({ midway: false }); // the check is overdue
    expect(tasks).toHaveLength(1);
    upkeep.note({ midway: false });
    expect(tasks).toHaveLength(1); // the next check is due in a few seconds
    vi.advanceTimersByTime(5_000);
    expect(tasks).toHaveLength(2);
    upkeep.stop();
    vi.useRealTimers();
    await tasks[0]?.();
  });
});
