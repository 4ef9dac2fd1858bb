import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../platform/config.ts";
import { type Database, openDatabase } from "../../platform/db/connection/connect.ts";
import { isDiskFull } from "../../platform/db/connection/transient-errors.ts";
import { clusterFolder } from "../../platform/db/embedded/open-embedded.ts";
import { FolderInUse } from "../../platform/db/embedded/folder-lock.ts";
import { DatabaseUnreachable } from "../../platform/db/connection/unreachable.ts";
import { checkClock, checkMigrations, checkRights, checkServer } from "./database-checks.ts";
import { checkAddress } from "./address-check.ts";
import { checkSealedLogs, checkWitness } from "./evidence-check.ts";
import { checkDisk } from "./disk-check.ts";
import { fail, type Finding, skip } from "./finding.ts";
import { checkStoredKeys, findWrongKey } from "./key-checks.ts";
import { checkOutbound } from "./outbound-check.ts";
import { checkTools } from "./tools-check.ts";
import { checkTracing } from "./tracing-check.ts";
import { checkQueue } from "./work-checks.ts";
import { checkWrites } from "./write-check.ts";

type DatabaseCheck = readonly [
  name: Finding["check"],
  check: (database: Database, config: Config) => Promise<Finding>,
];

/** The database checks. They run in this order, because a failed check explains later failures. */
const databaseChecks: readonly DatabaseCheck[] = [
  ["database", checkServer],
  ["migrations", checkMigrations],
  ["rights", checkRights],
  ["writes", checkWrites],
  ["clock", (database) => checkClock(database, () => new Date())],
  ["keys", checkStoredKeys],
  ["queue", checkQueue],
  ["outbound", checkOutbound],
];
/** The database checks of the parts that only the control plane API uses. */
const controlChecks: readonly DatabaseCheck[] = [
  ["tools", checkTools],
  ["logs", checkSealedLogs],
];

const servesControl = ({ apis }: Config): boolean => apis.includes("control");
/** The database checks of an installation: only those of the parts that the enabled APIs use. */
export const checksFor = (config: Config): readonly DatabaseCheck[] =>
  servesControl(config) ? [...databaseChecks, ...controlChecks] : databaseChecks;

/**
 * Checks an installation and reports problems with their remedies. Checks only the parts that the enabled
 * APIs use. Changes nothing.
 */
export async function examine(config: Config): Promise<Finding[]> {
  const disk = await guarded("disk", () => checkDisk(config));
  const tracing = await guarded("tracing", () => checkTracing(config));
  const witness = servesControl(config) ? [checkWitness(config)] : [];
  const ofProcess = [disk, tracing, ...witness, checkAddress(config)];
  const opened = await openExisting(config);
  if ("finding" in opened) return [opened.finding, ...ofProcess];
  const { database } = opened;
  try {
    const wrongKey = await findWrongKey(database, config);
    if (wrongKey) return [wrongKey, ...withoutKey(config), ...ofProcess];
    const findings: Finding[] = [];
    for (const [name, check] of checksFor(config)) {
      const isOff = findings.some(
        (one) => one.status === "fail" && ["database", "migrations"].includes(one.check),
      );
      findings.push(
        isOff && name !== "migrations" && name !== "rights"
          ? skip(name, "This part was not checked, because the database or its schema failed a check.")
          : await guarded(name, () => check(database, config)),
      );
    }
    return [...findings, ...ofProcess];
  } finally {
    await database.close();
  }
}

/** Returns the findings for the database checks that are skipped because the key is wrong. */
const withoutKey = (config: Config): Finding[] =>
  checksFor(config).flatMap(([name]) =>
    name === "keys"
      ? []
      : skip(name, "This part was not checked, because the keys do not open the database."),
  );

async function openExisting(config: Config): Promise<{ database: Database } | { finding: Finding }> {
  const { databaseUrl: url, dataDir } = config;
  const folder = join(dataDir, "database");
  if (url === undefined && !existsSync(clusterFolder(folder)))
    return {
      finding: skip(
        "database",
        `No database in ${dataDir}.`,
        "`assay-server serve` creates one. For an existing database, set DATABASE_URL or ASSAY_DATA_DIR.",
      ),
    };
  try {
    // The connections are those of a server, so that settings which the servers would miss are reported.
    const { databaseDirectUrl: directUrl } = config;
    return {
      database: await openDatabase(url === undefined ? { dataDir: folder } : { url, directUrl, poolMax: 2 }),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (url === undefined && isDiskFull(error))
      return {
        finding: fail(
          "database",
          `The embedded database cannot be opened: the disk that contains ${folder} is full.`,
          "Free disk space (see “The disk is full” in docs/help/troubleshooting.md), and restart the server if it has stopped.",
        ),
      };
    return { finding: fail("database", message, todoOf(error)) };
  }
}

function todoOf(error: unknown): string {
  if (error instanceof FolderInUse)
    return "To check the database, see /readyz of the running server, or stop the server and run the command again.";
  return error instanceof DatabaseUnreachable
    ? "Fix the connection, then run `assay-server doctor` again."
    : "Fix the problem that the message describes, or restore a backup with `assay-server restore`.";
}

async function guarded(check: Finding["check"], run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    return fail(
      check,
      error instanceof Error ? error.message : String(error),
      "Fix the problem that the message describes.",
    );
  }
}
