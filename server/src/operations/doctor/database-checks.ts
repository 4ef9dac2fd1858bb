import { counted } from "@assay/contract/domain";
import type { Config } from "../../platform/config.ts";
import { applicationName, type Database } from "../../platform/db/connection/connect.ts";
import { migrationStatus } from "../../platform/db/migrate.ts";
import { changedRemedy, changedText, compareSteps } from "../../platform/db/migrations/compare-steps.ts";
import { migrations } from "../../platform/db/migrations/index.ts";
import { readLiveRights } from "../../platform/db/rights/live-rights.ts";
import { missingProtections } from "../../platform/db/rights/missing-protections.ts";
import { fail, type Finding, ok, skip, warn } from "./finding.ts";

/** The tested range of Postgres versions, in the format of `server_version_num`. */
const [minServerVersion, untestedServerVersion] = [150_000, 190_000];

/** Checks that the Postgres version is supported and that the server has free connections. */
export async function checkServer({ knex, engine }: Database, config: Config): Promise<Finding> {
  const { rows } = await knex.raw<{ rows: ServerState[] }>(serverQuery, [applicationName]);
  const [row] = rows;
  const version = Number(row?.version);
  const major = Math.floor(version / 10_000);
  if (engine === "embedded")
    return ok("database", `The embedded database responds (Postgres ${major}, ${row?.size}).`);
  if (version < minServerVersion)
    return fail(
      "database",
      `The server is Postgres ${major}; Assay requires 15 or newer.`,
      "Move to Postgres 15 to 18: run `assay-server backup` on this server and `assay-server restore` on the new one.",
    );
  const found = `Postgres ${major} responds; the database size is ${row?.size}, ${row?.used} of ${row?.max} connections are used`;
  if (Number(row?.used) > 0.8 * Number(row?.max))
    return warn(
      "database",
      `${found}.`,
      "Lower ASSAY_POOL_MAX in each process, raise max_connections, or use a connection pooler.",
    );
  const standbys = row && standbyWarning(row);
  if (standbys !== undefined)
    return warn(
      "database",
      `${found}. ${standbys}`,
      "Set synchronous_standby_names, or accept that a failover can lose acknowledged writes.",
    );
  const pools = row && poolWarning(row, config);
  if (pools !== undefined)
    return warn(
      "database",
      `${found}. ${pools}`,
      "Lower ASSAY_POOL_MAX in each process, raise max_connections, or use a connection pooler.",
    );
  if (version >= untestedServerVersion)
    return warn(
      "database",
      `${found}; this release was tested with versions up to 18.`,
      "Test Assay with this version first.",
    );
  return ok("database", `${found}.`);
}

interface ServerState {
  version: string;
  size: string;
  used: string;
  max: string;
  /** Connections that only superusers can use. */
  reserved: string;
  /** Servers and workers that are connected. */
  processes: string;
  /** Servers that receive the write-ahead log. */
  standbys: string;
  /** The servers that commits wait for. */
  synchronous: string;
}

// The name of a process's connections is `assay` and eight digits. Commands, such as this one, are not counted.
const serverQuery = `select current_setting('server_version_num') as version,
  pg_size_pretty(pg_database_size(current_database())) as size,
  (select count(*) from pg_stat_activity) as used, current_setting('max_connections') as max,
  current_setting('superuser_reserved_connections') as reserved,
  (select count(*) from pg_stat_replication) as standbys,
  current_setting('synchronous_standby_names') as synchronous,
  (select count(distinct application_name) from pg_stat_activity
    where application_name ~ '^assay [0-9a-f]{8}$' and application_name <> ?) as processes`;

/** Returns a warning if standbys follow the server, but commits do not wait for them. */
export const standbyWarning = ({
  standbys,
  synchronous,
}: Pick<ServerState, "standbys" | "synchronous">): string | undefined =>
  Number(standbys) > 0 && synchronous === ""
    ? "Standbys follow this server, but commits do not wait for them."
    : undefined;

/** Returns a warning if the connected processes can open more connections than the server accepts. */
export function poolWarning(
  { max, reserved, processes }: Pick<ServerState, "max" | "reserved" | "processes">,
  { poolMax, priorityPoolMax }: Pick<Config, "poolMax" | "priorityPoolMax">,
): string | undefined {
  // Each process also has one connection for notifications.
  const needed = Number(processes) * (poolMax + priorityPoolMax + 1);
  const accepted = Number(max) - Number(reserved);
  if (needed <= accepted) return undefined;
  return `The number of connected processes is ${processes}. With ASSAY_POOL_MAX ${poolMax} + ASSAY_PRIORITY_POOL_MAX ${priorityPoolMax} + 1 each, they can open ${needed} connections; the server accepts ${accepted}.`;
}

/** Checks that the schema matches this release. */
export async function checkMigrations(database: Database): Promise<Finding> {
  const { applied, pending, unknown } = await migrationStatus(database);
  if (unknown.length > 0)
    return fail(
      "migrations",
      `The schema is from a newer release: ${unknown.join(", ")}.`,
      "Start the newer release or a later one, or roll the schema back with the command `migrate down` of the newer release.",
    );
  if (pending.length > 0)
    return fail(
      "migrations",
      `Pending migrations (of ${counted(applied.length + pending.length, "step")}): ${pending.join(", ")}.`,
      "Run `assay-server migrate up`, or start a server, which applies migrations.",
    );
  const { changed, unrecorded } = await compareSteps(database.knex, migrations);
  if (changed.length > 0) return fail("migrations", changedText(changed), changedRemedy);
  const found = `No pending migrations; the last of ${counted(applied.length, "step")} is ${applied.at(-1)}.`;
  return ok(
    "migrations",
    unrecorded.length === 0
      ? found
      : `${found} ${counted(unrecorded.length, "step")} cannot be compared with this release: no digest was stored.`,
  );
}

/** Checks that the database has every right, trigger and function that protects the evidence. */
export async function checkRights(database: Database): Promise<Finding> {
  const { pending, unknown } = await migrationStatus(database);
  if (pending.length + unknown.length > 0)
    return skip("rights", "The rights were not checked, because the schema is not that of this release.");
  const missing = missingProtections(await readLiveRights(database.knex));
  if (missing.length === 0)
    return ok("rights", "All rights, triggers and functions that protect the evidence exist.");
  return fail(
    "rights",
    `Missing: ${missing.map(({ name }) => name).join("; ")}.`,
    `Find out who removed them. As the owner of the tables, run: ${missing.map(({ restore }) => restore).join(" ")}`,
  );
}

/**
 * The clock difference above which leases become unreliable, and the clock difference above which receivers
 * reject webhooks and signatures.
 */
const [warnMs, failMs] = [2000, 60_000];

/**
 * Compares the clocks of this host and of the database, because leases use the database clock and responses
 * use the host clock.
 */
export async function checkClock({ knex }: Database, now: () => Date): Promise<Finding> {
  const requestedAt = now().getTime();
  const { rows } = await knex.raw<{ rows: { now: Date }[] }>("select clock_timestamp() as now");
  const respondedAt = now().getTime();
  const theirs = rows[0]?.now.getTime() ?? Number.NaN;
  // The database read its clock between the two readings of the host clock. If the database time is outside
  // of this interval, the distance to the interval is the minimum difference.
  const ms = theirs < requestedAt ? requestedAt - theirs : Math.max(0, theirs - respondedAt);
  const found = `The measured difference between the clocks of this host and the database is ${ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`}.`;
  const todo = "Synchronize both clocks with NTP (chrony, systemd-timesyncd).";
  if (ms >= failMs) return fail("clock", found, todo);
  return ms >= warnMs ? warn("clock", found, todo) : ok("clock", found);
}
