import { counted } from "@assay/contract/domain";
import type { Database } from "../../platform/db/connection/connect.ts";
import { migrationStatus } from "../../platform/db/migrate.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** Oldest and newest server that the program is tested with, as `server_version_num` counts. */
const [oldestServer, afterNewestServer] = [150_000, 190_000];

/** Whether the server is one that the program works on, and has connections left. */
export async function checkServer({ knex, engine }: Database): Promise<Finding> {
  const { rows } = await knex.raw<{ rows: { version: string; size: string; used: string; most: string }[] }>(
    `select current_setting('server_version_num') as version,
      pg_size_pretty(pg_database_size(current_database())) as size,
      (select count(*) from pg_stat_activity) as used, current_setting('max_connections') as most`,
  );
  const [row] = rows;
  const version = Number(row?.version);
  const major = Math.floor(version / 10_000);
  if (engine === "embedded")
    return ok("database", `The embedded database answers (Postgres ${major}, ${row?.size}).`);
  if (version < oldestServer)
    return fail(
      "database",
      `The server is Postgres ${major}; the program needs 15 or newer.`,
      "Move to Postgres 15 to 18: `assay-server backup` here, `assay-server restore` there.",
    );
  const found = `Postgres ${major} answers; the database has ${row?.size}, ${row?.used} of ${row?.most} connections are used`;
  if (Number(row?.used) > 0.8 * Number(row?.most))
    return warn(
      "database",
      `${found}.`,
      "Lower ASSAY_POOL_MAX in each process, raise max_connections, or put a pooler in between.",
    );
  if (version >= afterNewestServer)
    return warn("database", `${found}; this release was tested up to 18.`, "Test before you rely on it.");
  return ok("database", `${found}.`);
}

/** Whether the schema is this release's. */
export async function checkMigrations(database: Database): Promise<Finding> {
  const { applied, pending, unknown } = await migrationStatus(database);
  if (unknown.length > 0)
    return fail(
      "migrations",
      `The schema is of a newer release: ${unknown.join(", ")}.`,
      "Start the release that applied it or a later one; or take it back with that release's `migrate down`.",
    );
  if (pending.length > 0)
    return fail(
      "migrations",
      `Pending of ${counted(applied.length + pending.length, "step")}: ${pending.join(", ")}.`,
      "Run `assay-server migrate up`, or start a server, which does it too.",
    );
  return ok(
    "migrations",
    `Nothing is pending; the last of ${counted(applied.length, "step")} is ${applied.at(-1)}.`,
  );
}

/** From this difference on work suffers; from the other on webhooks and signatures are refused by who checks their time. */
const [noticedMs, refusedMs] = [2000, 60_000];

/** Whether this machine's clock is the database's: leases go by the database's, what clients see by this machine's. */
export async function checkClock({ knex }: Database, now: () => Date): Promise<Finding> {
  const asked = now().getTime();
  const { rows } = await knex.raw<{ rows: { now: Date }[] }>("select clock_timestamp() as now");
  const answered = now().getTime();
  const theirs = rows[0]?.now.getTime() ?? Number.NaN;
  // Theirs was taken at some moment in between: what lies outside is the least that the clocks differ by.
  const ms = theirs < asked ? asked - theirs : Math.max(0, theirs - answered);
  const found = `This machine's clock and the database's differ by ${ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`}`;
  const todo = "Set both machines' clocks by NTP (chrony, systemd-timesyncd).";
  if (ms >= refusedMs) return fail("clock", `${found}.`, todo);
  return ms >= noticedMs ? warn("clock", `${found}.`, todo) : ok("clock", `${found} at most.`);
}
