import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../platform/config.ts";
import { type Database, openDatabase } from "../../platform/db/connection/connect.ts";
import { lacksRoom } from "../../platform/db/connection/passing.ts";
import { clusterFolder } from "../../platform/db/embedded/open-embedded.ts";
import { FolderInUse } from "../../platform/db/embedded/folder-lock.ts";
import { DatabaseUnreachable } from "../../platform/db/connection/unreachable.ts";
import { checkClock, checkMigrations, checkServer } from "./database-checks.ts";
import { checkDisk } from "./disk-check.ts";
import { fail, type Finding, skip } from "./finding.ts";
import { checkKeys } from "./key-checks.ts";
import { checkOutbound } from "./outbound-check.ts";
import { checkTracing } from "./tracing-check.ts";
import { checkQueue } from "./work-checks.ts";
import { checkWrites } from "./write-check.ts";

/** What is looked at in the database, in this order: what fails says why those after it fail. */
const databaseChecks: readonly [
  Finding["check"],
  (database: Database, config: Config) => Promise<Finding>,
][] = [
  ["database", checkServer],
  ["migrations", checkMigrations],
  ["writes", checkWrites],
  ["clock", (database) => checkClock(database, () => new Date())],
  ["keys", checkKeys],
  ["queue", checkQueue],
  ["outbound", checkOutbound],
];

/** Looks at everything that an installation needs and says what to do. Changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  const disk = await guarded("disk", () => checkDisk(config));
  const tracing = await guarded("tracing", () => checkTracing(config));
  const opened = await openExisting(config);
  if ("finding" in opened) return [opened.finding, disk, tracing];
  const { database } = opened;
  try {
    const findings: Finding[] = [];
    for (const [name, check] of databaseChecks) {
      const isOff = findings.some(
        (one) => one.status === "fail" && ["database", "migrations"].includes(one.check),
      );
      findings.push(
        isOff && name !== "migrations"
          ? skip(name, "Not looked at: the database or its schema is not as it should be.")
          : await guarded(name, () => check(database, config)),
      );
    }
    return [...findings, disk, tracing];
  } finally {
    await database.close();
  }
}

async function openExisting(config: Config): Promise<{ database: Database } | { finding: Finding }> {
  const { databaseUrl: url, dataDir } = config;
  const folder = join(dataDir, "database");
  if (url === undefined && !existsSync(clusterFolder(folder)))
    return {
      finding: skip(
        "database",
        `There is no database in ${dataDir} yet.`,
        "`assay-server serve` makes it; or set DATABASE_URL, or ASSAY_DATA_DIR if it is elsewhere.",
      ),
    };
  try {
    return { database: await openDatabase(url === undefined ? { dataDir: folder } : { url, poolMax: 2 }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (url === undefined && lacksRoom(error))
      return {
        finding: fail(
          "database",
          `The embedded database cannot be opened, as the disk of ${folder} has no room left.`,
          "Make room on it (see “The disk is full” in docs/help/troubleshooting.md), and start the server again if it has ended.",
        ),
      };
    return { finding: fail("database", message, todoOf(error)) };
  }
}

function todoOf(error: unknown): string {
  if (error instanceof FolderInUse)
    return "Nothing in it was looked at: the server that runs says how it is at /readyz; for all the rest stop it first.";
  return error instanceof DatabaseUnreachable
    ? "Then run `assay-server doctor` again."
    : "See the message; a backup is restored with `assay-server restore`.";
}

async function guarded(check: Finding["check"], look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return fail(check, error instanceof Error ? error.message : String(error), "See the message.");
  }
}
