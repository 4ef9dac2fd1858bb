import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, escapeIdentifier } from "pg";
import { buildTemplate } from "../../server/src/platform/db/build-template.ts";
import {
  type Database,
  openDatabase,
  type OpenOptions,
} from "../../server/src/platform/db/connection/connect.ts";
import { lockFolder } from "../../server/src/platform/db/embedded/folder-lock.ts";
import { migrateUp } from "../../server/src/platform/db/migrate.ts";
import { newDataDir, openEmptied } from "./embedded-hosts.ts";
import { testPostgres } from "./test-postgres.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const cacheFolder = join(repository, "node_modules", ".cache", "assay-test");

type Overrides = Omit<OpenOptions, "url" | "dataDir" | "template">;

/**
 * Returns a database with the current schema and no rows, for the caller's exclusive use. It is a copy of a
 * template, or an embedded database that an earlier test has closed. Closing it removes or empties it.
 * Embedded databases do not force commits to disk unless `durable` is set.
 *
 * @throws {Error} for "postgres" if no server is available: see `postgresUrl`.
 */
export function freshDatabase(engine: Database["engine"], overrides: Overrides = {}): Promise<Database> {
  // Many tests may wait for the embedded database's single connection at once, even on slow machines.
  const options = { acquireTimeoutMs: 120_000, ...overrides };
  return engine === "embedded" ? freshEmbedded(options) : freshPostgres(options);
}

async function freshEmbedded(options: Overrides): Promise<Database> {
  // Host settings require a separate host.
  if (options.onNotice === undefined && options.durable === undefined)
    return openEmptied(embeddedTemplate, options);
  const { dataDir, remove } = newDataDir();
  try {
    const database = await openDatabase({ durable: false, ...options, dataDir, template: embeddedTemplate });
    return { ...database, close: closing(database, remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Packs an embedded database with the current schema, once per schema version. @returns the path of the file.
 */
async function makeEmbeddedTemplate(): Promise<string> {
  const path = join(cacheFolder, `embedded-${schemaVersion()}.bin`);
  while (!existsSync(path)) {
    mkdirSync(cacheFolder, { recursive: true });
    // A test file that is creating the template holds the lock. Once this process has the lock, either the
    // file exists or this process creates it.
    const lock = await lockFolder(cacheFolder).catch(() => undefined);
    if (!lock) {
      await delay(100);
      continue;
    }
    try {
      if (existsSync(path)) continue;
      removeOldTemplates();
      await buildTemplate(path, migrateUp);
    } finally {
      await lock.release();
    }
  }
  return path;
}

/** Removes templates that are older than a day. Another run may be about to open newer ones. */
function removeOldTemplates(): void {
  for (const name of readdirSync(cacheFolder).filter((entry) => entry.endsWith(".bin"))) {
    const path = join(cacheFolder, name);
    if (Date.now() - statSync(path).mtimeMs > 24 * 3_600_000) rmSync(path, { force: true });
  }
}

/** Returns a short hash of everything that determines a template. */
function schemaVersion(): string {
  const hash = createHash("sha256");
  const folder = join(repository, "server", "src", "platform", "db", "migrations");
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) hash.update(relative(folder, file)).update(readFileSync(file));
  hash.update(
    /"@electric-sql\/pglite": "(.+)"/.exec(
      readFileSync(join(repository, "server/package.json"), "utf8"),
    )?.[1] ?? "",
  );
  hash.update(readFileSync(join(repository, "server", "src", "platform", "db", "embedded", "template.ts")));
  return hash.digest("hex").slice(0, 16);
}

async function freshPostgres(options: Overrides): Promise<Database> {
  if (url === null) throw new Error("No Postgres server is available; skip tests that need one.");
  const name = `assay_test_${runId}_${randomUUID()}`;
  await asAdministrator(url, async (client) => {
    await client.query(
      // For a small template, copying its files is twice as fast as copying through the log.
      `create database ${escapeIdentifier(name)} template ${escapeIdentifier(postgresTemplate)} strategy file_copy`,
    );
  });
  const database = await openDatabase({ ...options, url: databaseUrl(url, name) });
  const drop = () =>
    asAdministrator(url, async (client) => {
      await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
    });
  return { ...database, close: closing(database, drop) };
}

const templateLock = 0x74_65_73_74; // "test"

/**
 * Creates the run's template with the current schema, unless another test file has created it. The template
 * gets its final name once it is complete.
 */
async function makePostgresTemplate(client: Client, server: string): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [templateLock]);
  const { rowCount } = await client.query("select from pg_database where datname = $1", [postgresTemplate]);
  if (rowCount !== 0) return;
  const draft = `${postgresTemplate}_draft`;
  await client.query(`drop database if exists ${escapeIdentifier(draft)} with (force)`);
  await client.query(`create database ${escapeIdentifier(draft)}`);
  const database = await openDatabase({ url: databaseUrl(server, draft), poolMax: 2 });
  try {
    await migrateUp(database);
  } finally {
    await database.close();
  }
  await client.query(
    `alter database ${escapeIdentifier(draft)} rename to ${escapeIdentifier(postgresTemplate)}`,
  );
}

function closing(database: Database, remove: () => void | Promise<void>): () => Promise<void> {
  return async () => {
    try {
      await database.close();
    } finally {
      await remove();
    }
  };
}

async function asAdministrator(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * The packed embedded database with the current schema. It is created while the test file loads, outside the
 * time limits for tests and hooks.
 */
export const embeddedTemplate = await makeEmbeddedTemplate();
const { url, runId } = await testPostgres();
const postgresTemplate = `assay_template_${runId}`;
if (url !== null) await asAdministrator(url, (client) => makePostgresTemplate(client, url));
