import type { Knex } from "knex";
import type { Database } from "../db/connection/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import type { KeyEncryptionKey } from "./keyring.ts";
import { open, seal } from "./secret-box.ts";

type Keyring = readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];

/** A stored key with its owner and the version of the key-encryption key that wraps it. */
interface WrappedKey {
  table: "instance_secrets" | "workspace_data_keys";
  /** The columns and values of the row's primary key. */
  key: Readonly<Record<string, string>>;
  /** The context that was authenticated when the key was wrapped. */
  context: string;
  version: string;
  wrapped: Buffer;
}

/**
 * The number of keys that are wrapped with a version of the key-encryption key, and how many of them the
 * keyring cannot unwrap.
 */
export interface Wrapping {
  version: string;
  keys: number;
  unreadable: number;
}

/** Counts the stored keys by the version of the key-encryption key that wraps them. Changes nothing. */
export async function listWrappings(db: Knex, keyring: Keyring): Promise<Wrapping[]> {
  const byVersion = new Map<string, Wrapping>();
  for (const one of await listWrapped(db)) {
    const { version } = one;
    const found = byVersion.get(version) ?? { version, keys: 0, unreadable: 0 };
    found.keys += 1;
    if (unwrap(one, keyring) === undefined) found.unreadable += 1;
    byVersion.set(version, found);
  }
  return [...byVersion.values()];
}

/**
 * Wraps every stored key again with the newest key-encryption key, in one transaction. The encrypted data is
 * not changed, and running processes continue to use their cached keys.
 *
 * @returns the number of keys that were wrapped with another version, and the total number of keys.
 * @throws {Error} an error that names the first key that the keyring cannot unwrap. In that case, nothing is
 * changed.
 */
export async function rewrapKeys(
  database: Pick<Database, "knex">,
  keyring: Keyring,
): Promise<{ rewrapped: number; keys: number }> {
  const [newest] = keyring;
  return inTransaction(database, async (tx) => {
    const all = await listWrapped(tx);
    const old = all.filter(({ version }) => version !== newest.version);
    for (const one of old) {
      const plain = unwrap(one, keyring);
      if (!plain) throw new Error(cannotOpen(one, keyring));
      await tx(one.table)
        .where({ ...one.key, kek_version: one.version })
        .update({ kek_version: newest.version, wrapped: seal(newest.key, plain, one.context) });
    }
    return { rewrapped: old.length, keys: all.length };
  });
}

async function listWrapped(db: Knex): Promise<WrappedKey[]> {
  const secrets: { name: string; kek_version: string; wrapped: Buffer }[] = await db("instance_secrets")
    .select("name", "kek_version", "wrapped")
    .orderBy("name");
  const dataKeys: { workspace_id: string; kek_version: string; wrapped: Buffer }[] = await db(
    "workspace_data_keys",
  )
    .select("workspace_id", "kek_version", "wrapped")
    .orderBy("workspace_id");
  return [
    ...secrets.map(({ name, kek_version: version, wrapped }): WrappedKey => {
      return { table: "instance_secrets", key: { name }, context: `instance:${name}`, version, wrapped };
    }),
    ...dataKeys.map(({ workspace_id: id, kek_version: version, wrapped }): WrappedKey => {
      const key = { workspace_id: id };
      return { table: "workspace_data_keys", key, context: `workspace:${id}`, version, wrapped };
    }),
  ];
}

function unwrap({ version, wrapped, context }: WrappedKey, keyring: Keyring): Buffer | undefined {
  const found = keyring.find((one) => one.version === version);
  try {
    return found && open(found.key, wrapped, context);
  } catch {
    return undefined;
  }
}

const cannotOpen = ({ context, version }: WrappedKey, keyring: Keyring): string =>
  `The key of ${context} is wrapped with key-encryption key "${version}", and none of the configured keys ` +
  `${keyring.map((one) => JSON.stringify(one.version)).join(", ")} can unwrap it. Add that key to the end of ASSAY_SECRET_KEYS.`;
