// A server whose database is behind a transaction pooler. The log of Postgres shows that the server keeps no state in
// its connections. If PgBouncer is installed, the scenarios also run through it.
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../server/src/platform/db/connection/connect.ts";
import { migrateUp } from "../../server/src/platform/db/migrate.ts";
import { runScenario } from "../conformance/harness/run-on.ts";
import { wings } from "../conformance/harness/scenarios.ts";
import { targetOf } from "../conformance/harness/server-target.ts";
import { withoutPostgres } from "../support/operated-database.ts";
import { findPgbouncer, type RunningPgbouncer, startPgbouncer } from "../support/pgbouncer.ts";
import { startAssayServer } from "../support/assay-process.ts";
import { type RunningPostgres, startPostgres } from "../support/postgres.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { bySize } from "../support/test-size.ts";

const program = findPgbouncer();
if (program === undefined)
  process.stderr.write(
    "[pgbouncer] Scenarios do not run through PgBouncer here: no program in ASSAY_TEST_PGBOUNCER or PATH.\n",
  );

/** Scenarios whose outcome depends on the database; at full size, all of them. */
const scenarios = Object.values(wings)
  .flatMap((groups) => Object.values(groups).flat())
  .filter(({ engine }) => engine || bySize(0, 1) === 1);

/** Statements that change the state of a connection outside of a transaction, or lock for longer than one. */
const stateful = [
  /^set (?!local |constraints )/i,
  /^(un)?listen /i,
  /^(prepare|discard|declare .* with hold)/i,
  /create temp(orary)? table (?!.* on commit drop)/i,
  /pg_(try_)?advisory_(un)?lock/i,
];

/** Returns the statements of a role in the log of Postgres, and how each was sent. */
function statementsOf(lines: readonly string[], role: string): { how: string; sql: string }[] {
  const statements: { how: string; sql: string }[] = [];
  let last: { how: string; sql: string } | undefined;
  for (const line of lines) {
    const [, user, how = "", sql = ""] = /^(\w*)\|LOG: {2}(statement|execute [^:]+): (.*)$/.exec(line) ?? [];
    if (user !== undefined) {
      last = user === role ? { how, sql: sql.trim() } : undefined;
      if (last) statements.push(last);
    } else if (line.startsWith("\t") && last) last.sql = `${last.sql} ${line.trim()}`.trim();
    else last = undefined;
  }
  return statements;
}

describe.each([
  { via: "a URL without a pooler", through: false },
  { via: "PgBouncer", through: true },
])("a server that uses no state of its connections, over $via", ({ through }) => {
  const lines: string[] = [];
  let postgres: RunningPostgres;
  let pgbouncer: RunningPgbouncer | undefined;
  let server: TestServer | undefined;
  let urls: { url: string; directUrl: string };
  const missing = withoutPostgres || (through && program === undefined);

  beforeAll(async () => {
    if (missing) return;
    postgres = await startPostgres({
      settings: { log_statement: "all", log_line_prefix: "%u|", timezone: "Europe/Berlin" },
      onLine: (line) => void lines.push(line),
    });
    const direct = new URL(postgres.url);
    await asAdministrator("create role direct superuser login password 'direct'");
    [direct.username, direct.password] = ["direct", "direct"];
    if (through && program !== undefined) pgbouncer = await startPgbouncer(program, postgres.url);
    urls = { url: pgbouncer?.url ?? postgres.url, directUrl: direct.href };
  }, 240_000);
  afterAll(async () => {
    await server?.close();
    await pgbouncer?.stop();
    await postgres?.stop();
  });

  async function asAdministrator(...statements: string[]): Promise<void> {
    const client = new Client(postgres.url);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  test.skipIf(missing)("starts only if the role has the settings that the refusal states", async () => {
    const refusal = await openDatabase(urls).then(
      () => "",
      (error: unknown) => String(error),
    );
    const statements = refusal.match(/alter role [^;]+;/g) ?? [];
    const doctor = startAssayServer(["doctor"], { url: urls.url }, { DATABASE_DIRECT_URL: urls.directUrl });
    expect(await doctor.ended).toBe(1);
    expect(doctor.stdout()).toContain("alter role");
    expect(statements).toEqual([
      `alter role "postgres" in database "postgres" set timezone = 'UTC';`,
      `alter role "postgres" in database "postgres" set statement_timeout = 60000;`,
    ]);
    await asAdministrator(...statements);
    // PgBouncer's connections have the settings of their start.
    if (pgbouncer && program !== undefined) {
      await pgbouncer.stop();
      pgbouncer = await startPgbouncer(program, postgres.url);
      urls = { ...urls, url: pgbouncer.url };
    }
    const database = await openDatabase({ ...urls, poolMax: 10, priorityPoolMax: 4 });
    await migrateUp(database, { directUrl: urls.directUrl });
    const migrate = startAssayServer(
      ["migrate", "status"],
      { url: urls.url },
      { DATABASE_DIRECT_URL: urls.directUrl },
    );
    expect(await migrate.ended, migrate.stderr()).toBe(0);
    server = await startTestServer("postgres", { ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8" }, { database });
  });

  test.skipIf(missing)(
    "passes the scenarios, with notifications through the direct address",
    async () => {
      if (!server) throw new Error("The server did not start.");
      const target = targetOf(server, "postgres");
      const failures: string[] = [];
      for (const scenario of scenarios)
        await runScenario(target, scenario).catch((error: unknown) =>
          failures.push(`${scenario.title}: ${String(error)}`),
        );
      expect(failures).toEqual([]);
      const sent = statementsOf(lines, "direct").filter(({ sql }) => sql.startsWith("listen "));
      expect(sent.length).toBeGreaterThan(0);
    },
    1_800_000,
  );

  // PgBouncer itself sets the name of the application before a transaction, so its statements are not checked.
  if (through) return;
  test.skipIf(missing)("sends no statement that changes the state of a connection", () => {
    const statements = statementsOf(lines, "postgres");
    expect(statements.length).toBeGreaterThan(5000);
    const named = statements.filter(({ how }) => how !== "statement" && how !== "execute <unnamed>");
    expect(named).toEqual([]);
    const changing = statements.filter(({ sql }) => stateful.some((form) => form.test(sql)));
    expect(changing).toEqual([]);
    // Postgres warns if `set local` is used outside of a transaction.
    expect(lines.filter((line) => line.includes("can only be used in transaction"))).toEqual([]);
  });
});
