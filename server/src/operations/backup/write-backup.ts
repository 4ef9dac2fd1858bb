import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { escapeIdentifier } from "pg";
import type { Database } from "../../platform/db/connection/connect.ts";
import { migrationStatus } from "../../platform/db/migrate.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import { type BackupTable, fileOf, type Manifest, manifestName, sealManifest } from "./manifest.ts";
import { listTables, type TableShape } from "../../platform/db/table-list.ts";

/**
 * Approximate number of characters to read per batch. One row of an export file has up to two million
 * characters.
 */
const fetchCharacters = 8 * 1024 * 1024;
const maxFetchedRows = 5000;

/** Options for writing a backup. */
export interface BackupOptions {
  now: () => Date;
  /** Aborts the backup, which removes its files. */
  signal: AbortSignal;
}

/**
 * Writes a consistent snapshot of every table while other connections may write. The backup consists of a
 * manifest and of one compressed file per table. Each file has one JSON line per row, with the values in the
 * text format of Postgres. The folder is created atomically.
 *
 * @param folder path of the new folder.
 * @throws {Error} if the folder already exists or cannot be written. If the signal aborts, throws its reason.
 */
export async function writeBackup(
  database: Database,
  folder: string,
  { now, signal }: BackupOptions,
): Promise<Manifest> {
  const target = resolve(folder);
  if (existsSync(target)) throw new Error(`${target} already exists. Choose a new folder.`);
  const draft = `${target}.partial-${process.pid}`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const { applied } = await migrationStatus(database);
    if (applied.length === 0) throw new Error("The database has no schema, so there is nothing to back up.");
    const manifest = await inTransaction(database, (tx) => writeTables(tx, draft, signal), {
      isolation: "repeatable read",
      retries: 0,
    }).then(({ tables, keyVersions }) =>
      sealManifest({
        format: "assay-backup",
        version: 1,
        created_at: now().toISOString(),
        engine: database.engine,
        migrations: [...applied],
        key_versions: keyVersions,
        tables,
      }),
    );
    signal.throwIfAborted();
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(draft, manifestName), text, { flush: true, mode: 0o600 });
    await rename(draft, target);
    await syncFolder(dirname(target));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function writeTables(
  tx: Tx,
  folder: string,
  signal: AbortSignal,
): Promise<{ tables: BackupTable[]; keyVersions: string[] }> {
  await tx.raw(
    "set transaction read only; set local statement_timeout = 0; set local bytea_output = 'hex'; set local datestyle = 'ISO, YMD'",
  );
  const tables: BackupTable[] = [];
  for (const shape of await listTables(tx))
    if (shape.lasting) tables.push(await writeTable(tx, shape, { folder, signal }));
  const { rows } = await tx.raw<{ rows: { version: string }[] }>(
    "select kek_version as version from instance_secrets union select kek_version from workspace_data_keys order by 1",
  );
  return { tables, keyVersions: rows.map(({ version }) => version) };
}

async function writeTable(
  tx: Tx,
  { name, columns }: TableShape,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<BackupTable> {
  const digest = createHash("sha256");
  let rows = 0;
  let bytes = 0;
  const lines = async function* () {
    for await (const texts of readRows(tx, name, columns)) {
      signal.throwIfAborted();
      rows += texts.length;
      yield texts.map((row) => `${JSON.stringify(row)}\n`).join("");
    }
  };
  await pipeline(
    Readable.from(lines(), { highWaterMark: 1 }),
    createGzip({ level: 3 }),
    async function* (compressed: AsyncIterable<Buffer>) {
      for await (const piece of compressed) {
        digest.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    createWriteStream(join(folder, fileOf(name)), { mode: 0o600, flush: true }),
  );
  return { name, columns, rows, bytes, sha256: digest.digest("hex") };
}

/** Reads the rows of a table in batches, each value as text. */
async function* readRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
): AsyncGenerator<(string | null)[][]> {
  const values = columns.map((column, index) => `${escapeIdentifier(column)}::text as c${index}`).join(", ");
  await tx.raw(`declare backup_rows no scroll cursor for select ${values} from ${escapeIdentifier(table)}`);
  for (let count = 10; ;) {
    const { rows } = await tx.raw<{ rows: Record<string, string | null>[] }>(
      `fetch forward ${count} from backup_rows`,
    );
    if (rows.length === 0) break;
    const texts = rows.map((row) => columns.map((_, index) => row[`c${index}`] ?? null));
    yield texts;
    const characters = texts.flat().reduce((sum, text) => sum + (text?.length ?? 0), 0);
    const fitting = Math.floor(fetchCharacters / Math.max(1, characters / rows.length));
    count = Math.max(1, Math.min(maxFetchedRows, fitting));
  }
  await tx.raw("close backup_rows");
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
