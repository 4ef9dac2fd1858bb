// Kills or stops a process while it changes the schema: each change is applied completely or not at all, and
// the next process completes the rest.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrations } from "../../server/src/platform/db/migrations/index.ts";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { bySize, testSeed } from "../support/test-size.ts";
import { randomOf } from "./harness/crash-harness.ts";
import { type SlowDatabase, slowMigrations } from "./harness/slow-migrations.ts";

const havePostgres = (await postgresUrl()) !== null;
const rounds = bySize(2, 40);
const names = migrations.map(({ name }) => name);
const started: AssayProcess[] = [];
afterAll(async () => {
  for (const one of started) one.kill("SIGKILL");
  await Promise.all(started.map(({ ended }) => ended));
});

function run(args: readonly string[], location: { url: string } | { dataDir: string }): AssayProcess {
  const process = startAssayServer(args, location);
  started.push(process);
  return process;
}

/** Expects exit code 0, and shows the output otherwise. */
async function succeeds(process: AssayProcess): Promise<void> {
  expect([await process.ended, process.stderr()]).toEqual([0, expect.any(String)]);
}

/** Returns all objects in the schema as strings that can be compared. */
const schemaOf = ({ rows }: SlowDatabase) =>
  rows(`
    select 'column' as kind, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
      coalesce(column_default, '') as what from information_schema.columns where table_schema = 'public'
    union all select 'index', indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint', conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select 'routine', proname from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'trigger', tgrelid::regclass || ' ' || tgname from pg_trigger where not tgisinternal
    order by 1, 2`);

const applied = async ({ rows }: SlowDatabase): Promise<unknown[]> => {
  const [there] = await rows("select to_regclass('public.knex_migrations') is not null as there");
  return there?.["there"] === true
    ? (await rows("select name from knex_migrations order by id")).map(({ name }) => name)
    : [];
};

describe.skipIf(!havePostgres)(`migrations that are killed (seed ${testSeed})`, () => {
  let postgres: Awaited<ReturnType<typeof slowMigrations>>;
  let whole: Awaited<ReturnType<typeof schemaOf>>;
  let statements = 0;
  const random = randomOf(testSeed);
  /** Returns the number of a random statement in the migration. */
  const someStatement = (): number => 1 + Math.floor(random() * (statements - 1));

  beforeAll(async () => {
    postgres = await slowMigrations();
    const database = await postgres.empty();
    await succeeds(run(["migrate", "up"], database));
    [whole, statements] = [await schemaOf(database), await database.statements()];
    if (whole.length < 300) throw new Error("The comparison does not cover the schema.");
    await database.close();
  });
  afterAll(() => postgres?.close());

  /** Runs a test's body on an empty database, once per round. */
  const eachRound = async (body: (database: SlowDatabase) => Promise<void>): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const database = await postgres.empty();
      try {
        await body(database);
        expect(await applied(database)).toEqual(names);
        expect(await schemaOf(database)).toEqual(whole);
      } finally {
        await database.close();
      }
    }
  };

  test(
    "leave the schema as before a step or after it, and the next `migrate up` completes it",
    () =>
      eachRound(async (database) => {
        const killed = run(["migrate", "up"], database);
        await database.reaches(someStatement(), killed.ended);
        killed.kill("SIGKILL");
        await killed.ended;
        const left = await applied(database);
        expect(left).toEqual(names.slice(0, left.length));
        // Postgres ends the session of a killed client at the next check. Until then, the session holds the
        // lock.
        await succeeds(run(["migrate", "up"], database));
      }),
    bySize(600_000, 7_200_000),
  );

  test(
    "do not prevent another server, started at the same time, from starting",
    () =>
      eachRound(async (database) => {
        const servers = [run(["serve"], database), run(["serve"], database)];
        await database.reaches(someStatement(), Promise.race(servers.map(({ ended }) => ended)));
        const [killed, other] = random() < 0.5 ? servers : servers.toReversed();
        killed?.kill("SIGKILL");
        await killed?.ended;
        if (!other) return;
        const third = run(["serve"], database);
        for (const one of [other, third])
          expect((await fetch(`${await urlOf(one)}/readyz`)).status).toBe(200);
        // One server created the first workspace and its key, and the other servers found them.
        expect(await database.rows("select count(*)::int as n from workspaces")).toEqual([{ n: 1 }]);
        expect(await database.rows("select count(*)::int as n from api_keys")).toEqual([{ n: 1 }]);
        for (const one of [other, third]) one.kill("SIGKILL");
        await Promise.all([other.ended, third.ended]);
      }),
    bySize(600_000, 7_200_000),
  );

  test("are completed by a server that receives SIGTERM; it exits with 0", async () => {
    const database = await postgres.empty();
    const server = run(["serve"], database);
    await database.reaches(someStatement(), server.ended);
    server.kill("SIGTERM");
    await succeeds(server);
    expect(await applied(database)).toEqual(names);
    expect(await schemaOf(database)).toEqual(whole);
    await database.close();
  });
});

test(
  `an embedded database that is killed at any moment of its first start opens the next time (seed ${testSeed})`,
  async () => {
    const random = randomOf(testSeed);
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = mkdtempSync(join(tmpdir(), "assay-killed-"));
      try {
        const killed = run(["migrate", "up"], { dataDir });
        await Promise.race([pause(random() * 4000), killed.ended]);
        killed.kill("SIGKILL");
        await killed.ended;
        const server = run(["serve"], { dataDir });
        const assay = new Assay({ baseUrl: await urlOf(server), apiKey: await firstKeyOf(server) });
        expect(await assay.projects.create({ name: "Afterwards" })).toMatchObject({ name: "Afterwards" });
        server.kill("SIGKILL");
        await server.ended;
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    }
  },
  bySize(600_000, 7_200_000),
);
