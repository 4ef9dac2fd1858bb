import { wrappedKeysOf, type WrappedKey, type WrappedRow } from "../../platform/secrets/wrapped-keys.ts";
import type { BackupTable, Manifest } from "./manifest.ts";
import { readTable, verifyTable } from "./read-backup.ts";

/**
 * Reads the wrapped keys in a backup, so that the configured keys can be checked before a database is opened.
 *
 * @throws {Error} if a file is missing, truncated or changed.
 */
export async function readBackupKeys(folder: string, { tables }: Manifest): Promise<WrappedKey[]> {
  const rowsOf = async (name: WrappedKey["table"], owner: string): Promise<WrappedRow[]> => {
    const table = tables.find((one) => one.name === name);
    return table === undefined ? [] : readRows(folder, table, owner);
  };
  return wrappedKeysOf(
    await rowsOf("instance_secrets", "name"),
    await rowsOf("workspace_data_keys", "workspace_id"),
  );
}

async function readRows(folder: string, table: BackupTable, owner: string): Promise<WrappedRow[]> {
  await verifyTable(folder, table);
  const rows: WrappedRow[] = [];
  for await (const values of readTable(folder, table)) {
    const valueOf = (column: string) => values[table.columns.indexOf(column)] ?? null;
    rows.push({
      owner: valueOf(owner) ?? "",
      kek_version: valueOf("kek_version") ?? "",
      // Postgres represents bytes as `\x` and hexadecimal digits.
      wrapped: Buffer.from((valueOf("wrapped") ?? "").slice(2), "hex"),
      fingerprint: valueOf("fingerprint"),
    });
  }
  return rows;
}
