import type { Knex } from "knex";
import type { Database } from "../db/connection/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { checkKeys } from "./check-keys.ts";
import { fingerprintOf, type Keyring } from "./keyring.ts";
import { listWrapped, unwrap, wrap, type WrappedKey } from "./wrapped-keys.ts";

/** The number of stored keys that are wrapped with one version of the key-encryption key. */
export interface Wrapping {
  version: string;
  keys: number;
}

/** Counts the stored keys by the version of the key-encryption key that wraps them. Changes nothing. */
export async function listWrappings(db: Knex): Promise<Wrapping[]> {
  const byVersion = new Map<string, number>();
  for (const { kek_version: version } of await listWrapped(db))
    byVersion.set(version, (byVersion.get(version) ?? 0) + 1);
  return [...byVersion].map(([version, keys]) => ({ version, keys }));
}

/**
 * Stores the fingerprints of keys that a release without fingerprints has wrapped.
 *
 * @param stored the keys that `requireKeys` has checked with the keyring.
 */
export async function storeFingerprints(
  db: Knex,
  keyring: Keyring,
  stored: readonly WrappedKey[],
): Promise<void> {
  const stale = stored.filter(
    ({ kek_version: version, fingerprint }) =>
      !keyring.some((one) => one.version === version && fingerprintOf(one.key) === fingerprint),
  );
  for (const { table, key, kek_version: version } of stale) {
    const used = keyring.find((one) => one.version === version);
    if (used)
      await db(table)
        .where({ ...key, kek_version: version })
        .update({ fingerprint: fingerprintOf(used.key) });
  }
}

/**
 * Wraps every stored key again with the newest key-encryption key, in one transaction. The encrypted data is
 * not changed, and running processes continue to use their cached keys. The damaged keys of workspaces stay
 * as they are.
 *
 * @returns the number of keys that were wrapped with another version, the number of damaged keys, and the
 *   total number of keys.
 * @throws {WrongKey} an error that names the version of the first key that the keyring cannot unwrap. In that
 * case, nothing is changed.
 */
export async function rewrapKeys(
  database: Pick<Database, "knex">,
  keyring: Keyring,
): Promise<{ rewrapped: number; damaged: number; keys: number }> {
  const [newest] = keyring;
  return inTransaction(database, async (tx) => {
    const all = await listWrapped(tx);
    const { damaged } = checkKeys(all, keyring, "ASSAY_SECRET_KEYS");
    const unopened = new Set(damaged.map(({ workspaceId }) => workspaceId));
    const old = all.filter(
      ({ kek_version: version, key }) =>
        version !== newest.version && !unopened.has(key["workspace_id"] ?? ""),
    );
    for (const one of old) await rewrap(tx, one, keyring);
    return { rewrapped: old.length, damaged: damaged.length, keys: all.length };
  });
}

async function rewrap(tx: Knex, stored: WrappedKey, keyring: Keyring): Promise<void> {
  const [newest] = keyring;
  await tx(stored.table)
    .where({ ...stored.key, kek_version: stored.kek_version })
    .update(wrap(newest, unwrap(stored, keyring), stored.context));
}
