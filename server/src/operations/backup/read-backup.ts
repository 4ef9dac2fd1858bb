import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { counted } from "@assay/contract/domain";
import { type BackupTable, fileOf, type Manifest, readManifest } from "./manifest.ts";

/**
 * Reads the manifest of a backup and verifies every file.
 *
 * @throws {Error} if a file is missing, truncated or changed.
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const table of manifest.tables) await verifyTable(folder, table);
  return manifest;
}

/** Verifies the file of a table. @throws {Error} if the file is missing, truncated or changed. */
export async function verifyTable(folder: string, table: BackupTable): Promise<void> {
  const digest = createHash("sha256");
  const file = join(folder, fileOf(table.name));
  try {
    for await (const piece of createReadStream(file)) digest.update(piece as Buffer);
  } catch (error) {
    throw new Error(`${file} cannot be read; the backup is incomplete.`, { cause: error });
  }
  if (digest.digest("hex") !== table.sha256)
    throw new Error(`${file} was changed: its SHA-256 differs from the manifest.`);
}

/**
 * Reads the rows of a table, each with one text value per column.
 *
 * @throws {Error} if the number of rows differs from the manifest.
 */
export async function* readTable(
  folder: string,
  { name, columns, rows }: BackupTable,
): AsyncGenerator<(string | null)[], void, undefined> {
  const file = join(folder, fileOf(name));
  const source = createReadStream(file);
  const plain = source.pipe(createGunzip());
  source.once("error", (error) => plain.destroy(error));
  let count = 0;
  // Each row is one line: JSON escapes line breaks, and readline does not split at U+2028 and similar
  // characters.
  for await (const line of createInterface({ input: plain, crlfDelay: Infinity })) {
    count += 1;
    yield rowOf(line, { file, line: count, width: columns.length });
  }
  if (count !== rows)
    throw new Error(`${file} has ${counted(count, "row")}, but the manifest states ${rows}.`);
}

const isValue = (value: unknown): value is string | null => value === null || typeof value === "string";

function rowOf(
  text: string,
  { file, line, width }: { file: string; line: number; width: number },
): (string | null)[] {
  const row: unknown = JSON.parse(text);
  if (Array.isArray(row) && row.length === width && row.every(isValue)) return row;
  throw new Error(`${file}, line ${line}: expected a row with ${width} values.`);
}
