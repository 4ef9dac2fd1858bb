import type { Knex } from "knex";
import { fingerprintOf, type KeyEncryptionKey, type Keyring } from "./keyring.ts";
import { open, seal } from "./sealed-value.ts";

/** A key as it is stored: encrypted with a key-encryption key. */
export interface Wrapped {
  kek_version: string;
  wrapped: Buffer;
  /** The fingerprint of the key-encryption key; null in rows that a release without fingerprints stored. */
  fingerprint: string | null;
}

/** A stored key with its owner. */
export interface WrappedKey extends Wrapped {
  table: "instance_secrets" | "workspace_data_keys";
  /** The columns and values of the row's primary key. */
  key: Readonly<Record<string, string>>;
  /** The context that was authenticated when the key was wrapped. */
  context: string;
}

/** The columns of the tables that contain wrapped keys, with the value of the primary key as text. */
export type WrappedRow = Wrapped & { owner: string };

/** Thrown if the configured keys do not open the stored keys. The message names the version and both fingerprints. */
export class WrongKey extends Error {
  override readonly name: string = "WrongKey";
}

/** Thrown if a stored key cannot be opened although the key-encryption key is right. */
export class DamagedKey extends WrongKey {
  override readonly name = "DamagedKey";
}

/** Encrypts a key with a key-encryption key. */
export const wrap = ({ version, key }: KeyEncryptionKey, plain: Buffer, context: string): Wrapped => ({
  kek_version: version,
  wrapped: seal(key, plain, context),
  fingerprint: fingerprintOf(key),
});

/**
 * Decrypts a stored key.
 *
 * @param source where the keys of the keyring are configured, for the error message.
 * @throws {WrongKey} if the keyring has no key of the stored version, or if its key of this version is a
 *   different key.
 * @throws {DamagedKey} if the key has the stored fingerprint, but does not open the stored key.
 */
export function unwrap(
  stored: Wrapped & { context: string },
  keyring: Keyring,
  source = "ASSAY_SECRET_KEYS",
): Buffer {
  const found = keyring.find(({ version }) => version === stored.kek_version);
  if (!found) throw new WrongKey(missingText(stored, keyring, source));
  try {
    return open(found.key, stored.wrapped, stored.context);
  } catch (cause) {
    const given = fingerprintOf(found.key);
    if (stored.fingerprint === given) throw new DamagedKey(damagedText(stored, given, source), { cause });
    throw new WrongKey(wrongText(stored, given, source), { cause });
  }
}

const remedy = "Set the key that was used when the database was made.";

const damagedText = (
  { kek_version: version, context }: Wrapped & { context: string },
  given: string,
  source: string,
): string =>
  `The stored key of ${context} is damaged: version ${version} of ${source} has its fingerprint (${given}), but does not open it. Restore a backup.`;

function wrongText({ kek_version: version, fingerprint }: Wrapped, given: string, source: string): string {
  const needed =
    fingerprint === null ? "an unknown one: it was made before fingerprints were stored" : fingerprint;
  return `${source} does not open this database: version ${version} is another key (fingerprint ${given}, the database needs ${needed}). ${remedy}`;
}

function missingText(
  { kek_version: version, fingerprint }: Wrapped,
  keyring: Keyring,
  source: string,
): string {
  const given = keyring.map((one) => `${one.version} (fingerprint ${fingerprintOf(one.key)})`).join(", ");
  const needed = fingerprint === null ? "" : ` (fingerprint ${fingerprint})`;
  return `${source} does not open this database: version ${version} is missing; the database needs it${needed}, and the given versions are ${given}. ${remedy}`;
}

/** Returns the wrapped keys in the rows of the two tables that contain wrapped keys. */
export const wrappedKeysOf = (
  secrets: readonly WrappedRow[],
  dataKeys: readonly WrappedRow[],
): WrappedKey[] => [
  ...secrets.map(({ owner: name, ...wrapped }): WrappedKey => {
    return { ...wrapped, table: "instance_secrets", key: { name }, context: `instance:${name}` };
  }),
  ...dataKeys.map(({ owner: id, ...wrapped }): WrappedKey => {
    return {
      ...wrapped,
      table: "workspace_data_keys",
      key: { workspace_id: id },
      context: `workspace:${id}`,
    };
  }),
];

/**
 * Lists all stored keys. If the database has no schema, returns an empty list. Also reads schemas without
 * fingerprints.
 */
export async function listWrapped(db: Knex): Promise<WrappedKey[]> {
  const { rows } = await db.raw<{ rows: { exists: boolean }[] }>(
    "select to_regclass('workspace_data_keys') is not null as exists",
  );
  if (!rows[0]?.exists) return [];
  const list = async (table: WrappedKey["table"], owner: string): Promise<WrappedRow[]> =>
    db(table)
      .select(
        { owner },
        "kek_version",
        "wrapped",
        db.raw(`to_json(${table}) ->> 'fingerprint' as fingerprint`),
      )
      .orderBy(owner);
  return wrappedKeysOf(
    await list("instance_secrets", "name"),
    await list("workspace_data_keys", "workspace_id"),
  );
}
